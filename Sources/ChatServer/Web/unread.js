// The unread messages of the open room.

import { compare } from './timeline.js';

export class UnreadMessages {
  /** Loaded unread messages, except the earlier ones. By id. */
  #below = new Map();
  /** Unread messages above the visible ones or before the loaded ones, in display order. */
  #earlier = [];

  /** The number of unread messages at or below the visible ones. */
  get count() { return this.#below.size; }
  /** The number of unread messages above the visible ones. */
  get earlierCount() { return this.#earlier.length; }
  /** The first unread message at or below the visible ones. */
  get first() { return [...this.#below.values()].sort(compare)[0]; }
  /** The highest id of the earlier messages; 0 if there are none. */
  get highestEarlierId() { return this.#earlier.reduce((high, { id }) => Math.max(high, id), 0); }

  /** Replaces all unread messages by those of another timeline. */
  reset(unread, earlier) {
    this.#below = new Map(unread.map((message) => [message.id, message]));
    this.#earlier = earlier;
  }

  add(messages) {
    for (const message of messages) this.#below.set(message.id, message);
  }

  addEarlier(messages) {
    this.#earlier = this.#earlier.concat(messages).sort(compare);
  }

  /** Replaces messages by those with the same digests. Their texts were gone, and they have got other ids. */
  replace(messages) {
    const found = new Map(messages.map((message) => [message.digest, message]));
    // The id stays: the person has read the message if they have read up to its first id.
    for (const [id, { digest }] of this.#below) if (found.has(digest)) this.#below.set(id, found.get(digest));
    this.#earlier = this.#earlier.map((message) => found.get(message.digest) ?? message).sort(compare);
  }

  /** Removes the earlier messages. @returns the first of them */
  takeEarlier() {
    const [first] = this.#earlier;
    this.#earlier = [];
    return first;
  }

  /** Removes the messages at or below the visible ones that have ids up to `id`. */
  removeUpTo(id) {
    for (const unread of this.#below.keys()) if (unread <= id) this.#below.delete(unread);
  }

  clear() {
    this.#below.clear();
  }
}
