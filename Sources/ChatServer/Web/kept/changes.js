// Shows the changes of messages that wait in the queue over the messages of the node.

import { atOnce, concerns, isChange, withChanges } from '../model/changes.js';

/** Stored changes that are remembered until the node's copy of their message has them, at most. */
const mostStored = 100;

/** Event: `change` with the set of the digests and post keys of the messages that the web page has to show again. */
export class Changes extends EventTarget {
  #outbox;
  #isOwn;
  /** Changes that the node has stored, with their ids. */
  #stored = [];
  /** The changes as they were last, as text, by the digest or the post key of their message. */
  #last = new Map();

  /** @param {(author: object) => boolean} isOwn whether a reaction was given by this person on this node */
  constructor(outbox, live, isOwn) {
    super();
    [this.#outbox, this.#isOwn] = [outbox, isOwn];
    outbox.addEventListener('stored', ({ detail: { message, id } }) => {
      if (isChange(message)) this.#stored = [...this.#stored, { ...message, id }].slice(-mostStored);
    });
    outbox.addEventListener('change', () => this.#follow());
    live.addEventListener('messages', ({ detail }) => this.#arrived(detail));
  }

  /** Returns a message as the web page shows it. A reaction of this person has the name under which they gave it as `own`. */
  shown(message) {
    const shown = withChanges(message, [...this.#stored, ...this.#outbox.messages.filter(isChange)], Date.now());
    if (!shown.reactions?.length) return shown;
    return { ...shown, reactions: shown.reactions.map((one) => ({ ...one, own: one.by.find(this.#isOwn)?.user })) };
  }

  #arrived(messages) {
    if (this.#stored.length === 0) return;
    this.#stored = this.#stored.filter((change) => !messages.some((one) => concerns(change, one) && change.id <= one.version));
    this.#follow();
  }

  #follow() {
    const all = [...this.#stored, ...this.#outbox.messages.filter(isChange)];
    if (all.length === 0 && this.#last.size === 0) return;
    const now = new Map();
    for (const { postKey, digest, proof, re, problem, id } of all) {
      const state = `${postKey} ${Boolean(problem)} ${id ?? ''}`;
      for (const key of [re, digest, proof].filter(Boolean)) now.set(key, `${now.get(key) ?? ''} ${state}`);
    }
    const changed = [...new Set([...now.keys(), ...this.#last.keys()])].filter((key) => now.get(key) !== this.#last.get(key));
    this.#last = now;
    if (changed.length === 0) return;
    this.#tell(changed);
    // Changes that still wait then get their sign.
    setTimeout(() => this.#tell(changed.filter((key) => this.#last.has(key))), atOnce);
  }

  #tell(keys) {
    if (keys.length > 0) this.dispatchEvent(new CustomEvent('change', { detail: new Set(keys) }));
  }
}
