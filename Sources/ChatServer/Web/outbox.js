// The queue of messages that the node has not stored yet: saved in the browser, shared by all tabs, sent in order.

import { randomKey } from './browser.js';
import * as database from './database.js';
import { alone, hold, unlessHeld } from './leadership.js';
import { isName } from './model/validation.js';
import { Failure, Unreachable, post, status } from './node.js';
import { onReturn } from './presence.js';
import { read, write } from './storage.js';

/** The public key of the last node that this browser has met at this address. */
const storageKey = 'tidings.node';

/** Milliseconds between two attempts to send to a node that cannot store now, as on a full disk. */
const retryPause = 5000;
/** Milliseconds after which a post without an answer makes the web client check whether the node is reachable. */
const doubtTime = 3000;
/** The largest number of milliseconds since 1970 that a Date can have. */
const latestTime = 8.64e15;
/** A message whose first attempt begins later than this many milliseconds after Send has waited. */
const longestDelay = 60_000;

/** Milliseconds within which a message is sent at once. */
export const atOnce = 1000;

/**
 * Events: `change` when a message was added, stored, refused or removed; `stored` with the message and its id; `sent` with
 * the number of messages that had waited, and the post key of one of them.
 *
 * A message is { order, postKey, node, user, room, text, time, isAttempted, written?, problem? }. `time` is when the person
 * pressed Send. `node` is the public key of the node for which it was written; undefined if the browser had met no node
 * before. Another node may answer at this address later. It gets the message only if the person wants this.
 * `isAttempted` is false until the first attempt to send. From then on the node may have the message. `written` is `time` if
 * the message has waited, else null; undefined until this is decided, at the latest by the first attempt.
 * The node stores messages with the same post key once: a message may be sent twice, also from two tabs at the same
 * time.
 */
export class Outbox extends EventTarget {
  messages = [];
  /** Whether the browser saves the queue; else it is lost when the tab is closed. */
  isSaved = true;
  /** The last failure of a node that cannot store any message at present, as on a full disk. */
  obstacle;
  /** The public key of the node that answered last; undefined before the first answer to this browser. */
  #node = read(storageKey);
  #live;
  #retry;
  /** Functions that end the edits of messages in this tab. By post key. */
  #edits = new Map();

  constructor(live) {
    super();
    this.#live = live;
    live.addEventListener('outbox', () => this.#load().then(() => this.#retryLater()));
    live.addEventListener('turn', () => this.send());
    live.addEventListener('reachability', ({ detail }) => { if (detail.isReachable) this.send(); });
    live.addEventListener('group', ({ detail }) => { if (this.#meet(detail.node)) this.send(); });
    onReturn(() => this.send());
  }

  async start() {
    await this.#load();
    this.send();
  }

  /** Adds a message to the queue. When this returns, the browser has saved it, if it saves anything. */
  async add(user, room, text) {
    const postKey = randomKey();
    const message = { postKey, node: this.#node, user, room, text, time: Date.now(), isAttempted: false };
    // However soon the node answers again, this message has waited.
    if (!this.#live.reachability.isReachable) message.written = message.time;
    this.#show([...this.messages, message]);
    try {
      message.order = await database.put('outbox', message);
      this.#live.tell('outbox');
    } catch {
      this.#notSaved();
    }
    this.send();
  }

  /** Sends the queue, oldest message first, in one tab at a time. */
  async send() {
    clearTimeout(this.#retry);
    await alone('outbox', async (signal) => {
      // Another tab may have sent some of the messages and removed them from the database.
      await this.#load();
      if (!this.messages.some(({ problem }) => !problem) || !await this.#identify()) return;
      const waited = [];
      /** The rooms with a message that a tab is editing. */
      const held = new Set();
      for (const message of this.messages.filter((message) => this.#canBeSent(message))) {
        if (signal.aborted) return;
        if (!held.has(message.room) && !await this.#post(message, waited, held)) break;
      }
      // The tab may be closed without ending the edit.
      if (held.size > 0) this.#retryLater();
      if (waited.length === 0) return;
      this.dispatchEvent(new CustomEvent('sent', { detail: { n: waited.length, postKey: waited[0].postKey } }));
    });
  }

  /** The numbers of unsent messages by room, without those that were written just now: most are sent at once. */
  get unsent() {
    const counts = new Map();
    for (const { room, time } of this.messages) {
      if (Math.abs(Date.now() - time) >= atOnce) counts.set(room, (counts.get(room) ?? 0) + 1);
    }
    return counts;
  }

  /** Whether a message is for another node than the one that answers at this address. */
  isForeign({ node, problem }) {
    return !problem && node !== undefined && node !== this.#node;
  }

  /** Whether a message is saved, if it can be. Otherwise a sent or removed message could stay in the queue. */
  isReady({ order }) {
    return order !== undefined || !this.isSaved;
  }

  /** Whether a message can be edited: the node has refused it, or no attempt to send it has begun. */
  isEditable({ isAttempted, problem }) {
    return Boolean(problem) || isAttempted === false;
  }

  /**
   * Begins to edit a message. The queue keeps the old text, and no tab sends it before the edit ends or this tab is closed.
   * @returns whether the message can be edited: a tab may be editing or sending it
   */
  async edit({ postKey }) {
    // The person may have left the page during the edit and come back.
    await this.#edits.get(postKey)?.();
    const end = await hold(`edit ${postKey}`);
    if (end) this.#edits.set(postKey, end);
    await this.#load();
    const canBeEdited = end !== undefined && this.hasEditable(postKey);
    if (end && !canBeEdited) await this.endEdit({ postKey });
    return canBeEdited;
  }

  hasEditable(postKey) {
    return this.messages.some((message) => message.postKey === postKey && this.isEditable(message));
  }

  /**
   * Replaces the text of a message that is being edited. It keeps its place in the queue.
   * @returns whether it was replaced: an attempt to send the message may have begun, or another tab has discarded it
   */
  async replace({ order, postKey }, user, text) {
    let isReplaced = false;
    const replaced = (saved) => {
      if (saved.postKey !== postKey || !this.isEditable(saved)) return saved;
      isReplaced = true;
      return edited(saved, user, text);
    };
    try {
      if (order === undefined) this.#show(this.messages.map(replaced));
      else await database.change('outbox', order, replaced);
      await this.#load();
    } catch {
      isReplaced = false;
      this.#notSaved();
    }
    await this.endEdit({ postKey });
    return isReplaced;
  }

  /** Ends an edit: the message can be sent again. */
  async endEdit({ postKey }) {
    const end = this.#edits.get(postKey);
    this.#edits.delete(postKey);
    await end?.();
    this.#changed(this.messages);
    this.send();
  }

  /** Gives all messages to the node that answers at this address, also those that were written for another one. */
  async redirect() {
    await alone('outbox', () => this.#assign(({ problem }) => !problem));
    this.send();
  }

  #canBeSent(message) {
    return !message.problem && !this.isForeign(message) && this.isReady(message);
  }

  /** Asks which node answers. Messages without a node belong to it. @returns whether a node has answered */
  async #identify() {
    return this.#request(async () => {
      this.#meet((await status()).node);
      await this.#assign(({ node }) => node === undefined);
    });
  }

  /** Notes the key of the node that answers. @returns whether it is another one than before */
  #meet(key) {
    if (key === this.#node) return false;
    this.#node = key;
    write(storageKey, key);
    this.#show(this.messages);
    return true;
  }

  /** Assigns messages to the node that answers, and saves this. */
  async #assign(isChosen) {
    const chosen = this.messages.filter(isChosen);
    if (chosen.length === 0) return;
    for (const message of chosen) {
      message.node = this.#node;
      if (message.order === undefined) continue;
      await database.change('outbox', message.order, (saved) => ({ ...saved, node: message.node }))
        .catch(() => this.#notSaved());
    }
    this.#changed(this.messages);
  }

  /**
   * Sends a message. Adds it to `waited` if it was shown as waiting, or its room to `held` if a tab is editing it: later
   * messages of the room must not overtake it.
   * @returns whether the next message can be sent
   */
  async #post(message, waited, held) {
    const isBegun = await unlessHeld(`edit ${message.postKey}`, () => this.#begin(message));
    if (isBegun === undefined) held.add(message.room);
    if (!isBegun) return true;
    // Another node may have answered to another tab meanwhile.
    if (this.isForeign(message)) return false;
    return this.#request(async () => {
      const id = await post(message);
      this.obstacle = undefined;
      if (message.written || Date.now() - message.time > atOnce) waited.push(message);
      this.dispatchEvent(new CustomEvent('stored', { detail: { message, id } }));
      await this.remove(message);
    }, message);
  }

  /** Performs a request, for a message or for the whole queue. @returns whether the next request can follow */
  async #request(perform, message) {
    const doubt = setTimeout(() => this.#live.nudge(), doubtTime);
    try {
      await perform();
      return true;
    } catch (error) {
      if (message && error instanceof Failure && error.status < 500 && error.status !== 408) {
        await this.#refused(message, error);
        return true;
      }
      this.obstacle = error instanceof Failure ? error : undefined;
      this.#changed(this.messages);
      // The event `reachability` starts the next attempt.
      if (error instanceof Unreachable) this.#live.nudge();
      this.#retryLater();
      return false;
    } finally {
      clearTimeout(doubt);
    }
  }

  /**
   * Saves before an attempt that the node may have the message. The first attempt decides whether the node gets the time
   * of Send: every attempt sends the same fields, also in another tab or after a reload. The node refuses other fields
   * with the same post key.
   * @returns whether the message is still in the queue: another tab may have sent or removed it
   */
  async #begin(message) {
    const written = this.#written(message);
    const begun = (saved) => ({ written, ...saved, isAttempted: true });
    const wasAttempted = message.isAttempted;
    let attempted = this.messages.some(({ postKey }) => postKey === message.postKey) ? begun(message) : undefined;
    try {
      // Without `order` the browser has not saved the message, and no other tab has it.
      if (message.order !== undefined) attempted = await database.change('outbox', message.order, begun);
    } catch {
      this.#notSaved();
    }
    if (!attempted) return false;
    Object.assign(message, attempted);
    if (!wasAttempted) this.#replace(message);
    return true;
  }

  /** Shows the new state of a message. The queue may have been loaded again, with another object for it. */
  #replace(message) {
    this.#changed(this.messages.map((other) => (other.postKey === message.postKey ? message : other)));
  }

  /** Returns the time of Send of a message that has waited, or that waits because the node does not answer; else null. */
  #written({ time }) {
    return Date.now() - time > longestDelay || !this.#live.reachability.isReachable ? time : null;
  }

  /** Retries in the leading tab, because the tab in which the message was written may be closed. */
  #retryLater() {
    clearTimeout(this.#retry);
    if (!this.#live.isLeading) return;
    const canSend = this.messages.some((message) => this.#canBeSent(message)) && this.#live.reachability.isReachable;
    if (canSend) this.#retry = setTimeout(() => this.send(), retryPause);
  }

  async #refused(message, { code, message: sentence }) {
    message.problem = { code, sentence };
    const refused = (saved) => ({ ...saved, problem: message.problem });
    // The person may have discarded the message meanwhile.
    if (message.order !== undefined) await database.change('outbox', message.order, refused).catch(() => {});
    this.#replace(message);
  }

  /** Removes a message that the node has stored, or that the person has discarded. */
  async remove(message) {
    // A message that stays in the database is sent again. The node recognises its post key.
    if (message.order !== undefined) await database.remove('outbox', message.order).catch(() => this.#notSaved());
    this.#changed(this.messages.filter((other) => other.postKey !== message.postKey));
  }

  /** Puts removed messages back into their places. The node stores a message that it has received already only once. */
  async restore(messages) {
    try {
      for (const message of messages) if (message.order !== undefined) await database.put('outbox', message);
    } catch {
      this.#notSaved();
    }
    this.#changed([...this.messages, ...messages].sort((one, other) => one.time - other.time));
    // The browser returns them in the order of the queue.
    await this.#load();
    this.send();
  }

  async #load() {
    if (!this.isSaved) return;
    try {
      // Another program at this address can have saved other objects. They stay where they are.
      const saved = (await database.all('outbox')).filter(isMessage);
      // Messages that are being saved at this moment come last.
      const keys = new Set(saved.map(({ postKey }) => postKey));
      const isUnsaved = ({ order, postKey }) => order === undefined && !keys.has(postKey);
      this.#show(saved.concat(this.messages.filter(isUnsaved)));
    } catch {
      this.#notSaved();
    }
  }

  #notSaved() {
    this.isSaved = false;
    this.#show(this.messages);
  }

  #changed(messages) {
    this.#show(messages);
    this.#live.tell('outbox');
  }

  #show(messages) {
    this.messages = messages;
    this.dispatchEvent(new Event('change'));
  }
}

/** Returns a message with another text. With a new post key, because the node may have refused it with the old one. */
function edited({ problem: _, written, ...others }, user, text) {
  return { ...others, ...written && { written }, user, text, isAttempted: false, postKey: randomKey() };
}

/** Whether an object has the form of a message. */
function isMessage({ postKey, user, room, text, time }) {
  return [postKey, text].every((value) => typeof value === 'string' && value !== '') && isName(user)
    && (room === '' || isName(room)) && Number.isFinite(time) && Math.abs(time) <= latestTime;
}
