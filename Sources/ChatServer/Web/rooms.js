// The model of the rooms: their names, their unread messages, and the id up to which each room was read.

import * as database from './database.js';
import { GoneTexts } from './gone.js';
import { above, includes, intersection, joined } from './model/ranges.js';
import {
  countLimit, countsFrom, mayHaveUnread, newestId, readAsListed, readFrom, savedCounts, unreadRanges, withUnread,
} from './model/read-state.js';
import { unreadIn } from './model/room-order.js';
import { isShown, newest } from './model/timeline.js';
import { keptUnread } from './model/unread.js';
import * as node from './node.js';
import { follow, read, write } from './storage.js';

const storageKey = 'tidings.read';
/** The unread counts and the newest messages as they were last known, to show them while the node does not answer. */
const countsKey = 'tidings.unread';
/** Pages that are loaded to count the unread messages of a room, at most: its messages may have no texts. */
const countPages = 10;
/** Parts of a room that the person has skipped, at most. With more, those with the fewest messages between them join. */
const mostSkipped = 16;
/** Milliseconds between two attempts to load the list of rooms. */
const retryPause = 5000;
const collator = new Intl.Collator();

/** Events: `change` when rooms, counts or the open room have changed. */
export class Rooms extends EventTarget {
  /**
   * The rooms by name: { name, last, savedLast, unread, isCounted }. `last` is the id of the newest message, and
   * `savedLast` this id as it was saved: after a restore of the node it may be too high. If there are more unread messages
   * than `unread`, `isCounted` is false. The main room has no name.
   */
  #rooms = mainRoomOnly();
  /** The rooms by name; undefined after rooms have come or gone. */
  #sorted;
  /** What was read in any tab: see `readFrom`. */
  #read = savedRead();
  /** The counts that were saved last, as text. */
  #savedCounts = '';
  /** The name of the room whose unread messages `keepUnread` counts. */
  #followed;
  /** The highest id of which this tab knows from the list of rooms or from the log. */
  high = 0;
  /** Whether the node has answered with the list of rooms. */
  #isListed = false;
  /** The name of the open room. */
  current = '';
  #isMine;
  #goneTexts = new GoneTexts();
  #retry;
  /** Resolves when the unread messages of the open room are counted, or cannot be counted now. */
  ready;
  #resolveReady;

  /** @param {(message: object) => boolean} isMine whether this person wrote the message */
  constructor(isMine) {
    super();
    this.#isMine = isMine;
    this.ready = new Promise((resolve) => { this.#resolveReady = resolve; });
    for (const name of Object.keys(this.#read?.readUpTo ?? {})) this.#room(name);
    for (const [name, unread, isCounted, savedLast] of countsFrom(read(countsKey), this.#read?.node)) {
      Object.assign(this.#room(name), { unread, isCounted, savedLast });
    }
    follow(storageKey, () => {
      if (savedRead()) this.#adoptRead(savedRead());
    });
  }

  /** The main room, then the others by name. */
  get all() {
    this.#sorted ??= [...this.#rooms.values()].sort((one, other) => collator.compare(one.name, other.name));
    return this.#sorted;
  }

  /**
   * Returns a number that is higher for rooms with newer messages: the id of the newest message, or the saved one or the
   * highest id that was read while the node has not listed the room. A room without messages is new, so it is above all
   * others.
   */
  activity(room) {
    const readUpTo = Object.hasOwn(this.#read?.readUpTo ?? {}, room.name) ? this.#read.readUpTo[room.name] : 0;
    return newestId(room) || readUpTo || Number.MAX_SAFE_INTEGER;
  }

  /** Returns the id of the newest known message of a room; 0 without one. */
  newestId(name) { return newestId(this.#room(name)); }

  /** Returns the unread messages of the rooms with a wanted name: { count, isMore }. */
  unreadOf(isWanted) {
    return unreadIn([...this.#rooms.values()].filter(({ name }) => isWanted(name)));
  }

  /** The ranges of the ids of a room that are unread. On the first visit everything counts as read. */
  unreadRanges(name) {
    return unreadRanges(this.#read, name);
  }

  /** Loads the list of rooms from the node and counts the unread messages; retries until the node has answered. */
  async load() {
    clearTimeout(this.#retry);
    try {
      await this.#load();
    } catch {
      this.#resolveReady();
      this.#retry = setTimeout(() => this.load(), retryPause);
    }
  }

  async #load() {
    const { node: key, rooms } = await node.rooms();
    if (this.#read?.node !== key) this.forget();
    this.high = Math.max(this.high, ...rooms.map(({ last }) => last));
    // `note` may have counted newer messages since the node wrote its answer.
    for (const { name, last } of rooms) {
      const room = this.#room(name);
      room.last = Math.max(room.last, last);
    }
    this.#save(readAsListed(this.#read, rooms), key);
    for (const name of Object.keys(this.#read.readUpTo)) this.#room(name);
    // The counts that were saved may be out of date.
    const read = this.all.filter((room) => room.name !== this.#followed && !this.#mayHaveUnread(room));
    for (const room of read) Object.assign(room, { unread: 0, isCounted: true });
    this.#changed();
    this.#isListed = true;
    this.#resolveReady();
    await this.#countOthers();
    this.#changed();
  }

  /** Counts the unread messages of all rooms except the open one, which the chat counts. */
  async #countOthers(rooms = this.all) {
    for (const room of rooms.filter((room) => room.name !== this.#followed && this.#mayHaveUnread(room))) {
      const ranges = this.unreadRanges(room.name);
      const { count, isComplete } = await this.#countUnread(room);
      // The count is out of date if the room was read or opened in the meantime.
      if (room.name === this.#followed || String(ranges) !== String(this.unreadRanges(room.name))) continue;
      [room.unread, room.isCounted] = [count, isComplete];
    }
  }

  /** Counts the unread messages of a room, also those that arrive before the node has answered. */
  async #countUnread(room) {
    // A message that has got its text meanwhile is found under both ids.
    const digests = new Set();
    let loaded = { upTo: 0 };
    let last;
    do {
      last = room.last;
      loaded = await this.loadUnread(room.name, { past: loaded.upTo });
      for (const { digest } of loaded.messages) digests.add(digest);
    } while (loaded.isComplete && room.last > last && digests.size < countLimit);
    return { count: digests.size, isComplete: loaded.isComplete && room.last === last };
  }

  #mayHaveUnread(room) { return mayHaveUnread(this.#read, room); }

  /**
   * Loads the unread messages of a room with the lowest ids, at most `countLimit`.
   * @param {{ past?: number, last?: number }} bounds the messages with ids above `past`, and up to `last`
   * @returns {{ messages: object[], upTo: number, isComplete: boolean, ranges: number[][] }} the unread messages with ids
   *   up to `upTo`; whether there are no more; and the ranges that were unread
   */
  async loadUnread(name, { past = 0, last = this.#isListed ? this.#room(name).last : Infinity } = {}) {
    const ranges = this.unreadRanges(name);
    const messages = [];
    let [upTo, pages] = [past, 0];
    for (const [from, to] of intersection(above(ranges, past), [[1, last]])) {
      upTo = from - 1;
      while (upTo < to) {
        if (messages.length >= countLimit || pages >= countPages) return { messages: newest(messages), upTo, isComplete: false, ranges };
        pages += 1;
        const page = await node.messagesPast(name, upTo, Math.min(countLimit, to - upTo));
        this.noteGone(page.messages);
        messages.push(...page.messages.filter((message) => message.id <= to && this.isUnread(message)));
        // Messages above `last` may have arrived before the node answered.
        upTo = page.isEnd && to < Infinity ? to : Math.min(page.position.id, to);
        if (page.isEnd) break;
      }
    }
    return { messages: newest(messages), upTo, isComplete: true, ranges };
  }

  /** Drops all rooms and their saved messages, because another store uses the same ids for other messages. */
  forget() {
    database.clear('rooms').catch(() => {});
    this.#goneTexts.clear();
    this.#read = undefined;
    this.high = 0;
    this.#rooms = mainRoomOnly();
    this.#sorted = undefined;
  }

  /** Makes a room the open one; adds it if it has no messages yet. */
  open(name) {
    this.current = name;
    this.#room(name);
    // Without `#read`, nothing is saved: an entry for this room alone would make all others unread.
    if (this.#read && !Object.hasOwn(this.#read.readUpTo, name)) this.#save({ ...this.#read.readUpTo, [name]: 0 });
    this.#changed();
  }

  /** Adds rooms in which this person has unsent messages: the node may not know them, and another tab may have added them. */
  add(names) {
    if (names.every((name) => this.#rooms.has(name))) return;
    for (const name of names) this.#room(name);
    this.#changed();
  }

  /** Removes a room that has no messages. */
  drop(name) {
    if (name === '') return;
    this.#rooms.delete(name);
    this.#sorted = undefined;
    if (this.#read) {
      const { [name]: _, ...others } = this.#read.readUpTo;
      this.#save(others);
    }
    this.#changed();
  }

  /** Whether this browser has not found the message before, with its text gone or before it was changed. */
  isNew(message) { return !message.isChange && this.#goneTexts.firstId(message) === message.id; }

  /** Whether a message is shown, was not read yet, and somebody else wrote it. */
  isUnread(message) {
    return isShown(message) && !message.isDeleted && includes(this.unreadRanges(message.room), this.#goneTexts.firstId(message))
      && !this.#isMine(message);
  }

  /** Notes which of these messages have lost their texts. */
  noteGone(messages) {
    this.#goneTexts.note(messages);
  }

  /** Counts new messages as unread, except those that were read already or that this person wrote. */
  note(messages) {
    this.noteGone(messages);
    const recounted = new Set();
    for (const message of messages) {
      this.high = Math.max(this.high, message.at);
      const room = this.#room(message.room);
      if (message.isChange && message.isDeleted && room.unread > 0 && room.name !== this.#followed) recounted.add(room);
      if (message.id <= room.last) continue;
      room.last = message.id;
      if (room.name === this.#followed || !room.isCounted) continue;
      if (this.isNew(message) && this.isUnread(message)) room.unread += 1;
    }
    this.#changed();
    // Which of the messages were unread is known to the node alone.
    if (recounted.size > 0) this.#countOthers([...recounted]).then(() => this.#changed()).catch(() => {});
  }

  /**
   * Returns the unread messages of a room as far as this browser knows them, in the form of `loadUnread`, while the node does
   * not answer.
   * @param {object} kept what this browser has kept, see `Feed`
   */
  keptUnread(name, kept) {
    return keptUnread(this.#room(name), this.unreadRanges(name), kept, (message) => this.isUnread(message));
  }

  /**
   * Saves which messages of the open room are unread.
   * @param {UnreadMessages | undefined} unread undefined before they are known
   */
  keepUnread(name, unread) {
    this.#followed = unread && name;
    if (!unread) return;
    const room = this.#room(name);
    [room.unread, room.isCounted] = [unread.count, unread.isComplete];
    // Another tab may have read more of the room, or other rooms.
    const saved = savedRead() ?? this.#read;
    const ranges = joined(intersection(unread.ranges, unreadRanges(saved, name)), mostSkipped + 1);
    if (ranges.length > 0 && String(ranges) !== String(this.unreadRanges(name))) {
      const { readUpTo, node, skipped } = withUnread(saved, name, ranges);
      this.#save(readUpTo, node, skipped);
    }
    this.#changed();
  }

  #save(readUpTo, node = this.#read?.node, skipped = this.#read?.skipped) {
    this.#read = { node, readUpTo, skipped };
    write(storageKey, this.#read);
  }

  /** Adopts what another tab has saved. */
  #adoptRead(read) {
    const before = this.#read;
    this.#read = read;
    const changed = this.all.filter(({ name }) => String(unreadRanges(before, name)) !== String(unreadRanges(read, name)));
    for (const room of changed) if (!this.#mayHaveUnread(room)) room.unread = 0;
    this.#changed();
    this.#countOthers(changed).then(() => this.#changed()).catch(() => {});
  }

  #room(name) {
    if (!this.#rooms.has(name)) {
      this.#rooms.set(name, newRoom(name));
      this.#sorted = undefined;
    }
    return this.#rooms.get(name);
  }

  #changed() {
    this.#saveCounts();
    this.dispatchEvent(new Event('change'));
  }

  #saveCounts() {
    if (!this.#read) return;
    const value = { node: this.#read.node, counts: savedCounts([...this.#rooms.values()]) };
    if (JSON.stringify(value) === this.#savedCounts) return;
    this.#savedCounts = JSON.stringify(value);
    write(countsKey, value);
  }
}

/** The main room always exists. */
const mainRoomOnly = () => new Map([['', newRoom('')]]);

const newRoom = (name) => ({ name, last: 0, savedLast: 0, unread: 0, isCounted: true });

const savedRead = () => readFrom(read(storageKey));
