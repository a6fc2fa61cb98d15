// The model of the rooms: their names, how far each was read, and how many messages of each are unread.

import { follow, read, write } from '../browser/storage.js';
import { mentionsMe } from '../model/attention.js';
import {
  activeAfter, countLimit, countsFrom, isSameMark, isUnreadBy, joined, keptUnread, lateCount, markAt, marksAsListed, mayHaveUnread,
  newestId, readFrom, readUpTo, savedCounts, savedRead, shownCount, unlisted, withoutLate,
} from '../model/reading.js';
import { setAliases, titlesFrom } from '../model/room-names.js';
import { isOfRoom, isShown, newest } from '../model/timeline.js';
import * as node from '../node/node.js';
import { GoneTexts } from './gone.js';
import { forgetKept } from './kept-rooms.js';

const storageKey = 'tidings.read';
/** The unread counts and the newest messages as they were last known, to show them while the node does not answer. */
const countsKey = 'tidings.unread';
/** The topics and later names of the rooms, as { name, topic, alias }. */
const titlesKey = 'tidings.titles';
/** Pages that are loaded to count the unread messages of a room, at most: its messages may have no texts. */
const countPages = 10;
/** Milliseconds between two attempts to load the list of rooms. */
const retryPause = 5000;
/** Milliseconds within which further messages that name rooms, or are the first ones of rooms, may come. */
const soon = 300;
/** Rooms with changed names or topics of which new messages are looked for, at most. */
const mostRenamed = 20;
/** Rooms that a node lists, at most. */
const mostListed = 500;
/** Rooms that may be made until the list of rooms is loaded again. */
const mostNew = 100;
const collator = new Intl.Collator();

/**
 * Events: `change` when rooms, counts or the open room have changed; `counted` when the unread messages of all rooms are known after the
 * node has listed the rooms.
 */
export class Rooms extends EventTarget {
  /**
   * The rooms by name: { name, last, savedLast, active, unread, isCounted, mentions }. `last` is the id of the newest message, and
   * `savedLast` this id as it was saved: after a restore of the node it may be too high. `active` is that of the newest message of a
   * person, as far as this browser knows that the newer ones are none, such as a topic; else 0. If there are more unread messages
   * than `unread`, `isCounted` is false. `mentions` of them mention this person. The main room has no name.
   */
  #rooms = mainRoomOnly();
  /** The rooms by name; undefined after rooms have come or gone. */
  #sorted;
  /** Whether the titles are those of the present rooms: a room has two names if another room has its later one. */
  #isNamed = false;
  /** What was read in any tab: see `readFrom`. */
  #read = readFrom(read(storageKey));
  /** The number of rooms after the node has listed them. */
  #listedSize = Infinity;
  /** The counts that were saved last, as text. */
  #savedCounts = '';
  /** The name of the room whose unread messages `keep` counts. */
  #followed;
  /** The highest id of which this tab knows from the list of rooms or from the log. */
  high = 0;
  /** Whether the node has answered with the list of rooms. */
  isListed = false;
  /** The name of the open room. */
  current = '';
  #isMine;
  #goneTexts = new GoneTexts();
  #titles = [];
  #retry;
  #titlesTimer;
  /** Resolves when the unread messages of the open room are counted, or cannot be counted now. */
  ready;
  #resolveReady;

  /** @param {(message: object) => boolean} isMine whether this person wrote the message */
  constructor(isMine) {
    super();
    this.#isMine = isMine;
    this.ready = new Promise((resolve) => { this.#resolveReady = resolve; });
    for (const name of this.#read?.marks.keys() ?? []) this.#room(name);
    for (const [name, unread, isCounted, savedLast, mentions = 0, active = 0] of countsFrom(read(countsKey), this.#read?.node)) {
      Object.assign(this.#room(name), { unread, isCounted, savedLast, mentions, active });
    }
    this.#setTitles(titlesFrom(read(titlesKey)));
    this.#nameRooms();
    follow(storageKey, () => {
      const saved = readFrom(read(storageKey));
      if (saved) this.#adoptRead(saved);
    });
  }

  /** The main room, then the others by name. */
  get all() {
    this.#sorted ??= [...this.#rooms.values()].sort((one, other) => collator.compare(one.name, other.name));
    return this.#sorted;
  }

  /**
   * Returns a number that is higher for rooms with newer messages: the id of the newest message of a person, or the saved one or the
   * highest id that was read while the node has not listed the room. A room without messages is new, so it is above all
   * others.
   */
  activity(room) {
    return room.active || newestId(room) || this.mark(room.name).id || Number.MAX_SAFE_INTEGER;
  }

  /** Whether this browser knows all rooms that had messages when the node answered last. */
  get knowsAll() { return this.#read !== undefined && this.#rooms.size <= mostListed; }

  /** Returns the id of the newest known message of a room; 0 without one. */
  newestId(name) { return newestId(this.#room(name)); }

  /** What was read of a room. */
  mark(name) { return this.#read?.marks.get(name) ?? markAt(0); }

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

  /** Loads the names and topics of the rooms, once for many messages that change them or make rooms. */
  #listSoon() {
    this.#titlesTimer ??= setTimeout(async () => {
      this.#titlesTimer = undefined;
      // Without an answer, they come with the next list of rooms.
      const { rooms } = await node.rooms().catch(() => ({}));
      if (!rooms) return;
      this.#setTitles(rooms);
      write(titlesKey, this.#titles);
      this.#drop(unlisted(this.all, rooms, this.#read?.marks));
      this.#listedSize = this.#rooms.size;
      this.#changed();
    }, soon);
  }

  async #load() {
    const { node: key, rooms } = await node.rooms();
    if (this.#read?.node !== key) this.forget();
    const activities = await this.#activitiesOfRenamed(rooms);
    this.#setTitles(rooms);
    write(titlesKey, this.#titles);
    this.high = Math.max(this.high, ...rooms.map(({ last }) => last));
    // `note` may have counted newer messages since the node wrote its answer.
    for (const { name, last } of rooms) {
      const room = this.#room(name);
      if (last > room.last && last !== newestId(room)) room.active = activities.get(name) ?? 0;
      room.last = Math.max(room.last, last);
    }
    this.#save(marksAsListed(this.#read?.marks, rooms), key);
    for (const name of this.#read.marks.keys()) this.#room(name);
    this.#listedSize = this.#rooms.size;
    // The counts that were saved may be out of date.
    const read = this.all.filter((room) => room.name !== this.#followed && !this.#mayHaveUnread(room));
    for (const room of read) Object.assign(room, { unread: 0, isCounted: true, mentions: 0 });
    this.#changed();
    this.isListed = true;
    this.#resolveReady();
    await this.#countOthers();
    this.#changed();
    this.dispatchEvent(new Event('counted'));
  }

  /** Returns `active` of listed rooms whose name or topic was changed since the list before, by name: that moves no room. */
  async #activitiesOfRenamed(listed) {
    const activities = new Map();
    const isRenamed = ({ name, topic, alias }) => this.titles(name).topic !== topic || this.titles(name).alias !== alias;
    const hasNewer = ({ name, last }) => this.newestId(name) > 0 && last > this.newestId(name);
    for (const { name, last } of listed.filter((room) => hasNewer(room) && isRenamed(room)).slice(0, mostRenamed)) {
      const active = this.#room(name).active || this.newestId(name);
      activities.set(name, activeAfter(active, await node.messagesPast(name, active, countLimit), last));
    }
    return activities;
  }

  /** Counts the unread messages of all rooms except the open one, which the chat counts. */
  async #countOthers(rooms = this.all) {
    for (const room of rooms.filter((room) => room.name !== this.#followed && this.#mayHaveUnread(room))) {
      // A late message that ends during the count would make it look out of date.
      await this.endLate(room.name);
      const mark = this.mark(room.name);
      const { count, mentions, isComplete } = await this.#countUnread(room);
      // The count is out of date if the room was read or opened in the meantime.
      if (room.name === this.#followed || !isSameMark(mark, this.mark(room.name))) continue;
      [room.unread, room.isCounted, room.mentions] = [count, isComplete, mentions];
    }
  }

  /** Counts the unread messages of a room, also those that arrive before the node has answered. */
  async #countUnread(room) {
    const { late, lateFrom } = this.mark(room.name);
    // A message that has got its text meanwhile is found under both ids.
    const digests = new Set(late.map(({ digest }) => digest));
    const mentions = new Set(late.filter(({ isMention }) => isMention).map(({ digest }) => digest));
    let loaded = { upTo: 0 };
    let last;
    do {
      last = room.last;
      loaded = await this.loadUnread(room.name, { past: loaded.upTo });
      for (const { digest } of loaded.messages) digests.add(digest);
      for (const { digest } of loaded.messages.filter(mentionsMe)) mentions.add(digest);
    } while (loaded.isComplete && room.last > last && digests.size < countLimit);
    const count = digests.size - late.length + lateCount({ late, lateFrom });
    return { count, mentions: mentions.size, isComplete: loaded.isComplete && room.last === last && !lateFrom };
  }

  #mayHaveUnread({ name, last }) { return mayHaveUnread(this.mark(name), last); }

  /**
   * Loads the unread messages of a room with the lowest ids, at most `countLimit`; not the late ones that were noted before.
   * @param {{ past?: number, last?: number }} bounds the messages with ids above `past`, and up to `last`
   * @returns {{ messages: object[], upTo: number, isComplete: boolean }} the unread messages with ids up to `upTo`; whether there are
   *   no more
   */
  async loadUnread(name, { past = 0, last = this.isListed ? this.#room(name).last : Infinity } = {}) {
    if (!this.#read) return { messages: [], upTo: 0, isComplete: true };
    const messages = [];
    let upTo = Math.max(past, this.mark(name).id);
    for (let pages = 0; upTo < last; pages += 1) {
      if (messages.length >= countLimit || pages >= countPages) return { messages: newest(messages), upTo, isComplete: false };
      const page = await node.messagesPast(name, upTo, Math.min(countLimit, last - upTo));
      this.noteGone(page.messages);
      messages.push(...page.messages.filter((message) => message.id <= last && this.isUnread(message)));
      // Messages above `last` may have arrived before the node answered.
      upTo = page.isEnd && last < Infinity ? last : Math.min(page.position.id, last);
      if (page.isEnd) break;
    }
    return { messages: newest(messages), upTo, isComplete: true };
  }

  /** Ends late messages that were deleted or hidden while this browser did not see it. */
  async endLate(name) {
    const digests = this.mark(name).late.map(({ digest }) => digest);
    if (digests.length === 0) return;
    const left = new Set((await node.messagesWith(digests)).filter(({ isDeleted }) => !isDeleted).map(({ digest }) => digest));
    for (const digest of digests) if (!left.has(digest)) this.#saveMark(name, withoutLate(this.mark(name), digest));
  }

  /** Drops all rooms and their saved messages, because another store uses the same ids for other messages. */
  forget() {
    forgetKept();
    this.#goneTexts.clear();
    this.#read = undefined;
    this.high = 0;
    this.#rooms = mainRoomOnly();
    this.#rearrange();
  }

  /** Makes a room the open one; adds it if it has no messages yet. */
  open(name) {
    this.current = name;
    this.#room(name);
    // Without `#read`, nothing is saved: an entry for this room alone would make all others unread.
    if (this.#read && !this.#read.marks.has(name)) this.#saveMark(name, markAt(0));
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
    this.#drop([name]);
    if (this.#read) this.#save(new Map([...this.#read.marks].filter(([other]) => other !== name)));
    this.#changed();
  }

  #drop(names) {
    for (const name of names) this.#rooms.delete(name);
    this.#rearrange();
  }

  /** Whether this browser has not found the message before, with its text gone or before it was changed. */
  isNew(message) { return !message.isChange && this.#goneTexts.firstId(message) === message.id; }

  /** Whether a message is shown, was not read yet, and somebody else wrote it. On the first visit everything counts as read. */
  isUnread(message) {
    return this.#read !== undefined && isShown(message) && !message.isDeleted && !message.isHistory && !this.#isMine(message)
      && isUnreadBy(this.mark(message.room), { ...message, id: this.#goneTexts.firstId(message) });
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
      if (isOfRoom(message) || this.#rooms.size > this.#listedSize + mostNew) this.#listSoon();
      if (message.isDeleted && this.mark(room.name).late.some(({ digest }) => digest === message.digest)) {
        this.#saveMark(room.name, withoutLate(this.mark(room.name), message.digest));
      }
      const changesCount = message.isDeleted || message.isEdited && (room.mentions > 0 || mentionsMe(message));
      if (message.isChange && changesCount && room.unread > 0 && room.name !== this.#followed) recounted.add(room);
      if (message.id <= room.last) continue;
      room.active = isShown(message) ? 0 : room.active || newestId(room);
      room.last = message.id;
      if (room.name === this.#followed) continue;
      if (!this.isNew(message) || !this.isUnread(message)) continue;
      const { count, isMore } = shownCount({ count: room.unread + 1, isMore: !room.isCounted });
      [room.unread, room.isCounted] = [count, !isMore];
      if (mentionsMe(message)) room.mentions += 1;
    }
    this.#changed();
    // Which of the messages were unread is known to the node alone.
    if (recounted.size > 0) this.#countOthers([...recounted]).then(() => this.#changed()).catch(() => {});
  }

  /**
   * Returns the unread messages of a room as far as this browser knows them, for `Reading`, while the node does not answer.
   * @param {object} kept what this browser has kept, see `Feed`
   */
  keptUnread(name, kept) {
    return keptUnread(this.#room(name), kept, (message) => this.isUnread(message));
  }

  /**
   * Saves what was read of the open room.
   * @param {Reading | undefined} reading undefined before it is known
   */
  keep(name, reading) {
    this.#followed = reading && name;
    if (!reading) return;
    if (reading.missing.count === 0) {
      const room = this.#room(name);
      const { count, isMore } = shownCount({ count: reading.count, isMore: !reading.isCounted });
      [room.unread, room.isCounted, room.mentions] = [count, !isMore, reading.mentions.length];
      if (this.#read && !isSameMark(reading.mark, this.mark(name))) this.#saveMark(name, reading.mark);
    }
    this.#changed();
  }

  /** Marks all messages of a room that is not open as read. */
  readAll(name) {
    const room = this.#room(name);
    [room.unread, room.isCounted, room.mentions] = [0, true, 0];
    if (this.#read) this.#saveMark(name, readUpTo(this.mark(name), newestId(room)));
    this.#changed();
  }

  /** Saves that messages were marked as unread: see `unreadFrom`. */
  markUnread(name, mark) {
    if (!this.#read) return;
    this.#saveMark(name, mark);
    this.#changed();
  }

  /** Saves what was read of a room, joined with what another tab may have read of it, or of other rooms. */
  #saveMark(name, mark) {
    const { marks } = readFrom(read(storageKey)) ?? this.#read;
    const saved = marks.get(name);
    this.#save(new Map([...marks, [name, saved ? joined(saved, mark) : mark]]));
  }

  #save(marks, node = this.#read?.node) {
    this.#read = { node, marks };
    write(storageKey, savedRead(this.#read));
  }

  /** Adopts what another tab has saved. */
  #adoptRead(read) {
    const before = this.#read;
    this.#read = read;
    const changed = this.all.filter(({ name }) => !isSameMark(before?.marks.get(name) ?? markAt(0), this.mark(name)));
    for (const room of changed) if (!this.#mayHaveUnread(room)) room.unread = room.mentions = 0;
    this.#changed();
    this.#countOthers(changed).then(() => this.#changed()).catch(() => {});
  }

  /** Returns what people have given to a room later: { name, topic, alias }, each undefined without one. */
  titles(name) { return this.#titles.find((room) => room.name === name) ?? { name }; }

  #setTitles(rooms) {
    this.#titles = rooms.filter(({ topic, alias }) => topic || alias).map(({ name, topic, alias }) => ({ name, topic, alias }));
    this.#isNamed = false;
  }

  #room(name) {
    if (!this.#rooms.has(name)) {
      this.#rooms.set(name, newRoom(name));
      this.#rearrange();
    }
    return this.#rooms.get(name);
  }

  /** Notes that rooms have come or gone. */
  #rearrange() {
    this.#sorted = undefined;
    this.#isNamed = false;
  }

  #nameRooms() {
    if (this.#isNamed) return;
    this.#isNamed = true;
    // Any room may have the name that another one got later.
    setAliases([...this.#titles, ...[...this.#rooms.keys()].map((name) => ({ name }))]);
  }

  #changed() {
    this.#nameRooms();
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

const newRoom = (name) => ({ name, last: 0, savedLast: 0, active: 0, unread: 0, isCounted: true, mentions: 0 });
