// The sessions of this browser: the node's owner has one until the process of the node ends, and whoever has entered a password. All
// tabs share them.

import { follow, read, remove, write } from '../browser/storage.js';

class Session {
  #key;

  constructor(key) { this.#key = key; }

  /** Undefined in a browser without a session. */
  get value() { return read(this.#key); }

  /** @returns {boolean} false in a browser that saves nothing */
  save(value) {
    write(this.#key, value);
    return this.value === value;
  }

  /** Forgets a session that the node does not know any more. */
  end(value) {
    if (this.value === value) remove(this.#key);
  }

  /** Calls `act` when another tab has begun a session. */
  follow(act) { follow(this.#key, () => { if (this.value) act(); }); }
}

export const ownerSession = new Session('tidings.owner-session');
export const userSession = new Session('tidings.session');
