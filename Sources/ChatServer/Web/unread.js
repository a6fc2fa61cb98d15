// The unread messages of the open room.

import { above, joined } from './ranges.js';
import { compare } from './timeline.js';

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
  /** Whether `#messages` has all unread messages of the room. */
  isComplete = true;

  /** @param {{ messages: object[], upTo: number, isComplete: boolean, ranges: number[][] }} loaded see `Rooms` */
  constructor(loaded = { messages: [], upTo: 0, isComplete: true, ranges: [] }) {
    this.#rest = loaded.ranges;
    this.extend(loaded);
  }

  /** The number of unread messages that are known. */
  get count() { return this.#unread.length; }
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
    return joined(ranges.concat(above(this.#rest, this.#upTo)), Infinity);
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
    this.#messages = [];
    this.#upTo = Math.max(this.#upTo, upTo);
    this.isComplete = true;
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
