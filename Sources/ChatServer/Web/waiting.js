// This person's messages that the node has not stored yet, below the stored ones.

import { byId, make } from './dom.js';
import { clockTime, fullTime, hasString, say } from './language.js';
import { fold, textElement } from './message-element.js';

/** Shows the outbox's messages for the open room. */
export class WaitingList {
  #root = byId('waiting');
  #outbox;
  #isShown;
  #room = '';
  /** The elements by post key. Each message keeps its element, so that no button moves while somebody presses it. */
  #elements = new Map();
  /** Messages that the node has stored and that have not arrived with the log yet. By id. */
  #stored = new Map();
  /** Post keys of messages that have arrived with the log before the answer to their post. */
  #arrived = new Set();

  /** @param {(id: number) => boolean} isShown whether a stored message is shown in the open room */
  constructor(outbox, isShown) {
    this.#outbox = outbox;
    this.#isShown = isShown;
    outbox.addEventListener('change', () => this.show());
    outbox.addEventListener('stored', ({ detail }) => {
      if (!this.#arrived.has(detail.message.postKey)) this.#stored.set(detail.id, detail.message);
    });
  }

  get isEmpty() { return this.#shown.length === 0; }

  open(room) {
    this.#room = room;
    this.#stored.clear();
    this.#arrived.clear();
    this.redraw();
  }

  /** Hides messages that have arrived with the log, because the list of messages shows them now. */
  arrived(messages) {
    for (const { id, text, user } of messages) {
      if (this.#stored.delete(id)) continue;
      const same = this.#shown.find((message) => message.text === text && message.user === user);
      if (same) this.#arrived.add(same.postKey);
    }
    this.show();
  }

  /** Makes all elements again, as in another language. */
  redraw() {
    this.#elements.clear();
    this.#root.replaceChildren();
    this.show();
  }

  show() {
    const shown = this.#shown;
    const keys = new Set(shown.map(({ postKey }) => postKey));
    for (const [postKey, element] of this.#elements) {
      if (keys.has(postKey)) continue;
      element.remove();
      this.#elements.delete(postKey);
    }
    const added = shown.filter(({ postKey }) => !this.#elements.has(postKey));
    for (const message of added) this.#elements.set(message.postKey, newElement(message));
    for (const message of added) this.#root.append(this.#elements.get(message.postKey));
    this.#root.hidden = shown.length === 0;
    fold(added.map(({ postKey }) => this.#elements.get(postKey)));
    for (const message of shown) this.#showState(message, this.#elements.get(message.postKey));
  }

  get #shown() {
    const isHere = ({ room }) => room === this.#room;
    const waiting = this.#outbox.messages.filter((message) => isHere(message) && !this.#arrived.has(message.postKey));
    const keys = new Set(waiting.map(({ postKey }) => postKey));
    for (const id of this.#stored.keys()) if (this.#isShown(id)) this.#stored.delete(id);
    const stored = [...this.#stored.values()].filter((message) => isHere(message) && !keys.has(message.postKey));
    return stored.concat(waiting);
  }

  #showState(message, element) {
    const state = element.querySelector('.state');
    state.textContent = this.#stateOf(message);
    state.classList.toggle('problem', message.problem !== undefined);
    const actions = element.querySelector('.actions');
    const isHeld = message.problem || this.#outbox.isForeign(message);
    if (!isHeld) actions?.remove();
    else if (!actions) element.lastChild.append(this.#actions(message));
  }

  #stateOf(message) {
    const { postKey, problem } = message;
    if (problem) return say('notSent', { why: reason(problem) });
    if ([...this.#stored.values()].some((stored) => stored.postKey === postKey)) return say('onThisDevice');
    if (this.#outbox.isForeign(message)) return say('waitingForOther');
    const { obstacle, isSaved } = this.#outbox;
    if (obstacle) return say('waitingBecause', { why: reason({ code: obstacle.code, sentence: obstacle.message }) });
    return say(isSaved ? 'waiting' : 'waitingNotSaved');
  }

  /** Returns the buttons of a message that is not sent by itself: "Edit" moves it to the text box, "Discard" removes it. */
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
        this.#outbox.remove(message);
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

/** Returns the reason of a failure in this language; for an unknown code the node's English sentence. */
function reason({ code, sentence }) {
  return hasString(`failure-${code}`) ? say(`failure-${code}`) : sentence;
}
