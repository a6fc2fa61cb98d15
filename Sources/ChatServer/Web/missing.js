// The sentences about unread messages that this browser has not kept, above and below the kept ones, while the node does
// not answer.

import { byId, make } from './dom.js';
import { missingTexts } from './model/missing.js';
import { say } from './model/words.js';

export class MissingRows {
  #earlier = byId('missing-earlier');
  #later = byId('missing-later');

  get hasEarlier() { return !this.#earlier.hidden; }
  /** Whether the sentence above the kept messages, or below them, is shown but out of sight. */
  get isEarlierOutOfSight() { return this.hasEarlier && this.#frame(this.#earlier).bottom <= this.#screen.top; }
  get isLaterOutOfSight() { return !this.#later.hidden && this.#frame(this.#later).top >= this.#screen.bottom; }

  /**
   * Shows the sentences, or hides those of sides where no messages are missing.
   * @param {{ count: number, isMore: boolean, earlier: boolean, later: boolean }} missing see `UnreadMessages`
   * @param {string | undefined} side the sentence below the line for unread messages: see `lineSide`
   */
  show(missing, side) {
    const { earlier, later } = missingTexts(missing);
    this.#fill(this.#earlier, earlier, side === 'earlier');
    this.#fill(this.#later, later, side === 'later');
    // Its height is that of an invisible sentence there.
    if (earlier) byId('beginning').hidden = true;
  }

  #fill(row, text, isBelowLine) {
    row.hidden = !text;
    const line = isBelowLine ? [make('p', 'unread-line', say('unreadLine'))] : [];
    row.replaceChildren(...text ? [...line, make('p', 'quiet', text)] : []);
  }

  #frame(element) { return element.getBoundingClientRect(); }

  get #screen() { return this.#frame(byId('scroller')); }
}
