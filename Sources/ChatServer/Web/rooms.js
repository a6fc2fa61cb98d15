// The rooms: which there are, and what in them is unread.

import { byId, make } from './dom.js';
import { say } from './language.js';
import * as node from './node.js';
import { read, write } from './storage.js';
import { isName, visible } from './text.js';

const place = 'tidings.read';
/** More unread messages of a room are not counted. */
const countLimit = 100;
/** Milliseconds for which the counts are waited for. */
const readyTime = 500;

/** Events: `change` when there are other rooms or counts. */
export class Rooms extends EventTarget {
  /** By name, the main room's being empty: { name, last, unread }. */
  #rooms = new Map([['', { name: '', last: 0, unread: 0 }]]);
  /** The id up to which each room is read, in all tabs. */
  #read = read(place);
  #isMine;
  /** Done when it is known what is unread, or that this takes long. */
  ready;
  #isReady;

  constructor(isMine) {
    super();
    this.#isMine = isMine;
    this.ready = new Promise((resolve) => { this.#isReady = resolve; });
    setTimeout(this.#isReady, readyTime);
    for (const name of Object.keys(this.#read ?? {})) this.#room(name);
    addEventListener('storage', ({ key }) => {
      if (key === place) this.#hear(read(place) ?? {});
    });
  }

  /** Newest first, the main room before all. */
  get all() {
    const others = [...this.#rooms.values()].filter((room) => room.name !== '').sort((a, b) => b.last - a.last);
    return [this.#rooms.get(''), ...others];
  }

  get unread() {
    return this.all.reduce((sum, room) => sum + room.unread, 0);
  }

  /** Who opens the page for the first time has missed nothing. */
  readMark(name) { return this.#read ? this.#read[name] ?? 0 : Infinity; }
  unreadIn(name) { return this.#rooms.get(name)?.unread ?? 0; }

  /** Asks the node which rooms there are and counts what is unread. */
  async load() {
    const rooms = await node.rooms();
    if (!this.#read) write(place, this.#read = Object.fromEntries(rooms.map(({ name, last }) => [name, last])));
    this.#rooms = new Map(rooms.map(({ name, last }) => [name, { name, last, unread: 0 }]));
    for (const name of Object.keys(this.#read)) this.#room(name);
    this.#changed();
    await Promise.all(this.all.filter((room) => room.last > this.readMark(room.name)).map((room) => this.#count(room)));
    this.#isReady();
    this.#changed();
  }

  /** Takes all that there is for read: another store has other ids. */
  forget() {
    this.#read = undefined;
  }

  /** Adds a room that may have no messages yet. */
  add(name) {
    this.#room(name);
    this.#read ??= {};
    this.#read[name] ??= 0;
    write(place, this.#read);
    this.#changed();
  }

  /** Takes note of a message that came. */
  note(message) {
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
    this.#read = { ...read(place) ?? this.#read, [name]: Math.max(id, this.readMark(name)) };
    write(place, this.#read);
    this.#changed();
  }

  /** What another tab has read. */
  #hear(marks) {
    this.#read = marks;
    for (const room of this.all) if (room.last <= this.readMark(room.name)) room.unread = 0;
    this.#changed();
  }

  #room(name) {
    if (!this.#rooms.has(name)) this.#rooms.set(name, { name, last: 0, unread: 0 });
    return this.#rooms.get(name);
  }

  async #count(room) {
    const { messages } = await node.pastIn(room.name, this.readMark(room.name), countLimit);
    room.unread = messages.filter((message) => !this.#isMine(message)).length;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
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

  const show = () => {
    const current = roomInAddress();
    const focused = list.contains(document.activeElement) ? document.activeElement.hash : undefined;
    list.replaceChildren(...rooms.all.map((room) => item(room, room.name === current)));
    if (focused !== undefined) [...list.querySelectorAll('a')].find(({ hash }) => hash === focused)?.focus();
    const others = rooms.unread - rooms.unreadIn(current);
    badge.hidden = others === 0;
    badge.textContent = countText(others);
  };
  rooms.addEventListener('change', show);
  addEventListener('hashchange', show);

  byId('room-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const input = byId('new-room');
    const name = input.value.trim();
    input.setCustomValidity(name === '' || isName(name) ? '' : say('nameTooLong'));
    if (!input.reportValidity() || name === '') return;
    input.value = '';
    rooms.add(name);
    location.hash = encodeURIComponent(name);
  });
  byId('new-room').addEventListener('input', ({ target }) => target.setCustomValidity(''));

  // On a narrow page the rooms lie over the messages.
  const open = (isOpen) => {
    nav.classList.toggle('open', isOpen);
    opener.ariaExpanded = String(isOpen);
    document.querySelector('main').inert = isOpen;
    (isOpen ? byId('close-rooms') : opener).focus();
  };
  opener.addEventListener('click', () => open(true));
  byId('close-rooms').addEventListener('click', () => open(false));
  nav.addEventListener('keydown', ({ key }) => { if (key === 'Escape' && nav.classList.contains('open')) open(false); });
  addEventListener('hashchange', () => { if (nav.classList.contains('open')) open(false); });
  matchMedia('(min-width: 48rem)').addEventListener('change', () => open(false));
  return show;
}

function item({ name, unread }, isCurrent) {
  const link = make('a');
  link.href = `#${encodeURIComponent(name)}`;
  link.append(make('bdi', '', roomTitle(name)));
  if (isCurrent) link.ariaCurrent = 'page';
  if (unread > 0) {
    const badge = make('span', 'badge', countText(unread));
    badge.ariaLabel = say('unreadCount', { n: unread });
    badge.role = 'img';
    link.append(badge);
  }
  const element = make('li');
  element.append(link);
  return element;
}

export function countText(count) {
  return count >= countLimit ? `${countLimit - 1}+` : String(count);
}
