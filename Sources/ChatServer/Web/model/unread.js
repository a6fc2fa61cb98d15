// The unread messages of the open room.

import { above, intersection, joined, runs, union } from './ranges.js';
import { newestId } from './read-state.js';
import { compare, isMessage } from './timeline.js';

/**
 * The messages of a room that were unread when it was opened, or have arrived since. A message is read when it was on the
 * screen; so those between two parts that were on the screen stay unread.
 */
export class UnreadMessages {
  /**
   * { id, message, isRead }, by ascending id. Of read messages, only those are kept that separate unread ones. A message
   * whose text was gone may have a higher id by now than the one under which it was first found.
   */
  #messages = [];
  /** All unread messages with ids up to this one are in `#messages`. Those above it are in `#rest`. */
  #upTo = 0;
  /** The ranges of ids that may be unread. */
  #rest = [];
  /** The ranges of the ids up to `#upTo` of unread messages that this browser has not kept, while the node does not answer. */
  #missing = [];
  /** The number of all unread messages that are not kept, and whether some of them have ids above `#upTo`. */
  #missingCount = 0;
  #isMissingLater = false;
  /** Whether `#messages` has all unread messages of the room. */
  isComplete = true;
  /** The digests of messages that were on the screen before they were known to be unread. */
  #seen = new Set();

  /**
   * @param {{ messages: object[], upTo: number, isComplete: boolean, ranges: number[][] }} loaded see `Rooms`, also for
   *   what is not kept
   */
  constructor(loaded = { messages: [], upTo: 0, isComplete: true, ranges: [] }) {
    this.#rest = loaded.ranges;
    this.#missing = loaded.missing ?? [];
    this.#missingCount = loaded.missingCount ?? 0;
    this.#isMissingLater = loaded.isMissingLater;
    this.extend(loaded);
  }

  /** The number of unread messages that are known, also of those that are not kept. */
  get count() { return this.#unread.length + this.#missingCount; }
  /** The ranges of ids that are unread. */
  get ranges() {
    const ranges = [];
    let isOpen = false;
    for (const { id, message, isRead } of this.#messages) {
      // The node gives a message under its present id.
      const to = Math.max(id, message.id);
      if (isRead) isOpen = false;
      else if (isOpen) ranges.at(-1)[1] = Math.max(to, ranges.at(-1)[1]);
      else { ranges.push([id, to]); isOpen = true; }
    }
    return joined(union(ranges.concat(above(this.#rest, this.#upTo)), this.#missing), Infinity);
  }
  /**
   * The unread messages that are not kept: their number, whether there are more, and whether they are displayed before the
   * kept ones or after them.
   */
  get missing() {
    const count = this.#missingCount;
    const later = count > 0 && this.#isMissingLater;
    return { count, isMore: !this.isComplete, earlier: count > 0 && (!later || this.#missing.length > 0), later };
  }
  /** The id up to which the messages are known. */
  get upTo() { return this.#upTo; }

  get #unread() { return this.#messages.filter(({ isRead }) => !isRead).map(({ message }) => message); }

  /** Returns the unread messages, in display order, for which a test is true. */
  filter(test) { return this.#unread.filter(test).sort(compare); }

  /** Adds the unread messages that were loaded after the known ones. */
  extend({ messages, upTo, isComplete }) {
    this.#insert(messages.filter(({ id }) => id > this.#upTo));
    this.#upTo = Math.max(this.#upTo, upTo);
    this.isComplete = isComplete;
    this.read(({ digest }) => this.#seen.has(digest));
    if (isComplete) this.#seen.clear();
  }

  /**
   * Notes messages that were on the screen while not all unread ones are known: those that are not known yet are read when
   * they are loaded.
   */
  see(messages) {
    for (const { id, digest } of messages) if (id > this.#upTo) this.#seen.add(digest);
  }

  /**
   * Adds messages that have arrived. While the earlier ones are not all known, these are loaded later.
   * @param {object[]} messages all that have arrived in the room
   * @param {(message: object) => boolean} isUnread
   */
  add(messages, isUnread) {
    if (!this.isComplete) return;
    this.#insert(messages.filter((message) => message.id > this.#upTo && isUnread(message)));
    this.#upTo = messages.reduce((high, { id }) => Math.max(high, id), this.#upTo);
  }

  /** Marks the messages as read for which `isRead` is true. @returns whether there were any */
  read(isRead) {
    let found = false;
    for (const entry of this.#messages) if (!entry.isRead && isRead(entry.message)) entry.isRead = found = true;
    if (found) this.#shorten();
    return found;
  }

  /** Marks all messages as read, up to the id `upTo`. */
  readAll(upTo) {
    this.#messages = this.#missing = [];
    this.#missingCount = 0;
    this.#upTo = Math.max(this.#upTo, upTo);
    this.#rest = [[this.#upTo + 1, Infinity]];
    this.isComplete = true;
  }

  /** Returns the ranges of the ids of the unread messages that the browser does not keep if it keeps only the given ones. */
  missingWith(kept) {
    const ids = new Set(kept.map(({ id }) => id));
    const found = runs(this.#unread.map(({ id }) => id).filter((id) => !ids.has(id)), [...ids]);
    return union(found, this.isComplete ? [] : intersection(above(this.#rest, this.#upTo), [[1, Math.min(...ids) - 1]]));
  }

  /** Replaces messages by those with the same digests. Their texts were gone, and they have got other ids. */
  replace(messages) {
    const found = new Map(messages.map((message) => [message.digest, message]));
    for (const entry of this.#messages) entry.message = found.get(entry.message.digest) ?? entry.message;
  }

  #insert(messages) {
    const entries = messages.map((message) => ({ id: message.id, message, isRead: false }));
    this.#messages = this.#messages.concat(entries).sort((one, other) => one.id - other.id);
  }

  #shorten() {
    this.#messages = this.#messages.filter(({ isRead }, index, all) => !isRead || index > 0 && !all[index - 1].isRead);
  }
}

/**
 * Returns the unread messages of a room as far as this browser knows them, while the node does not answer.
 * @param {object} room the room as it was last known: { unread, isCounted, last, savedLast }
 * @param {number[][]} ranges the ranges of ids that are unread
 * @param {{ messages: object[], upTo: number, missing: number[][] }} kept what this browser has kept, see `keptFrom`
 * @param {(message: object) => boolean} isUnread
 * @returns {object} as `Rooms.loadUnread`; also the unread messages that are not kept: `missing`, the ranges of their ids below
 *   `upTo`; their number `missingCount`; and whether there are some above `upTo`
 */
export function keptUnread(room, ranges, { messages, upTo, missing }, isUnread) {
  const found = messages.filter(isUnread);
  return {
    messages: found,
    upTo,
    isComplete: room.isCounted,
    ranges,
    missing: intersection(ranges, missing),
    missingCount: Math.max(0, room.unread - found.length),
    isMissingLater: newestId(room) > upTo,
  };
}

/** Saved ranges of unread messages that are not saved, at most. */
export const mostMissing = 500;

/**
 * Returns what the browser has saved of a room: its last messages, the id up to which it knows the room, and the ranges of
 * lower ids of unread messages that it has not saved.
 * @returns undefined for a value that does not have the expected form
 */
export function keptFrom(saved) {
  if (!Array.isArray(saved?.messages) || !saved.messages.every(isMessage)) return undefined;
  const { messages, upTo, missing } = saved;
  const isRange = (range) => Array.isArray(range) && range.length === 2 && range.every(Number.isSafeInteger);
  return {
    messages,
    upTo: Number.isSafeInteger(upTo) ? upTo : Math.max(0, ...messages.map(({ id }) => id)),
    missing: Array.isArray(missing) && missing.length <= mostMissing ? missing.filter(isRange) : [],
  };
}

/** Whether messages before the first loaded one are the first unread ones of a room, and not only late messages. */
export function isFirstUnreadBefore(timeline, unread, isUnread) {
  const [first] = timeline.messages;
  return first !== undefined && isUnread(first) && unread.some(({ id }) => !timeline.has(id));
}

/**
 * Returns the first unread message. Messages that are displayed before those that were read have arrived late: the web page
 * points to them.
 * @param {object | undefined} lastRead the read message with the highest id
 */
export function firstUnread(unread, lastRead) {
  return unread.filter((message) => !lastRead || compare(message, lastRead) > 0).sort(compare)[0];
}
