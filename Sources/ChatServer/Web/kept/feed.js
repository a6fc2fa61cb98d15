// The messages of the open room: loads the newest, loads earlier ones, and adds what arrives.

import { keptCount, keptState } from '../model/keeping.js';
import { Reading, markAt, unreadFrom } from '../model/reading.js';
import { Timeline, isShown, surplus } from '../model/timeline.js';
import * as node from '../node/node.js';
import { keep, keptOf } from './kept-rooms.js';

/** Messages that are loaded when a room is opened, besides the unread ones: all kept ones, which the web page shows already. */
const firstCount = keptCount;
/** With more unread messages, only those around the first one are loaded when a room is opened. */
const mostUnread = 300;
/** Messages in a page of earlier or later messages. */
const pageCount = 200;
/** Milliseconds between two attempts to load a room. */
const retryPause = 3000;
/** Milliseconds for which new messages are collected before the browser saves them. */
const savePause = 1000;

/**
 * The timeline of the open room. Events:
 *
 *   reset    another timeline is shown. `detail.isOpened` says whether the room was opened: then `reading` is another one, too.
 *            `detail.target` is the message to show; undefined for the end
 *   loaded   the node has answered with the room's messages
 *   kept     it is known what the browser has kept of the room
 *   page     a request for further messages has ended; `detail.isCurrent` is false if another timeline is shown by now
 *   earlier  earlier messages were added at the beginning; `detail` is the result of `Timeline.prepend`
 *   later    later messages were added at the end; `detail` is the result of `Timeline.append`
 *   arrived  `detail.messages` are new; see `Timeline.add`. `detail.newest` is the newest message before them
 */
export class Feed extends EventTarget {
  room;
  timeline = new Timeline();
  /** What was read of the room. */
  reading = new Reading(markAt(0));
  /** Whether the timeline comes from the node; else it is empty or was saved in the browser. */
  isLoaded = false;
  /** Whether the person has gone to the end while the node did not answer: its answer then shows the end, too. */
  opensEnd = false;
  /** Whether the person has marked messages as unread since the room was opened. */
  #isReadingPaused = false;
  /** What this browser has kept of the room, see `keptState`; undefined while it is looked up. */
  kept;
  #live;
  #rooms;
  #atRest;
  /** Messages that arrived while the room was loading. */
  #arrivedMeanwhile = [];
  /** Identifies the part of the open room that is loading, if one is; older requests give up. */
  #openingPart;
  /** Identifies the newest call of `#load`; the others give up. */
  #attempt;
  #newestLoad;
  /** The request for further messages that is under way, and whether they are `earlier` or `later` ones. */
  #request;
  #requested;
  #saveTimer;

  /**
   * @param {() => Promise} atRest resolves when nobody scrolls, see `Scrolling`
   */
  constructor({ live, rooms, atRest }) {
    super();
    this.#live = live;
    this.#rooms = rooms;
    this.#atRest = atRest;
    live.addEventListener('messages', ({ detail }) => this.#add(detail));
    live.addEventListener('reachability', ({ detail }) => { if (detail.isReachable && !this.isLoaded) this.reload(); });
  }

  /** Whether the room has no messages that the web page shows. */
  get isEmpty() {
    const { isWhole, isEnd, messages } = this.timeline;
    return this.isLoaded && isWhole && isEnd && !messages.some(isShown);
  }
  /** Whether the timeline begins with the first message of the room. */
  get isWhole() { return this.timeline.isWhole && this.timeline.messages.length > 0; }
  get isRequesting() { return this.#request !== undefined; }

  /**
   * Shows a room: the messages that the browser has saved, until the node answers.
   * @param {boolean} isReadingPaused whether no message counts as read before `resumeReading`
   */
  async open(room, isReadingPaused) {
    this.room = room;
    this.kept = undefined;
    this.#isReadingPaused = isReadingPaused;
    this.opensEnd = false;
    this.#unload();
    this.#open(new Timeline(), this.#newReading(this.#rooms.mark(room)));
    await Promise.all([this.#load(room), this.#showSaved(room)]);
  }

  /** Loads the room again, as after the node's store was replaced. */
  async reload() {
    this.#unload();
    this.reading = this.#newReading(this.#rooms.mark(this.room));
    await this.#load(this.room);
  }

  /** Marks a message and all below it as unread. They stay so while the room is open, unless the person writes in it. */
  async markUnread(message) {
    const mark = unreadFrom(this.reading.mark, message, this.timeline.messages);
    this.reading = this.#newReading(mark);
    this.#rooms.markUnread(this.room, mark);
    await this.#readAgain(mark);
  }

  /** Adopts what another tab has read. Messages that it has marked as unread stay so here, too. */
  async adopt(mark) {
    if (!this.reading.adopt(mark)) await this.#readAgain(mark);
  }

  /** Messages count as read again, after `markUnread` or while the web page goes to a message of a room that it opens. */
  resumeReading() {
    this.#isReadingPaused = this.reading.isPaused = false;
  }

  /** Shows the end of the room instead of another part: that of the node or, without its answer, what this browser has kept. */
  async openEnd() {
    const { timeline, room } = this;
    await this.#openPart(async () => (await this.#end(room, firstCount)).timeline);
    if (timeline !== this.timeline || room !== this.room || this.#openingPart) return;
    this.opensEnd = true;
    await this.#showSaved(room, timeline);
    if (!this.isLoaded) this.#load(room);
  }

  /** Shows the part of the room around a message. @returns whether the node has answered */
  openAt(message) {
    return this.#openPart(async (room) => (await this.#around(room, message.id)).timeline, message);
  }

  /** Loads the page of messages before the first one, one page at a time. @returns whether there were any */
  loadEarlier() {
    return this.#loadOnce('earlier', () => node.messagesBefore(this.room, this.timeline.first.id, pageCount),
      (timeline, messages) => timeline.prepend(messages));
  }

  /** Loads the page of messages after the last one, one page at a time. @returns whether there were any */
  loadLater() {
    return this.#loadOnce('later', () => node.messagesAfter(this.room, this.timeline.end.id, pageCount),
      (timeline, messages) => timeline.append(messages));
  }

  /** Forgets messages that are far from the visible ones, `first` to `last`. @returns the removed ones */
  shorten(first, last) {
    const { timeline } = this;
    return timeline.shorten(surplus(timeline.messages.length, timeline.indexOf(first), timeline.indexOf(last), this.#requested));
  }

  // MARK: Loading

  #newReading(...values) {
    return Object.assign(new Reading(...values), { isPaused: this.#isReadingPaused });
  }

  /** Loads the room with messages that are marked as unread. Until the node answers, those that are loaded count. */
  async #readAgain(mark) {
    this.#isReadingPaused = true;
    this.opensEnd = false;
    const messages = this.timeline.messages.filter((message) => this.#rooms.isUnread(message));
    this.#unload();
    this.#open(this.timeline, this.#newReading(mark, { messages, upTo: mark.upTo, isComplete: true }));
    await this.#load(this.room);
  }

  #unload() {
    this.isLoaded = false;
    this.#arrivedMeanwhile = [];
  }

  /** Loads a room. Resolves when the newest attempt has ended, which may be a later one. */
  #load(room) {
    this.#newestLoad = this.#attemptLoad(room);
    return this.#newestLoad;
  }

  async #attemptLoad(room) {
    // An answer to an older attempt may lack messages that have arrived since.
    const attempt = this.#attempt = Symbol('load');
    try {
      await this.#rooms.ready;
      await this.#rooms.endLate(room);
      const unread = await this.#rooms.loadUnread(room);
      const reading = this.#newReading(this.#rooms.mark(room), unread, await this.#frontier(room, unread));
      const { timeline, position, start } = await this.#firstPart(room, reading);
      // Messages that arrived after the list of rooms and before this page are in neither.
      const isNewer = position.id > this.#rooms.high;
      if (isNewer && reading.isComplete) {
        reading.extend(await this.#rooms.loadUnread(room, { past: reading.upTo, last: Infinity }));
      }
      await this.#atRest();
      if (attempt !== this.#attempt) return await this.#newestLoad;
      timeline.add(this.#arrivedMeanwhile);
      this.isLoaded = true;
      this.#live.begin(position);
      if (isNewer) this.#rooms.load();
      // The end of the log may be a change, which is in no list of rooms.
      this.#rooms.high = Math.max(this.#rooms.high, position.id);
      this.#open(timeline, reading, start);
      this.opensEnd = false;
      this.#tell('loaded');
      this.#save();
    } catch {
      if (attempt !== this.#attempt) return await this.#newestLoad;
      this.#live.nudge();
      // While the node is unreachable, the event `reachability` starts the next attempt.
      setTimeout(() => {
        if (attempt === this.#attempt && this.#live.reachability.isReachable) this.#load(room);
      }, retryPause);
    }
  }

  /** Returns the display stamp up to which a room was read, if its mark does not say it: that of the last message up to its id. */
  async #frontier(room, { messages }) {
    const { id, stamp } = this.#rooms.mark(room);
    if (stamp !== undefined || messages.length === 0) return undefined;
    return (await node.messageBelow(room, id + 1))?.displayStamp;
  }

  /**
   * Returns the part of the room with which it is opened, as `#end` and `#around`, and with `start`, the unread message at
   * which it is opened; undefined for the end of the room.
   */
  async #firstPart(room, { fresh: [start], fresh, isComplete }) {
    const isFew = isComplete && fresh.length <= mostUnread;
    const end = isFew || this.opensEnd ? await this.#end(room, firstCount + (isFew ? fresh.length : 0)) : undefined;
    if (end && (this.opensEnd || !start || end.timeline.find(start))) return end;
    return start ? { ...await this.#around(room, start.id), start } : this.#end(room, firstCount);
  }

  /** Returns a timeline with the last messages of a room, and the position of the log up to which it has all. */
  async #end(room, count) {
    const { messages, position } = await node.newestMessages(room, count);
    const timeline = new Timeline();
    timeline.prepend(messages);
    this.#rooms.noteGone(messages);
    return { timeline, position };
  }

  /** Returns a timeline with the messages around one, and the position of the log as of which it has them. */
  async #around(room, id) {
    const { messages: after } = await node.messagesAfter(room, id, pageCount);
    const { messages: before, position } = after.length > 0
      ? await node.messagesBefore(room, after[0].id, firstCount + 1) : await node.newestMessages(room, firstCount + 1);
    const timeline = new Timeline();
    if (before.length > 0) timeline.endAt(before.at(-1));
    timeline.prepend(before);
    timeline.append(after);
    if (before.length <= firstCount) timeline.prepend([]);
    this.#rooms.noteGone(timeline.messages);
    return { timeline, position };
  }

  /** Shows a part of the room that is loaded. @returns whether the node has answered */
  async #openPart(load, target) {
    const { room } = this;
    const attempt = this.#openingPart = Symbol('part');
    const isWanted = () => attempt === this.#openingPart && room === this.room;
    try {
      // The answer with the room would take the place of the part, and needs the messages that have arrived meanwhile.
      if (!this.isLoaded) await this.#newestLoad;
      if (!isWanted()) return false;
      const { timeline: old } = this;
      const arrivedBefore = this.#arrivedMeanwhile = [];
      const timeline = await load(room);
      if (!isWanted()) return false;
      // The room was loaded meanwhile, which must not lose what the person wants.
      if (old !== this.timeline) return this.#openPart(load, target);
      timeline.add(arrivedBefore);
      this.#reset(timeline, { target });
      return true;
    } catch {
      this.#live.nudge();
      return false;
    } finally {
      if (attempt === this.#openingPart) this.#openingPart = undefined;
    }
  }

  #loadOnce(type, load, add) {
    const { timeline } = this;
    this.#requested ??= type;
    this.#request ??= this.#loadPage(timeline, type, load, add).finally(() => {
      this.#request = this.#requested = undefined;
      this.#tell('page', { isCurrent: timeline === this.timeline });
    });
    return this.#request;
  }

  async #loadPage(timeline, type, load, add) {
    const changed = [];
    const note = ({ detail }) => changed.push(...detail.filter((message) => message.isChange && message.room === (this.room ?? '')));
    this.#live.addEventListener('messages', note);
    try {
      const { messages } = await load();
      // Above the visible messages, they come when nobody scrolls.
      if (type === 'earlier') await this.#atRest();
      if (timeline !== this.timeline) return false;
      this.#rooms.noteGone(messages);
      this.#tell(type, add(timeline, messages));
      // The page may be older than these.
      if (changed.length > 0) this.#add(changed);
      return messages.length > 0;
    } catch {
      return false;
    } finally {
      this.#live.removeEventListener('messages', note);
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
    if (this.#openingPart) this.#arrivedMeanwhile.push(...messages);
    const newest = this.timeline.last;
    this.#tell('arrived', { messages, newest, ...this.timeline.add(messages) });
    this.#save();
  }

  /** Shows a room that was opened. */
  #open(timeline, reading, target) {
    this.reading = reading;
    this.#reset(timeline, { isOpened: true, target });
  }

  #reset(timeline, detail) {
    this.timeline = timeline;
    this.#tell('reset', detail);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // MARK: Saving in the browser

  /** Shows what this browser has kept of a room, instead of a timeline without messages or of another part. */
  async #showSaved(room, part) {
    const kept = await keptOf(room).catch(() => undefined);
    if (room !== this.room || (part ? part !== this.timeline : this.isLoaded || this.timeline.messages.length > 0)) return;
    this.kept = keptState(kept, this.#rooms.newestId(room) || this.#rooms.mark(room).id, this.#rooms.knowsAll);
    this.#tell('kept');
    if (this.kept !== 'messages') return;
    if (part) this.#unload();
    const timeline = new Timeline();
    timeline.prepend(kept.messages);
    this.#open(timeline, this.#newReading(this.#rooms.mark(room), this.#rooms.keptUnread(room, kept)));
  }

  /** Saves the newest messages in the browser after a pause, in which more messages may arrive. */
  #save() {
    this.#saveTimer ??= setTimeout(() => {
      this.#saveTimer = undefined;
      // A room that is still loading is saved when it is loaded, another part than the end when somebody goes to the end.
      if (!this.isLoaded || !this.timeline.isEnd) return;
      keep(this.room, this.timeline, this.reading.upTo).catch(() => {});
    }, savePause);
  }
}
