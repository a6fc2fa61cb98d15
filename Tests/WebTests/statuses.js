// The status of a node and its peers, as the page reads them. Negative times are before now.

export const day = 86_400_000;

const shifted = (object) => Object.fromEntries(Object.entries(object).map(
  ([key, value]) => [key, typeof value === 'number' && value < 0 ? Date.now() + value : value]));

/** Returns a peer that is in sync both ways, with changes. */
export const peer = (changes = {}) => shifted({
  name: 'ben', address: 'http://ben:8080', node: 'key', state: 'in-sync', since: -9000, failure: null, problem: '',
  lastPage: -1000, lastRequest: -1000, lastInSync: -1000, behind: 0, unconfirmed: 0, refused: 0, exceptions: 0, losses: [],
  ...changes,
});

/** Returns the status of a node that has run for an hour, with changes. */
export const status = (peers = [peer()], { requesters = [], removed = [], ...changes } = {}) => shifted({
  node: 'own', name: 'laptop', removed: removed.map(shifted), started: -3_600_000, clockAhead: 0, store: { failure: null }, peers, requesters: requesters.map(shifted),
  ...changes,
});
