// The model of the rooms: their names, their unread messages, and the id up to which each room was read.

import * as database from './database.js';
import { GoneTexts } from './gone.js';
import * as node from './node.js';
import { read, write } from './storage.js';
import { isShown } from './timeline.js';
import { isName } from './validation.js';

const storageKey = 'tidings.read';
/** Unread messages of a room are counted up to this number. */
export const countLimit = 100;
/** Pages that are loaded to count the unread messages of a room, at most: its messages may have no texts. */
const countPages = 10;
/** Rooms for which the browser remembers what was read, at most. The node lists 500. */
const mostRooms = 5000;
/** Milliseconds between two attempts to load the list of rooms. */
const retryPause = 5000;

/** Events: `change` when rooms, counts or the open room have changed. */
export class Rooms extends EventTarget {
  /** The rooms by name: { name, last, unread }. `last` is the id of the newest message; the main room has no name. */
  #rooms = mainRoomOnly();
  /** { node, readUpTo }: the node's public key, and for each room the id up to which it was read in any tab. */
  #read = savedRead();
  /** The highest id of which this tab knows from the list of rooms or from the log. */
  high = 0;
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
    addEventListener('storage', ({ key }) => {
      if (key === storageKey && savedRead()) this.#takeOverRead(savedRead());
    });
  }

  /** The main room, then the others by name: new messages do not move a link that somebody is about to press. */
  get all() {
    const others = [...this.#rooms.values()].filter((room) => room.name !== '');
    return [this.#rooms.get(''), ...others.sort((one, other) => one.name.localeCompare(other.name))];
  }

  get unread() {
    return [...this.#rooms.values()].reduce((sum, room) => sum + room.unread, 0);
  }

  unreadIn(name) { return this.#rooms.get(name)?.unread ?? 0; }

  /** The id up to which a room was read. On the first visit everything counts as read. */
  readUpTo(name) {
    if (!this.#read) return Infinity;
    return Object.hasOwn(this.#read.readUpTo, name) ? this.#read.readUpTo[name] : 0;
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
    this.high = Math.max(...rooms.map(({ last }) => last));
    // `note` may have counted newer messages since the node wrote its answer.
    for (const { name, last } of rooms) {
      const room = this.#room(name);
      room.last = Math.max(room.last, last);
    }
    // The ids of a wiped store begin at 1 again, so higher ids are lowered to that of the newest message. The node
    // lists only the most recent rooms: the others keep their ids.
    const listed = new Map(rooms.map(({ name, last }) => [name, last]));
    const known = Object.entries(this.#read?.readUpTo ?? {})
      .map(([name, id]) => [name, Math.min(id, listed.get(name) ?? Infinity)]);
    this.#save(Object.fromEntries(this.#read ? known : listed), key);
    for (const [name] of known) this.#room(name);
    this.#changed();
    const isUnread = (room) => room.last > this.readUpTo(room.name);
    const open = this.#room(this.current);
    if (isUnread(open)) await this.#count(open);
    this.#resolveReady();
    for (const room of this.all.filter((room) => room !== open && isUnread(room))) await this.#count(room);
    this.#changed();
  }

  /** Drops all rooms and their saved messages, because another store uses the same ids for other messages. */
  forget() {
    database.clear('rooms').catch(() => {});
    this.#goneTexts.clear();
    this.#read = undefined;
    this.#rooms = mainRoomOnly();
  }

  /** Makes a room the open one; adds it if it has no messages yet. */
  open(name) {
    this.current = name;
    this.#room(name);
    // Without `#read`, nothing is saved: an entry for this room alone would make all others unread.
    if (this.#read && !Object.hasOwn(this.#read.readUpTo, name)) this.#save({ ...this.#read.readUpTo, [name]: 0 });
    this.#changed();
  }

  /** Removes a room that has no messages. */
  drop(name) {
    if (name === '') return;
    this.#rooms.delete(name);
    if (this.#read) {
      const { [name]: _, ...others } = this.#read.readUpTo;
      this.#save(others);
    }
    this.#changed();
  }

  /** Whether this browser has not found the message before, with its text gone. */
  isNew(message) { return this.#goneTexts.firstId(message) === message.id; }

  /** Whether a message is shown, was not read yet, and somebody else wrote it. */
  isUnread(message) {
    return isShown(message) && this.#goneTexts.firstId(message) > this.readUpTo(message.room) && !this.#isMine(message);
  }

  /** Notes which of these messages have lost their texts. */
  noteGone(messages) {
    this.#goneTexts.note(messages);
  }

  /** Counts new messages as unread, except those that were read already or that this person wrote. */
  note(messages) {
    this.noteGone(messages);
    for (const message of messages) {
      this.high = Math.max(this.high, message.id);
      const room = this.#room(message.room);
      if (message.id <= room.last) continue;
      room.last = message.id;
      if (this.isNew(message) && this.isUnread(message)) room.unread += 1;
    }
    this.#changed();
  }

  /** Marks the messages of a room as read, up to an id. */
  markRead(name, id) {
    const room = this.#room(name);
    if (id <= this.readUpTo(name) && room.unread === 0) return;
    room.unread = 0;
    // Another tab may have saved other rooms since.
    this.#save({ ...(savedRead() ?? this.#read)?.readUpTo, [name]: Math.max(id, this.readUpTo(name)) });
    this.#changed();
  }

  #save(readUpTo, node = this.#read?.node) {
    this.#read = { node, readUpTo };
    write(storageKey, this.#read);
  }

  /** Takes over the ids that another tab has saved. */
  #takeOverRead(read) {
    this.#read = read;
    for (const room of this.all) if (room.last <= this.readUpTo(room.name)) room.unread = 0;
    this.#changed();
  }

  #room(name) {
    if (!this.#rooms.has(name)) this.#rooms.set(name, { name, last: 0, unread: 0 });
    return this.#rooms.get(name);
  }

  async #count(room) {
    const readUpTo = this.readUpTo(room.name);
    let unread = 0;
    let past = readUpTo;
    // A page may be shorter than its limit, and new messages may arrive meanwhile.
    for (let pages = 0; pages < countPages && unread < countLimit && past < room.last; pages += 1) {
      const { messages } = await node.messagesPast(room.name, past, countLimit);
      if (messages.length === 0) break;
      this.noteGone(messages);
      unread += messages.filter((message) => this.isUnread(message)).length;
      past = messages.at(-1).id;
    }
    room.last = Math.max(room.last, past);
    // The count is out of date if the room was read in the meantime.
    if (readUpTo === this.readUpTo(room.name)) room.unread = unread;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The main room always exists. */
const mainRoomOnly = () => new Map([['', { name: '', last: 0, unread: 0 }]]);

/** Returns undefined on the first visit and for a value that does not have the expected form. */
function savedRead() {
  const value = read(storageKey);
  const entries = Object.entries(value?.readUpTo ?? {});
  const isValid = entries.length <= mostRooms && entries.every(([name, id]) => (name === '' || isName(name)) && id >= 0);
  return value?.readUpTo && isValid ? value : undefined;
}
