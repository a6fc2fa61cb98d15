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
    this.#showKept(room);
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
    for (const [room, arrived] of Map.groupBy(messages, (message) => message.room)) {
      const known = this.of(room);
      if (this.#isNew(room)) this.#rooms.set(room, false);
      // Of a room that is not asked for yet, a late message may not be the last one.
      if (!this.#rooms.has(room)) continue;
      if (isLost(known, arrived)) this.#wanted.add(room);
      this.#set(room, lastOf([...known ? [known] : [], ...arrived]));
    }
    this.#ask();
  }

  /** Shows the last message that the browser has kept of a room, until the node answers. */
  async #showKept(room) {
    const all = this.#messages;
    const kept = await keptOf(room).catch(() => undefined);
    if (kept && all === this.#messages && this.#wanted.has(room) && !this.of(room)) this.#set(room, lastOf(kept.messages));
  }

  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (const room of this.#wanted) {
      const all = this.#messages;
      this.#arrived = [];
      const messages = await this.#fromNode(room);
      const isOfOldStore = all !== this.#messages;
      if (isOfOldStore) continue;
      if (!messages) break;
      this.#wanted.delete(room);
      this.#set(room, lastOf([...messages, ...this.#arrived.filter((message) => message.room === room)]));
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

  /** @param {object | undefined} message undefined if there is none, or if it has to be found */
  #set(room, message) {
    if (message === this.of(room)) return;
    if (message) this.#messages.set(room, message); else this.#messages.delete(room);
    this.#changed();
  }

  #changed() { this.dispatchEvent(new Event('change')); }
}
