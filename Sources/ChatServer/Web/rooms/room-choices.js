// What the person has chosen for the rooms: the order of the list, the pinned and hidden rooms, and which rooms notify. Kept in this
// browser.

import { beside, connectContextMenu, connectMenu } from '../browser/context-menu.js';
import { byId, placeAt, showOrHide } from '../browser/dom.js';
import { follow, read, write } from '../browser/storage.js';
import { attentionOf, isMuted, isWanted, muteEnd, nextMuteEnd, wantedUnread, withAttention } from '../model/attention.js';
import { roomTitle } from '../model/room-names.js';
import { arranged, choicesFrom, marked, savedChoices } from '../model/room-order.js';
import { visible } from '../model/text.js';
import { clockTime, say } from '../model/words.js';
import { roomInAddress } from './address.js';

const storageKey = 'tidings.rooms';

/** Events: `change` when a choice was changed in any tab, and at the end of a mute. */
export class RoomChoices extends EventTarget {
  /** See `choicesFrom`. */
  #values = choicesFrom(read(storageKey));
  #muteTimer;

  constructor() {
    super();
    follow(storageKey, () => {
      this.#values = choicesFrom(read(storageKey));
      this.#changed();
    });
    this.#awaitMuteEnd();
  }

  get order() { return this.#values.order; }
  set order(order) { this.#set({ ...this.#values, order }); }

  isPinned(name) { return this.#values.pinned.has(name); }
  isHidden(name) { return this.#values.hidden.has(name); }

  /** Pins a room or ends that. A hidden room that is pinned is shown again. */
  pin(name, isPinned) { this.#set(marked(this.#values, name, isPinned ? 'pinned' : undefined)); }

  /** Hides a room or shows it again. */
  hide(name, isHidden) { this.#set(marked(this.#values, name, isHidden ? 'hidden' : undefined)); }

  /** Returns what the person wants to hear of a room: { level, mutedUntil, isHidden }. */
  attention(name) { return { ...attentionOf(this.#values.attention, name), isHidden: this.isHidden(name) }; }

  /** Changes that: { level } or { mutedUntil }. */
  hear(name, change) { this.#set({ ...this.#values, attention: withAttention(this.#values.attention, name, change) }); }

  /** Whether a message of a room notifies, and counts in the title of the tab. */
  isWanted(name, isMention) { return isWanted(this.attention(name), isMention, Date.now()); }

  /** Returns a room with only the unread messages that count in the title of the tab. */
  wantedUnread(room) { return wantedUnread(room, this.attention(room.name), Date.now()); }

  /** Returns the listed and the hidden rooms in the chosen order. */
  arranged(rooms) { return arranged(rooms.all, this.#values, (room) => rooms.activity(room)); }

  #set(values) {
    this.#values = values;
    write(storageKey, savedChoices(values, Date.now()));
    this.#changed();
  }

  #changed() {
    this.#awaitMuteEnd();
    this.dispatchEvent(new Event('change'));
  }

  /** A mute lasts at most 48 hours, which a timer can wait. */
  #awaitMuteEnd() {
    clearTimeout(this.#muteTimer);
    const end = nextMuteEnd(this.#values.attention, Date.now());
    if (end !== undefined) this.#muteTimer = setTimeout(() => this.#changed(), end - Date.now());
  }
}

/**
 * Connects the menu of the open room, which is also that of each room in the list.
 * @param {{ markRead: (room: string) => void, change: (room: string) => void, canWrite: () => boolean }} actions `markRead` marks all
 *   messages of a room as read, `change` opens the dialog in which a person who can write changes its name and topic
 */
export function connectRoomMenu(rooms, choices, { markRead, change, canWrite }) {
  const menu = byId('room-menu');
  /** The room to which the menu belongs. Without one, it opens for the open room. */
  let room;
  const [pin, hide, read, changeRoom, unmute] = ['pin-room', 'hide-room', 'read-room', 'change-room', 'unmute-room'].map(byId);
  const items = [...menu.querySelectorAll('[role^=menuitem]')];
  const muteLong = menu.querySelector('[data-mute=tomorrow]');
  const choicesOf = (key) => items.filter(({ dataset }) => dataset[key]);
  const act = (item, action) => item.addEventListener('click', () => {
    const chosen = room;
    // The focus returns to where it was.
    menu.hidePopover();
    action(chosen);
  });
  act(pin, (room) => choices.pin(room, !choices.isPinned(room)));
  act(hide, (room) => choices.hide(room, !choices.isHidden(room)));
  act(read, markRead);
  act(changeRoom, change);
  for (const item of choicesOf('level')) act(item, (room) => choices.hear(room, { level: item.dataset.level }));
  for (const item of choicesOf('mute')) act(item, (room) => choices.hear(room, { mutedUntil: muteEnd(item.dataset.mute, Date.now()) }));
  act(unmute, (room) => choices.hear(room, { mutedUntil: 0 }));

  connectContextMenu(byId('room-scroller'), (target) => target.closest('a') ?? undefined, (link, pointer) => {
    menu.hidePopover();
    room = roomInAddress(link);
    menu.showPopover();
    placeAt(menu, pointer ?? beside(link));
  });
  connectMenu(menu);
  menu.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed') {
      room = undefined;
      return;
    }
    if (room === undefined) [room, menu.style.left, menu.style.top] = [rooms.current, '', ''];
    byId('room-menu-name').firstElementChild.textContent = roomTitle(room);
    byId('room-menu-name').classList.toggle('named', room !== '');
    const { topic } = rooms.titles(room);
    changeRoom.disabled = !canWrite();
    showOrHide(byId('room-topic'), topic && visible(topic));
    byId('search-hint').hidden = room !== rooms.current;
    pin.textContent = say(choices.isPinned(room) ? 'unpinRoom' : 'pinRoom');
    hide.textContent = say(choices.isHidden(room) ? 'unhideRoom' : 'hideRoom');
    const attention = choices.attention(room);
    const isMutedNow = isMuted(attention, Date.now());
    for (const item of choicesOf('level')) item.ariaChecked = String(item.dataset.level === attention.level);
    for (const item of choicesOf('mute')) item.hidden = isMutedNow;
    muteLong.textContent = say('muteTomorrow', { time: clockTime(muteEnd('tomorrow', Date.now())) });
    showOrHide(unmute, isMutedNow && say('unmute', { time: clockTime(attention.mutedUntil) }));
    read.disabled = !rooms.all.find(({ name }) => name === room)?.unread;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') menu.hidePopover();
  });
}
