// This person's messages that the node has not stored yet, below the stored ones, and the changes that it has refused or
// that lack their message.

import { byId, make } from '../browser/dom.js';
import { isChange } from '../model/changes.js';
import { isOfRoom } from '../model/timeline.js';
import { actionsOf, changeText, isEditable, signOf, stateOf } from '../model/waiting.js';
import { clockTime, fullTime, say } from '../model/words.js';
import { Undo } from '../page/undo.js';
import { content, describe, factsButton, fold, messageButton, nameFacts, showState } from './message-element.js';

/** Milliseconds after which the buttons of a message appear. Most messages are sent before. */
const buttonDelay = 1000;
/** Milliseconds for which discarded messages can be put back. */
const undoTime = 10_000;

/** Shows the outbox's messages for the open room. */
export class WaitingList {
  #root = byId('waiting');
  #outbox;
  #isShown;
  #edits;
  #asShown;
  #room = '';
  /** The elements by post key. Each message keeps its element, so that no button moves while somebody presses it. */
  #elements = new Map();
  /** Messages that the node has stored and that have not arrived with the log yet. By id. */
  #stored = new Map();
  /** Post keys of messages that have arrived with the log before the answer to their post. */
  #arrived = new Set();
  /** Discarded messages can be put back. */
  #undo = new Undo('discarded', (messages) => this.#outbox.restore(messages), { canWait: true });

  /**
   * @param {(id: number) => boolean} isShown whether a stored message is shown in the open room
   * @param {Edits} edits the edits of these messages
   * @param {Changes} changes the changes that wait behind them
   */
  constructor(outbox, isShown, edits, changes) {
    this.#outbox = outbox;
    this.#isShown = isShown;
    this.#edits = edits;
    this.#asShown = (message) => changes.shown(message);
    changes.addEventListener('change', () => this.show());
    outbox.addEventListener('change', () => this.show());
    edits.addEventListener('change', () => this.show());
    outbox.addEventListener('stored', ({ detail }) => {
      if (!isChange(detail.message) && !this.#arrived.has(detail.message.postKey)) this.#stored.set(detail.id, detail.message);
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
      const same = this.#shown.find((message) => !isChange(message) && message.text === text && message.user === user);
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
    for (const message of added) this.#elements.set(message.postKey, newElement(message, this.#asShown(message)));
    // From the last to the first: each message goes before an element that exists already.
    for (const message of added.toReversed()) {
      const next = shown[shown.indexOf(message) + 1];
      this.#root.insertBefore(this.#elements.get(message.postKey), this.#elements.get(next?.postKey) ?? null);
    }
    this.#root.hidden = shown.length === 0;
    fold(added.map(({ postKey }) => this.#elements.get(postKey)));
    this.#awaitDelay(shown);
    for (const message of shown) {
      const element = this.#elements.get(message.postKey);
      if (!isChange(message)) showContent(element, this.#asShown(message));
      this.#showState(message, element);
    }
  }

  /**
   * Gives messages their buttons `buttonDelay` after they are shown, and again after their first attempt has begun: most are sent soon
   * after that, but of many at once, the last ones wait for it.
   */
  #awaitDelay(shown) {
    const states = shown.map((message) => [this.#elements.get(message.postKey), isEditable(message)]);
    const changed = states.filter(([element, canEdit]) => element.canEdit !== canEdit);
    if (changed.length === 0) return;
    for (const [element, canEdit] of changed) Object.assign(element, { canEdit, isDelayed: false });
    setTimeout(() => {
      for (const [element, canEdit] of changed) element.isDelayed ||= element.canEdit === canEdit;
      this.show();
    }, buttonDelay);
  }

  get #shown() {
    const isHere = ({ room }) => room === this.#room;
    const waiting = this.#outbox.messages.filter((message) => (
      isHere(message)
        && (!isChange(message) || message.problem || this.#outbox.isLacking(message) || isOfRoom(message) && message.written)
        && !this.#arrived.has(message.postKey)));
    const keys = new Set(waiting.map(({ postKey }) => postKey));
    for (const id of this.#stored.keys()) if (this.#isShown(id)) this.#stored.delete(id);
    const stored = [...this.#stored.values()].filter((message) => isHere(message) && !keys.has(message.postKey));
    return stored.concat(waiting);
  }

  #showState(message, element) {
    const state = element.querySelector('.state');
    const facts = this.#facts(message, element);
    if (showState(state, signOf(message, facts), stateOf(message, facts))) nameFacts(state.parentElement);
    element.classList.toggle('editing', this.#edits.isEdited(message));
    this.#showActions(message, element);
  }

  #showActions(message, element) {
    const wanted = actionsOf(message, this.#facts(message, element));
    const shown = element.querySelector('.actions');
    if ((shown?.dataset.possible ?? '') === wanted) return;
    if (shown?.contains(document.activeElement)) byId('scroller').focus();
    shown?.remove();
    if (wanted) element.append(this.#actions(message, wanted));
  }

  #facts(message, { isDelayed }) {
    const { obstacle, storage } = this.#outbox;
    return {
      isStored: [...this.#stored.values()].some(({ postKey }) => postKey === message.postKey),
      isEdited: this.#edits.isEdited(message),
      isForeign: this.#outbox.isForeign(message),
      isLacking: this.#outbox.isLacking(message),
      isDelayed,
      obstacle,
      storage,
    };
  }

  /** "Edit" puts the text into the text box, "Discard" removes the message. */
  #actions(message, possible) {
    const actions = make('p', 'actions');
    actions.dataset.possible = possible;
    const act = {
      edit: () => this.#edits.begin(message),
      discard: (isByKey) => this.discard(message, isByKey),
    };
    const button = (name) => {
      const element = messageButton('', say(name));
      element.addEventListener('click', ({ detail }) => { byId('text').focus(); act[name](detail === 0); });
      return element;
    };
    const first = { edit: () => [button('edit')], discard: () => [say('maybeSent')], drop: () => [] }[possible]();
    actions.append(...first, button('discard'));
    return actions;
  }

  /**
   * Removes a message, and offers for some seconds to put it back: with the ones that were discarded shortly before,
   * because after a double click on "Discard" the next message is under the pointer.
   */
  discard(message, isByKey) {
    const removed = this.#outbox.withChanges(message);
    this.#undo.offer(removed.length > 0 ? removed : [message], undoTime, isByKey);
    this.#outbox.remove(message);
  }
}

/** Shows the text of a message again if it has changed. */
function showContent(element, shown) {
  const text = shown.isDeleted ? undefined : shown.text;
  if (element.shownText === text) return;
  element.shownText = text;
  element.querySelectorAll('.quotation, .text, .unfold').forEach((old) => old.remove());
  element.querySelector('.bubble').prepend(...content(shown));
  describe(element, element.message);
  fold([element]);
}

function newElement(message, shown) {
  const element = make('div', 'message mine pending');
  element.message = message;
  const bubble = make('div', 'bubble');
  const facts = factsButton();
  const time = make('time', '', clockTime(message.time));
  time.title = fullTime(message.time);
  facts.append(time, make('span', 'state'));
  element.shownText = shown.isDeleted ? undefined : shown.text;
  bubble.append(...isChange(message) ? [make('p', 'text', changeText(message))] : content(shown), facts);
  element.append(bubble);
  describe(element, message);
  return element;
}
