// The texts that the person has begun to write, one for each room, as one tab knows them. The browser saves them for all tabs.
// The digests of the messages to which they reply are kept in the same way, under another prefix.

import { isName } from './validation.js';

/** Each draft has a key of its own, so that tabs with different rooms do not overwrite each other's drafts. */
export const prefix = 'tidings.draft ';
export const replyPrefix = 'tidings.reply ';
/** Drafts, at most. Those with the oldest changes are dropped. */
const mostDrafts = 50;
/** UTF-16 units of a saved draft, at most: twice as many as a message can have. */
const longestSaved = 32 * 1024;
/** Milliseconds after a change in this tab within which it keeps its text: what another tab removes may be an older one. */
const ownTime = 500;

/** Events: `change` when a room has got or lost its draft; `adopted` with a room whose draft another tab has changed. */
export class Drafts extends EventTarget {
  #store;
  #now;
  #prefix;
  /** By room, in the order of their last changes. */
  #texts = new Map();
  /** The room whose draft was changed last in this tab, and when. */
  #changed = {};

  /**
   * @param {{ keys: Function, read: Function, write: Function, remove: Function }} store the values that all tabs share
   * @param {() => number} now returns the time in milliseconds
   */
  constructor(store, now = Date.now, ownPrefix = prefix) {
    super();
    [this.#store, this.#now, this.#prefix] = [store, now, ownPrefix];
    store.keys().forEach((key) => this.#load(key));
  }

  has(room) { return this.#texts.has(room); }
  text(room) { return this.#texts.get(room) ?? ''; }

  set(room, text) {
    this.#changed = { room, time: this.#now() };
    this.#replace(room, text);
    if (!this.has(room)) return this.#store.remove(this.#prefix + room);
    this.#save(room);
    for (const oldest of [...this.#texts.keys()].slice(0, -mostDrafts)) this.set(oldest, '');
  }

  /** Removes a draft: at once from this tab, from the browser when its text is saved elsewhere. */
  async remove(room, isSavedElsewhere) {
    const removed = this.text(room).slice(0, longestSaved);
    this.#replace(room, '');
    await isSavedElsewhere;
    // Somebody may have begun the next text, perhaps in another tab.
    if (!this.has(room) && this.#store.read(this.#prefix + room) === removed) this.#store.remove(this.#prefix + room);
  }

  /** Adopts what other tabs have changed: the draft with a key, or without a key all drafts. */
  follow(key) {
    const rooms = [...this.#texts.keys()].map((room) => this.#prefix + room);
    for (const changed of key ? [key] : new Set([...rooms, ...this.#store.keys()])) this.#follow(changed);
  }

  #follow(key) {
    const { room, time } = this.#changed;
    const isNewer = key === this.#prefix + room && this.has(room) && this.#now() - time < ownTime;
    if (isNewer && this.#store.read(key) === undefined) this.#save(room);
    else this.#load(key);
  }

  #save(room) {
    this.#store.write(this.#prefix + room, this.text(room).slice(0, longestSaved));
  }

  /** Adopts a draft from the browser. Another program at this address can have saved another value. */
  #load(key) {
    const room = key.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : undefined;
    if (room !== '' && !isName(room)) return;
    const text = this.#store.read(key);
    if (room === this.#changed.room && text !== this.text(room)) this.#changed = {};
    this.#replace(room, typeof text === 'string' ? text.slice(0, longestSaved) : '');
    this.dispatchEvent(new CustomEvent('adopted', { detail: room }));
  }

  #replace(room, text) {
    const had = this.has(room);
    this.#texts.delete(room);
    // White space alone is no draft.
    if (text.trim() !== '') this.#texts.set(room, text);
    if (had !== this.has(room)) this.dispatchEvent(new Event('change'));
  }
}
