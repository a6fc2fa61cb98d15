// Which changes of the group are shown at once, and which have to last.

import { isInSyncBothWays, problems } from './group.js';

/**
 * Milliseconds for which a problem has to last before it is in the summary, because a peer that comes back may request
 * first; and for which a peer may lack a new message and still be counted as in sync.
 */
export const settlingTime = 10_000;

export class Settling {
  #lastCalm = -Infinity;
  /** The last time at which each peer was in sync both ways, by its address. */
  #lastInSync = new Map();

  /** Returns the most important problem, once it has lasted. A problem of the first status has. */
  problem(status, now) {
    const [problem] = problems(status);
    if (!problem && status) this.#lastCalm = now;
    return now - this.#lastCalm >= settlingTime ? problem : undefined;
  }

  /** Whether a peer is in sync both ways, or was a moment ago and answers: it lacks each new message for a second. */
  isInSync(peer, now) {
    if (isInSyncBothWays(peer)) this.#lastInSync.set(peer.address, now);
    return ['in-sync', 'behind'].includes(peer.state) && now - this.#lastInSync.get(peer.address) < settlingTime;
  }
}
