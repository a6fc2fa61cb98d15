// Follows the log: one tab waits at the node and tells the others.

import * as node from './node.js';
import { takeTurns } from './leadership.js';

/** Seconds for which the node is asked to hold its answer: one that stands still is noticed that much later. */
const wait = 25;
/** Milliseconds before a node that did not answer is asked again: doubled each time, up to the longest. */
const firstPause = 500;
const longestPause = 5000;
/** Milliseconds between two answers about the group, which may change with each message. */
const groupPause = 1000;
/** Milliseconds after which an answer that leads no further counts as one that was held: a busy node holds none. */
const heldTime = 1000;

/**
 * What this browser knows of the node, in all its tabs. Events, each with a `detail`:
 *
 *   messages  new messages of all rooms, by id
 *   reach     { isThere, since }: whether the node answers
 *   group     how the group is
 *   turn      this tab has begun to ask for all of them
 *   replaced  the node's store is not the one that was read: what is shown has to be loaded again
 *
 * and what other tabs `tell`, by its type.
 */
export class Live extends EventTarget {
  reach = { isThere: true };
  group;
  /** This tab was told of the log up to here; nothing before ``begin``. */
  #position;
  /** Whether that is just where the log ended when somebody looked whether the node is there. */
  #isProbed = false;
  /** The furthest id that any tab has come to. */
  #heard = 0;
  #channel = new BroadcastChannel('tidings');
  /** Aborted when another tab takes over. */
  #turn;
  #catchingUp = false;
  /** Ends the pauses and the questions under way. */
  #nudge = new AbortController();

  start() {
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
    takeTurns((signal) => this.#lead(signal), this.#channel);
    this.tell('hello');
    // After sleep or a change of networks a question under way may never be answered.
    for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, () => this.nudge());
  }

  /** Whether this tab asks the node for all of them. */
  get isLeading() { return this.#turn?.aborted === false; }

  /** What is shown was read up to a position; what comes after it is told. */
  begin(position) {
    if (!this.#position || this.#isProbed && position.id < this.#position.id) this.#position = position;
    this.#isProbed = false;
    if (this.#heard > this.#position.id) this.#catchUp();
  }

  /** Asks the node again now: there is reason to think that it is there, or is not. */
  nudge() {
    this.#nudge.abort();
    this.#nudge = new AbortController();
    if (!this.isLeading) this.tell('nudge');
  }

  /** Says something to the other tabs. */
  tell(type, detail) {
    this.#channel.postMessage({ type, detail });
  }

  // MARK: Hearing

  #hear({ type, detail }) {
    switch (type) {
      case 'hello': return this.#answer();
      case 'nudge': return this.isLeading ? this.nudge() : undefined;
      case 'page': return this.#take(detail);
      case 'reach': this.reach = detail; break;
      case 'group': this.group = detail; break;
      case 'replaced': this.#position = undefined; this.#heard = 0; break;
    }
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #share(type, detail) {
    this.tell(type, detail);
    this.#hear({ type, detail });
  }

  /** Tells a tab that was just opened. */
  #answer() {
    if (!this.isLeading) return;
    this.tell('reach', this.reach);
    if (this.group) this.tell('group', this.group);
  }

  /** @param {{ from: number, position: object, messages: object[] }} page what lies after the id `from` */
  #take(page) {
    this.#heard = Math.max(this.#heard, page.position.id);
    if (!this.#position || page.position.id <= this.#position.id) return;
    if (page.from > this.#position.id) return void this.#catchUp();
    const fresh = page.messages.filter((message) => message.id > this.#position.id);
    this.#position = page.position;
    if (fresh.length > 0) this.#hear({ type: 'messages', detail: fresh });
  }

  /** Fetches what other tabs were told of before this one listened. */
  async #catchUp() {
    if (this.#catchingUp) return;
    this.#catchingUp = true;
    try {
      while (this.#position && this.#position.id < this.#heard) {
        const page = await this.#news(0);
        if (page.position.id <= page.from) break;
        this.#take(page);
      }
    } catch (error) {
      // Whoever leads may have begun after the store was replaced. Of all else it says why, and the next page brings it.
      if (error.code === 'cursor-unknown') this.#hear({ type: 'replaced' });
    } finally {
      this.#catchingUp = false;
    }
  }

  // MARK: Leading

  async #lead(signal) {
    this.#turn = signal;
    this.dispatchEvent(new Event('turn'));
    // The first question is not held: it shows that the node is there.
    let isFresh = true;
    await Promise.all([
      this.#repeat(signal, async (stop) => {
        const asked = Date.now();
        const page = await this.#news(isFresh ? 0 : wait, stop);
        const isTooSoon = !isFresh && page.position.id <= page.from && Date.now() - asked < heldTime;
        isFresh = false;
        const isPlaced = this.#position !== undefined && !this.#isProbed;
        this.#share('page', page);
        if (isTooSoon) await pause(heldTime, stop);
        return isPlaced;
      }, () => { isFresh = true; }),
      this.#repeat(signal, async (stop) => {
        this.#share('group', await node.status(this.group?.revision, wait, stop));
        // Out of sight a pause may last a minute, and other tabs wait for the next answer; the node has a pace of its own.
        if (document.visibilityState === 'visible') await pause(groupPause, stop);
        return true;
      }),
    ]);
  }

  async #news(wait, signal) {
    if (!this.#position) {
      // Where the log ends: shows at least that the node is there.
      const { position } = await node.newest('', 1);
      this.#position ??= position;
      this.#isProbed = true;
      return { from: position.id, position, messages: [] };
    }
    const from = this.#position.id;
    const { position, messages } = await node.past(this.#position, wait, signal);
    return { from, position, messages };
  }

  /** Asks again and again until the signal; after failures with growing pauses. */
  async #repeat(signal, ask, interrupted = () => {}) {
    let failures = 0;
    while (!signal.aborted) {
      const nudge = this.#nudge.signal;
      try {
        const isProgress = await ask(AbortSignal.any([signal, nudge]));
        // That it answers where its log ends is none: it may go on to refuse what is asked then.
        if (isProgress) failures = 0;
        this.#reached(true);
      } catch (error) {
        if (signal.aborted) return;
        interrupted();
        if (nudge.aborted) continue;
        if (error.code === 'cursor-unknown') this.#share('replaced');
        this.#reached(!(error instanceof node.Unreachable));
        await pause(Math.min(firstPause * 2 ** failures, longestPause), AbortSignal.any([signal, nudge]));
        failures = nudge.aborted ? 0 : failures + 1;
      }
    }
  }

  #reached(isThere) {
    if (isThere !== this.reach.isThere) this.#share('reach', { isThere, since: Date.now() });
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    // Leaves nothing behind at a signal that may live as long as the tab.
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
