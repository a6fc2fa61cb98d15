// Keeps the newest messages of rooms that are not open, so that people can read them while the node does not answer.

import { pause } from '../model/abort.js';
import { continued, keptCount, roomsToKeep } from '../model/keeping.js';
import { newestId } from '../model/reading.js';
import { Timeline } from '../model/timeline.js';
import * as node from '../node/node.js';
import { dropSurplus, forgetKept, keep, keptOf } from './kept-rooms.js';

/** Milliseconds before the rooms are looked through: the open room is loaded first, and more messages may come. */
const keepPause = 2000;

/** Works in the leading tab, with one request after another. */
export class RoomKeeper {
  #live;
  #rooms;
  /** Whether rooms may have messages that are not kept, and whether the rooms are being looked through. */
  #isDue = false;
  #isRunning = false;
  /** Whether the unread messages of all rooms are counted: the rooms with some come first. */
  #isCounted = false;
  /** The messages that have come since the keeper has begun with a room; undefined while it works on none. */
  #arrived;
  /** Identifies the messages of the node: another one after all that was kept is forgotten. */
  #epoch;

  constructor(live, rooms) {
    [this.#live, this.#rooms] = [live, rooms];
    live.addEventListener('messages', ({ detail }) => { this.#arrived?.push(...detail); });
    live.addEventListener('replaced', () => { this.#epoch = Symbol('epoch'); });
    for (const type of ['following', 'messages', 'turn', 'reachability']) live.addEventListener(type, () => this.#keepSoon());
    rooms.addEventListener('counted', () => {
      this.#isCounted = true;
      this.#keepSoon();
    });
  }

  /** Forgets all rooms, because the node hides other messages than before. */
  forget() {
    this.#epoch = Symbol('epoch');
    return forgetKept();
  }

  async #keepSoon() {
    this.#isDue = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isDue) {
      await pause(keepPause);
      this.#isDue = false;
      // After a failure of the node, its next answer or message makes the keeper due. A browser may store nothing.
      await this.#keepAll().catch(() => {});
      this.#arrived = undefined;
    }
    this.#isRunning = false;
  }

  async #keepAll() {
    // A tab that does not follow the log does not hear of deletions.
    if (!this.#live.isLeading || !this.#live.isFollowing || !this.#isCounted) return;
    const rooms = roomsToKeep(this.#rooms.all, this.#rooms.current, (room) => this.#rooms.activity(room));
    let isMore = false;
    for (const room of rooms) isMore = await this.#keep(room) || isMore;
    if (isMore) await dropSurplus(this.#rooms);
  }

  /** @returns whether the room has got messages */
  async #keep(room) {
    const { name } = room;
    const [epoch, last] = [this.#epoch, newestId(room)];
    const arrived = this.#arrived = [];
    const kept = await keptOf(name);
    if (kept?.upTo >= last || !this.#live.reachability.isReachable) return false;
    const timeline = await endOf(name, kept);
    // The open room is kept by `Feed`.
    if (epoch !== this.#epoch || name === this.#rooms.current) return false;
    timeline.add(arrived.filter((message) => message.room === name));
    await keep(name, timeline, last);
    return true;
  }
}

/** Returns a timeline with the end of a room. */
async function endOf(room, kept) {
  const known = continued(kept, kept && await node.messagesPast(room, kept.upTo, keptCount));
  if (known) return known;
  const timeline = new Timeline();
  timeline.prepend((await node.newestMessages(room, keptCount)).messages);
  return timeline;
}
