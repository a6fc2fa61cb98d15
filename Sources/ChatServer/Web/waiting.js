// The person's messages that are not stored at the node yet, below those that are.

import { byId, make } from './dom.js';
import { clockTime, fullTime, say } from './language.js';
import { fold, textElement } from './message-list.js';

/** Failures that have words of their own in the table of strings. */
const known = ['disk-full', 'store-full', 'text-too-long', 'illegal-character'];

/** Shows the outbox's messages of the open room. */
export class WaitingList {
  #root = byId('waiting');
  #outbox;
  #hasCome;
  #room = '';
  /** By key, made once: what one is about to press does not go away. */
  #elements = new Map();
  /** Stored, but not come with the log yet: by id. */
  #stored = new Map();
  /** Come with the log, but not answered for yet: their keys. */
  #come = new Set();

  /** @param {(id: number) => boolean} hasCome whether a message stands in the open room already */
  constructor(outbox, hasCome) {
    this.#outbox = outbox;
    this.#hasCome = hasCome;
    outbox.addEventListener('change', () => this.show());
    outbox.addEventListener('sent', ({ detail }) => {
      if (!this.#come.has(detail.message.key)) this.#stored.set(detail.id, detail.message);
    });
  }

  get isEmpty() { return this.#shown.length === 0; }

  open(room) {
    this.#room = room;
    this.#stored.clear();
    this.#come.clear();
    this.redraw();
  }

  /** Messages from here came with the log: they are not shown twice. */
  came(messages) {
    for (const { id, text, user } of messages) {
      if (this.#stored.delete(id)) continue;
      const twin = this.#shown.find((message) => message.text === text && message.user === user);
      if (twin) this.#come.add(twin.key);
    }
    this.show();
  }

  /** Writes all of it anew, as in another language. */
  redraw() {
    this.#elements.clear();
    this.#root.replaceChildren();
    this.show();
  }

  show() {
    const shown = this.#shown;
    const keys = new Set(shown.map(({ key }) => key));
    for (const [key, element] of this.#elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    const added = shown.filter(({ key }) => !this.#elements.has(key));
    for (const message of added) this.#elements.set(message.key, newElement(message));
    for (const message of added) this.#root.append(this.#elements.get(message.key));
    this.#root.hidden = shown.length === 0;
    fold(added.map(({ key }) => this.#elements.get(key)));
    for (const message of shown) this.#showState(message, this.#elements.get(message.key));
  }

  get #shown() {
    const waiting = this.#outbox.messages.filter(({ room, key }) => room === this.#room && !this.#come.has(key));
    const keys = new Set(waiting.map(({ key }) => key));
    for (const id of this.#stored.keys()) if (this.#hasCome(id)) this.#stored.delete(id);
    return [...this.#stored.values()].filter(({ key, room }) => room === this.#room && !keys.has(key)).concat(waiting);
  }

  #showState(message, element) {
    const state = element.querySelector('.state');
    state.textContent = this.#stateOf(message);
    state.classList.toggle('problem', message.problem !== undefined);
    if (message.problem && !element.querySelector('.actions')) element.lastChild.append(this.#actions(message));
  }

  #stateOf({ key, problem }) {
    if (problem) return say('notSent', { why: reason(problem) });
    if ([...this.#stored.values()].some((stored) => stored.key === key)) return say('storedHere');
    const { obstacle, isKept } = this.#outbox;
    if (obstacle) return say('waitingBecause', { why: reason({ code: obstacle.code, sentence: obstacle.message }) });
    return say(isKept ? 'waiting' : 'waitingNotKept');
  }

  /** A message that was refused goes back into the text box, or away. */
  #actions(message) {
    const box = byId('text');
    const edit = make('button', '', say('edit'));
    const discard = make('button', '', say('discard'));
    edit.type = discard.type = 'button';
    edit.addEventListener('click', () => {
      box.value = [message.text, box.value].filter(Boolean).join('\n');
      box.dispatchEvent(new Event('input'));
    });
    for (const button of [edit, discard]) {
      button.addEventListener('click', () => {
        box.focus();
        this.#outbox.giveUp(message);
      });
    }
    const actions = make('p', 'actions');
    actions.append(edit, discard);
    return actions;
  }
}

function newElement(message) {
  const element = make('div', 'message mine pending');
  element.role = 'listitem';
  const bubble = make('div', 'bubble');
  const facts = make('p', 'facts');
  const time = make('time', '', clockTime(message.time));
  time.title = fullTime(message.time);
  facts.append(time, make('span', 'state'));
  bubble.append(textElement(message.text), facts);
  element.append(bubble);
  return element;
}

function reason({ code, sentence }) {
  return known.includes(code) ? say(`failure-${code}`) : sentence;
}
