// The loaded messages of one room in display order, the order in which people read. Does not use the web page.

import { isSamePerson } from './persons.js';

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

/** The last time of which JavaScript knows the day, in milliseconds. */
const lastTime = 8.64e15;
const isReaction = (value) => typeof value?.emoji === 'string' && Number.isFinite(value.count) && Array.isArray(value.by)
  && value.by.every((one) => typeof one?.user === 'string' && typeof one.origin === 'string');

/** Whether an object that was saved in the browser has the form of a message. */
export function isMessage(value) {
  const { id, displayStamp, time, arrived, digest, user, text, topic, alias, reactions = [] } = value ?? {};
  return [id, time, arrived].every(Number.isFinite) && [time, arrived].every((one) => Math.abs(one) <= lastTime)
    && Array.isArray(reactions) && reactions.every(isReaction) && typeof displayStamp === 'bigint'
    && [digest, user].every((value) => typeof value === 'string')
    && [text, topic, alias].every((value) => ['string', 'undefined'].includes(typeof value))
    && /^[\w-]+$/.test(digest);
}

/** Milliseconds between two messages after which the second one gets a heading of its own. */
const headingPause = 10 * 60 * 1000;

/** Whether two successive messages share one heading: same person, same node, same day, short pause. */
export function belongTogether(one, other) {
  const isOneDevice = one.origin === other.origin && one.device === other.device;
  const isOnePerson = isOneDevice || one.origin !== other.origin && isSamePerson(one.origin, other.origin);
  return !isNote(one) && !isNote(other) && isOnePerson && one.user === other.user
    && other.time - one.time < headingPause && isSameDay(one.time, other.time);
}

export function isSameDay(one, other) {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Milliseconds between two times of a message above which the web page shows both. */
const lateness = 60_000;

/**
 * Returns the time of a message that the web page shows. The stamp can follow that of a faster clock, so this is the lowest of
 * the stamp's time, the arrival at this node, and the clock of the origin, which is undefined for most messages.
 */
export function shownTime(stampTime, arrived, sent) {
  return Math.min(stampTime, arrived, sent ?? arrived);
}

/** Whether a message arrived so late that somebody may already have read later ones, while the node was a member of the group. */
export function arrivedLate(message) {
  return !message.isHistory && message.arrived - message.time > lateness;
}

/** Whether a message waited in a queue after its author had pressed Send. A later time of Send is ignored. */
export function waited(message) {
  return message.time - message.written > lateness;
}

/**
 * Whether a message is folded: its text came after its author had been removed from the group. On the device where it was written,
 * it is not: its people see what they write, also after this device was removed.
 */
export const isFoldedText = ({ isFormer, isLocal, hasText }) => isFormer && !isLocal && hasText;

/** Whether a message gives its room a topic or a name. */
export const isOfRoom = ({ topic, alias }) => topic !== undefined || alias !== undefined;

/**
 * Whether a message is a quiet line at most, which nobody has to read: it only says who is a member, or what the room is called, or it
 * is folded.
 */
export const isNote = (message) => (
  message.isFolded || !isShown(message) && (isOfRoom(message) || message.isStatement && message.room === ''));

/** Whether the web page shows a message as one of a person: it has a text, or had one. A message of another program may have none. */
export function isShown({ text, isTextGone, isFolded }) {
  return !isFolded && (text !== undefined || isTextGone);
}

/** Returns the log id that a peer must have reached to show the message as this page does. */
export const idAsShown = ({ id, change }) => Math.max(id, change ?? 0);

/** Whether a message has an element. */
const isListed = (message) => isShown(message) || isNote(message);

/**
 * Loaded messages in display order: all messages of the room from the first loaded one to the last loaded one, without a
 * gap.
 *
 * A message whose text was gone arrives again under a higher id when the node has got the text, and a changed one with its own id. It
 * replaces the one with the same digest.
 */
export class Timeline {
  /** The loaded messages that the web page shows. */
  messages = [];
  /** Whether the first loaded message is the first one of the room. */
  isWhole = false;
  /** Whether the last loaded message is the last one of the room. */
  isEnd = true;
  /** The first and the last loaded message, which are not in `messages` if the web page does not show them. */
  first;
  end;
  /** The highest id of all messages that were added, also of messages that the web page does not show. */
  highestId = 0;
  #ids = new Set();
  /** The shown messages by digest. */
  #digests = new Map();
  /** Arrived messages that belong before the first loaded one. `prepend` adds them when it loads that part. */
  #outside = [];
  /** Arrived messages that belong after the last loaded one. `append` adds them when it loads that part. */
  #beyond = [];

  get last() { return this.messages.at(-1); }

  has(id) { return this.#ids.has(id); }

  /** Returns the shown message with the digest of another one. */
  find({ digest }) { return this.#digests.get(digest); }

  /**
   * Adds the page of messages before the first one; an empty page is the room's beginning.
   * @returns {{ inserted: object[], replaced: object[] }} as `add`
   */
  prepend(page) {
    this.#noteIds(page);
    if (page.length === 0) this.isWhole = true;
    const first = page.toSorted(compare)[0];
    if (first && (!this.first || compare(first, this.first) < 0)) this.first = first;
    // A message that arrived after the node wrote the page is not in it.
    const isInRange = (message) => this.isWhole || first !== undefined && compare(message, first) > 0;
    const inRange = this.#outside.filter(isInRange);
    this.#outside = this.#outside.filter((message) => !isInRange(message));
    return this.#insert(page.concat(inRange));
  }

  /**
   * Makes the timeline one that does not end with the last message of the room.
   * @param {object} end the last loaded message
   */
  endAt(end) {
    [this.isEnd, this.end] = [false, end];
  }

  /**
   * Adds the page of messages after the last one; an empty page is the room's end.
   * @returns {{ inserted: object[], replaced: object[] }} as `add`
   */
  append(page) {
    this.#noteIds(page);
    if (page.length === 0) this.isEnd = true;
    const last = page.toSorted(compare).at(-1);
    if (last && compare(last, this.end) > 0) this.end = last;
    // A message that arrived after the node wrote the page is not in it.
    const isInRange = (message) => this.isEnd || compare(message, this.end) < 0;
    const inRange = this.#beyond.filter(isInRange);
    this.#beyond = this.#beyond.filter((message) => !isInRange(message));
    return this.#insert(page.concat(inRange));
  }

  /**
   * Adds messages that have arrived.
   * @returns {{ inserted: object[], replaced: { old: object, message: object }[], outside: object[] }}
   *   the added messages in display order; the messages that replace loaded ones; and, in display order, the messages
   *   that belong before the first loaded one, which are added when somebody scrolls back there. Those that belong after
   *   the last loaded one are added when somebody scrolls there.
   */
  add(all) {
    // A changed message that is not loaded is loaded as it is then.
    const messages = all.filter((message) => !message.isChange || this.#digests.has(message.digest));
    this.#noteIds(messages);
    const isOutside = (message) => !this.isWhole && this.first !== undefined && compare(message, this.first) < 0
      && !this.#digests.has(message.digest);
    const outside = messages.filter((message) => isOutside(message) && isListed(message)).sort(compare);
    this.#outside = lastArrived(this.#outside.concat(outside));
    const isBeyond = (message) => !this.isEnd && compare(message, this.end) > 0 && !this.#digests.has(message.digest);
    this.#beyond = lastArrived(this.#beyond.concat(messages.filter(isBeyond)));
    return { ...this.#insert(messages.filter((message) => !isOutside(message) && !isBeyond(message))), outside };
  }

  /** Removes the first and the last messages. They are loaded again when somebody scrolls there. @returns the removed ones */
  shorten({ start, end }) {
    const removed = [...this.messages.splice(0, start), ...this.messages.splice(this.messages.length - end, end)];
    for (const { id, digest } of removed) {
      this.#ids.delete(id);
      this.#digests.delete(digest);
    }
    if (start > 0) [this.isWhole, this.first] = [false, this.messages[0]];
    if (end > 0) this.endAt(this.last);
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

  /** Inserts the messages that are not loaded yet or have a higher id than the loaded ones. @returns as `add` */
  #insert(messages) {
    const inserted = [];
    const replaced = [];
    for (const message of newest(messages)) {
      // The first message came again with a higher id, and perhaps with another rank.
      if (this.first?.digest === message.digest && this.first.id < message.id) this.first = message;
      if (!isListed(message)) continue;
      const old = this.#digests.get(message.digest);
      if (old === undefined) inserted.push(message);
      else if (replaces(message, old)) replaced.push({ old, message });
    }
    this.#remove(replaced.map(({ old }) => old));
    this.#merge(inserted.concat(replaced.map(({ message }) => message)).sort(compare));
    return { inserted: inserted.sort(compare), replaced };
  }

  #noteIds(messages) {
    for (const { id } of messages) this.highestId = Math.max(this.highestId, id);
  }

  #remove(messages) {
    if (messages.length === 0) return;
    for (const { id } of messages) this.#ids.delete(id);
    this.messages = this.messages.filter((message) => !messages.includes(message));
  }

  /** Merges messages in display order into the loaded ones. */
  #merge(added) {
    if (added.length === 0) return;
    for (const message of added) {
      this.#ids.add(message.id);
      this.#digests.set(message.digest, message);
    }
    if (this.last === undefined || compare(this.last, added[0]) < 0) {
      this.messages.push(...added);
    } else if (compare(added.at(-1), this.messages[0]) < 0) {
      this.messages.unshift(...added);
    } else {
      // Engines sort two sorted stretches in linear time.
      this.messages = this.messages.concat(added).sort(compare);
    }
  }
}

/** Returns the messages that arrived last: a page of the node can lack only what arrives while it is on its way. */
const lastArrived = (messages) => newest(messages).slice(-mostLoaded);

/** Whether a copy of a message is a later one, which shows something else. */
function replaces(message, old) {
  if (message.id !== old.id) return message.id > old.id;
  const shown = ({ text, isTextGone, isDeleted, isEdited, change, reactions }) => (
    JSON.stringify([text, isTextGone, isDeleted, isEdited, change, reactions]));
  return version(message) > version(old) && shown(message) !== shown(old);
}

/** The end of the log when the node wrote the copy; earlier versions of the web page have saved none. */
const version = (message) => message.version ?? 0;

/** Messages that a timeline keeps beyond the visible ones, so that people scroll without waiting. */
const keptBeyond = 200;
/** While more messages than `mostLoaded` are loaded, `removedAtOnce` are surplus. */
export const mostLoaded = 800;
const removedAtOnce = 200;

/**
 * Returns how many of the loaded messages to remove at the start and at the end, so that memory has a bound however far people scroll.
 * @param {number} count the loaded messages
 * @param {number} first the index of the first visible message, and of the last one
 * @param {'earlier' | 'later' | undefined} requested the page that is being loaded, which continues the first message or the last
 */
export function surplus(count, first, last, requested) {
  const after = count - 1 - last;
  const far = count > mostLoaded ? Math.max(0, Math.min(removedAtOnce, Math.max(first, after) - keptBeyond)) : 0;
  const isAtStart = first >= after;
  return { start: isAtStart && requested !== 'earlier' ? far : 0, end: !isAtStart && requested !== 'later' ? far : 0 };
}

/** Returns each message once, with its highest id, as the node wrote it last. */
export function newest(messages) {
  const byId = messages.toSorted((one, other) => one.id - other.id || version(one) - version(other));
  return [...new Map(byId.map((message) => [message.digest, message])).values()];
}
