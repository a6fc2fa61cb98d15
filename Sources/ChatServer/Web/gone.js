// The messages whose texts this browser has found gone. A node can get such a text from a peer: the message then arrives
// again under a higher id, with the same digest, and is not a new one.

import { follow, read, write } from './storage.js';

const storageKey = 'tidings.gone';
/** Messages that are remembered, at most. The ones noted first are forgotten first, and count as new if they return. */
const longest = 1000;

/** Remembers, in all tabs and after a reload, under which id each of these messages was first found. */
export class GoneTexts {
  /** The ids by digest. */
  #ids = saved() ?? new Map();

  constructor() {
    follow(storageKey, () => { this.#ids = saved() ?? this.#ids; });
  }

  /** Notes the messages whose texts are gone. */
  note(messages) {
    const found = messages.filter(({ isTextGone, digest }) => isTextGone && !this.#ids.has(digest));
    if (found.length === 0) return;
    // Another tab may have saved other messages since.
    const all = new Map([...this.#ids, ...found.map(({ digest, id }) => [digest, id]), ...saved() ?? []]);
    this.#save(new Map([...all].slice(-longest)));
  }

  /** Returns the id under which this browser first found a message. */
  firstId({ digest, id }) {
    return Math.min(id, this.#ids.get(digest) ?? id);
  }

  /** Forgets all messages, because another store uses the same ids for other messages. */
  clear() {
    this.#save(new Map());
  }

  #save(ids) {
    this.#ids = ids;
    write(storageKey, [...ids]);
  }
}

/** Returns undefined for a missing value and for one that does not have the expected form. */
function saved() {
  const value = read(storageKey);
  return Array.isArray(value) ? new Map(value.filter(Array.isArray)) : undefined;
}
