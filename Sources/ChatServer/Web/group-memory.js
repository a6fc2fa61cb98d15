// What this browser keeps of the group: the name of the node, and how far each peer has reported receipt. After a reload the
// page shows it until the node answers.

import { others } from './group-model.js';
import { read, write } from './storage.js';

const storageKey = 'tidings.group';
/** Peers that are kept, at most, and characters of a name or an address. A longer group is not kept. */
const mostPeers = 200;
const longest = 1000;

const isText = (value) => typeof value === 'string' && value.length <= longest;
const isPeer = (peer) => isText(peer?.address) && (peer.name === null || isText(peer.name))
  && (peer.confirmed === undefined || Number.isSafeInteger(peer.confirmed) && peer.confirmed >= 0);
const isGroup = (group) => isText(group?.name) && Array.isArray(group.peers) && group.peers.length <= mostPeers
  && group.peers.every(isPeer);

/** Keeps what the node has said last. */
export function keepGroup(group) {
  const peers = others(group).map(({ address, name, confirmed }) => ({ address, name, confirmed }));
  const kept = { name: group.name, peers };
  if (JSON.stringify(kept) !== JSON.stringify(read(storageKey))) write(storageKey, kept);
}

/** Returns { name, peers } as the node has said it last; undefined without a value of the expected form. */
export function keptGroup() {
  const value = read(storageKey);
  return isGroup(value) ? value : undefined;
}
