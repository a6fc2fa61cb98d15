// Goes to a message that a link names, or to which another one is a reply, and back.

import { byId } from '../browser/dom.js';
import { isModified } from '../model/enter.js';
import { linkProblem, placeOf } from '../model/message-links.js';
import { say } from '../model/words.js';
import * as node from '../node/node.js';
import { hideNotice, showNotice } from '../page/notices.js';
import { goTo } from '../rooms/address.js';

/** Shows messages in their places. Another module opens their rooms. */
export class Jumps {
  #chat;
  #back = byId('jump-back');
  /** The message to which "Back" leads; undefined without one. */
  #start;
  /** The message from which the person is going to another one: { digest, from }. */
  #going;
  /** Identifies the newest call of `show`; the others give up. */
  #attempt;

  /** @param {Chat} chat */
  constructor(chat) {
    this.#chat = chat;
    byId('scroller').addEventListener('click', (event) => this.#clicked(event));
    this.#back.addEventListener('click', () => this.#go(this.#start));
    chat.addEventListener('change', () => { if (this.#start && chat.isInView(this.#start)) this.#setStart(undefined); });
  }

  /** Ends what concerns the room that was open. */
  leave() {
    hideNotice('link');
    this.#setStart(undefined);
  }

  /** Shows a message of the open room, or says why not. */
  async show(digest) {
    hideNotice('link');
    const { room } = this.#chat;
    const attempt = this.#attempt = Symbol('show');
    const isNewest = () => attempt === this.#attempt && room === this.#chat.room;
    const from = this.#going?.digest === digest ? this.#going.from : undefined;
    this.#going = undefined;
    const message = this.#chat.find(digest) ?? await lookUp(digest);
    if (!isNewest()) return;
    const isShown = !linkProblem(message, room) && await this.#chat.goTo(message);
    if (!isNewest()) return;
    const problem = linkProblem(message, room) ?? (isShown ? undefined : linkProblem(undefined, room));
    if (problem) showNotice('link', say(...problem), { label: say('understood'), act: () => this.#understood() });
    else this.#setStart(from?.digest && !this.#chat.isInView(from) ? from : undefined);
  }

  async #clicked(event) {
    const from = event.target.closest('.message')?.message;
    const [quotation, link] = ['.quotation', 'a'].map((kind) => event.target.closest(kind));
    if (quotation) {
      const { re: digest } = quotation.dataset;
      const { room } = this.#chat.find(digest) ?? await lookUp(digest) ?? this.#chat;
      return this.#go({ room, digest }, from);
    }
    const place = link && placeOf(link.href, location.href);
    if (!place || isModified(event)) return;
    event.preventDefault();
    this.#go(place, from);
  }

  #go({ room, digest }, from) {
    this.#going = { digest, from };
    if (digest && room === this.#chat.room) this.show(digest); else goTo(room, digest);
  }

  #setStart(start) {
    this.#start = start;
    this.#back.hidden = !start;
  }

  #understood() {
    hideNotice('link');
    byId('scroller').focus();
  }
}

/** Returns a message as the node has it, see `linkProblem`. */
async function lookUp(digest) {
  try {
    return (await node.messagesWith([digest]))[0] ?? null;
  } catch {
    return undefined;
  }
}
