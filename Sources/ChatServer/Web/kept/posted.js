// The post keys of what was sent from this browser last: with them, and only with them, it can change that.

import * as database from '../browser/database.js';
import { unlessAborted } from '../model/abort.js';

/** What this tab remembers itself, at most: also in a browser that saves nothing. */
const longest = 1000;
/** Milliseconds for which the database is asked. It may be slow. */
const patience = 500;

export class Posted {
  /** The newest receipts by `of`, see `receipt`. */
  #receipts = new Map();
  /** Those that the database does not have yet. */
  #unsaved = new Set();

  note(receipt) {
    this.#receipts.set(receipt.of, receipt);
    this.#unsaved.add(receipt);
    const [oldest] = this.#receipts.keys();
    if (this.#receipts.size > longest) this.#forget(oldest);
  }

  /** Returns the receipts to save; `saved` notes that this was done. */
  get unsaved() { return [...this.#unsaved]; }
  saved(receipts) { for (const receipt of receipts) this.#unsaved.delete(receipt); }

  /** Returns the receipt of a message, by its digest, or of a reaction, by its name; undefined without one. */
  async find(of) {
    const saved = () => unlessAborted(database.get('posted', of).catch(() => undefined), AbortSignal.timeout(patience));
    return this.#receipts.get(of) ?? saved();
  }

  #forget(of) {
    this.#unsaved.delete(this.#receipts.get(of));
    this.#receipts.delete(of);
  }
}
