// What the person has chosen for the list of rooms: its order, and the pinned and hidden rooms. Kept in this browser.

import { byId } from './dom.js';
import { isName } from './model/validation.js';
import { say } from './model/words.js';
import { roomTitle } from './room-list.js';
import { read, write } from './storage.js';

const storageKey = 'tidings.rooms';
/** Pinned or hidden rooms, at most. */
const mostRooms = 5000;

/** Events: `change` when a choice was changed in any tab. */
export class RoomChoices extends EventTarget {
  /** The order is `activity` or `name`. No room is both pinned and hidden. */
  #values = {};

  constructor() {
    super();
    this.#read();
    addEventListener('storage', ({ key }) => {
      if (key !== storageKey) return;
      this.#read();
      this.dispatchEvent(new Event('change'));
    });
  }

  get order() { return this.#values.order; }
  set order(order) { this.#set({ order }); }

  isPinned(name) { return this.#values.pinned.has(name); }
  isHidden(name) { return this.#values.hidden.has(name); }

  /** Pins a room or ends that. A hidden room that is pinned is shown again. */
  pin(name, isPinned) { this.#mark(name, { isPinned }); }

  /** Hides a room or shows it again. */
  hide(name, isHidden) { this.#mark(name, { isHidden }); }

  /** Returns the rooms in the chosen order, the pinned ones first, and the hidden ones. */
  arranged(rooms) {
    const all = [...rooms.all];
    if (this.order === 'activity') all.sort((one, other) => rooms.activity(other) - rooms.activity(one));
    const hidden = all.filter(({ name }) => this.isHidden(name));
    const pinned = all.filter(({ name }) => this.isPinned(name));
    const others = all.filter(({ name }) => !this.isHidden(name) && !this.isPinned(name));
    return { listed: [...pinned, ...others], hidden };
  }

  #mark(name, { isPinned, isHidden }) {
    const [pinned, hidden] = [new Set(this.#values.pinned), new Set(this.#values.hidden)];
    for (const names of [pinned, hidden]) names.delete(name);
    if (isPinned) pinned.add(name);
    if (isHidden) hidden.add(name);
    this.#set({ pinned, hidden });
  }

  #set(changes) {
    Object.assign(this.#values, changes);
    const { order, pinned, hidden } = this.#values;
    write(storageKey, { order, pinned: [...pinned], hidden: [...hidden] });
    this.dispatchEvent(new Event('change'));
  }

  #read() {
    const { order, pinned, hidden } = read(storageKey) ?? {};
    this.#values = { order: order === 'name' ? 'name' : 'activity', pinned: valid(pinned), hidden: valid(hidden) };
  }
}

/** Returns the names of rooms. Another program at this address can have saved a value of another form. */
function valid(names) {
  const isValid = Array.isArray(names) && names.length <= mostRooms && names.every((name) => name === '' || isName(name));
  return new Set(isValid ? names : []);
}

/**
 * Connects the menu of the open room.
 * @param {() => void} markRead marks all messages of the open room as read
 */
export function connectRoomMenu(rooms, choices, markRead) {
  const menu = byId('room-menu');
  const items = ['pin-room', 'hide-room', 'read-room'].map(byId);
  const [pin, hide, read] = items;
  const act = (item, action) => item.addEventListener('click', () => {
    // The focus returns to the button.
    menu.hidePopover();
    action(rooms.current);
  });
  act(pin, (room) => choices.pin(room, !choices.isPinned(room)));
  act(hide, (room) => choices.hide(room, !choices.isHidden(room)));
  act(read, markRead);

  menu.addEventListener('beforetoggle', () => {
    const { current } = rooms;
    byId('room-menu-name').firstElementChild.textContent = roomTitle(current);
    byId('room-menu-name').classList.toggle('named', current !== '');
    pin.textContent = say(choices.isPinned(current) ? 'unpinRoom' : 'pinRoom');
    hide.textContent = say(choices.isHidden(current) ? 'unhideRoom' : 'hideRoom');
    read.disabled = rooms.all.find(({ name }) => name === current).unread === 0;
  });
  menu.addEventListener('keydown', (event) => {
    const enabled = items.filter(({ disabled }) => !disabled);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Tab') menu.hidePopover();
    if (!step) return;
    event.preventDefault();
    enabled.at((enabled.indexOf(document.activeElement) + step) % enabled.length).focus();
  });
}
