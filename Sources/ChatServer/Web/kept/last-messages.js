// The last message of each room, for the list of rooms. The node gives it for one room a request, so only rooms that
// come into sight have one.

import { isLost, lastOf } from '../model/last-message.js';
import * as node from '../node/node.js';
import { keptOf } from './kept-rooms.js';

/** Messages of a room that are asked for: the newest ones may have no texts. */
const askedCount = 5;

/** Event: `change` when the last message of a room is another one, or says something else. */
export class LastMessages extends EventTarget {
  /** By the names of the rooms; another map after the node's store was replaced. */
  #messages = new Map();
  /** The rooms that the list shows, with whether they had no messages yet, and those for which the node has not answered. */
  #rooms = new Map();
  #wanted = new Set();
  /** The messages that have come while the node was asked for those of their room. */
  #arrived = [];
  #isAsking = false;
  #isNew;

  /** @param {(room: string) => boolean} isNew whether a room had no messages before those that arrive now */
  constructor(live, isNew) {
    super();
    this.#isNew = isNew;
    live.addEventListener('messages', ({ detail }) => this.#note(detail));
    live.addEventListener('reachability', ({ detail }) => { if (detail.isReachable) this.#ask(); });
    live.addEventListener('replaced', () => this.reload());
  }

  /** Returns the last message of a room; undefined if it is not known, or if the room has none. */
  of(room) { return this.#messages.get(room); }

  /** Finds the last message of a room that has come into sight. One that is empty is not asked for: its first message will come. */
  want(room, isEmpty) {
    const wasEmpty = this.#rooms.get(room);
    if (wasEmpty === false || wasEmpty && (isEmpty || this.of(room))) return;
    this.#rooms.set(room, isEmpty);
    if (isEmpty) return;
    this.#wanted.add(room);
    this.#ask();
  }

  /** Forgets a room that the list does not show any more. */
  forget(room) {
    this.#messages.delete(room);
    this.#rooms.delete(room);
    this.#wanted.delete(room);
  }

  /** Finds all last messages again, as after the node's store was replaced. */
  reload() {
    this.#messages = new Map();
    // The loop in `#ask` also goes through what is added to this set.
    this.#wanted.clear();
    for (const room of this.#rooms.keys()) this.#wanted.add(room);
    this.#changed();
    this.#ask();
  }

  #note(messages) {
    if (this.#isAsking) this.#arrived.push(...messages);
    let isOther = false;
    for (const [room, arrived] of Map.groupBy(messages, (message) => message.room)) {
      const known = this.of(room);
      if (this.#isNew(room)) this.#rooms.set(room, false);
      // Of a room that is not asked for yet, a late message may not be the last one.
      if (!this.#rooms.has(room)) continue;
      if (isLost(known, arrived)) {
        this.#messages.delete(room);
        this.#wanted.add(room);
        isOther = true;
      } else if (this.#set(room, lastOf([...known ? [known] : [], ...arrived]))) isOther = true;
    }
    if (isOther) this.#changed();
    this.#ask();
  }

  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    let answers = true;
    for (const room of this.#wanted) {
      const all = this.#messages;
      this.#arrived = [];
      const messages = answers ? await this.#fromNode(room) : undefined;
      const found = messages ?? (await keptOf(room).catch(() => undefined))?.messages ?? [];
      const isOfOldStore = all !== this.#messages;
      answers = messages !== undefined || isOfOldStore;
      if (isOfOldStore) continue;
      if (answers) this.#wanted.delete(room);
      if (this.#set(room, lastOf([...found, ...this.#arrived.filter((message) => message.room === room)]))) this.#changed();
    }
    this.#isAsking = false;
  }

  async #fromNode(room) {
    try {
      return (await node.newestMessages(room, askedCount)).messages;
    } catch {
      return undefined;
    }
  }

  /** @returns whether that was a change */
  #set(room, message) {
    if (!message || message === this.of(room)) return false;
    this.#messages.set(room, message);
    return true;
  }

  #changed() { this.dispatchEvent(new Event('change')); }
}
