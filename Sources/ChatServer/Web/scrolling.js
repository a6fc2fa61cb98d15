// The part of the page that scrolls: which messages are visible, and how they keep their places while others change.

/** Pixels from the end within which the person counts as being at the end. */
const endSlack = 60;
/** Pixels of the topmost visible message that stay visible when the messages are laid out again. */
const visibleHeight = 24;

export class Scrolling {
  #scroller;
  #root;
  /**
   * The place at the last `rememberPlace`, in pixels: the topmost visible message, its distance from the upper edge, the
   * width, and the distances from the start and the end: { bubble, top, width, start, end }.
   */
  #remembered = {};

  /**
   * @param {HTMLElement} scroller the element that scrolls
   * @param {HTMLElement} root has chunks as children, which have messages as children
   */
  constructor(scroller, root) {
    this.#scroller = scroller;
    this.#root = root;
  }

  get isAtEnd() {
    return this.#toEnd < endSlack;
  }

  /** The distance to the end of the loaded messages, in pixels. */
  get #toEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** The distance from the beginning of the loaded messages, in screens. */
  get screensAbove() { return this.#scroller.scrollTop / this.#scroller.clientHeight; }

  /** The distance to the end of the loaded messages, in screens. */
  get screensBelow() {
    return this.#toEnd / this.#scroller.clientHeight;
  }

  /** The width and height of the visible part, and the height of everything: shows whether there is a new layout. */
  get layout() {
    const { clientWidth, clientHeight, scrollHeight } = this.#scroller;
    return `${clientWidth} ${clientHeight} ${scrollHeight}`;
  }

  /** The topmost element of a message that is at least partly visible. */
  get firstVisible() {
    const { top } = this.#scroller.getBoundingClientRect();
    return firstBelow(firstBelow(this.#root, top), top);
  }

  /** The lowest element of a message of which some text is visible. */
  get lastVisible() {
    const line = this.#scroller.getBoundingClientRect().bottom - visibleHeight;
    const element = lastAbove(lastAbove(this.#root, line), line);
    // Above the bubble there may be the name of the author, and of the day.
    const isVisible = element?.querySelector('.bubble').getBoundingClientRect().top < line;
    return isVisible ? element : previous(element);
  }

  /** The distance from the beginning, in pixels. */
  get top() { return this.#scroller.scrollTop; }

  scrollToStart() {
    this.#scroller.scrollTop = 0;
  }

  scrollToEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  /** Scrolls an element to the upper part of the screen, below some of the messages before it. */
  scrollToUpperPart(element) {
    // One assignment: the browser limits it to the end.
    this.#scroller.scrollTop += this.#frame(element).top - this.#scroller.clientHeight / 4;
  }

  /**
   * Makes a change above or below the visible messages without moving them.
   * @param {boolean} staysAtEnd whether the end of the changed messages is then visible, if the end was before
   */
  keepPlace(change, staysAtEnd = true) {
    const wasAtEnd = staysAtEnd && this.isAtEnd;
    const anchor = this.firstVisible?.querySelector('.bubble');
    const before = anchor?.getBoundingClientRect().top;
    // The browser's scroll anchoring would move the messages a second time.
    this.#scroller.style.overflowAnchor = 'none';
    change();
    if (wasAtEnd) this.scrollToEnd();
    else if (anchor?.isConnected) this.#scroller.scrollTop += anchor.getBoundingClientRect().top - before;
    requestAnimationFrame(() => { this.#scroller.style.overflowAnchor = ''; });
  }

  /** Makes a change that makes the page higher or lower, and keeps an element at its place on the screen. */
  keepAt(element, change) {
    const { top } = element.getBoundingClientRect();
    this.#scroller.style.overflowAnchor = 'none';
    change();
    this.#scroller.scrollTop += element.getBoundingClientRect().top - top;
    requestAnimationFrame(() => { this.#scroller.style.overflowAnchor = ''; });
  }

  /** Makes a change, then restores the exact distance from the beginning. */
  keepDistance(change) {
    const { scrollTop } = this.#scroller;
    change();
    this.#scroller.scrollTop = scrollTop;
  }

  /** Remembers the place for `returnToPlace` and `hasMovedUp`. */
  rememberPlace() {
    const bubble = this.firstVisible?.querySelector('.bubble');
    const top = bubble && this.#frame(bubble).top;
    const { clientWidth, scrollTop } = this.#scroller;
    this.#remembered = { bubble, top, width: clientWidth, start: scrollTop, end: this.#toEnd };
  }

  /**
   * Whether somebody has scrolled up since `rememberPlace`, perhaps in a new layout. In a layout of the same width, less
   * above what is visible moves it nearer to the start, and more below it moves it farther from the end; scrolling does both.
   */
  get hasMovedUp() {
    const { clientWidth, scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const { width, start, end } = this.#remembered;
    return width === clientWidth && scrollTop < Math.min(start, scrollHeight - clientHeight) - 1 && this.#toEnd > end + 1;
  }

  /** Scrolls back to the remembered message if a change of the width has made all messages higher or lower. */
  returnToPlace() {
    const { bubble, top, width } = this.#remembered;
    if (!bubble?.isConnected || width === this.#scroller.clientWidth) return;
    const frame = this.#frame(bubble);
    const least = Math.min(visibleHeight, frame.height);
    this.#scroller.scrollTop += frame.top - Math.max(top, least - frame.height);
  }

  /** Returns the distance of an element from the upper edge of the visible part, and its height, in pixels. */
  #frame(element) {
    const { top, height } = element.getBoundingClientRect();
    return { top: top - this.#scroller.getBoundingClientRect().top, height };
  }
}

/** Returns the first child that ends below a line. A binary search, because measuring an element may cost a layout. */
function firstBelow(parent, line) {
  if (!parent) return undefined;
  let [low, high] = [0, parent.childElementCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parent.children[middle].getBoundingClientRect().bottom <= line) low = middle + 1; else high = middle;
  }
  return parent.children[low];
}

/** Returns the element of the message before another one; undefined for the first message. */
function previous(element) {
  return element?.previousElementSibling ?? element?.parentElement.previousElementSibling?.lastElementChild ?? undefined;
}

/** Returns the last child that begins above a line. */
function lastAbove(parent, line) {
  if (!parent) return undefined;
  let [low, high] = [0, parent.childElementCount];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parent.children[middle].getBoundingClientRect().top < line) low = middle + 1; else high = middle;
  }
  return parent.children[low - 1];
}
