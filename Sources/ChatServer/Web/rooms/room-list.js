// The list of rooms, in which the person finds and opens a room. On a narrow web page it is a panel over the messages.

import { byId, drawn, make, touchKeyboard } from '../browser/dom.js';
import { drafts } from '../kept/drafts.js';
import { atOnce } from '../model/changes.js';
import { isOfInputMethod } from '../model/enter.js';
import { lastLine, shownLength } from '../model/last-message.js';
import { addressOf, foundRooms, roomTitle } from '../model/room-names.js';
import { inShownOrder, nextRoom, unreadIn } from '../model/room-order.js';
import { firstWords } from '../model/text.js';
import { countText, mentionText, openerLabel, unreadText } from '../model/titles.js';
import { say, shortTime } from '../model/words.js';
import { goTo, roomInAddress } from './address.js';

/** Rooms from which on the list has a search and an order. */
const manyRooms = 8;

/** Moves the focus to where the person writes. A touch keyboard would cover the messages. */
function focusTextBox() {
  byId(touchKeyboard.matches ? 'scroller' : byId('composer').hidden ? 'first-name' : 'text').focus();
}

export class RoomList {
  #rooms;
  #choices;
  #last;
  #isMine;
  #authors;
  #nav = byId('rooms');
  #opener = byId('open-rooms');
  #area = byId('room-area');
  #scroller = byId('room-scroller');
  #list = byId('room-list');
  #hidden = byId('hidden-rooms');
  #filter = byId('find-room');
  #order = byId('room-order');
  #isWide = matchMedia('(min-width: 48rem)');
  /** The elements of each room, by name: they stay the same while the room exists. */
  #items = new Map();
  /** The names of the rooms in the order in which they were shown last. */
  #names = [];
  /** The room that was open then. */
  #shownRoom;
  /** The element from which the person came to the search by the keyboard shortcut. */
  #cameFrom;
  /** The numbers of unsent messages, by room. */
  #unsent = new Map();
  /** Finds the rooms in sight, which show their last messages. */
  #observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.#observer.unobserve(target);
      this.#seen.add(target.room);
      this.#wantLast(target.room);
    }
  });
  /** The names of the rooms that were in sight. */
  #seen = new Set();
  /** Whether a pointer is over the list. */
  #isPointed = false;
  /** Whether the rooms out of sight will be counted in the next frame. */
  #isCounting = false;

  /**
   * @param {LastMessages} last
   * @param {(message: object) => boolean} isMine whether this person wrote a message
   * @param {Authors} authors
   */
  constructor(rooms, choices, outbox, last, isMine, authors) {
    [this.#rooms, this.#choices, this.#last, this.#isMine, this.#authors] = [rooms, choices, last, isMine, authors];
    authors.addEventListener('change', () => this.show());
    last.addEventListener('change', () => this.show());
    rooms.addEventListener('change', () => this.show());
    choices.addEventListener('change', () => this.#showAnew());
    drafts.addEventListener('change', () => this.show());
    this.#connectOutbox(outbox);
    this.#connectOrder();
    this.#connectFilter();
    this.#connectLinks();
    this.#connectUnread();
    this.#connectPanel();
  }

  // MARK: For the rest of the web page

  /** Shows the rooms with their present state. */
  show() {
    const { listed, hidden } = this.#arranged();
    this.#names = listed.map(({ name }) => name);
    for (const room of [...listed, ...hidden]) this.#showItem(room);
    const found = foundRooms([...listed, ...hidden], this.#filter.value);
    this.#showListed(found ?? listed);
    this.#showHidden(found ? [] : hidden);
    set(byId('no-room'), { textContent: found?.length === 0 ? say('noRoomFound') : '' });
    this.#showTools();
    this.#order.value = this.#choices.order;
    this.#showOpener();
    this.#countOutOfSight();
  }

  /** Opens a room and leads the person to it. */
  open = (name) => {
    this.#filter.value = '';
    this.#cameFrom = undefined;
    this.#setOpen(false);
    if (name !== roomInAddress()) goTo(name);
    this.show();
    focusTextBox();
  };

  /**
   * Opens the next or the previous room of the list, which has no end.
   * @param {1 | -1} direction
   * @param {boolean} isUnread whether only rooms with unread messages count
   */
  step(direction, isUnread) {
    const room = nextRoom(this.#arranged().listed, roomInAddress(), direction, isUnread);
    if (room) this.open(room.name);
  }

  /** Whether there are rooms to find. */
  get canFind() { return this.#rooms.all.length > 1; }

  /** Few rooms are found without a search, but the key for it shows it. */
  #showTools() {
    const { length } = this.#rooms.all;
    const tools = byId('room-tools');
    const isUsed = !tools.hidden && (this.#filter.value !== '' || document.activeElement === this.#filter || this.#isHeld);
    tools.hidden = length < manyRooms && !isUsed;
    this.#order.hidden = length < manyRooms;
  }

  /** Moves the focus to the field that finds a room, from which Escape leads back. */
  find() {
    const { activeElement } = document;
    if (!this.#nav.contains(activeElement)) this.#cameFrom = activeElement;
    if (!this.#isWide.matches) this.#setOpen(true);
    byId('room-tools').hidden = false;
    this.#filter.focus();
  }

  #connectOutbox(outbox) {
    const show = () => {
      const { unsent } = outbox;
      this.#rooms.add([...unsent.keys()]);
      if (String([...unsent]) === String([...this.#unsent])) return;
      this.#unsent = unsent;
      this.show();
    };
    outbox.addEventListener('change', () => {
      show();
      setTimeout(show, atOnce);
    });
  }

  // MARK: The order

  /** Whether somebody may be about to press a link. No link moves then. */
  get #isHeld() {
    return this.#isPointed || this.#isPanelOpen || this.#area.contains(document.activeElement);
  }

  #arranged() {
    const { listed, hidden } = this.#choices.arranged(this.#rooms);
    return { listed: this.#isHeld ? inShownOrder(listed, this.#names) : listed, hidden };
  }

  /** Shows the rooms in their present order, also while no link may move by itself. */
  #showAnew() {
    this.#names = [];
    this.show();
  }

  #connectOrder() {
    this.#order.addEventListener('change', () => { this.#choices.order = this.#order.value; });
    const point = (isPointed) => {
      this.#isPointed = isPointed;
      if (!isPointed) this.show();
    };
    this.#area.addEventListener('pointerenter', () => point(true));
    this.#area.addEventListener('pointerleave', () => point(false));
    this.#area.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.#area.contains(relatedTarget) && relatedTarget !== this.#filter) this.show();
    });
  }

  // MARK: Elements

  #item({ name }) {
    if (!this.#items.has(name)) {
      this.#items.set(name, new Item(name));
      this.#observer.observe(this.#items.get(name).element);
    }
    return this.#items.get(name);
  }

  #showItem(room) {
    const { name } = room;
    if (this.#seen.has(name)) this.#wantLast(name);
    const last = this.#last.of(name);
    const isMine = last && this.#isMine(last);
    const doubt = last && !isMine ? this.#authors.doubt(last) : undefined;
    this.#item(room).show(room, {
      last, doubt, line: last ? lastLine(last, isMine, doubt !== undefined) : { author: '', text: '' },
      isCurrent: name === this.#rooms.current, isPinned: this.#choices.isPinned(name), unsent: this.#unsent.get(name) ?? 0,
      isWanted: (isMention) => this.#choices.isHidden(name) || this.#choices.isWanted(name, isMention),
    });
  }

  #wantLast(name) {
    const isEmpty = this.#rooms.newestId(name) === 0;
    if (!isEmpty || this.#rooms.isListed) this.#last.want(name, isEmpty);
  }

  #showListed(rooms) {
    const elements = rooms.map((room) => this.#item(room).element);
    const { current } = this.#rooms;
    if (this.#shownRoom === current && isArranged(this.#list, elements)) return;
    // Somebody who has scrolled the open room out of sight is looking for another one.
    const isFollowed = this.#shownRoom !== current || !this.#currentLink || this.#isInSight(this.#currentLink);
    this.#shownRoom = current;
    arrange(this.#list, elements);
    if (isFollowed) this.#showCurrent();
  }

  #showHidden(rooms) {
    const elements = rooms.map((room) => this.#item(room).element);
    const list = this.#hidden.querySelector('ul');
    if (!isArranged(list, elements)) arrange(list, elements);
    this.#hidden.hidden = rooms.length === 0;
    if (this.#hidden.hidden) return;
    set(byId('hidden-count'), { textContent: say('hiddenRooms', { n: rooms.length }) });
    showBadge(this.#hidden.querySelector('summary .badge'), unreadIn(rooms));
    showUnsent(byId('hidden-unsent'), rooms.reduce((sum, { name }) => sum + (this.#unsent.get(name) ?? 0), 0));
  }

  get #currentLink() { return this.#list.querySelector('[aria-current]'); }

  #showCurrent() { this.#currentLink?.scrollIntoView({ block: 'nearest' }); }

  #isInSight(link) {
    const [{ top, bottom }, frame] = [link, this.#scroller].map((element) => element.getBoundingClientRect());
    return top < frame.bottom && bottom > frame.top;
  }

  // MARK: Finding and choosing

  get #links() {
    return [...this.#scroller.querySelectorAll('#room-list a, #hidden-rooms:not([hidden]) > summary, #hidden-rooms[open] a')];
  }

  #connectFilter() {
    this.#filter.addEventListener('input', () => {
      this.show();
      this.#scroller.scrollTop = 0;
    });
    this.#filter.addEventListener('blur', ({ relatedTarget }) => {
      if (!this.#area.contains(relatedTarget)) this.show();
    });
    this.#filter.addEventListener('keydown', (event) => {
      const { key, altKey } = event;
      if (isOfInputMethod(event) || altKey) return;
      const [first] = this.#links;
      if (key === 'Enter' && this.#filter.value.trim() !== '') first?.click();
      else if (key === 'ArrowDown') first?.focus();
      else if (key === 'Escape' && this.#filter.value !== '') this.#clearFilter();
      else if (key !== 'Escape' || !this.#leave()) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  #clearFilter() {
    this.#filter.value = '';
    this.#filter.dispatchEvent(new Event('input'));
  }

  /** Moves the focus back to where it came from, else to the text box. @returns false if the panel was opened by touch */
  #leave() {
    if (this.#isPanelOpen && !this.#cameFrom) return false;
    const [{ activeElement }, cameFrom] = [document, this.#cameFrom];
    this.#cameFrom = undefined;
    this.#setOpen(false);
    cameFrom?.focus();
    // The element may be gone. The web page itself gets no focus.
    if ([activeElement, document.body].includes(document.activeElement)) focusTextBox();
    return true;
  }

  #connectLinks() {
    // The hidden rooms would open below the visible part of the list.
    this.#hidden.addEventListener('toggle', () => this.#hidden.scrollIntoView({ block: 'nearest' }));
    this.#scroller.addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.open(roomInAddress(link));
    });
    this.#scroller.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#leave()) event.stopPropagation();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || event.altKey) return;
      event.preventDefault();
      const stops = [this.#filter, ...this.#links];
      stops[stops.indexOf(document.activeElement) + step]?.focus();
    });
  }

  // MARK: Unread messages

  /** Counts the rooms with unread messages above and below the visible part of the list. */
  #countOutOfSight() {
    if (this.#isCounting) return;
    this.#isCounting = true;
    // Once in a frame: the counting needs the layout.
    requestAnimationFrame(() => {
      this.#isCounting = false;
      const { above, below } = this.#unreadOutOfSight;
      showPill(byId('unread-rooms-above'), 'unreadRoomsAbove', above.length);
      showPill(byId('unread-rooms-below'), 'unreadRoomsBelow', below.length);
    });
  }

  get #unreadOutOfSight() {
    const frame = this.#scroller.getBoundingClientRect();
    const middles = [...this.#list.querySelectorAll('a.unread')].map((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return { link, middle: (top + bottom) / 2 };
    });
    return {
      above: middles.filter(({ middle }) => middle < frame.top).map(({ link }) => link),
      below: middles.filter(({ middle }) => middle > frame.bottom).map(({ link }) => link),
    };
  }

  #connectUnread() {
    const goTo = (link) => {
      link?.scrollIntoView({ block: 'center' });
      link?.focus({ preventScroll: true });
    };
    byId('unread-rooms-above').addEventListener('click', () => goTo(this.#unreadOutOfSight.above.at(-1)));
    byId('unread-rooms-below').addEventListener('click', () => goTo(this.#unreadOutOfSight.below[0]));
    this.#scroller.addEventListener('scroll', () => this.#countOutOfSight(), { passive: true });
    new ResizeObserver(() => this.#countOutOfSight()).observe(this.#scroller);
  }

  #showOpener() {
    const elsewhere = this.#rooms.all.filter(({ name }) => name !== this.#rooms.current);
    const unread = unreadIn(elsewhere.map((room) => this.#choices.wantedUnread(room)));
    set(byId('other-unread'), { hidden: unread.count === 0, textContent: countText(unread) });
    this.#opener.ariaLabel = openerLabel(unread);
  }

  // MARK: The panel on a narrow web page

  get #isPanelOpen() { return this.#nav.classList.contains('open'); }

  #connectPanel() {
    const close = () => { if (this.#setOpen(false)) this.#opener.focus(); };
    this.#opener.addEventListener('click', () => { if (this.#setOpen(true)) byId('close-rooms').focus(); });
    byId('close-rooms').addEventListener('click', close);
    this.#nav.addEventListener('keydown', ({ key }) => { if (key === 'Escape') close(); });
    addEventListener('hashchange', close);
    this.#isWide.addEventListener('change', close);
  }

  /** @returns whether that was a change */
  #setOpen(isOpen) {
    if (this.#isPanelOpen === isOpen) return false;
    this.#filter.value = '';
    if (!isOpen) this.#cameFrom = undefined;
    this.#nav.classList.remove('open');
    this.show();
    this.#nav.classList.toggle('open', isOpen);
    this.#opener.ariaExpanded = String(isOpen);
    document.querySelector('main').inert = isOpen;
    // The list was scrolled when it was open before. Its first rooms have the latest messages.
    if (isOpen) this.#scroller.scrollTop = 0;
    if (this.#currentLink && !this.#isInSight(this.#currentLink)) this.#showCurrent();
    return true;
  }
}

/** The elements of a room in the list: a line with its name, and one with its last message. */
class Item {
  static #count = 0;
  element = make('li');
  #link = make('a');
  #title = make('bdi');
  #draft = make('span', 'draft');
  #unsent = make('span', 'unsent');
  #pin = make('span', 'pin');
  #silence = make('span', 'silence');
  #mentions = make('span', 'badge mentions');
  #badge = make('span', 'badge unread');
  #time = make('time');
  #last = make('span', 'last');
  #author = make('span');
  #text = make('span');

  constructor(name) {
    this.element.room = name;
    this.#link.href = addressOf(name);
    this.#silence.append(drawn('muted'));
    this.#pin.role = this.#silence.role = this.#mentions.role = this.#badge.role = 'img';
    // A screen reader reads the last message after the name, the state and the unread messages.
    this.#time.ariaHidden = this.#last.ariaHidden = 'true';
    this.#last.id = `last-message-${Item.#count += 1}`;
    this.#link.setAttribute('aria-describedby', this.#last.id);
    const [first, second] = [make('span', name === '' ? 'main-room' : 'named'), make('span')];
    first.append(this.#title, this.#silence, this.#pin, this.#time);
    this.#text.dir = 'auto';
    this.#last.append(this.#author, this.#text);
    second.append(this.#draft, this.#last, this.#unsent, this.#mentions, this.#badge);
    this.#link.append(first, ' ', second);
    this.element.append(this.#link);
  }

  show({ name, unread, isCounted, mentions }, { isCurrent, isPinned, unsent, last, doubt = '', line, isWanted }) {
    // The end of a long name is hidden.
    set(this.#title, { textContent: roomTitle(name), title: roomTitle(name) });
    set(this.#link, { ariaCurrent: isCurrent ? 'page' : null });
    this.#link.classList.toggle('unread', unread > 0);
    this.#badge.classList.toggle('muted', unread > 0 && !isWanted(false));
    this.#mentions.classList.toggle('muted', mentions > 0 && !isWanted(true));
    set(this.#draft, { hidden: isCurrent || !drafts.has(name), textContent: say('draft') });
    showUnsent(this.#unsent, unsent);
    set(this.#silence, { hidden: isWanted(true), ariaLabel: say('silent') });
    set(this.#pin, { hidden: !isPinned, ariaLabel: isPinned ? say('pinned') : null });
    showBadge(this.#badge, { count: unread, isMore: !isCounted });
    const mentioned = { count: mentions, isMore: !isCounted };
    set(this.#mentions, { hidden: mentions === 0, textContent: `@${countText(mentioned)}`, ariaLabel: mentionText(mentioned) });
    this.#link.classList.toggle('empty', !last && this.#draft.hidden && unsent + unread === 0);
    const { author, text } = this.#draft.hidden ? line : { author: '', text: firstWords(drafts.text(name), shownLength) };
    set(this.#author, { textContent: author, title: doubt });
    set(this.#text, { textContent: text });
    set(this.#time, { textContent: last ? shortTime(last.time) : '' });
  }
}

function showBadge(badge, unread) {
  set(badge, { hidden: unread.count === 0 });
  if (unread.count > 0) set(badge, { textContent: countText(unread), ariaLabel: unreadText(unread) });
}

function showUnsent(mark, n) {
  const text = n === 0 ? '' : say('unsent', { n });
  set(mark, { hidden: n === 0 });
  if (mark.textContent !== text) mark.replaceChildren(drawn('waiting'), text);
}

function showPill(pill, key, n) {
  pill.hidden = n === 0;
  set(pill, { textContent: n === 0 ? '' : say(key, { n }) });
}

/** Sets only properties that have another value: with 500 rooms, each change of the web page costs time. */
function set(element, values) {
  for (const [key, value] of Object.entries(values)) if (element[key] !== value) element[key] = value;
}

const isArranged = (list, elements) => list.childElementCount === elements.length
  && elements.every((element, index) => list.children[index] === element);

/** Makes the elements the items of a list. A moved element loses the focus, so elements that are in order stay untouched. */
function arrange(list, elements) {
  const wanted = new Set(elements);
  for (const element of [...list.children]) if (!wanted.has(element)) element.remove();
  elements.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}
