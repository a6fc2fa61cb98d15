// The queue of messages, and of changes of messages, that the node has not stored yet, as one tab knows it. The browser's
// database has the queue for all tabs. It may answer late or never, and may be deleted while the tab is open.

import { hasForm, isChange, waitsForTarget } from './changes.js';
import { isName } from './validation.js';

/** The largest number of milliseconds since 1970 that a Date can have. */
const latestTime = 8.64e15;

/** The key of the object with the id of the database. The keys of messages begin at 1. */
const idKey = 0;
/** The largest number of post keys that the database keeps of removed messages. */
const mostRemoved = 100;

/** What the database has answered last, and the changes of this tab that it does not have yet. */
export class Queue {
  /** The messages in the database, by their key `order`. */
  #saved = [];
  /** The messages of a deleted database that the one after it does not have yet. */
  #lost = [];
  /** { postKey, apply } in the order in which they were made. */
  #changes = [];
  /** The digests of messages that the node has stored while this tab was open, by their post keys. */
  #digests = new Map();
  /** The id of the database; undefined before its first answer. */
  #database;
  /** The post keys of the messages that were removed from the database last. */
  #removed = [];
  /** The post keys of messages that other tabs have removed since the last answer. */
  #removedElsewhere = new Set();

  /** The messages in the order in which they are sent. A message without `order` is not saved yet. */
  get messages() {
    return this.#applied.filter(({ postKey }) => !this.#removedElsewhere.has(postKey));
  }

  get #applied() { return applied(this.#changes, this.#found).map((message) => this.#named(message)); }

  /** Returns a change with the digest of its message, if this tab knows that the node has stored the message. */
  #named(message) {
    if (!waitsForTarget(message) || !this.#digests.has(message.proof)) return message;
    const digest = this.#digests.get(message.proof);
    return { ...message, ...digest ? { digest } : { problem: { code: 'target-unknown', sentence: '' } } };
  }

  /** The messages that this tab has found in the database, or in the one before it. */
  get #found() { return [...this.#saved, ...this.#lost]; }

  /** Whether there is nothing to save. The database may lack a message that it had: it may have been deleted. */
  get isEmpty() { return this.#changes.length === 0 && this.messages.length === 0; }

  /**
   * Changes a message, or adds or removes one.
   * @param {(message?: object) => object | undefined} apply gets the message with the post key, and returns the one that
   *   replaces it. It is called several times: now and with what the database has
   */
  change(postKey, apply) {
    this.#changes.push({ postKey, apply });
  }

  /** Adds a message, or puts one that was removed back where it was. */
  add(message) {
    this.change(message.postKey, (saved) => saved ?? message);
  }

  remove(postKey) {
    this.change(postKey, () => undefined);
  }

  /**
   * Removes a message that the node has stored. The changes that wait for it get its digest in the same transaction, also those
   * that another tab has just added.
   * @param {string | undefined} digest undefined if the node has not kept the message: it cannot be changed then
   */
  stored(postKey, digest) {
    this.#digests.set(postKey, digest);
    this.remove(postKey);
  }

  /** Returns the changes that wait for a message or a reaction of the queue. */
  waitingFor(postKey) {
    return this.messages.filter((change) => waitsForTarget(change) && change.proof === postKey);
  }

  /**
   * Notes that another tab has removed messages. The database may be slow to tell it, or was deleted and never does.
   * @param {{ postKey: string, message: object }[]} replaced those that have got another text, with their replacements
   */
  noteRemoved(postKeys, replaced = []) {
    const edited = new Map(replaced.map(({ postKey, message }) => [postKey, message]));
    const replace = (message) => edited.get(message.postKey) ?? message;
    [this.#saved, this.#lost] = [this.#saved.map(replace), this.#lost.map(replace)];
    for (const postKey of postKeys) this.#removedElsewhere.add(postKey);
  }

  /**
   * Adopts the objects of the database: a message that it no longer has was sent or removed in another tab. Another
   * database, with another id, never had the messages of the former one: they are added again, except those that another
   * tab has removed from it before.
   */
  see(objects) {
    const { database, removed } = objects.find(({ order }) => order === idKey) ?? {};
    this.#removed = Array.isArray(removed) ? removed : [];
    const isDeleted = this.#database !== undefined && database !== this.#database;
    const lost = isDeleted ? [...this.#saved.map(({ order, ...message }) => message), ...this.#lost] : this.#lost;
    [this.#saved, this.#database] = [objects.filter(isMessage), database];
    const known = new Set([...this.#saved.map(({ postKey }) => postKey), ...this.#removed, ...this.#removedElsewhere]);
    this.#lost = lost.filter(({ postKey }) => !known.has(postKey));
    this.#removedElsewhere.clear();
  }

  /**
   * Returns what to write to the database after `see`, within the same transaction: `put` are objects, which get their keys
   * there, and `remove` keys. `removed` are the post keys that the queue has no longer, and `replaced` is as for `noteRemoved`.
   * @param {string} newId the id for a database that has none
   */
  writes(newId) {
    const isSaved = (message) => this.#saved.includes(message);
    // Copies, because the transaction may fail after it has given them keys.
    const messages = this.#applied.map((message) => (isSaved(message) ? message : { ...message }));
    const [kept, keys] = [messages.map(({ order }) => order), messages.map(({ postKey }) => postKey)].map((all) => new Set(all));
    const removed = [...this.#found, ...this.#changes].map(({ postKey }) => postKey).filter((postKey) => !keys.has(postKey));
    const replaced = this.#saved.filter(({ postKey }) => !keys.has(postKey))
      .map(({ order, postKey }) => ({ postKey, message: messages.find((message) => message.order === order) }))
      .filter(({ message }) => message);
    const database = this.#database ?? newId;
    const id = { order: idKey, database, removed: [...new Set([...this.#removed, ...removed])].slice(-mostRemoved) };
    return {
      put: [...this.#database === undefined || removed.length > 0 ? [id] : [], ...messages.filter((message) => !isSaved(message))],
      remove: this.#saved.map(({ order }) => order).filter((order) => !kept.has(order)),
      removed,
      replaced,
      messages,
      database,
      count: this.#changes.length,
    };
  }

  /** Notes that the database has written what `writes` has returned. */
  written({ messages, database, count }) {
    [this.#saved, this.#lost, this.#database] = [messages, [], database];
    this.#changes.splice(0, count);
  }

  /** Notes that the database has failed. Joins the changes, which it may never write. */
  failed() {
    // Only changes of messages that a database has are different from the messages themselves.
    if (this.#found.length > 0) return;
    const { messages } = this;
    this.#changes = [];
    messages.forEach((message) => this.add(message));
  }
}

/** Returns the messages after some changes, in their order. New ones come last. */
function applied(changes, saved) {
  const messages = [...saved];
  for (const { postKey, apply } of changes) {
    const index = messages.findIndex((message) => message.postKey === postKey);
    const message = apply(messages[index]);
    if (index >= 0) messages.splice(index, 1, ...message ? [message] : []);
    else if (message) messages.push(withFreeOrder(message, messages));
  }
  const rank = ({ order }) => order ?? Number.MAX_VALUE;
  return messages.sort((one, other) => rank(one) - rank(other));
}

/** Returns a message without its key if another one has the same key, as in another database. */
function withFreeOrder(message, messages) {
  if (!messages.some(({ order }) => order !== undefined && order === message.order)) return message;
  const { order: _, ...others } = message;
  return others;
}

/**
 * Whether an object of the database has the form of a message or of a change of one. Another program at this address can have
 * saved others.
 */
function isMessage(object) {
  const { postKey, user, room, text, time, re = '' } = object;
  const hasContent = isChange(object) ? hasForm(object) : isText(text) && typeof re === 'string';
  return hasContent && isText(postKey) && isName(user)
    && (room === '' || isName(room)) && Number.isFinite(time) && Math.abs(time) <= latestTime;
}

const isText = (value) => typeof value === 'string' && value !== '';
