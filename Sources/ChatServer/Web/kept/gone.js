// The messages whose texts this browser has found gone.

import { follow, read, write } from '../browser/storage.js';
import { firstId, goneFrom, noted } from '../model/gone-texts.js';

const storageKey = 'tidings.gone';

/** Remembers, in all tabs and after a reload, under which id each of these messages was first found. */
export class GoneTexts {
  /** The ids by digest. */
  #ids = saved() ?? new Map();

  constructor() {
    follow(storageKey, () => { this.#ids = saved() ?? this.#ids; });
  }

  /** Notes the messages whose texts are gone. */
  note(messages) {
    const ids = noted(this.#ids, messages, saved());
    if (ids) this.#save(ids);
  }

  /** Returns the id under which this browser first found a message. */
  firstId(message) {
    return firstId(this.#ids, message);
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

const saved = () => goneFrom(read(storageKey));
