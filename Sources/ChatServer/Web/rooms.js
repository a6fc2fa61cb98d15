// The rooms: which there are, and what in them is unread.

import * as database from './database.js';
import { byId, make } from './dom.js';
import { say } from './language.js';
import * as node from './node.js';
import { read, write } from './storage.js';
import { isName, nameProblem, visible } from './text.js';

const place = 'tidings.read';
/** More unread messages of a room are not counted. */
const countLimit = 100;
/** Milliseconds before they are asked for again. */
const loadPause = 5000;

/** Events: `change` when there are other rooms or counts. */
export class Rooms extends EventTarget {
  /** By name, the main room's being empty: { name, last, unread }. */
  #rooms = noRooms();
  /** Whose store it is, and the id up to which each of its rooms is read, in all tabs: { node, marks }. */
  #read = kept();
  /** The last id that the node was known to have when it was asked which rooms there are, or has told of since. */
  high = 0;
  #isMine;
  #retry;
  /** Done when it is known what is unread in the open room, or that this cannot be known now. */
  ready;
  #isReady;

  constructor(isMine) {
    super();
    this.#isMine = isMine;
    this.ready = new Promise((resolve) => { this.#isReady = resolve; });
    for (const name of Object.keys(this.#read?.marks ?? {})) this.#room(name);
    addEventListener('storage', ({ key }) => {
      if (key === place && kept()) this.#hear(kept());
    });
  }

  /** By name, the main room before all: what one is about to press does not move away. */
  get all() {
    const others = [...this.#rooms.values()].filter((room) => room.name !== '');
    return [this.#rooms.get(''), ...others.sort((one, other) => one.name.localeCompare(other.name))];
  }

  get unread() {
    return [...this.#rooms.values()].reduce((sum, room) => sum + room.unread, 0);
  }

  /** Who opens the page for the first time has missed nothing. */
  readMark(name) {
    if (!this.#read) return Infinity;
    return Object.hasOwn(this.#read.marks, name) ? this.#read.marks[name] : 0;
  }
  unreadIn(name) { return this.#rooms.get(name)?.unread ?? 0; }

  /** Asks the node which rooms there are and counts what is unread; again until it has answered. */
  async load() {
    clearTimeout(this.#retry);
    try {
      await this.#load();
    } catch {
      this.#isReady();
      this.#retry = setTimeout(() => this.load(), loadPause);
    }
  }

  async #load() {
    const rooms = await node.rooms();
    if (this.#read?.node !== node.key) this.forget();
    this.high = Math.max(...rooms.map(({ last }) => last));
    // What came while these were on their way is counted already.
    for (const { name, last } of rooms) {
      const room = this.#room(name);
      room.last = Math.max(room.last, last);
    }
    // A store that was wiped counts from the start again. Of many rooms not all are listed: those keep their marks.
    const listed = new Map(rooms.map(({ name, last }) => [name, last]));
    const marks = Object.entries(this.#read?.marks ?? {})
      .map(([name, mark]) => [name, Math.min(mark, listed.get(name) ?? Infinity)]);
    this.#write(Object.fromEntries(this.#read ? marks : listed));
    for (const [name] of marks) this.#room(name);
    this.#changed();
    const isUnread = (room) => room.last > this.readMark(room.name);
    const open = this.#room(roomInAddress());
    if (isUnread(open)) await this.#count(open);
    this.#isReady();
    for (const room of this.all.filter((room) => room !== open && isUnread(room))) await this.#count(room);
    this.#changed();
  }

  /** Takes all that there is for read, and keeps nothing of what was there: another store has other ids. */
  forget() {
    database.clear('rooms').catch(() => {});
    this.#read = undefined;
    this.#rooms = noRooms();
  }

  /** Adds a room that may have no messages yet. */
  add(name) {
    this.#room(name);
    // Else, with marks of this room alone, all of the others would be unread.
    if (this.#read && !Object.hasOwn(this.#read.marks, name)) this.#write({ ...this.#read.marks, [name]: 0 });
    this.#changed();
  }

  /** Forgets a room that has no messages. */
  drop(name) {
    if (name === '') return;
    this.#rooms.delete(name);
    if (this.#read) {
      const { [name]: _, ...marks } = this.#read.marks;
      this.#write(marks);
    }
    this.#changed();
  }

  /** Takes note of a message that came. */
  note(message) {
    this.high = Math.max(this.high, message.id);
    const room = this.#room(message.room);
    if (message.id <= room.last) return;
    room.last = message.id;
    if (message.id > this.readMark(room.name) && !this.#isMine(message)) room.unread += 1;
    this.#changed();
  }

  /** A room was read up to a message. */
  markRead(name, id) {
    const room = this.#room(name);
    if (id <= this.readMark(name) && room.unread === 0) return;
    room.unread = 0;
    this.#write({ ...(kept() ?? this.#read)?.marks, [name]: Math.max(id, this.readMark(name)) });
    this.#changed();
  }

  #write(marks) {
    this.#read = { node: node.key ?? this.#read?.node, marks };
    write(place, this.#read);
  }

  /** What another tab has read. */
  #hear(read) {
    this.#read = read;
    for (const room of this.all) if (room.last <= this.readMark(room.name)) room.unread = 0;
    this.#changed();
  }

  #room(name) {
    if (!this.#rooms.has(name)) this.#rooms.set(name, { name, last: 0, unread: 0 });
    return this.#rooms.get(name);
  }

  async #count(room) {
    const mark = this.readMark(room.name);
    const found = [];
    let past = mark;
    // A page may end before its limit, and more may come meanwhile.
    while (found.length < countLimit && past < room.last) {
      const { messages } = await node.pastIn(room.name, past, countLimit - found.length);
      if (messages.length === 0) break;
      found.push(...messages);
      past = messages.at(-1).id;
    }
    room.last = Math.max(room.last, past);
    // Else it was read while it was counted.
    if (mark === this.readMark(room.name)) room.unread = found.filter((message) => !this.#isMine(message)).length;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The main room is always there. */
const noRooms = () => new Map([['', { name: '', last: 0, unread: 0 }]]);

/** What was kept, if it can be anything. */
function kept() {
  const value = read(place);
  return value?.marks ? value : undefined;
}

/** The room that the page's address names. */
export function roomInAddress() {
  try {
    const name = decodeURIComponent(location.hash.slice(1));
    return isName(name) ? name : '';
  } catch {
    return '';
  }
}

export const roomTitle = (name) => (name === '' ? say('mainRoom') : visible(name));

/** Shows the rooms as links, and the form that makes one. */
export function connectRooms(rooms) {
  const [nav, list, opener, badge] = ['rooms', 'room-list', 'open-rooms', 'other-unread'].map(byId);

  const elements = new Map();
  const currentLink = () => list.querySelector('[aria-current]');
  const showCurrent = () => currentLink()?.scrollIntoView({ block: 'nearest' });
  const isInSight = (link) => {
    const [{ top, bottom }, frame] = [link, list].map((element) => element.getBoundingClientRect());
    return top < frame.bottom && bottom > frame.top;
  };
  let shown;
  const show = () => {
    const current = roomInAddress();
    // Else somebody is looking at other rooms.
    const isFollowed = shown !== current || !currentLink() || isInSight(currentLink());
    shown = current;
    const items = rooms.all.map((room) => item(elements, room, room.name === current));
    // Only where something has come or gone: an element that is moved loses the focus, and a press on it.
    items.forEach((element, index) => {
      if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
    });
    while (list.childElementCount > items.length) list.lastElementChild.remove();
    if (isFollowed) showCurrent();
    const others = rooms.unread - rooms.unreadIn(current);
    badge.hidden = others === 0;
    badge.textContent = countText(others);
    opener.ariaLabel = others === 0 ? say('rooms') : `${say('rooms')}, ${say('unreadCount', { n: others })}`;
  };
  rooms.addEventListener('change', show);
  addEventListener('hashchange', show);

  byId('room-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const input = byId('new-room');
    const name = input.value.trim();
    if (name === '') return;
    const problem = nameProblem(name);
    input.setCustomValidity(problem ? say(...problem) : '');
    if (!input.reportValidity()) return;
    input.value = '';
    location.hash = encodeURIComponent(name);
    // Who makes a room wants to write in it; on a narrow page it has to be seen first.
    if (!nav.classList.contains('open')) byId('text').focus();
  });
  byId('new-room').addEventListener('input', ({ target }) => target.setCustomValidity(''));

  // On a narrow page the rooms lie over the messages.
  const open = (isOpen) => {
    nav.classList.toggle('open', isOpen);
    opener.ariaExpanded = String(isOpen);
    document.querySelector('main').inert = isOpen;
    (isOpen ? byId('close-rooms') : opener).focus();
    showCurrent();
  };
  opener.addEventListener('click', () => open(true));
  byId('close-rooms').addEventListener('click', () => open(false));
  nav.addEventListener('keydown', ({ key }) => { if (key === 'Escape' && nav.classList.contains('open')) open(false); });
  addEventListener('hashchange', () => { if (nav.classList.contains('open')) open(false); });
  matchMedia('(min-width: 48rem)').addEventListener('change', () => { if (nav.classList.contains('open')) open(false); });
  return show;
}

/** The element of a room, made once. */
function item(elements, { name, unread }, isCurrent) {
  if (!elements.has(name)) elements.set(name, newItem(name));
  const element = elements.get(name);
  const [link, title, badge] = element.querySelectorAll('a, bdi, .badge');
  title.textContent = roomTitle(name);
  title.classList.toggle('named', name !== '');
  link.ariaCurrent = isCurrent ? 'page' : null;
  badge.hidden = unread === 0;
  badge.textContent = countText(unread);
  badge.ariaLabel = say('unreadCount', { n: unread });
  return element;
}

function newItem(name) {
  const link = make('a');
  link.href = `#${encodeURIComponent(name)}`;
  const badge = make('span', 'badge');
  badge.role = 'img';
  link.append(make('bdi'), badge);
  const element = make('li');
  element.append(link);
  return element;
}

export function countText(count) {
  return count >= countLimit ? `${countLimit - 1}+` : String(count);
}
