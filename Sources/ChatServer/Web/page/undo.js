// The notice that offers for some seconds to undo what the person has done, together with the same actions shortly before.

import { byId } from '../browser/dom.js';
import { say } from '../model/words.js';
import { hideNotice, showPassing } from './notices.js';

export class Undo {
  #key;
  #act;
  #canWait;
  /** What can be undone: a list for each action. */
  #done = [];
  #timer;

  /**
   * @param {string} key the key of the sentence, which also names the notice
   * @param {(done: object[]) => void} act undoes what was done
   * @param {{ canWait: boolean }} options whether the notice stays while it has the focus
   */
  constructor(key, act, { canWait }) {
    [this.#key, this.#act, this.#canWait] = [key, act, canWait];
  }

  /** All that can be undone at present. */
  get done() { return this.#done.flat(); }

  /** @param {boolean} isByKey whether to move the focus to the button, because it is far away for the Tab key */
  offer(done, time, isByKey) {
    this.#done.push(done);
    const undo = () => {
      const all = this.done;
      this.#end();
      this.#act(all);
      byId('text').focus();
    };
    const notice = showPassing(this.#key, say(this.#key, { n: this.#done.length }), { label: say('undo'), act: undo });
    if (isByKey) notice.querySelector('button').focus();
    this.#endLater(time);
  }

  #endLater(time) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const hasFocus = byId('notices').contains(document.activeElement);
      // Somebody may be about to press "Undo".
      if (hasFocus && this.#canWait) return this.#endLater(time);
      this.#end();
      if (hasFocus) byId('scroller').focus();
    }, time);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#done = [];
    hideNotice(this.#key);
  }
}
