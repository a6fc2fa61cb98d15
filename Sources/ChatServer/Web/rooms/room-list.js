// The list of rooms, in which the person finds and opens a room. On a narrow web page it is a panel over the messages.

import { byId, drawn, firstIndex, isInSight, make, showOrHide, touchKeyboard } from '../browser/dom.js';
import { drafts } from '../kept/drafts.js';
import { atOnce } from '../model/changes.js';
import { isModified, isOfInputMethod } from '../model/enter.js';
import { lastLine, shownLength } from '../model/last-message.js';
import { addressOf, foundRooms, roomTitle } from '../model/room-names.js';
import { inShownOrder, mentionsIn, nextRoom, unreadIn } from '../model/room-order.js';
import { firstWords } from '../model/text.js';
import { countText, mentionText, openerLabel, unreadText } from '../model/titles.js';
import { number, say, shortTime } from '../model/words.js';
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
  #changes;
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
  /** The last unsent messages, by room. */
  #lastUnsent = new Map();
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
  /** Changes when all rooms have to be drawn again. */
  #drawing = 0;
  /** Whether the rooms will be shown in the next frame, and those out of sight counted. */
  #isDue = false;
  #isCounting = false;

  /**
   * @param {LastMessages} last
   * @param {(message: object) => boolean} isMine whether this person wrote a message
   * @param {Authors} authors
   * @param {Changes} changes
   */
  constructor(rooms, choices, outbox, last, isMine, authors, changes) {
    [this.#rooms, this.#choices, this.#last] = [rooms, choices, last];
    [this.#isMine, this.#authors, this.#changes] = [isMine, authors, changes];
    authors.addEventListener('change', () => this.show());
    for (const one of [last, rooms, drafts, changes]) one.addEventListener('change', () => this.#updateSoon());
    choices.addEventListener('change', () => this.#showAnew());
    this.#connectOutbox(outbox);
    this.#connectOrder();
    this.#connectFilter();
    this.#connectLinks();
    this.#connectUnread();
    this.#connectPanel();
  }

  // MARK: For the rest of the web page

  /** Shows all rooms again, as in another language, or on another day. */
  show() {
    this.#drawing += 1;
    this.#update();
  }

  /** Shows the rooms with their present state. */
  #update() {
    const { listed, hidden } = this.#arranged();
    this.#names = listed.map(({ name }) => name);
    for (const room of [...listed, ...hidden]) this.#showItem(room);
    this.#forgetDropped([...listed, ...hidden]);
    const found = foundRooms([...listed, ...hidden], this.#filter.value);
    // They make the list lower, so they come before the list scrolls to the open room.
    this.#showTools();
    this.#showListed(found ?? listed);
    this.#showHidden(found ? [] : hidden);
    set(byId('no-room'), { textContent: found?.length === 0 ? say('noRoomFound') : '' });
    this.#order.value = this.#choices.order;
    this.#showOpener();
    this.#countOutOfSight();
  }

  /** Shows the rooms once for all changes of a frame: a message causes several. */
  #updateSoon() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#update();
    });
  }

  /** Opens a room and leads the person to it. */
  open = (name) => {
    this.#filter.value = '';
    this.#cameFrom = undefined;
    this.#setOpen(false);
    if (name !== roomInAddress()) goTo(name);
    this.#update();
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
      [this.#unsent, this.#lastUnsent] = [outbox.unsent, outbox.lastUnsent];
      this.#rooms.add([...this.#unsent.keys()]);
      this.#updateSoon();
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
    this.#update();
  }

  #connectOrder() {
    this.#order.addEventListener('change', () => { this.#choices.order = this.#order.value; });
    const point = (isPointed) => {
      this.#isPointed = isPointed;
      if (!isPointed) this.#update();
    };
    this.#area.addEventListener('pointerenter', () => point(true));
    this.#area.addEventListener('pointerleave', () => point(false));
    this.#area.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.#area.contains(relatedTarget) && relatedTarget !== this.#filter) this.#update();
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
    const waiting = this.#lastUnsent.get(name);
    const newest = waiting ?? this.#last.of(name);
    const shown = newest && this.#changes.shown(newest);
    const last = shown?.text === newest?.text ? newest : shown;
    const isCurrent = name === this.#rooms.current;
    const isWanted = (isMention) => this.#choices.isHidden(name) || this.#choices.isWanted(name, isMention);
    const { unread, isCounted, mentions } = room;
    const values = {
      title: roomTitle(name), unread, isCounted, mentions, unsent: this.#unsent.get(name) ?? 0, last,
      draft: isCurrent || !drafts.has(name) ? undefined : drafts.text(name), isCurrent, isPinned: this.#choices.isPinned(name),
      isWanted: isWanted(false), isMentionWanted: isWanted(true), drawing: this.#drawing,
    };
    this.#item(room).show(values, () => this.#lastLine(last, waiting !== undefined));
  }

  /** Returns the beginning of a last message, with why people may mistake its author for another one: { author, text, doubt }. */
  #lastLine(last, isWaiting) {
    if (!last) return { author: '', text: '' };
    const isMine = isWaiting || this.#isMine(last);
    const doubt = isMine ? undefined : this.#authors.doubt(last);
    return { ...lastLine(last, isMine, doubt !== undefined), doubt };
  }

  #forgetDropped(rooms) {
    if (this.#items.size === rooms.length) return;
    const names = new Set(rooms.map(({ name }) => name));
    for (const name of this.#items.keys()) {
      if (names.has(name)) continue;
      this.#items.delete(name);
      this.#seen.delete(name);
      this.#last.forget(name);
    }
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
    const isFollowed = this.#shownRoom !== current || !this.#currentLink || isInSight(this.#currentLink, this.#scroller);
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
    showMentions(this.#hidden.querySelector('summary .mentions'), mentionsIn(rooms));
    showBadge(this.#hidden.querySelector('summary .unread'), unreadIn(rooms));
    showUnsent(byId('hidden-unsent'), rooms.reduce((sum, { name }) => sum + (this.#unsent.get(name) ?? 0), 0));
  }

  get #currentLink() { return this.#list.querySelector('[aria-current]'); }

  #showCurrent() { this.#currentLink?.scrollIntoView({ block: 'nearest' }); }

  // MARK: Finding and choosing

  get #links() {
    return [...this.#scroller.querySelectorAll('#room-list a, #hidden-rooms:not([hidden]) > summary, #hidden-rooms[open] a')];
  }

  #connectFilter() {
    this.#filter.addEventListener('input', () => {
      this.#update();
      this.#scroller.scrollTop = 0;
    });
    this.#filter.addEventListener('blur', ({ relatedTarget }) => {
      if (!this.#area.contains(relatedTarget)) this.#update();
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
      if (!link || isModified(event)) return;
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
      const link = this.#currentLink;
      const isCut = () => link.getBoundingClientRect().bottom > this.#scroller.getBoundingClientRect().bottom;
      const isFollowed = link && !this.#isHeld && !isCut();
      const show = (id, key, n) => showOrHide(byId(id), n > 0 && say(key, { n }));
      show('unread-rooms-above', 'unreadRoomsAbove', above.length);
      show('unread-rooms-below', 'unreadRoomsBelow', below.length);
      // A button that appears makes the list lower.
      if (isFollowed && isCut()) this.#showCurrent();
    });
  }

  get #unreadOutOfSight() {
    const frame = this.#scroller.getBoundingClientRect();
    const links = [...this.#list.querySelectorAll('a.unread')];
    const middle = (link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    return {
      above: links.slice(0, firstIndex(links, (link) => middle(link) >= frame.top)),
      below: links.slice(firstIndex(links, (link) => middle(link) > frame.bottom)),
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
    showOrHide(byId('other-unread'), unread.count > 0 && countText(unread));
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
    this.#update();
    this.#nav.classList.toggle('open', isOpen);
    this.#opener.ariaExpanded = String(isOpen);
    document.querySelector('main').inert = isOpen;
    // The list was scrolled when it was open before. Its first rooms have the latest messages.
    if (isOpen) this.#scroller.scrollTop = 0;
    // In the middle: the buttons to unread rooms, which appear now, make the list lower.
    if (this.#currentLink && !isInSight(this.#currentLink, this.#scroller)) this.#currentLink.scrollIntoView({ block: 'center' });
    return true;
  }
}

/** Numbers the lines with last messages. Not a static field, for which esbuild writes whole classes anew. */
let itemCount = 0;

/** The elements of a room in the list: a line with its name, and one with its last message. */
class Item {
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
  /** The values that the elements show. */
  #shown = {};

  constructor(name) {
    this.element.room = name;
    this.#link.href = addressOf(name);
    this.#silence.append(drawn('muted'));
    this.#unsent.role = this.#pin.role = this.#silence.role = this.#mentions.role = this.#badge.role = 'img';
    // A screen reader reads the last message after the name, the state and the unread messages.
    this.#time.ariaHidden = this.#last.ariaHidden = 'true';
    this.#last.id = `last-message-${itemCount += 1}`;
    this.#link.setAttribute('aria-describedby', this.#last.id);
    const [first, second] = [make('span', name === '' ? 'main-room' : 'named'), make('span')];
    first.append(this.#title, this.#silence, this.#pin, this.#time);
    this.#text.dir = 'auto';
    this.#last.append(this.#author, this.#text);
    second.append(this.#draft, this.#last, this.#unsent, this.#mentions, this.#badge);
    this.#link.append(first, ' ', second);
    this.element.append(this.#link);
  }

  /**
   * Shows the values of a room if they are others than before: with 4,000 rooms, reading their elements takes 100 ms.
   * @param {() => { author: string, text: string, doubt?: string }} lastLine returns the beginning of the last message
   */
  show(values, lastLine) {
    if (Object.entries(values).every(([key, value]) => this.#shown[key] === value)) return;
    this.#shown = values;
    const { title, unread, isCounted, mentions, unsent, last, draft, isCurrent, isPinned, isWanted, isMentionWanted } = values;
    // The end of a long name is hidden.
    set(this.#title, { textContent: title, title });
    set(this.#link, { ariaCurrent: isCurrent ? 'page' : null });
    this.#link.classList.toggle('unread', unread > 0);
    this.#link.classList.toggle('empty', !last && draft === undefined && unsent + unread === 0);
    this.#badge.classList.toggle('muted', unread > 0 && !isWanted);
    this.#mentions.classList.toggle('muted', mentions > 0 && !isMentionWanted);
    set(this.#draft, { hidden: draft === undefined, textContent: say('draft') });
    showUnsent(this.#unsent, unsent);
    set(this.#silence, { hidden: isMentionWanted, ariaLabel: say('silent') });
    set(this.#pin, { hidden: !isPinned, ariaLabel: isPinned ? say('pinned') : null });
    showBadge(this.#badge, { count: unread, isMore: !isCounted });
    showMentions(this.#mentions, { count: mentions, isMore: !isCounted });
    const { author, text, doubt = '' } = draft === undefined ? lastLine() : { author: '', text: firstWords(draft, shownLength) };
    set(this.#author, { textContent: author, title: doubt });
    set(this.#text, { textContent: text });
    set(this.#time, { textContent: last ? shortTime(last.time) : '' });
  }
}

function showBadge(badge, unread) {
  set(badge, { hidden: unread.count === 0 });
  if (unread.count > 0) set(badge, { textContent: countText(unread), ariaLabel: unreadText(unread) });
}

function showMentions(badge, mentioned) {
  set(badge, { hidden: mentioned.count === 0 });
  if (mentioned.count > 0) set(badge, { textContent: `@${countText(mentioned)}`, ariaLabel: mentionText(mentioned) });
}

function showUnsent(mark, n) {
  const [text, words] = n === 0 ? ['', ''] : [number(n), say('unsent', { n })];
  // The words beside the number would leave no space for the last message.
  set(mark, { hidden: n === 0, ariaLabel: words || null, title: words });
  if (mark.textContent !== text) mark.replaceChildren(drawn('waiting'), text);
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
