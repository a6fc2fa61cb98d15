// What this browser keeps of the status for the next visit.

import { read, write } from '../browser/storage.js';
import { isKeptStatus, knownStatements, others } from '../model/group.js';

const storageKey = 'tidings.group';

/**
 * Keeps what the next visit needs: the name of the node and how far each peer has reported receipt, in case the node does not
 * answer then; which peers are paired, to tell those that join meanwhile; and what messages say about the members.
 * @param {boolean} hasGroup whether the node has a group, which may be newer than `status`
 */
export function keepStatus(status, hasGroup) {
  const peers = others(status)
    .map(({ address, name, confirmed, node, paired, removedBy, person }) => (
      { address, name, confirmed, node, paired, removedBy, person }));
  const { name, node, person, petnames } = status;
  write(storageKey, { name, node, person, petnames, hasGroup, peers, statements: [...knownStatements(status)] });
}

/**
 * Returns { name, node, petnames, hasGroup, peers, statements } as it was kept; undefined without a value of the expected form.
 * Earlier versions of the web page kept only the name and the peers.
 */
export function keptStatus() {
  const kept = read(storageKey);
  return isKeptStatus(kept) ? kept : undefined;
}
