// Follows the log: one tab sends the waiting requests to the node and shares the answers with the other tabs.

import { leadInTurns } from '../browser/leadership.js';
import { onReturn, otherTabs } from '../browser/presence.js';
import { read, write } from '../browser/storage.js';
import { pause, unlessAborted } from '../model/abort.js';
import * as node from './node.js';
import { userSession } from './session.js';

/**
 * Seconds for which the node may delay an answer. The web page notices only after this time that the node has stopped, or that a
 * router on the way has forgotten the connection.
 */
const wait = 10;
/** Milliseconds before the first retry; doubled for each further one, up to the longest pause. */
const firstPause = 500;
const longestPause = 5000;
/** The time of the node's last answer to this browser, and the milliseconds after which a later one is saved. */
const answerKey = 'tidings.answered';
const answerPause = 1000;
/** Milliseconds between two requests for the group's status, which may change with each message. */
const statusPause = 1000;
/** An empty answer within this many milliseconds was not delayed: the node has too many waiting requests. */
const shortestWait = 1000;

/**
 * What this browser knows of the node, in all its tabs. Events, most with a `detail`:
 *
 *   messages      new messages of all rooms, and with `isChange` those that were changed since, by `at`
 *   reachability  { isReachable, refusal, since }: whether the node answers; undefined or why it lets this browser not read and write:
 *                 `not-user`, `password-needed`, `session-needed` or `session-ended`; if it does not answer, the time of its last
 *                 answer to this browser, undefined if that is not known
 *   group         the status of the group
 *   turn          this tab has become the leader: it sends the requests for all tabs
 *   following     this tab has begun to follow the log
 *   replaced      the node has another store than before: everything has to be loaded again
 *
 * Other tabs' calls of `tell` arrive as events of that type.
 */
export class Live extends EventTarget {
  reachability = { isReachable: true };
  status;
  #answered;
  /** The position in the log up to which this tab has the messages; undefined before `begin`. */
  #position;
  /** The end of the log: the highest position that any tab has reported. */
  #end;
  /** The signal of this tab's turn as the leader; aborted when another tab becomes the leader. */
  #turn;
  #isCatchingUp = false;
  /** Aborts requests and pauses that are under way, for a retry at once. */
  #nudge = new AbortController();
  /** The search for a living connection that is under way. */
  #reconnection;

  start() {
    otherTabs.addEventListener('message', ({ data }) => this.#receive(data));
    leadInTurns((signal) => this.#lead(signal));
    this.tell('hello');
    onReturn(() => {
      this.tell('hello');
      this.#catchUp();
    });
    // After sleep or a change of the network, a request that is under way may never get an answer.
    for (const event of ['online', 'focus', 'pageshow', 'visibilitychange']) addEventListener(event, () => this.nudge());
  }

  /** Whether this tab sends the requests for all tabs. */
  get isLeading() { return this.#turn?.aborted === false; }

  /** Whether the event `messages` brings all messages from a position on. */
  get isFollowing() { return this.#position !== undefined; }

  /** The messages up to a position are loaded: from here on, the event `messages` brings the newer ones. */
  begin(position) {
    if (!this.isFollowing) {
      this.#position = position;
      this.dispatchEvent(new Event('following'));
    }
    if (this.#end?.id > this.#position.id) this.#catchUp();
  }

  /** Cancels the waiting requests and sends them again, because the node may have come back or gone away. */
  nudge() {
    this.#nudge.abort();
    this.#nudge = new AbortController();
    if (!this.isLeading) this.tell('nudge');
  }

  /** Sends an event to the other tabs. */
  tell(type, detail) {
    otherTabs.postMessage({ type, detail });
  }

  // MARK: Receiving

  #receive({ type, detail }) {
    switch (type) {
      case 'hello': return this.#welcome();
      case 'nudge': return this.isLeading ? this.nudge() : undefined;
      case 'page': return this.#receivePage(detail);
      case 'reachability': this.reachability = detail; break;
      case 'group': this.status = detail; break;
      case 'replaced': this.#position = this.#end = undefined; break;
    }
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Sends an event to all tabs, including this one. */
  #share(type, detail) {
    this.tell(type, detail);
    this.#receive({ type, detail });
  }

  /** Sends the current state to a tab that was just opened. */
  #welcome() {
    if (!this.isLeading) return;
    this.tell('reachability', this.reachability);
    if (this.status) this.tell('group', this.status);
  }

  /** @param {{ from: number, position: object, messages: object[] }} page the messages after the id `from` */
  #receivePage(page) {
    if (!this.#end || page.position.id > this.#end.id) this.#end = page.position;
    if (!this.#position || page.position.id <= this.#position.id) return;
    if (page.from > this.#position.id) return void this.#catchUp();
    const { id } = this.#position;
    const messages = page.messages.filter(({ id: own, at = own }) => at > id)
      .map((message) => (message.id > id ? message : { ...message, isChange: true }));
    this.#position = page.position;
    if (messages.length > 0) this.#receive({ type: 'messages', detail: messages });
  }

  /** Loads the messages that other tabs have received while this one did not listen. */
  async #catchUp() {
    if (this.#isCatchingUp || !this.#position) return;
    this.#isCatchingUp = true;
    try {
      let page;
      do {
        page = await this.#nextPage(0);
        this.#receivePage(page);
      } while (this.#position && page.position.id > page.from && page.position.id < this.#end.id);
    } catch (error) {
      // A leader that began after the store was replaced does not notice it. When the node answers again, the leader's next
      // page starts the next attempt.
      if (error.code === 'cursor-unknown') this.#receive({ type: 'replaced' });
      else if (this.reachability.isReachable) setTimeout(() => this.#catchUp(), longestPause);
    } finally {
      this.#isCatchingUp = false;
    }
  }

  // MARK: Leading

  async #lead(signal) {
    this.#turn = signal;
    this.dispatchEvent(new Event('turn'));
    await Promise.all([this.#followLog(signal), this.#followStatus(signal)]);
  }

  async #followLog(signal) {
    // The first request after an interruption does not wait: its answer shows that the node is reachable.
    let isFirst = true;
    const request = async (stop) => {
      const started = Date.now();
      // Only a turn of another tab ends a probe: its silence shows that the node hangs.
      const page = await this.#nextPage(isFirst ? 0 : wait, isFirst ? signal : stop);
      const isTooSoon = !isFirst && page.position.id <= page.from && Date.now() - started < shortestWait;
      isFirst = false;
      const { isFollowing } = this;
      this.#share('page', page);
      this.#setReachable(true);
      if (isTooSoon) await pause(shortestWait, stop);
      return isFollowing;
    };
    await this.#repeat(signal, request, () => { isFirst = true; });
  }

  async #followStatus(signal) {
    await this.#repeat(signal, async (stop) => {
      this.#share('group', await node.status(this.status?.revision, wait, stop));
      this.#setReachable(true);
      // In a hidden tab a pause may last a minute, and visible tabs need the next answer; the node limits the pace too.
      if (document.visibilityState === 'visible') await pause(statusPause, stop);
      return true;
    });
  }

  async #nextPage(wait, signal) {
    // While no room is loaded, the pages from the end of the log are for the other tabs.
    const start = this.#position ?? this.#end;
    if (!start) {
      // The newest message shows whether the node is reachable, and the end of the log.
      const { position } = await node.newestMessages('', 1);
      return { from: position.id, position, messages: [] };
    }
    const { position, messages } = await node.logAfter(start, wait, signal);
    return { from: start.id, position, messages };
  }

  /**
   * Sends a request again and again until the signal is aborted, with growing pauses after failures.
   * @param {(stop: AbortSignal) => Promise<boolean>} request returns whether the next pause is the shortest again
   */
  async #repeat(signal, request, interrupted = () => {}) {
    let failures = 0;
    while (!signal.aborted) {
      const nudge = this.#nudge.signal;
      try {
        // A probe does not reset the pause: the node may answer probes and refuse the requests after them.
        if (await request(AbortSignal.any([signal, nudge]))) failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        interrupted();
        if (nudge.aborted && !error.isSilent) continue;
        if (error.code === 'cursor-unknown') this.#share('replaced');
        this.#setReachable(!(error instanceof node.Unreachable), refusalOf(error));
        // After a silence, the next request shows whether a living connection was found.
        if (error.isSilent) await unlessAborted(this.#reconnect(), nudge);
        else await pause(Math.min(firstPause * 2 ** failures, longestPause), AbortSignal.any([signal, nudge]));
        failures = nudge.aborted ? 0 : failures + 1;
      }
    }
  }

  /** After a silence, finds a living connection for all requests. */
  #reconnect() {
    this.#reconnection ??= node.reconnect().then(() => this.nudge(), () => {})
      .finally(() => { this.#reconnection = undefined; });
    return this.#reconnection;
  }

  #setReachable(isReachable, refusal) {
    if (isReachable) this.#noteAnswer();
    // The session has ended with the first refusal.
    if (refusal === 'password-needed' && this.reachability.refusal === 'session-ended') return;
    if (isReachable === this.reachability.isReachable && refusal === this.reachability.refusal) return;
    this.#share('reachability', { isReachable, refusal, since: isReachable ? undefined : this.#lastAnswer });
  }

  #noteAnswer() {
    if (Date.now() - this.#answered < answerPause) return;
    this.#answered = Date.now();
    write(answerKey, this.#answered);
  }

  get #lastAnswer() {
    const saved = read(answerKey);
    // Another tab may have got a later answer than this one.
    const isValid = Number.isFinite(saved) && saved > 0 && saved <= Date.now();
    return Math.max(isValid ? saved : 0, this.#answered ?? 0) || undefined;
  }
}

/** Why the node lets this browser not read and write; undefined for another error. A session that it does not know is forgotten. */
function refusalOf({ code, session }) {
  if (code === 'not-user') return code;
  if (code !== 'password-needed' && code !== 'session-needed') return undefined;
  const hasEnded = userSession.value === session;
  userSession.end(session);
  return hasEnded && code === 'password-needed' ? 'session-ended' : code;
}
