// The open room: loads it, follows it, keeps track of what is read.

import * as database from './database.js';
import { byId } from './dom.js';
import { MessageList } from './message-list.js';
import * as node from './node.js';
import { Timeline, arrivedLater, compare } from './timeline.js';

/** Messages that are loaded when a room is opened, when somebody scrolls back, and to get to an unread one at most. */
const firstCount = 60;
const pageCount = 200;
const unreadCount = 300;
/** Messages of a room that the browser keeps for when the node is away. */
const keptCount = 100;
/** Messages on the page of somebody who reads at the end: of more the first are let go, so many at a time. */
const longest = 2000;
const goneAtOnce = 500;
/** Milliseconds before a room that could not be loaded is asked for again. */
const loadPause = 3000;
/** Screens before the first message at which more are fetched. */
const screensAhead = 2;

/**
 * Events: `change` when unread messages or the place in the room have changed; `loaded` when the node has given the room;
 * `came` with messages that came since.
 */
export class Chat extends EventTarget {
  room;
  /** The node's key as it was when the browser kept the room. */
  keptNode;
  #live;
  #rooms;
  #isMine;
  #list;
  #scroller = byId('scroller');
  #timeline = new Timeline();
  /** Whether what is shown came from the node, not from the browser. */
  #isLoaded = false;
  /** What came while the room was being loaded. */
  #meanwhile = [];
  /** Not read yet, by id. */
  #unread = new Map();
  /** Unread, and stands above what is in sight or before what is loaded. */
  #earlier = [];
  #turn;
  /** The page of earlier messages that is on its way. */
  #fetching;
  /** The message above which the line of the unread ones stands. */
  #lineAt;
  #keeping;

  constructor({ live, rooms, isMine, seenBy }) {
    super();
    this.#live = live;
    this.#rooms = rooms;
    this.#isMine = isMine;
    this.#list = new MessageList({ scroller: this.#scroller, root: byId('timeline') }, isMine, seenBy);
    live.addEventListener('messages', ({ detail }) => this.#take(detail));
    live.addEventListener('group', () => this.#list.updateStates());
    live.addEventListener('reach', ({ detail }) => { if (detail.isThere && !this.#isLoaded) this.reload(); });
    this.#scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    document.addEventListener('visibilitychange', () => this.#returned());
    rooms.addEventListener('change', () => this.#forgetRead());
    // The end stays in sight when the text box grows, a telephone is turned or a font comes.
    const observer = new ResizeObserver(() => {
      const isWiderOrNarrower = this.#width !== this.#scroller.clientWidth;
      this.#width = this.#scroller.clientWidth;
      if (this.#wasAtEnd) this.#list.scrollToEnd();
      else if (isWiderOrNarrower) this.#list.returnToPlace();
    });
    for (const id of ['scroller', 'timeline', 'waiting']) observer.observe(byId(id));
  }

  get isAtEnd() { return this.#list.isAtEnd; }
  get unread() { return this.#unread.size; }
  get earlier() { return this.#earlier.length; }
  has(id) { return this.#timeline.has(id); }
  get timeInSight() { return this.#list.timeInSight; }
  get isEmpty() { return this.#isLoaded && this.#timeline.messages.length === 0; }
  get isWhole() { return this.#timeline.isWhole && this.#timeline.messages.length > 0; }

  /** Shows a room, from its first unread message or its end. */
  async open(room) {
    this.room = room;
    // First: what is not loaded is not read.
    this.#isLoaded = false;
    this.#meanwhile = [];
    this.#show(new Timeline());
    await Promise.all([this.#load(room), this.#showKept(room)]);
  }

  /** Loads the room again, as after its store was replaced. */
  async reload() {
    this.#isLoaded = false;
    this.#meanwhile = [];
    await this.#load(this.room);
  }

  /** Writes all of it anew, as in another language. */
  redraw() {
    const { scrollTop } = this.#scroller;
    this.#list.show(this.#timeline);
    this.#drawLine(this.#lineAt);
    this.#scroller.scrollTop = scrollTop;
  }

  toNewest() {
    const first = this.#firstUnread;
    if (first && !this.#lineAt) {
      this.#drawLine(first);
      this.#list.scrollToLine();
    } else {
      this.#list.scrollToEnd();
    }
    this.#scrolled();
  }

  /** Goes to the first of the messages that came in late. */
  async toEarlier() {
    const [target] = this.#earlier;
    this.#earlier = [];
    while (target && !this.#timeline.has(target.id) && !this.#timeline.isWhole) {
      if (!await this.#fetchBefore()) break;
    }
    if (target) this.#list.scrollTo(target);
    this.#changed();
  }

  /** The person has written something: they have read what is there. */
  wrote() {
    this.#drawLine(undefined);
    this.#list.scrollToEnd();
  }

  // MARK: Loading

  async #load(room) {
    // The newest answer counts: an older one may not hold what came while both were on their way.
    const turn = this.#turn = Symbol('load');
    try {
      await this.#rooms.ready;
      const count = Math.min(firstCount + this.#rooms.unreadIn(room), unreadCount);
      const page = await node.newest(room, count);
      if (turn !== this.#turn) return;
      const timeline = new Timeline();
      timeline.prepend(page.messages);
      const missed = await this.#missed(room, timeline);
      if (turn !== this.#turn) return;
      timeline.add(this.#meanwhile);
      this.#isLoaded = true;
      this.#live.begin(page.position);
      // What came in between is told by neither answer.
      if (page.position.id > this.#rooms.high) this.#rooms.load();
      this.#show(timeline, missed);
      this.dispatchEvent(new Event('loaded'));
      this.#keep();
    } catch {
      if (turn !== this.#turn) return;
      this.#live.nudge();
      // A node that is away is heard of when it is back.
      setTimeout(() => { if (turn === this.#turn && this.#live.reach.isThere) this.#load(room); }, loadPause);
    }
  }

  /** What is unread and stands before the messages that were loaded, such as what came in late while nobody looked. */
  async #missed(room, timeline) {
    const mark = this.#rooms.readMark(room);
    const isUnread = (message) => message.id > mark && !this.#isMine(message);
    if (this.#rooms.unreadIn(room) <= timeline.messages.filter(isUnread).length) return [];
    const { messages } = await node.pastIn(room, mark, unreadCount);
    return messages.filter((message) => isUnread(message) && compare(message, timeline.first) < 0).sort(compare);
  }

  /** Shows what the browser has of the room until the node has answered. */
  async #showKept(room) {
    const kept = await database.get('rooms', room).catch(() => undefined);
    if (!kept || room !== this.room || this.#isLoaded || this.#timeline.messages.length > 0) return;
    const timeline = new Timeline();
    timeline.prepend(kept.messages);
    this.keptNode = kept.node;
    this.#show(timeline);
  }

  #show(timeline, earlier = []) {
    this.#timeline = timeline;
    this.#earlier = earlier;
    const mark = this.#rooms.readMark(this.room);
    const unread = timeline.messages.filter((message) => message.id > mark && !this.#isMine(message));
    this.#unread = new Map(unread.map((message) => [message.id, message]));
    this.#list.show(timeline);
    this.#drawLine(this.#firstUnread);
    if (this.#lineAt) this.#list.scrollToLine();
    else this.#list.scrollToEnd();
    this.#scrolled();
  }

  /** Fetches a page of earlier messages, one at a time. @returns whether there was more */
  #fetchBefore() {
    const timeline = this.#timeline;
    this.#fetching ??= this.#fetchPage(timeline).finally(() => {
      this.#fetching = undefined;
      // Another room may be waiting for its turn.
      if (timeline === this.#timeline) this.#changed();
      else this.#scrolled();
    });
    return this.#fetching;
  }

  async #fetchPage(timeline) {
    try {
      const { messages } = await node.before(this.room, timeline.first.id, pageCount);
      if (timeline !== this.#timeline) return false;
      const fresh = timeline.prepend(messages);
      this.#list.keepingPlace(() => this.#list.insert(fresh));
      return fresh.length > 0;
    } catch {
      return false;
    }
  }

  /** Keeps the newest messages in the browser, once a second at most. */
  #keep() {
    this.#keeping ??= setTimeout(() => {
      this.#keeping = undefined;
      const { room } = this;
      // One that is still being loaded is kept when it is loaded.
      if (!this.#isLoaded) return;
      const messages = this.#timeline.messages.slice(-keptCount);
      database.put('rooms', { room, node: node.key, messages }).catch(() => {});
    }, 1000);
  }

  // MARK: Following

  #take(all) {
    const messages = all.filter((message) => message.room === (this.room ?? ''));
    if (messages.length === 0) return;
    if (!this.#isLoaded) {
      this.#meanwhile.push(...messages);
      return;
    }
    const [isReading, newest] = [this.#isReading, this.#timeline.last];
    const { inserted, outside } = this.#timeline.add(messages);
    this.dispatchEvent(new CustomEvent('came', { detail: messages }));
    if (isReading && inserted.includes(this.#timeline.last)) {
      this.#list.insert(inserted);
      this.#list.scrollToEnd();
    } else {
      this.#list.keepingPlace(() => this.#list.insert(inserted));
    }
    const isLate = (message) => newest && compare(message, newest) < 0 && arrivedLater(message);
    const above = inserted.filter((message) => isLate(message) && !this.#list.isInSight(message));
    this.#note(inserted, outside.concat(above), isReading);
    if (isReading) this.#shorten();
    this.#list.renameDays();
    this.#keep();
    this.#scrolled();
  }

  /** A tab that is open for weeks at the room's end does not hold all that has passed. */
  #shorten() {
    if (this.#timeline.messages.length > longest) this.#list.remove(this.#timeline.shorten(goneAtOnce));
  }

  /** What of it is news that is not in sight. */
  #note(inserted, earlier, isReading) {
    const ofOthers = (message) => !this.#isMine(message);
    this.#earlier = this.#earlier.concat(earlier.filter(ofOthers)).sort(compare);
    if (isReading) return;
    for (const message of inserted.filter(ofOthers)) {
      if (!earlier.includes(message)) this.#unread.set(message.id, message);
    }
    if (!this.#lineAt && document.visibilityState === 'hidden') this.#drawLine(this.#firstUnread);
  }

  // MARK: Reading

  #wasAtEnd = true;
  /** By which the messages were last laid out, in pixels. */
  #width;

  get #isReading() {
    return this.#isLoaded && document.visibilityState === 'visible' && this.#list.isAtEnd;
  }

  get #firstUnread() {
    return [...this.#unread.values()].sort(compare)[0];
  }

  #drawLine(message) {
    this.#lineAt = message;
    this.#list.drawLine(message);
  }

  #scrolled() {
    // A page that has just got another width has still to go back to what was noted before.
    if (this.#scroller.clientWidth === this.#width) {
      this.#wasAtEnd = this.#list.isAtEnd;
      this.#list.rememberPlace();
    }
    const { scrollTop, clientHeight } = this.#scroller;
    const isNearBeginning = scrollTop < screensAhead * clientHeight;
    if (isNearBeginning && this.#isLoaded && !this.#fetching && !this.#timeline.isWhole && this.#timeline.first) {
      this.#fetchBefore().then((more) => { if (more) this.#scrolled(); });
    }
    this.#seen();
  }

  /** Somebody looks again: what came in the meantime begins in sight. */
  #returned() {
    this.#list.renameDays();
    if (document.visibilityState === 'visible' && this.#lineAt && this.unread > 0) this.#list.scrollToLine();
    this.#scrolled();
  }

  /** What was read in another tab is read here. */
  #forgetRead() {
    const mark = this.#rooms.readMark(this.room);
    for (const id of this.#unread.keys()) if (id <= mark) this.#unread.delete(id);
  }

  /** Whoever sees the end has read the room. */
  #seen() {
    if (this.#isReading) {
      this.#unread.clear();
      // With what stands before the first message: it is told of by a button of its own.
      const newest = this.#timeline.messages.concat(this.#earlier).reduce((high, { id }) => Math.max(high, id), 0);
      this.#rooms.markRead(this.room, newest);
    }
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
