// Use of the messages by keyboard. All messages together are one stop of Tab.

import { byId, isInSight } from '../browser/dom.js';
import { isModified } from '../model/enter.js';
import { toggleFold } from './message-element.js';

/** Pixels by which a message may reach beyond the visible part and still count as completely visible. */
const slack = 2;

/**
 * Moves the focus from message to message: the arrow keys to the next one, Home and End to the first loaded and to the
 * newest one, Tab to the links and buttons of the focused one, Enter to its details, Escape to the text box. All other keys
 * scroll as in any web page.
 *
 * Tab goes to the scrolling element, which gives the focus to the lowest visible message. While a message has the focus, only its
 * own links and buttons can be reached by Tab. So no key costs work for each message.
 */
export class MessageFocus {
  #scroller = byId('scroller');
  #timeline = byId('timeline');
  #waiting = byId('waiting');
  #scrolling;
  #goToEnd;
  #showDetails;
  /** The message that has the focus. */
  #entered = null;

  constructor(scrolling, { goToEnd, showDetails }) {
    this.#scrolling = scrolling;
    this.#goToEnd = goToEnd;
    this.#showDetails = showDetails;
    const on = (type, act) => this.#scroller.addEventListener(type, act);
    on('keydown', (event) => this.#pressed(event));
    on('click', (event) => this.#clicked(event));
    on('focusin', ({ target }) => this.#entersAt(target));
    on('focusout', ({ relatedTarget }) => { if (!this.#scroller.contains(relatedTarget)) this.#enter(null); });
  }

  /** Makes a change that may remove the focused message. The focus then stays in the messages. */
  keep(change) {
    const hadFocus = this.#timeline.contains(document.activeElement);
    change();
    if (hadFocus && !this.#timeline.contains(document.activeElement)) this.#scroller.focus({ preventScroll: true });
  }

  // MARK: The stop of Tab

  #entersAt(target) {
    this.#enter(target.closest('.message'));
    // After a click or a touch the scrolling element keeps the focus.
    if (target === this.#scroller && this.#scroller.matches(':focus-visible')) this.#focus(this.#focusTarget);
  }

  /** Lets Tab reach the controls of one message; of none if it is null. */
  #enter(message) {
    for (const control of controls(this.#entered)) control.tabIndex = -1;
    for (const control of controls(message)) control.tabIndex = 0;
    this.#entered = message;
    this.#scroller.tabIndex = message ? -1 : 0;
  }

  /** The message at which the focus enters: the lowest visible one, above the text box. */
  get #focusTarget() {
    const { lastElementChild } = this.#waiting;
    if (lastElementChild && isInSight(lastElementChild, this.#scroller)) return lastElementChild;
    return this.#scrolling.lastVisible ?? lastElementChild;
  }

  /** @param {number} step where the next message is if this one is a quiet line: 1 for below, -1 for above */
  #focus(wanted, step = 1) {
    const message = isNote(wanted) ? neighbour(wanted, step) ?? neighbour(wanted, -step) : wanted;
    if (!message) return false;
    message.focus({ preventScroll: true });
    if (neighbour(message, 1)) message.scrollIntoView({ block: 'nearest' });
    else this.#scrolling.scrollToEnd();
    return true;
  }

  // MARK: Keys

  #pressed(event) {
    const { key, target } = event;
    if (isModified(event)) return;
    const message = target.closest('.message');
    const acts = {
      ArrowUp: () => this.#move(message, -1),
      ArrowDown: () => this.#move(message, 1),
      Home: () => this.#goToFirst(),
      End: () => this.#goToNewest(),
      Enter: () => target === message && this.#open(message),
      Escape: () => this.#leave(),
    };
    if (Object.hasOwn(acts, key) && acts[key]()) event.preventDefault();
  }

  /** @returns {boolean} false if the browser should scroll: within a message that is higher than the screen, or at an end */
  #move(message, step) {
    if (!message || !isInSight(message, this.#scroller)) {
      const { firstVisible, lastVisible } = this.#scrolling;
      return this.#focus((step > 0 ? firstVisible : lastVisible) ?? this.#waiting.firstElementChild, step);
    }
    const [box, frame] = [message, this.#scroller].map((element) => element.getBoundingClientRect());
    const continues = step > 0 ? box.bottom > frame.bottom + slack : box.top < frame.top - slack;
    if (continues && box.height > frame.height) return false;
    return this.#focus(neighbour(message, step));
  }

  #goToFirst() {
    const moved = this.#focus(this.#timeline.firstElementChild?.firstElementChild ?? this.#waiting.firstElementChild);
    this.#scroller.scrollTop = 0;
    return moved;
  }

  #goToNewest() {
    const newest = () => this.#waiting.lastElementChild ?? this.#timeline.lastElementChild?.lastElementChild;
    this.#goToEnd().then(() => this.#focus(newest()));
    return true;
  }

  #open(message) {
    this.#showDetails(message);
    return true;
  }

  #leave() {
    byId(byId('composer').hidden ? 'first-name' : 'text').focus();
    return true;
  }

  // MARK: Buttons of messages

  #clicked({ target, detail }) {
    const message = target.closest('.message');
    const button = target.closest('.unfold');
    if (button) this.#toggleFold(button, detail === 0);
    else if (target.closest('.facts')) this.#showDetails(message);
  }

  #toggleFold(button, isByKey) {
    const text = button.previousElementSibling;
    // The text keeps its beginning when it is unfolded, and its end when it is folded again.
    const isFolded = text.classList.contains('folded');
    this.#scrolling.keepAt(isFolded ? text : button, () => toggleFold(button));
    // Tab reaches the links of an unfolded text, too.
    this.#enter(this.#entered);
    // The button is now far below: the arrow keys go on from the message.
    if (isByKey && isFolded) button.closest('.message').focus({ preventScroll: true });
    this.#scroller.dispatchEvent(new Event('fold'));
  }
}

const controls = (message) => message?.querySelectorAll('a, button') ?? [];

/** A quiet line has nothing to act on. */
const isNote = (message) => message?.classList.contains('note') === true && !message.querySelector('button');

/** Returns the next message or the one before, also across chunks and in the list of waiting messages. */
function neighbour(message, step) {
  let next = sibling(message, step);
  while (isNote(next)) next = sibling(next, step);
  return next;
}

function sibling(message, step) {
  const [side, edge] = step > 0
    ? ['nextElementSibling', 'firstElementChild'] : ['previousElementSibling', 'lastElementChild'];
  if (message[side]) return message[side];
  const timeline = byId('timeline');
  const chunk = message.parentElement;
  if (chunk.parentElement === timeline) return chunk[side]?.[edge] ?? (step > 0 ? byId('waiting')[edge] : null);
  return step < 0 ? timeline[edge]?.[edge] : null;
}
