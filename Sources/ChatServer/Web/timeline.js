// The loaded messages of one room in display order, the order in which people read. Does not use the page.

/** Compares two messages by the protocol's display order: display stamp, then digest. */
export function compare(one, other) {
  if (one.displayStamp !== other.displayStamp) return one.displayStamp < other.displayStamp ? -1 : 1;
  if (one.digest === other.digest) return one.id - other.id;
  return bytes(one.digest) < bytes(other.digest) ? -1 : 1;
}

/** Decodes base64url: its characters sort differently from the bytes that they encode. */
function bytes(digest) {
  return atob(digest.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Milliseconds between two messages after which the second one gets a heading of its own. */
const headingPause = 10 * 60 * 1000;

/** Whether two successive messages share one heading: same person, same node, same day, short pause. */
export function belongTogether(one, other) {
  return one.origin === other.origin && one.user === other.user && one.device === other.device
    && other.time - one.time < headingPause && isSameDay(one.time, other.time);
}

export function isSameDay(one, other) {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Milliseconds between two times of a message above which the page shows both. */
const lateness = 60_000;

/** Whether a message arrived so late that somebody may already have read later ones. */
export function arrivedLate(message) {
  return message.arrived - message.time > lateness;
}

/** Whether a message waited in a queue after its author had pressed Send. A later time of Send is ignored. */
export function waited(message) {
  return message.time - message.written > lateness;
}

/** Loaded messages in display order: all messages of the room from the first loaded one to the end, without a gap. */
export class Timeline {
  messages = [];
  /** Whether the first loaded message is the first one of the room. */
  isWhole = false;
  #ids = new Set();
  /** Arrived messages that belong before the first loaded one. `prepend` adds them when it loads that part. */
  #outside = [];

  get first() { return this.messages[0]; }
  get last() { return this.messages.at(-1); }

  has(id) { return this.#ids.has(id); }

  /** Adds the page of messages before the first one; an empty page is the room's beginning. @returns the added ones */
  prepend(page) {
    if (page.length === 0) this.isWhole = true;
    const first = page.toSorted(compare)[0];
    // A message that arrived after the node wrote the page is not in it.
    const isInRange = (message) => this.isWhole || first !== undefined && compare(message, first) > 0;
    const inRange = this.#outside.filter(isInRange);
    this.#outside = this.#outside.filter((message) => !isInRange(message));
    return this.#insert(page.concat(inRange));
  }

  /**
   * Adds messages that have arrived.
   * @returns {{ inserted: object[], outside: object[] }} in display order: the added messages, and the messages that
   *   belong before the first loaded one, which are added when somebody scrolls back there
   */
  add(messages) {
    const isOutside = (message) => !this.isWhole && this.first !== undefined && compare(message, this.first) < 0;
    const outside = messages.filter(isOutside).sort(compare);
    const inserted = this.#insert(messages.filter((message) => !isOutside(message)));
    this.#outside.push(...outside);
    return { inserted, outside };
  }

  /** Removes the first `count` messages. They are loaded again when somebody scrolls back. @returns the removed ones */
  shorten(count) {
    const removed = this.messages.splice(0, count);
    for (const { id } of removed) this.#ids.delete(id);
    this.isWhole = false;
    return removed;
  }

  /** Returns the index of a loaded message. */
  indexOf(message) {
    let [low, high] = [0, this.messages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.messages[middle], message) < 0) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** Inserts the messages that are not loaded yet. @returns them in display order */
  #insert(messages) {
    const isNew = ({ id }) => !this.#ids.has(id) && this.#ids.add(id);
    const added = messages.filter(isNew).sort(compare);
    if (added.length === 0) return added;
    if (this.last === undefined || compare(this.last, added[0]) < 0) {
      this.messages.push(...added);
    } else if (compare(added.at(-1), this.first) < 0) {
      this.messages.unshift(...added);
    } else {
      // Engines sort two sorted stretches in linear time.
      this.messages = this.messages.concat(added).sort(compare);
    }
    return added;
  }
}
