// The messages of one room that are loaded, in the order in which people read them. Knows nothing of the page.

/** The order of the protocol: where a message is shown, then its digest. */
export function compare(one, other) {
  if (one.shown !== other.shown) return one.shown < other.shown ? -1 : 1;
  if (one.digest === other.digest) return one.id - other.id;
  return bytes(one.digest) < bytes(other.digest) ? -1 : 1;
}

/** Base64url's own order is not that of the bytes that it stands for. */
function bytes(digest) {
  return atob(digest.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Messages written by one person on one node, close together and on one day, are shown as one group. */
export function belongTogether(one, other) {
  const longestPause = 10 * 60 * 1000;
  return one.origin === other.origin && one.user === other.user && one.device === other.device
    && other.time - one.time < longestPause && isSameDay(one.time, other.time);
}

export function isSameDay(one, other) {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Milliseconds after which a message that was written came late. */
const lateness = 60_000;

/** Whether it came in late enough for somebody to have missed it. */
export function arrivedLater(message) {
  return message.arrived - message.time > lateness;
}

/** Without a gap from its first message to the room's end. */
export class Timeline {
  messages = [];
  /** Whether nothing lies before the first one. */
  isWhole = false;
  #ids = new Set();
  /** Came, and stand before the first one: they are due when somebody scrolls back there. */
  #outside = [];

  get first() { return this.messages[0]; }
  get last() { return this.messages.at(-1); }

  has(id) { return this.#ids.has(id); }

  /** Takes a page that leads up to the first message. @returns what was new, in order */
  prepend(page) {
    if (page.length === 0) this.isWhole = true;
    const first = page.toSorted(compare)[0];
    // Some may have come after the page was read, and belong into it.
    const isDue = (message) => this.isWhole || first !== undefined && compare(message, first) > 0;
    const due = this.#outside.filter(isDue);
    this.#outside = this.#outside.filter((message) => !isDue(message));
    return this.#insert(page.concat(due));
  }

  /**
   * Takes messages as they arrive.
   * @returns {{ inserted: object[], outside: object[] }} in order; what stands before the first message is outside, as
   *   it comes again when somebody scrolls back there
   */
  add(messages) {
    const isOutside = (message) => !this.isWhole && this.first !== undefined && compare(message, this.first) < 0;
    const outside = messages.filter(isOutside).sort(compare);
    const inserted = this.#insert(messages.filter((message) => !isOutside(message)));
    this.#outside.push(...outside);
    return { inserted, outside };
  }

  /** Lets so many of the first messages go: they come again when somebody scrolls back. @returns those */
  shorten(count) {
    const gone = this.messages.splice(0, count);
    for (const { id } of gone) this.#ids.delete(id);
    this.isWhole = false;
    return gone;
  }

  /** The place of a message that is loaded. */
  indexOf(message) {
    let [low, high] = [0, this.messages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.messages[middle], message) < 0) low = middle + 1; else high = middle;
    }
    return low;
  }

  #insert(messages) {
    const isFresh = ({ id }) => !this.#ids.has(id) && this.#ids.add(id);
    const fresh = messages.filter(isFresh).sort(compare);
    if (fresh.length === 0) return fresh;
    if (this.last === undefined || compare(this.last, fresh[0]) < 0) {
      this.messages.push(...fresh);
    } else if (compare(fresh.at(-1), this.first) < 0) {
      this.messages.unshift(...fresh);
    } else {
      // Nearly sorted: what engines sort in linear time.
      this.messages = this.messages.concat(fresh).sort(compare);
    }
    return fresh;
  }
}
