// Goes to a message that a link names.

import { byId } from '../browser/dom.js';
import { linkProblem, placeOf } from '../model/message-links.js';
import { say } from '../model/words.js';
import * as node from '../node/node.js';
import { hideNotice, showNotice } from '../page/notices.js';
import { goTo } from '../rooms/address.js';

/** Shows messages in their places. Another module opens their rooms. */
export class Jumps {
  #chat;

  /** @param {Chat} chat */
  constructor(chat) {
    this.#chat = chat;
    byId('scroller').addEventListener('click', (event) => {
      const link = event.target.closest('a');
      const place = link && placeOf(link.href, location.href);
      if (!place || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      goTo(place.room, place.digest);
    });
  }

  /** Ends what concerns the room that was open. */
  leave() {
    hideNotice('link');
  }

  /** Shows a message of the open room, or says why not. */
  async show(digest) {
    hideNotice('link');
    const { room } = this.#chat;
    const message = this.#chat.find(digest) ?? await lookUp(digest);
    if (room !== this.#chat.room) return;
    let problem = linkProblem(message, room);
    if (!problem && !await this.#chat.goTo(message) && room === this.#chat.room) problem = linkProblem(undefined, room);
    if (problem) showNotice('link', say(...problem), { label: say('understood'), act: () => this.#understood() });
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
