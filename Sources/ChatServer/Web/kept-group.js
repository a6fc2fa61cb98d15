// What this browser keeps of the group for the next visit.

import { others } from './model/group.js';
import { read, write } from './storage.js';

const storageKey = 'tidings.group';
/** Peers that are kept, at most, and characters of a name or an address. */
const mostPeers = 200;
const longest = 1000;

/**
 * Keeps what the next visit needs: the name of the node and how far each peer has reported receipt, in case the node does not
 * answer then; and which peers are paired, to tell those that join meanwhile.
 * @param {boolean} hasGroup whether the node has a group, if that is newer than `group`
 */
export function keepGroup(group, hasGroup = group.group !== null) {
  const peers = others(group)
    .map(({ address, name, confirmed, node, paired }) => ({ address, name, confirmed, node, paired }));
  write(storageKey, { name: group.name, node: group.node, hasGroup, peers });
}

/**
 * Returns { name, node, hasGroup, peers } as it was kept; undefined without a value of the expected form. Earlier versions of
 * the page kept only the name and the peers.
 */
export function keptGroup() {
  const kept = read(storageKey);
  const isText = (value) => typeof value === 'string' && value.length <= longest;
  const isPeer = (peer) => isText(peer?.address) && isText(peer.name ?? '') && Number.isSafeInteger(peer.confirmed ?? 0);
  return isText(kept?.name) && Array.isArray(kept.peers) && kept.peers.length <= mostPeers && kept.peers.every(isPeer)
    ? kept : undefined;
}
