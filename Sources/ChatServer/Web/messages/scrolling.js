// The part of the web page that scrolls: which messages are visible, and how they stay where they are while others change.
//
// Not all browsers have scroll anchoring. The style switches it off, and the web page keeps the scroll position itself in all
// browsers.

import { firstIndex } from '../browser/dom.js';

/** Pixels from the end within which the person counts as being at the end. */
const endSlack = 60;
/** Pixels of the topmost visible message that stay visible when the messages are laid out again. */
const visibleHeight = 24;
/** Pixels that nobody notices. The web page does not scroll by less, because each assignment ends smooth scrolling. */
const tolerance = 1;
/** Frames without scrolling after which a person has stopped scrolling. */
const framesToRest = 8;

export class Scrolling {
  #scroller;
  #root;
  #hasEnd;
  /**
   * The scroll position at the last `#rememberScrollPosition`: a message and its distance from the upper edge, the width, the
   * distances from the start and to the end, all in pixels; the layout; whether the end was visible, and whether the person was
   * scrolling up: { message, top, width, start, end, layout, isAtEnd, isUpwards }.
   */
  #scrollPosition = {};
  /** Whether a person has scrolled since the web page scrolled by itself. */
  hasMoved = false;
  /** The frames that have to pass until a person who is scrolling has stopped; else 0. */
  #frames = 0;
  #whenAtRest = [];

  /**
   * @param {HTMLElement} scroller the element that scrolls
   * @param {HTMLElement} root has chunks as children, which have messages as children
   * @param {() => boolean} hasEnd whether the last message of the room is loaded
   */
  constructor(scroller, root, hasEnd) {
    this.#scroller = scroller;
    this.#root = root;
    this.#hasEnd = hasEnd;
    const on = (type, act) => scroller.addEventListener(type, act, { passive: true });
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) on(type, () => this.#beginMoving());
    // Not the first one: a change of the layout scrolls, too.
    on('scroll', () => { if (this.#isMoving) this.#frames = framesToRest; });
    // The layout changes when the text box grows, a phone is turned, or a font is loaded.
    const observer = new ResizeObserver(() => this.settle());
    for (const element of [scroller, ...scroller.children]) observer.observe(element);
  }

  // MARK: The scroll position

  get isAtEnd() {
    return this.#hasEnd() && this.toEnd < endSlack;
  }

  /** Whether the web page goes on to new messages at the end: it is there, and the person is not scrolling up at this moment. */
  get followsEnd() {
    return this.isAtEnd && !this.#isMovingUp;
  }

  /** The distance from the beginning of the loaded messages, in pixels. */
  get top() { return this.#scroller.scrollTop; }

  /** The distance to the end of the loaded messages, in pixels. */
  get toEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** The topmost element of a message that is at least partly visible; undefined if all messages are above the upper edge. */
  get firstVisible() {
    const { top } = this.#scroller.getBoundingClientRect();
    const chunk = firstBelow(this.#root, top);
    // The edge can be between the last message of a chunk and the end of the chunk.
    return chunk && (firstBelow(chunk, top) ?? firstBelow(chunk.nextElementSibling, top));
  }

  /** The lowest element of a message of which some text is visible; undefined if all messages are below the lower edge. */
  get lastVisible() {
    const line = this.#scroller.getBoundingClientRect().bottom - visibleHeight;
    const chunk = lastAbove(this.#root, line);
    // The line can be between the beginning of a chunk and its first message.
    const element = chunk && (lastAbove(chunk, line) ?? lastAbove(chunk.previousElementSibling, line));
    // Above the bubble there may be the name of the author, and of the day.
    const isVisible = element && bubbleOf(element).getBoundingClientRect().top < line;
    return isVisible ? element : previous(element);
  }

  scrollToStart() {
    this.#scroller.scrollTop = 0;
  }

  scrollToEnd() {
    this.#scrollBy(this.toEnd);
  }

  /** Scrolls an element to the upper part of the screen, below some of the messages before it. */
  scrollToUpperPart(element) {
    // One assignment: the browser limits it to the end.
    this.#scrollBy(this.#frame(element).top - this.#scroller.clientHeight / 4);
  }

  #scrollBy(pixels) {
    if (Math.abs(pixels) >= tolerance) this.#scroller.scrollTop += pixels;
  }

  // MARK: Keeping the scroll position

  /**
   * Makes a change above or below the visible messages without moving them.
   * @param {boolean} staysAtEnd whether the web page keeps the distance to the end if it follows the end
   */
  keepScrollPosition(change, staysAtEnd = true) {
    this.settle();
    change();
    this.#returnToScrollPosition({ staysAtEnd });
    this.#rememberScrollPosition();
  }

  /** Makes a change that makes the web page higher or lower, and keeps an element where it is on the screen. */
  keepAt(element, change) {
    const { top } = this.#frame(element);
    change();
    this.#scrollBy(this.#frame(element).top - top);
  }

  /**
   * Puts the messages back to the remembered scroll position if the layout has changed since, and remembers the scroll position.
   */
  settle() {
    if (this.#layout !== this.#scrollPosition.layout) this.#returnToScrollPosition({ mayHaveScrolled: this.#isMoving });
    this.#rememberScrollPosition();
  }

  /** Remembers a scroll position that the web page has set. */
  arrive() {
    this.hasMoved = false;
    this.#scrollPosition.start = this.top;
    this.#rememberScrollPosition();
  }

  #rememberScrollPosition() {
    if (this.#isMoving && this.top !== this.#scrollPosition.start) this.hasMoved = true;
    const isUpwards = this.#isMoving && this.#hasMovedUp || this.#isMovingUp && this.top <= this.#scrollPosition.start;
    const message = this.firstVisible ?? this.#root.lastElementChild?.lastElementChild;
    this.#scrollPosition = {
      message,
      top: message && this.#frame(bubbleOf(message)).top,
      width: this.#scroller.clientWidth,
      start: this.top,
      end: this.toEnd,
      layout: this.#layout,
      isAtEnd: this.isAtEnd,
      isUpwards,
    };
  }

  /**
   * Scrolls back to the remembered scroll position: to the same distance from the end if the web page followed the end, else to
   * the topmost visible message.
   * @param {boolean} mayHaveScrolled whether a person may have scrolled since then
   */
  #returnToScrollPosition({ staysAtEnd = true, mayHaveScrolled = false }) {
    // A first visit begins with what Tidings is.
    if (this.#scroller.querySelector('#start:not([hidden])')) return;
    const { message, top, width, start, end, isAtEnd } = this.#scrollPosition;
    if (staysAtEnd && isAtEnd && !this.#isMovingUp && !(mayHaveScrolled && this.#hasMovedUp)) {
      return this.#scrollBy(this.toEnd - end);
    }
    // When all elements were made again, another one shows the message.
    const element = message?.isConnected ? message : this.#root.querySelector(`[data-id="${message?.dataset.id}"]`);
    if (!element) return;
    const frame = this.#frame(bubbleOf(element));
    if (width !== this.#scroller.clientWidth) {
      const least = Math.min(visibleHeight, frame.height);
      this.#scrollBy(frame.top - Math.max(top, least - frame.height));
    } else {
      // The browser limits the scroll position, too, when there is less below the upper edge than before.
      const scrolled = mayHaveScrolled && this.toEnd >= tolerance ? this.top - start : 0;
      this.#scrollBy(frame.top - top + scrolled);
    }
  }

  /** The width and height of the visible part, and the height of everything: shows whether there is a new layout. */
  get #layout() {
    const { clientWidth, clientHeight, scrollHeight } = this.#scroller;
    return `${clientWidth} ${clientHeight} ${scrollHeight}`;
  }

  /**
   * Whether somebody has scrolled up since `#rememberScrollPosition`, perhaps in a new layout. In a layout of the same width,
   * less above the visible part moves it nearer to the start, and more below it moves it farther from the end; scrolling does
   * both.
   */
  get #hasMovedUp() {
    const { clientWidth, scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const { width, start, end } = this.#scrollPosition;
    return width === clientWidth && scrollTop < Math.min(start, scrollHeight - clientHeight) - 1 && this.toEnd > end + 1;
  }

  /** Returns the distance of an element from the upper edge of the visible part, and its height, in pixels. */
  #frame(element) {
    const { top, height } = element.getBoundingClientRect();
    return { top: top - this.#scroller.getBoundingClientRect().top, height };
  }

  // MARK: Rest

  /**
   * Resolves when nobody is scrolling: an assignment of the scroll position would end smooth scrolling, and the movement after a
   * finger has left the screen. At the beginning, there is nowhere to go.
   */
  atRest() {
    return new Promise((resolve) => {
      if (this.#isMoving && this.top > 0) this.#whenAtRest.push(resolve); else resolve();
    });
  }

  /** Whether a person is scrolling. */
  get #isMoving() { return this.#frames > 0; }

  get #isMovingUp() { return this.#isMoving && this.#scrollPosition.isUpwards; }

  #beginMoving() {
    if (!this.#isMoving) requestAnimationFrame(() => this.#countFrame());
    this.#frames = framesToRest;
  }

  #countFrame() {
    this.#frames = this.top === 0 ? 0 : this.#frames - 1;
    if (this.#isMoving) requestAnimationFrame(() => this.#countFrame());
    else for (const resolve of this.#whenAtRest.splice(0)) resolve();
  }
}

/** Returns the part of a message's element that is below the headings: another message may get these. */
const bubbleOf = (message) => message.querySelector('.bubble');

/** Returns the first child that ends below a line. */
function firstBelow(parent, line) {
  const { children } = parent ?? { children: [] };
  return children[firstIndex(children, (child) => child.getBoundingClientRect().bottom > line)];
}

/** Returns the element of the message before another one; undefined for the first message. */
function previous(element) {
  return element?.previousElementSibling ?? element?.parentElement.previousElementSibling?.lastElementChild ?? undefined;
}

/** Returns the last child that begins above a line. */
function lastAbove(parent, line) {
  const { children } = parent ?? { children: [] };
  return children[firstIndex(children, (child) => child.getBoundingClientRect().top >= line) - 1];
}
