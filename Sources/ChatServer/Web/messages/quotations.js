// The quotations on the web page: each shows the beginning of the message to which another one is a reply, as that is now.

import { container, make } from '../browser/dom.js';
import { quotation } from '../model/quotation.js';
import { isDigest } from '../model/validation.js';
import * as node from '../node/node.js';
import { colour } from '../page/avatar.js';

/** Milliseconds in which the messages to ask for are collected. */
const collectTime = 50;
/** Messages that are remembered, at most. */
const mostKnown = 1000;

/** Event: `change` when quotations may say something else than before. */
class Quotations extends EventTarget {
  /** Messages from outside of the timeline by digest; null for those that the node does not have. */
  #known = new Map();
  /** The digests of messages to ask for. */
  #wanted = new Set();
  #timer;
  /** Whether the node does not answer. */
  #isAway = false;
  #loaded = () => undefined;
  #asShown = (message) => message;

  /**
   * @param {Chat} chat has the messages of the timeline
   * @param {Changes} changes
   */
  connect({ live, chat, changes }) {
    this.#loaded = (digest) => chat.find(digest);
    // A waiting reply is shown before the messages of its room.
    chat.addEventListener('change', () => this.#find());
    this.#asShown = (message) => changes.shown(message);
    changes.addEventListener('change', ({ detail }) => this.#refresh(detail));
    live.addEventListener('messages', ({ detail }) => this.#arrived(detail));
    live.addEventListener('reachability', ({ detail: { isReachable } }) => {
      this.#isAway = !isReachable;
      this.#refresh(this.#wanted);
      if (isReachable) this.#askSoon();
    });
    live.addEventListener('replaced', () => this.#known.clear());
  }

  /** Returns the element of a quotation. @param {string} room the room of the reply */
  element(re, room) {
    const element = make('button', 'quotation');
    element.tabIndex = -1;
    element.dataset.re = re;
    element.room = room;
    this.#fill(element);
    return element;
  }

  /** Returns what a quotation says, see `quotation`. Asks the node for a message that is not known. */
  of(re, room) { return quotation(this.#target(re), room, { isAway: this.#isAway, isAnyHidden: node.isAnyHidden() }); }

  /** Finds all quoted messages again, as when the node hides other messages than before. */
  reload() {
    this.#known.clear();
    this.#refresh(new Set([...document.querySelectorAll('.quotation')].map(({ dataset }) => dataset.re)));
  }

  #target(re) {
    const [loaded, known] = [this.#loaded(re), this.#known.get(re)];
    const target = (loaded?.version ?? 0) >= (known?.version ?? 0) ? loaded ?? known : known;
    if (target === undefined && isDigest(re)) {
      this.#wanted.add(re);
      this.#askSoon();
    }
    if (target && node.isHidden(target)) return null;
    return target && this.#asShown(target);
  }

  #fill(element) {
    const { author, text, room, isGone } = this.of(element.dataset.re, element.room);
    const target = this.#target(element.dataset.re);
    if (target) colour(element, target.user, target.origin);
    const heading = [...author ? [make('bdi', 'name', author)] : [], ...room ? [' ', make('bdi', 'named', room)] : []];
    const quoted = make('span', isGone ? 'quoted lost' : 'quoted', text);
    quoted.dir = 'auto';
    element.replaceChildren(container('span', 'quoted-author', ...heading), quoted);
  }

  #refresh(digests) {
    for (const element of document.querySelectorAll('.quotation')) if (digests.has(element.dataset.re)) this.#fill(element);
    this.dispatchEvent(new Event('change'));
  }

  /** The timeline may not have these messages yet, or may never have them. */
  #arrived(messages) {
    const quoted = new Set([...document.querySelectorAll('.quotation')].map(({ dataset }) => dataset.re));
    for (const message of messages) {
      if (quoted.has(message.digest) || this.#known.has(message.digest)) this.#note(message.digest, message);
    }
    this.#refresh(new Set(messages.map(({ digest }) => digest)));
  }

  /** Shows the messages to ask for that are in the timeline by now. */
  #find() {
    const found = new Set([...this.#wanted].filter((digest) => this.#loaded(digest)));
    if (found.size === 0) return;
    for (const digest of found) this.#wanted.delete(digest);
    this.#refresh(found);
  }

  #note(digest, message) {
    this.#known.delete(digest);
    this.#known.set(digest, message);
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value);
  }

  #askSoon() {
    if (this.#wanted.size > 0) this.#timer ??= setTimeout(() => this.#ask(), collectTime);
  }

  async #ask() {
    const asked = [...this.#wanted];
    try {
      const found = new Map((await node.messagesWith(asked)).map((message) => [message.digest, message]));
      for (const digest of asked) {
        this.#wanted.delete(digest);
        // It may have come with the log meanwhile.
        if (found.has(digest) || !this.#known.has(digest)) this.#note(digest, found.get(digest) ?? null);
      }
      this.#timer = undefined;
      this.#refresh(new Set(asked));
      this.#askSoon();
    } catch {
      // The node is asked again when it answers, or for the next quotation.
      this.#timer = undefined;
    }
  }
}

export const quotations = new Quotations();
