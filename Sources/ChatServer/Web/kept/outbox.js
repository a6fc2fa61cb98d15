// The queue of messages, and of changes of messages, that the node has not stored yet: saved in the browser, shared by all tabs,
// sent in order.

import { randomKey } from '../browser/browser.js';
import * as database from '../browser/database.js';
import { alone, hold, unlessHeld } from '../browser/leadership.js';
import { onReturn } from '../browser/presence.js';
import { read, write } from '../browser/storage.js';
import { unlessAborted } from '../model/abort.js';
import { holdOf, isChange, isDue, receipt, waitsForTarget } from '../model/changes.js';
import { Queue } from '../model/queue.js';
import {
  attempted, edited, isEditable, isForeign, isMoot, isOfMessage, lacksTarget, lastUnsentByRoom, nextToSend, unsentByRoom,
  wasWaiting,
} from '../model/waiting.js';
import { Failure, Unreachable, post, status } from '../node/node.js';
import { Posted } from './posted.js';

/** The public key of the last node that this browser has met at this address. */
const storageKey = 'tidings.node';

/** Milliseconds between two attempts to send to a node that cannot store now, as on a full disk, or to save the queue. */
const retryPause = 5000;
/** Milliseconds between two attempts to send a change of a message that the node does not have. */
const targetPause = 60_000;
/** Milliseconds after which a post without an answer makes the web client check whether the node is reachable. */
const doubtTime = 3000;
/** Milliseconds after which messages are sent without waiting longer for the browser's database. */
const patience = 2000;

/**
 * Events: `change` when a message was added, stored, refused or removed; `stored` with the message, which has its digest then,
 * and its id; `sent` with the post keys of messages that had waited.
 *
 * A message is { order, postKey, node, user, room, text, time, isAttempted, written?, problem?, re? }. A change of a message has
 * what its kind needs, see `model/changes.js`, and `notBefore` if the person can undo it until then. `time` is when the person
 * pressed Send. `node` is the public key of the node for which it was written; undefined if the browser had met no node
 * before. Another node may answer at this address later. It gets the message only if the person wants this.
 * `isAttempted` is false until the first attempt to send. From then on the node may have the message. `written` is `time` if
 * the message has waited, else null; undefined until this is decided, at the latest by the first attempt.
 * The node stores messages with the same post key once: a message may be sent twice, also from two tabs at the same
 * time.
 */
export class Outbox extends EventTarget {
  messages = [];
  /** `saved` if the browser saves the queue, `slow` while its database does not answer, `none` if it cannot save the queue. */
  storage = 'saved';
  /** The last failure of a node that cannot store any message at present, as on a full disk. */
  obstacle;
  #queue = new Queue();
  /** The public key of the node that answered last; undefined before the first answer to this browser. */
  #node = read(storageKey);
  #live;
  #retry;
  /** The transaction with the database that is under way, and the one after it. */
  #transaction = Promise.resolve();
  #nextTransaction;
  #retrySaving;
  /** Aborted while the database is slow. */
  #slow = new AbortController();
  /** Functions that end the edits of messages in this tab. By post key. */
  #edits = new Map();
  #posted = new Posted();
  /** The post keys of changes of messages that the node does not have. */
  #lacking = new Set();

  constructor(live) {
    super();
    this.#live = live;
    live.addEventListener('outbox', ({ detail }) => {
      for (const sent of detail?.sent ?? []) this.#stored(sent);
      this.#queue.noteRemoved(detail?.removed ?? [], detail?.replaced);
      this.#save().then(() => this.#retryLater());
    });
    live.addEventListener('turn', () => this.send());
    live.addEventListener('reachability', ({ detail }) => { if (detail.isReachable) this.send(); });
    live.addEventListener('messages', ({ detail }) => this.#arrived(detail));
    live.addEventListener('group', ({ detail }) => { if (this.#meet(detail.node)) this.send(); });
    onReturn(() => this.send());
    // After the deletion of the database, the messages that this tab has are saved in a new one.
    database.onClose(() => { if (this.messages.length > 0) this.#save(); });
  }

  start() {
    this.#save();
    this.send();
  }

  /**
   * Adds a message to the queue. Resolves when the browser has saved the message, cannot save it, or has sent it.
   * @param {string} [re] the digest of the message to which this one is a reply
   */
  async add(user, room, text, re) {
    const [message] = this.#enter({ user, room, text, ...re && { re } });
    await this.#isSettled(message);
  }

  /** Adds changes of messages to the queue, see `model/changes.js`. @returns the changes */
  change(...changes) {
    return this.#enter(...changes);
  }

  #enter(...all) {
    const time = Date.now();
    const entered = all.map((values) => (
      { ...values, postKey: values.postKey ?? randomKey(), node: this.#node, time, isAttempted: false }));
    for (const message of entered) {
      // However soon the node answers again, this message has waited.
      if (!this.#live.reachability.isReachable) message.written = time;
      this.#queue.add(message);
    }
    this.#show();
    this.#save();
    this.send();
    return entered;
  }

  /** Returns what this browser remembers of a message, by its digest, or of a reaction, by its name, see `receipt`. */
  receipt(of) { return this.#posted.find(of); }

  /** Sends the queue, oldest message first, in one tab at a time. */
  async send() {
    clearTimeout(this.#retry);
    await alone('outbox', async (signal) => {
      // Another tab may have sent some of the messages and removed them from the database.
      await this.#saveSoon();
      const canSome = this.messages.some((message) => !message.problem && isDue(message, Date.now()));
      if (!canSome || !await this.#identify()) return this.#retryLater();
      const waited = [];
      /** The rooms with a message that a tab is editing, and the post keys of messages that were sent or refused. */
      const [held, tried] = [new Set(), new Set()];
      const wasReachable = this.#live.reachability.isReachable;
      let message;
      do {
        if (signal.aborted) return;
        // Another node may answer after a loss of the connection. The event `reachability` then starts the next attempt.
        if (wasReachable && !this.#live.reachability.isReachable) break;
        message = nextToSend(this.messages, { node: this.#node, held, tried, now: Date.now() });
        tried.add(message?.postKey);
      } while (message && await this.#post(message, waited, held));
      await this.#saveSoon();
      // The tab may be closed without ending an edit, and changes may have to be sent later.
      this.#retryLater();
      if (waited.length === 0) return;
      this.dispatchEvent(new CustomEvent('sent', { detail: waited.map(({ postKey }) => postKey) }));
    });
  }

  /** The numbers of unsent messages by room, without those that were written just now. */
  get unsent() { return unsentByRoom(this.messages, Date.now()); }
  /** The last one of these messages by room. */
  get lastUnsent() { return lastUnsentByRoom(this.messages, Date.now()); }

  /** Whether the node did not have the message that a change names. The change is sent again later. */
  isLacking({ postKey }) { return this.#lacking.has(postKey); }

  /** Whether a message is for another node than the one that answers at this address. */
  isForeign(message) { return isForeign(message, this.#node); }

  /**
   * Begins to edit a message. The queue keeps the old text, and no tab sends it before the edit ends or this tab is closed.
   * @returns whether the message can be edited: a tab may be editing or sending it
   */
  async edit({ postKey }) {
    // The person may have left the web page during the edit and come back.
    await this.#edits.get(postKey)?.();
    const end = await hold(`edit ${postKey}`);
    if (end) this.#edits.set(postKey, end);
    await this.#saveSoon();
    const canBeEdited = end !== undefined && this.hasEditable(postKey);
    if (end && !canBeEdited) await this.endEdit({ postKey });
    return canBeEdited;
  }

  /** Whether a message is in the queue, as the browser has saved it. */
  async has(postKey) {
    await this.#saveSoon();
    return this.find(postKey) !== undefined;
  }

  hasEditable(postKey) {
    const message = this.find(postKey);
    return message !== undefined && isEditable(message);
  }

  /**
   * Replaces the text of a message that is being edited. It stays where it is in the queue.
   * @returns whether it was replaced: an attempt to send the message may have begun, or another tab has discarded it
   */
  async replace({ postKey }, user, text) {
    const changes = { user, text, postKey: randomKey() };
    const isUnsaved = this.find(postKey)?.order === undefined;
    this.#queue.change(postKey, (message) => (message && isEditable(message) ? edited(message, changes) : message));
    if (this.find(changes.postKey)) this.#removeChangesOf(postKey);
    this.#show();
    // Another tab may have begun to send what the database has.
    await (isUnsaved ? this.#saveSoon() : this.#save());
    const isReplaced = this.find(changes.postKey) !== undefined;
    await this.endEdit({ postKey });
    return isReplaced;
  }

  /** Removes a message or a change, unless an attempt to send it has begun. @returns whether it was removed */
  async withdraw(message) {
    const canBeRemoved = await this.edit(message);
    if (canBeRemoved) await this.remove(message);
    await this.endEdit(message);
    return canBeRemoved;
  }

  /**
   * Sends changes that are held back, because the web page is being closed. The next visit sends them again, and the node stores each
   * once.
   */
  leave(held) {
    const keys = new Set(held.map(({ postKey }) => postKey));
    const sent = this.messages.filter((one) => keys.has(one.postKey) && one.node === this.#node && !waitsForTarget(one));
    for (const one of sent) post(one, { keepalive: true }).catch(() => {});
  }

  /** Ends an edit: the message can be sent again. */
  async endEdit({ postKey }) {
    const end = this.#edits.get(postKey);
    this.#edits.delete(postKey);
    await end?.();
    this.#show();
    this.#live.tell('outbox');
    this.send();
  }

  /** Gives all messages to the node that answers at this address, also those that were written for another one. */
  async redirect() {
    // The other node does not have the messages that the changes name.
    await alone('outbox', () => this.#assign((message) => !message.problem && !isChange(message)));
    this.send();
  }

  /** Returns a message with the changes that wait for it. */
  withChanges({ postKey }) { return [this.find(postKey), ...this.#queue.waitingFor(postKey)].filter(Boolean); }

  /** Removes a message that the node has stored, or that the person has discarded. */
  remove({ postKey }) {
    this.#removeChangesOf(postKey);
    this.#queue.remove(postKey);
    this.#show();
    return this.#save();
  }

  /** Puts removed messages back where they were. The node stores a message that it has received already only once. */
  restore(messages) {
    messages.forEach((message) => this.#queue.add(message));
    this.#show();
    this.#save();
    this.send();
  }

  #removeChangesOf(postKey) {
    for (const change of this.#queue.waitingFor(postKey)) this.remove(change);
  }

  // MARK: Sending

  #canBeSent(message) { return !message.problem && !this.isForeign(message); }

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
    this.#show();
    return true;
  }

  /** Assigns messages to the node that answers, and saves this. */
  async #assign(isChosen) {
    const node = this.#node;
    const chosen = this.messages.filter(isChosen);
    for (const { postKey } of chosen) this.#queue.change(postKey, (message) => message && { ...message, node });
    this.#show();
    if (chosen.length > 0) await this.#saveSoon();
  }

  /**
   * Sends a message. Adds it to `waited` if it was shown as waiting, or its room to `held` if a tab is editing it: later
   * messages of the room must not overtake it.
   * @returns whether the next message can be sent
   */
  async #post({ postKey, room }, waited, held) {
    const message = await unlessHeld(`edit ${postKey}`, () => this.#begin(postKey));
    if (message === undefined) held.add(room);
    if (!message) return true;
    // Another node may have answered to another tab meanwhile.
    if (this.isForeign(message)) return false;
    return this.#request(async () => {
      const { id, digest } = await post(message);
      this.obstacle = undefined;
      if (!isChange(message) && wasWaiting(message, Date.now())) waited.push(message);
      const stored = isChange(message) ? message : { ...message, digest };
      this.dispatchEvent(new CustomEvent('stored', { detail: { message: stored, id } }));
      // The next transaction removes it from the database. Another tab does not send it before.
      const sent = { postKey, digest, receipt: receipt(message, digest, Date.now()) };
      this.#stored(sent);
      this.#live.tell('outbox', { sent: [sent] });
      this.#show();
    }, message);
  }

  /** Notes that the node has stored a message. The transaction that removes it from the database adds its receipt. */
  #stored({ postKey, digest, receipt: remembered }) {
    if (remembered) this.#posted.note(remembered);
    this.#lacking.delete(postKey);
    this.#queue.stored(postKey, digest);
  }

  /** Sends changes for which messages have come. */
  #arrived(messages) {
    const digests = new Set(messages.map(({ digest }) => digest));
    const isLacking = ({ postKey, digest, re }) => this.#lacking.has(postKey) && (digests.has(digest) || digests.has(re));
    if (this.#lacking.size > 0 && this.messages.some(isLacking)) this.send();
  }

  /** Performs a request, for a message or for the whole queue. @returns whether the next request can follow */
  async #request(perform, message) {
    const doubt = setTimeout(() => this.#live.nudge(), doubtTime);
    try {
      await perform();
      return true;
    } catch (error) {
      if (message && lacksTarget(error)) {
        this.#lacking.add(message.postKey);
        this.#show();
        return true;
      }
      if (message && error instanceof Failure && isOfMessage(error)) {
        if (isMoot(message, error)) await this.remove(message); else this.#refused(message, error);
        return true;
      }
      this.obstacle = error instanceof Failure ? error : undefined;
      this.#show();
      this.#live.tell('outbox');
      // The event `reachability` starts the next attempt.
      if (error instanceof Unreachable) this.#live.nudge();
      this.#retryLater();
      return false;
    } finally {
      clearTimeout(doubt);
    }
  }

  /**
   * Saves before an attempt that the node may have the message.
   * @returns the message; null if another tab has sent or removed it
   */
  async #begin(postKey) {
    if (!this.find(postKey)?.isAttempted) {
      const [now, { isReachable }] = [Date.now(), this.#live.reachability];
      this.#queue.change(postKey, (message) => message && attempted(message, now, isReachable));
      this.#show();
    }
    await this.#saveSoon();
    return this.find(postKey) ?? null;
  }

  /** Retries in the leading tab, because the tab in which a message was written may be closed; alone, if it is not saved. */
  #retryLater() {
    clearTimeout(this.#retry);
    const isOurs = ({ order }) => this.#live.isLeading || order === undefined;
    const next = this.messages.filter((message) => this.#canBeSent(message) && isOurs(message) && !waitsForTarget(message));
    if (next.length === 0 || !this.#live.reachability.isReachable) return;
    this.#retry = setTimeout(() => this.send(), Math.min(...next.map((message) => this.#pauseBefore(message))));
  }

  #pauseBefore(message) {
    return holdOf(message, Date.now()) || (this.#lacking.has(message.postKey) ? targetPause : retryPause);
  }

  #refused({ postKey }, { code, message: sentence }) {
    const problem = { code, sentence };
    // The person may have discarded the message meanwhile.
    this.#queue.change(postKey, (message) => message && { ...message, problem });
    this.#show();
  }

  // MARK: Saving

  /**
   * Saves the changes of this tab and adopts those of other tabs, after the transaction that is under way. Resolves when
   * the database has answered or failed.
   */
  #save() {
    this.#nextTransaction ??= this.#transaction.then(() => {
      this.#nextTransaction = undefined;
      this.#transaction = this.#transact();
      return this.#transaction;
    });
    return this.#nextTransaction;
  }

  /** Like `#save`, but does not wait for a slow database: it gets the changes later. */
  #saveSoon() {
    return unlessAborted(this.#save(), this.#slow.signal);
  }

  async #transact() {
    clearTimeout(this.#retrySaving);
    const timer = setTimeout(() => {
      this.storage = 'slow';
      this.#slow.abort();
      this.#show();
    }, patience);
    try {
      const written = await database.update('outbox', (objects) => {
        this.#queue.see(objects);
        return { ...this.#queue.writes(randomKey()), posted: this.#posted.unsaved };
      });
      this.#queue.written(written);
      this.#posted.saved(written.posted);
      this.storage = 'saved';
      const { put, remove, removed, replaced } = written;
      if (put.length + remove.length > 0) this.#live.tell('outbox', { removed, replaced });
    } catch {
      this.#queue.failed();
      this.storage = 'none';
      if (!this.#queue.isEmpty) this.#retrySaving = setTimeout(() => this.#save(), retryPause);
    }
    clearTimeout(timer);
    const wasSlow = this.#slow.signal.aborted;
    if (wasSlow) this.#slow = new AbortController();
    this.#show();
    // An attempt to send has not waited for these messages.
    if (wasSlow) this.#retryLater();
  }

  /** Resolves when a message is saved, cannot be saved, or is no longer in the queue. */
  #isSettled({ postKey }) {
    return new Promise((resolve) => {
      const look = () => {
        const message = this.find(postKey);
        if (message && message.order === undefined && this.storage !== 'none') return;
        this.removeEventListener('change', look);
        resolve();
      };
      this.addEventListener('change', look);
      look();
    });
  }

  /** Returns the message or the change with a post key; undefined if it is not in the queue. */
  find(postKey) { return this.messages.find((message) => message.postKey === postKey); }

  #show() {
    this.messages = this.#queue.messages;
    this.dispatchEvent(new Event('change'));
  }
}
