// What was written and is not stored at the node yet: kept in the browser, shared by all tabs, sent in order.

import * as database from './database.js';
import { alone } from './leadership.js';
import { Failure, Unreachable, post } from './node.js';

/** Milliseconds before a message that the node cannot store now, as on a full disk, is sent again. */
const retryPause = 5000;
/** Milliseconds after which it is looked whether the node is there while a message is on its way. */
const doubtTime = 3000;

/**
 * Events: `change` when a message was added, sent, refused or given up; `sent` with the message and its id.
 *
 * A message is { order, key, user, room, text, time, problem? }. Its key makes it safe to send it twice, and so from
 * two tabs at once: the node stores it once.
 */
export class Outbox extends EventTarget {
  messages = [];
  /** Whether the browser keeps them; else they go with the tab. */
  isKept = true;
  /** Why the node does not store anything for now, where it said so. */
  obstacle;
  #live;
  #retry;

  /** @param live tells the other tabs, and when the node is back */
  constructor(live) {
    super();
    this.#live = live;
    live.addEventListener('outbox', () => this.#load().then(() => this.#later()));
    live.addEventListener('turn', () => this.send());
    live.addEventListener('reach', ({ detail }) => { if (detail.isThere) this.send(); });
  }

  async start() {
    await this.#load();
    this.send();
  }

  /** Takes a message; the browser has it when this returns, if it keeps anything. */
  async add(user, room, text) {
    const message = { key: randomKey(), user, room, text, time: Date.now() };
    this.#show([...this.messages, message]);
    try {
      message.order = await database.put('outbox', message);
      this.#live.tell('outbox');
    } catch {
      this.#keepsNothing();
    }
    this.send();
  }

  /** Sends what waits, oldest first, in one tab at a time. */
  async send() {
    clearTimeout(this.#retry);
    await alone('outbox', async () => {
      // What another tab has sent in the meantime is gone from the database.
      await this.#load();
      for (const message of this.messages.filter((message) => this.#canBeSent(message))) {
        if (!await this.#post(message)) return;
      }
    });
  }

  /** One that is just being kept is sent when it is: else it would be kept after it was sent. */
  #canBeSent({ problem, order }) {
    return !problem && (order !== undefined || !this.isKept);
  }

  /** @returns whether the next one can be sent */
  async #post(message) {
    const doubt = setTimeout(() => this.#live.nudge(), doubtTime);
    try {
      const id = await post(message);
      this.obstacle = undefined;
      this.dispatchEvent(new CustomEvent('sent', { detail: { message, id } }));
      await this.giveUp(message);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.status < 500 && error.status !== 408) {
        await this.#refused(message, error);
        return true;
      }
      this.obstacle = error instanceof Failure ? error : undefined;
      this.#changed(this.messages);
      // One that is away is heard of when it is back.
      if (error instanceof Unreachable) this.#live.nudge();
      this.#later();
      return false;
    } finally {
      clearTimeout(doubt);
    }
  }

  /** Tries again what waits at a node that is there: in the tab that leads, as the one where it was written may be closed. */
  #later() {
    clearTimeout(this.#retry);
    if (!this.#live.isLeading) return;
    const isWaiting = this.messages.some(({ problem }) => !problem);
    if (isWaiting && this.#live.reach.isThere) this.#retry = setTimeout(() => this.send(), retryPause);
  }

  async #refused(message, { code, message: sentence }) {
    message.problem = { code, sentence };
    if (message.order !== undefined) await database.put('outbox', message).catch(() => {});
    this.#changed(this.messages);
  }

  /** Forgets a message: it is stored at the node, or was refused and is not wanted any more. */
  async giveUp(message) {
    // If it stays there it is sent once more, which its key makes harmless.
    if (message.order !== undefined) await database.remove('outbox', message.order).catch(() => this.#keepsNothing());
    this.#changed(this.messages.filter((other) => other.key !== message.key));
  }

  async #load() {
    if (!this.isKept) return;
    try {
      const kept = await database.all('outbox');
      // What is just being put there stands at the end.
      const keys = new Set(kept.map(({ key }) => key));
      this.#show(kept.concat(this.messages.filter(({ order, key }) => order === undefined && !keys.has(key))));
    } catch {
      this.#keepsNothing();
    }
  }

  #keepsNothing() {
    this.isKept = false;
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

/** Not crypto.randomUUID, which browsers have on localhost and https only. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
