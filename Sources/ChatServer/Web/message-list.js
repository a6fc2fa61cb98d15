// The messages of the open room on the page.

import { make } from './dom.js';
import { clockTime, dayAndTime, dayName, fullTime, say } from './language.js';
import { hue, initial, isEmoji, linked, visible } from './text.js';
import { arrivedLater, belongTogether, isSameDay } from './timeline.js';

/** Messages in one piece of the page: the browser skips pieces that are out of sight. */
const chunkLength = 50;
/** Longer texts may be too high, and are folded if they are. */
const longLines = 12;
const longCharacters = 400;
/** Milliseconds for which a message that was looked for is marked. */
const foundTime = 2000;
/** Pixels of the message that is being read which stay in sight when it gets another height. */
const leastInSight = 24;
/** Pixels from the end at which somebody counts as reading along. */
const endSlack = 60;

/** Makes elements for the messages of a ``Timeline`` and keeps them in its order. */
export class MessageList {
  #scroller;
  #timeline;
  #root;
  #elements = new Map();
  /** Elements of messages from here, whose state may change. */
  #mine = new Map();
  #line;
  /** What was in sight when somebody last scrolled: { bubble, top }. */
  #inSight;
  /** The day by which days are called what they are. */
  #today = new Date().toDateString();
  #isMine;
  #seenBy;

  /**
   * @param {{ scroller: HTMLElement, root: HTMLElement }} elements
   * @param {(message: object) => boolean} isMine
   * @param {(id: number) => { names: string[], of: number }} seenBy which of the peers have it
   */
  constructor({ scroller, root }, isMine, seenBy) {
    this.#scroller = scroller;
    this.#root = root;
    this.#isMine = isMine;
    this.#seenBy = seenBy;
  }

  /** Shows another timeline, or the same one anew. */
  show(timeline) {
    this.#timeline = timeline;
    this.#root.replaceChildren();
    this.#elements.clear();
    this.#mine.clear();
    this.#line = undefined;
    this.insert(timeline.messages);
  }

  /** Shows messages that the timeline has taken, in its order. */
  insert(messages) {
    const all = this.#timeline.messages;
    // From the end, so that what each stands before is there already.
    let index = all.length;
    const undressed = new Set();
    for (const message of messages.toReversed()) {
      index = this.#timeline.indexOf(message);
      this.#place(message, this.#elements.get(all[index + 1]?.id));
      undressed.add(index).add(index + 1);
    }
    for (const index of undressed) if (index < all.length) this.#dress(all[index], all[index - 1]);
    fold(messages.map((message) => this.#elements.get(message.id)));
  }

  /** Shows how far the messages from here have come. */
  updateStates() {
    for (const [message, element] of this.#mine) this.#showState(message, element);
  }

  /** Takes away what the timeline has let go, which stands before all that is in sight. */
  remove(messages) {
    this.keepingPlace(() => {
      for (const message of messages) {
        this.#elements.get(message.id)?.remove();
        this.#elements.delete(message.id);
        this.#mine.delete(message);
      }
      while (this.#root.firstElementChild?.childElementCount === 0) this.#root.firstElementChild.remove();
      const [first] = this.#timeline.messages;
      if (first) this.#dress(first, undefined);
    });
  }

  /** Calls days what they are called now: what was today is yesterday in the morning. */
  renameDays() {
    const today = new Date().toDateString();
    if (today === this.#today) return;
    this.#today = today;
    for (const heading of this.#root.querySelectorAll('.day')) heading.firstChild.textContent = dayName(heading.time);
  }

  /** Draws the line above the first unread message; without one takes it away. */
  drawLine(message) {
    this.#line?.remove();
    this.#line = undefined;
    const element = message && this.#elements.get(message.id);
    if (!element) return;
    this.#line = make('p', 'unread-line', say('unreadLine'));
    element.prepend(this.#line);
  }

  // MARK: Scrolling

  get isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < endSlack;
  }

  isInSight(message) {
    const place = this.#elements.get(message.id)?.getBoundingClientRect();
    const frame = this.#scroller.getBoundingClientRect();
    return place !== undefined && place.bottom > frame.top && place.top < frame.bottom;
  }

  scrollToEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  scrollTo(message) {
    const element = this.#elements.get(message.id);
    element?.scrollIntoView({ block: 'center' });
    element?.classList.add('found');
    // Where there is no animation, its end does not come either.
    setTimeout(() => element?.classList.remove('found'), foundTime);
  }

  scrollToLine() {
    if (!this.#line) return;
    const distance = this.#line.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
    // In the upper part, so that something of what was read is in sight; in one step, which the end bounds.
    this.#scroller.scrollTop += distance - this.#scroller.clientHeight / 4;
  }

  /** Changes the page above or below without moving what is being read. */
  keepingPlace(change) {
    const wasAtEnd = this.isAtEnd;
    const anchor = this.#firstInSight?.querySelector('.bubble');
    const before = anchor?.getBoundingClientRect().top;
    // Not the browser's own way as well.
    this.#scroller.style.overflowAnchor = 'none';
    change();
    if (wasAtEnd) this.scrollToEnd();
    else if (anchor) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - before;
    requestAnimationFrame(() => { this.#scroller.style.overflowAnchor = ''; });
  }

  /** Notes what is being read, for when the page is laid out anew. */
  rememberPlace() {
    const bubble = this.#firstInSight?.querySelector('.bubble');
    this.#inSight = bubble && { bubble, top: this.#placeInFrame(bubble).top };
  }

  /** Goes back to what was being read before all lines became longer or shorter: some of it at least is in sight. */
  returnToPlace() {
    if (!this.#inSight?.bubble.isConnected) return;
    const { bubble, top } = this.#inSight;
    const place = this.#placeInFrame(bubble);
    const least = Math.min(leastInSight, place.height);
    this.#scroller.scrollTop += place.top - Math.max(top, least - place.height);
  }

  /** Where it is below the upper edge of what is in sight, and how high it is; in pixels. */
  #placeInFrame(bubble) {
    const { top, height } = bubble.getBoundingClientRect();
    return { top: top - this.#scroller.getBoundingClientRect().top, height };
  }

  /** The time of the first message in sight. */
  get timeInSight() {
    return this.#firstInSight?.time;
  }

  get #firstInSight() {
    const top = this.#scroller.getBoundingClientRect().top;
    return firstBelow(firstBelow(this.#root, top), top);
  }

  // MARK: Placing

  /** Puts a message's element before another one, or at the end. */
  #place(message, next) {
    const element = this.#element(message);
    if (next) this.#placeBefore(next, element);
    else this.#chunk(this.#root.lastElementChild, null).append(element);
  }

  #placeBefore(next, element) {
    const chunk = next.parentElement;
    const isFull = chunk.childElementCount >= chunkLength;
    if (!isFull || chunk.firstElementChild !== next) {
      chunk.insertBefore(element, next);
      if (chunk.childElementCount >= 2 * chunkLength) this.#split(chunk);
    } else {
      this.#chunk(chunk.previousElementSibling, chunk).append(element);
    }
  }

  /** A chunk with room, that one or a new one behind it. */
  #chunk(chunk, following) {
    if (chunk && chunk.childElementCount < chunkLength) return chunk;
    return this.#root.insertBefore(newChunk(), following);
  }

  #split(chunk) {
    const front = this.#root.insertBefore(newChunk(), chunk);
    front.append(...[...chunk.children].slice(0, chunkLength));
  }

  #element(message) {
    const element = make('div', 'message');
    element.role = 'listitem';
    element.dataset.id = message.id;
    const bubble = make('div', 'bubble');
    bubble.append(textElement(message.text), facts(message));
    element.append(bubble);
    if (this.#isMine(message)) {
      element.classList.add('mine');
      this.#mine.set(message, element);
      this.#showState(message, element);
    }
    element.time = message.time;
    this.#elements.set(message.id, element);
    return element;
  }

  // MARK: Dressing

  /** Gives a message what it shows because of the one before: the day, and who writes. */
  #dress(message, previous) {
    const element = this.#elements.get(message.id);
    for (const old of element.querySelectorAll(':scope > .day, :scope > .author')) old.remove();
    const startsDay = !previous || !isSameDay(previous.time, message.time);
    const startsGroup = startsDay || !belongTogether(previous, message);
    element.classList.toggle('first', startsGroup);
    const bubble = element.querySelector('.bubble');
    if (startsDay) bubble.before(day(message.time));
    if (startsGroup) bubble.before(author(message));
  }

  #showState(message, element) {
    const state = element.querySelector('.state') ?? element.querySelector('.facts').appendChild(make('span', 'state'));
    const { names, of } = this.#seenBy(message.id);
    const isSeenByAll = of > 0 && names.length === of;
    const text = names.length > 0 ? say('seenBy', { seen: names.length, of }) : say('storedHere');
    if (state.textContent === text) return;
    state.textContent = text;
    state.title = names.join(', ');
    state.classList.toggle('seen', isSeenByAll);
  }
}

/** The element of a text, which may want to be folded once it has its place. */
export function textElement(text) {
  const paragraph = make('p', 'text');
  paragraph.dir = 'auto';
  paragraph.append(linked(text));
  if (isEmoji(text)) paragraph.classList.add('emoji');
  paragraph.classList.toggle('long', text.length > longCharacters || text.split(/[\n\r\u0085\u2028]/).length > longLines);
  return paragraph;
}

/** Folds texts that are too high; how high they are shows on the page only. */
export function fold(elements) {
  const long = elements.map((element) => element.querySelector('.text.long:not(.folded)')).filter(Boolean);
  // All are looked at before any is changed: each look after a change costs a layout.
  const isHigh = long.map((text) => text.clientHeight === 0 || text.scrollHeight > text.clientHeight);
  long.forEach((text, index) => (isHigh[index] ? foldOne(text) : text.classList.remove('long')));
}

function foldOne(text) {
  text.classList.add('folded');
  const button = make('button', 'unfold', say('showAll'));
  button.type = 'button';
  button.addEventListener('click', () => {
    text.classList.remove('long', 'folded');
    text.tabIndex = -1;
    text.focus();
    button.remove();
  });
  text.after(button);
}

function facts(message) {
  const element = make('p', 'facts');
  const time = make('time', '', clockTime(message.time));
  time.dateTime = new Date(message.time).toISOString();
  time.title = fullTime(message.time);
  element.append(time);
  if (arrivedLater(message)) {
    const arrival = isSameDay(message.time, message.arrived) ? clockTime(message.arrived) : dayAndTime(message.arrived);
    element.append(make('span', 'late', say('arrivedLater', { time: arrival })));
  }
  return element;
}

function day(time) {
  const heading = make('h2', 'day');
  heading.time = time;
  heading.append(make('span', '', dayName(time)));
  return heading;
}

function author({ user, origin, device }) {
  const heading = make('h3', 'author');
  heading.append(avatar(user, origin), make('bdi', 'name', visible(user)));
  if (device) heading.append(' ', make('bdi', 'device', visible(device)));
  heading.title = origin;
  return heading;
}

/** A letter on a colour of the author's own. */
export function avatar(user, origin) {
  const element = make('span', 'avatar', initial(user));
  element.ariaHidden = 'true';
  element.style.setProperty('--hue', hue(`${origin} ${user}`));
  return element;
}

/** The first child that reaches below a line, found in few steps: each look at a place may cost a layout. */
function firstBelow(parent, line) {
  if (!parent) return undefined;
  let [low, high] = [0, parent.childElementCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parent.children[middle].getBoundingClientRect().bottom <= line) low = middle + 1; else high = middle;
  }
  return parent.children[low];
}

function newChunk() {
  const chunk = make('div', 'chunk');
  chunk.role = 'presentation';
  // Its size is known once it has been drawn; from then on it may be skipped.
  requestAnimationFrame(() => requestAnimationFrame(() => chunk.classList.add('drawn')));
  return chunk;
}
