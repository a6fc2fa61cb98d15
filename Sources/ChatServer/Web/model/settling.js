// Which changes of the group are shown at once, and which have to last.

import { problems } from './group.js';

/**
 * Milliseconds for which a problem has to last before it is in the summary, because a peer that comes back may request first.
 */
export const settlingTime = 10_000;

export class Settling {
  #lastCalm = -Infinity;

  /** Returns the most important problem, once it has lasted. A problem of the first status has. */
  problem(status, now) {
    const [problem] = problems(status);
    if (!problem && status) this.#lastCalm = now;
    return now - this.#lastCalm >= settlingTime ? problem : undefined;
  }
}
