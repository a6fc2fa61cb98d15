// The messages of the open room: loads the newest, loads earlier ones, and adds what arrives.

import * as database from './database.js';
import * as node from './node.js';
import { Timeline, compare, isMessage } from './timeline.js';

/** Messages that are loaded when a room is opened, besides the unread ones. */
const firstCount = 60;
/** Unread messages that are loaded when a room is opened, at most. */
const unreadCount = 300;
/** Messages in a page of earlier messages. */
const pageCount = 200;
/** Messages of a room that the browser saves, to show them while the node does not answer. */
const savedCount = 100;
/** While more than `longest` messages are loaded, `shorten` removes the first `removedAtOnce` of them. */
const longest = 2000;
const removedAtOnce = 500;
/** Milliseconds between two attempts to load a room. */
const retryPause = 3000;
/** Milliseconds for which new messages are collected before the browser saves them. */
const savePause = 1000;

/**
 * The timeline of the open room. Events:
 *
 *   reset    another timeline is shown; `detail.missed` are unread messages before its first one
 *   loaded   the node has answered with the room's messages
 *   page     a request for earlier messages has ended; `detail.isCurrent` is false if another timeline is shown by now
 *   earlier  earlier messages were added at the beginning; `detail` is the result of `Timeline.prepend`
 *   arrived  `detail.messages` are new; see `Timeline.add`. `detail.newest` is the newest message before them
 */
export class Feed extends EventTarget {
  room;
  timeline = new Timeline();
  /** Whether the timeline comes from the node; else it is empty or was saved in the browser. */
  isLoaded = false;
  #live;
  #rooms;
  /** Messages that arrived while the room was loading. */
  #arrivedMeanwhile = [];
  /** Identifies the newest call of `#load`; the others give up. */
  #attempt;
  /** The request for earlier messages that is under way. */
  #request;
  #saveTimer;

  constructor({ live, rooms }) {
    super();
    this.#live = live;
    this.#rooms = rooms;
    live.addEventListener('messages', ({ detail }) => this.#add(detail));
    live.addEventListener('reachability', ({ detail }) => { if (detail.isReachable && !this.isLoaded) this.reload(); });
  }

  /** Whether the room has no messages that the page shows. */
  get isEmpty() { return this.isLoaded && this.timeline.isWhole && this.timeline.messages.length === 0; }
  /** Whether the timeline begins with the first message of the room. */
  get isWhole() { return this.timeline.isWhole && this.timeline.messages.length > 0; }
  get isRequesting() { return this.#request !== undefined; }

  /** Shows a room: the messages that the browser has saved, until the node answers. */
  async open(room) {
    this.room = room;
    this.#unload();
    this.#reset(new Timeline());
    await Promise.all([this.#load(room), this.#showSaved(room)]);
  }

  /** Loads the room again, as after the node's store was replaced. */
  async reload() {
    this.#unload();
    await this.#load(this.room);
  }

  /** Loads the page of messages before the first one, one page at a time. @returns whether there were any */
  loadEarlier() {
    const { timeline } = this;
    this.#request ??= this.#loadPage(timeline).finally(() => {
      this.#request = undefined;
      this.#tell('page', { isCurrent: timeline === this.timeline });
    });
    return this.#request;
  }

  /** Limits the memory of a tab that stays open for weeks. @returns the first messages, which were removed */
  shorten() {
    return this.timeline.messages.length > longest ? this.timeline.shorten(removedAtOnce) : [];
  }

  // MARK: Loading

  #unload() {
    this.isLoaded = false;
    this.#arrivedMeanwhile = [];
  }

  async #load(room) {
    // An answer to an older attempt may lack messages that have arrived since.
    const attempt = this.#attempt = Symbol('load');
    try {
      await this.#rooms.ready;
      const count = Math.min(firstCount + this.#rooms.unreadIn(room), unreadCount);
      const page = await node.newestMessages(room, count);
      if (attempt !== this.#attempt) return;
      const timeline = new Timeline();
      timeline.prepend(page.messages);
      this.#rooms.noteGone(page.messages);
      const missed = await this.#missed(room, timeline);
      if (attempt !== this.#attempt) return;
      timeline.add(this.#arrivedMeanwhile);
      this.isLoaded = true;
      this.#live.begin(page.position);
      // Messages that arrived after the list of rooms and before this page are in neither.
      if (page.position.id > this.#rooms.high) this.#rooms.load();
      this.#reset(timeline, missed);
      this.#tell('loaded');
      this.#save();
    } catch {
      if (attempt !== this.#attempt) return;
      this.#live.nudge();
      // While the node is unreachable, the event `reachability` starts the next attempt.
      setTimeout(() => {
        if (attempt === this.#attempt && this.#live.reachability.isReachable) this.#load(room);
      }, retryPause);
    }
  }

  /** Returns the unread messages before the first loaded one, such as late arrivals while no tab was open. */
  async #missed(room, timeline) {
    const readUpTo = this.#rooms.readUpTo(room);
    const isUnread = (message) => this.#rooms.isUnread(message);
    if (this.#rooms.unreadIn(room) <= timeline.messages.filter(isUnread).length) return [];
    const { messages } = await node.messagesPast(room, readUpTo, unreadCount);
    const isEarlier = (message) => timeline.first !== undefined && compare(message, timeline.first) < 0;
    return messages.filter((message) => isUnread(message) && isEarlier(message)).sort(compare);
  }

  async #loadPage(timeline) {
    try {
      const { messages } = await node.messagesBefore(this.room, timeline.first.id, pageCount);
      if (timeline !== this.timeline) return false;
      this.#rooms.noteGone(messages);
      this.#tell('earlier', timeline.prepend(messages));
      return messages.length > 0;
    } catch {
      return false;
    }
  }

  // MARK: Following

  #add(all) {
    const messages = all.filter((message) => message.room === (this.room ?? ''));
    if (messages.length === 0) return;
    if (!this.isLoaded) {
      this.#arrivedMeanwhile.push(...messages);
      return;
    }
    const newest = this.timeline.last;
    this.#tell('arrived', { messages, newest, ...this.timeline.add(messages) });
    this.#save();
  }

  #reset(timeline, missed = []) {
    this.timeline = timeline;
    this.#tell('reset', { missed });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // MARK: Saving in the browser

  async #showSaved(room) {
    const saved = await database.get('rooms', room).catch(() => undefined);
    if (!Array.isArray(saved?.messages) || !saved.messages.every(isMessage) || room !== this.room || this.isLoaded || this.timeline.messages.length > 0) return;
    const timeline = new Timeline();
    timeline.prepend(saved.messages);
    this.#reset(timeline);
  }

  /** Saves the newest messages in the browser after a pause, in which more messages may arrive. */
  #save() {
    this.#saveTimer ??= setTimeout(() => {
      this.#saveTimer = undefined;
      const { room } = this;
      // A room that is still loading is saved when it is loaded.
      if (!this.isLoaded) return;
      database.put('rooms', { room, messages: this.timeline.messages.slice(-savedCount) }).catch(() => {});
    }, savePause);
  }
}
