// What the status of the group says about its peers. Does not use the page.

import { visible } from './text.js';

/**
 * Returns the names of the peers that claim to have a message, those of the others, and the number of all peers. Any
 * program can claim the key of a peer, so `confirmed`, `unconfirmed` and `lastRequest` prove nothing.
 */
export function reached(group, id) {
  const peers = others(group);
  const name = ({ name, address }) => visible(name ?? address);
  const names = peers.filter(({ confirmed }) => confirmed >= id).map(name);
  const missing = peers.filter(({ confirmed }) => !(confirmed >= id)).map(name);
  return { names, missing, of: peers.length };
}

/** Returns the peers without those whose address leads back to this node. */
export const others = (group) => (group?.peers ?? []).filter(({ state }) => state !== 'this-node');

/** Whether this node has all messages of the peer, and the peer claims to have all messages of this node. */
export const isInSyncBothWays = ({ state, unconfirmed }) => state === 'in-sync' && unconfirmed === 0;
