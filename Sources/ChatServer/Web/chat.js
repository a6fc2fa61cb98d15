// The open room on the page: connects its messages, the list that shows them, and what the person has read.

import { byId } from './dom.js';
import { Feed } from './feed.js';
import { MessageList } from './message-list.js';
import { Scrolling } from './scrolling.js';
import { arrivedLate, compare, isShown } from './timeline.js';
import { UnreadMessages } from './unread.js';

/** Screens above the visible part within which earlier messages are loaded. */
const screensAhead = 2;

/**
 * Events: `change` when unread messages or the place in the room have changed; `loaded` when the node has answered with
 * the room's messages; `arrived` with new messages of the room that the page shows.
 */
export class Chat extends EventTarget {
  #rooms;
  #isMine;
  #feed;
  #list;
  #scrolling = new Scrolling(byId('scroller'), byId('timeline'));
  #unread = new UnreadMessages();
  /** The message below the line that separates the unread messages. */
  #firstBelowLine;
  /** Whether the end of the room was visible after the last layout, and the width of that layout. */
  #wasAtEnd = true;
  #lastWidth;

  constructor({ live, rooms, isMine, reached, authors }) {
    super();
    this.#rooms = rooms;
    this.#isMine = isMine;
    this.#list = new MessageList(byId('timeline'), this.#scrolling, isMine, reached, authors);
    this.#feed = new Feed({ live, rooms });
    this.#follow(this.#feed);
    live.addEventListener('group', () => this.#list.updateStates());
    byId('scroller').addEventListener('scroll', () => this.#update(), { passive: true });
    document.addEventListener('visibilitychange', () => this.#returned());
    // Another tab may have read messages of this room.
    rooms.addEventListener('change', () => this.#unread.removeUpTo(rooms.readUpTo(this.room)));
    // The layout changes when the text box grows, a phone is turned, or a font is loaded.
    const observer = new ResizeObserver(() => this.#keepPlaceAfterResize());
    for (const id of ['scroller', 'timeline', 'waiting']) observer.observe(byId(id));
  }

  get room() { return this.#feed.room; }
  get isAtEnd() { return this.#scrolling.isAtEnd; }
  /** The numbers of unread messages below the visible ones, and above them. */
  get unread() { return this.#unread.count; }
  get earlier() { return this.#unread.earlierCount; }
  /** Whether the room has no messages that the page shows. */
  get isEmpty() { return this.#feed.isEmpty; }
  /** Whether all messages of the room are loaded. */
  get isWhole() { return this.#feed.isWhole; }
  /** The time of the topmost visible message. */
  get visibleTime() { return this.#scrolling.firstVisible?.time; }
  has(id) { return this.#feed.timeline.has(id); }

  /** Shows a room, from its first unread message or its end. */
  open(room) { return this.#feed.open(room); }

  /** Loads the room again, as after the node's store was replaced. */
  reload() { return this.#feed.reload(); }

  /** Makes all elements again, as in another language. */
  redraw() {
    this.#scrolling.keepDistance(() => {
      this.#list.show(this.#feed.timeline);
      this.#drawUnreadLine(this.#firstBelowLine);
    });
  }

  /** Goes to the first unread message, else to the newest. */
  goToNewest() {
    const { first } = this.#unread;
    if (first && !this.#firstBelowLine) {
      this.#drawUnreadLine(first);
      this.#list.scrollToUnreadLine();
    } else {
      this.#scrolling.scrollToEnd();
    }
    this.#update();
  }

  /** Goes to the first of the messages that arrived above the visible ones. */
  async goToEarlier() {
    const target = this.#unread.takeEarlier();
    const { timeline } = this.#feed;
    const isMissing = () => target && timeline === this.#feed.timeline && !timeline.find(target) && !timeline.isWhole;
    while (isMissing()) {
      if (!await this.#feed.loadEarlier()) break;
    }
    const found = target && this.#feed.timeline.find(target);
    if (found) this.#list.scrollTo(found);
    this.#changed();
  }

  /** Scrolls to a message that the person sends, and removes the unread line: they have read the messages above. */
  sent() {
    this.#drawUnreadLine(undefined);
    this.#scrolling.scrollToEnd();
  }

  // MARK: Following the feed

  #follow(feed) {
    feed.addEventListener('reset', ({ detail }) => this.#show(detail.missed));
    feed.addEventListener('loaded', () => this.dispatchEvent(new Event('loaded')));
    feed.addEventListener('earlier', ({ detail }) => this.#scrolling.keepPlace(() => this.#list.update(detail)));
    // When the request was for another timeline, this one may have to load its own earlier messages.
    feed.addEventListener('page', ({ detail }) => (detail.isCurrent ? this.#changed() : this.#update()));
    feed.addEventListener('arrived', ({ detail }) => this.#arrived(detail));
  }

  #show(missed) {
    const { timeline } = this.#feed;
    this.#unread.reset(timeline.messages.filter((message) => this.#rooms.isUnread(message)), missed);
    this.#list.show(timeline);
    this.#drawUnreadLine(this.#unread.first);
    if (this.#firstBelowLine) this.#list.scrollToUnreadLine();
    else this.#scrolling.scrollToEnd();
    this.#update();
  }

  #arrived({ messages, newest, inserted, replaced, outside }) {
    const isReading = this.#isReading;
    const isNew = (message) => isShown(message) && this.#rooms.isNew(message);
    this.dispatchEvent(new CustomEvent('arrived', { detail: messages.filter(isNew) }));
    const update = () => this.#list.update({ inserted, replaced });
    if (isReading && inserted.includes(this.#feed.timeline.last)) {
      update();
      this.#scrolling.scrollToEnd();
    } else {
      this.#scrolling.keepPlace(update);
    }
    this.#replaceUnread(messages);
    const isLate = (message) => newest && compare(message, newest) < 0 && arrivedLate(message);
    const above = inserted.filter((message) => isLate(message) && !this.#list.isVisible(message));
    this.#noteUnread(inserted.filter(isNew), outside.concat(above).filter(isNew), isReading);
    if (isReading) {
      const removed = this.#feed.shorten();
      if (removed.length > 0) this.#scrolling.keepPlace(() => this.#list.remove(removed));
    }
    this.#list.renameDays();
    this.#update();
  }

  #replaceUnread(messages) {
    this.#unread.replace(messages);
    const below = messages.find(({ digest }) => digest === this.#firstBelowLine?.digest);
    if (below) this.#drawUnreadLine(below);
  }

  #noteUnread(inserted, earlier, isReading) {
    const isOfOthers = (message) => !this.#isMine(message);
    this.#unread.addEarlier(earlier.filter(isOfOthers));
    if (isReading) return;
    this.#unread.add(inserted.filter((message) => isOfOthers(message) && !earlier.includes(message)));
    if (!this.#firstBelowLine && document.visibilityState === 'hidden') this.#drawUnreadLine(this.#unread.first);
  }

  // MARK: Reading

  get #isReading() {
    return this.#feed.isLoaded && document.visibilityState === 'visible' && this.isAtEnd;
  }

  #drawUnreadLine(message) {
    this.#firstBelowLine = message;
    this.#list.drawUnreadLine(message);
  }

  /** Updates everything that depends on the visible part of the room, as after scrolling. */
  #update() {
    // After a change of the width, the resize observer still needs the old place and scrolls back to it.
    if (this.#scrolling.width === this.#lastWidth) {
      this.#wasAtEnd = this.isAtEnd;
      this.#scrolling.rememberPlace();
    }
    this.#loadEarlierIfNear();
    this.#markRead();
    this.#changed();
  }

  #loadEarlierIfNear() {
    const { isLoaded, isRequesting, timeline } = this.#feed;
    const canLoad = isLoaded && !isRequesting && !timeline.isWhole && timeline.first;
    if (!canLoad || this.#scrolling.screensAbove >= screensAhead) return;
    this.#feed.loadEarlier().then((more) => { if (more) this.#update(); });
  }

  /** Marks the room as read if its end is visible. */
  #markRead() {
    if (!this.#isReading) return;
    this.#unread.clear();
    // Including the earlier messages, because a button of their own points to them.
    const id = Math.max(this.#feed.timeline.highestId, this.#unread.highestEarlierId);
    this.#rooms.markRead(this.room, id);
  }

  /** Scrolls a tab that has become visible to the first unread message. */
  #returned() {
    this.#list.renameDays();
    if (document.visibilityState === 'visible' && this.#firstBelowLine && this.unread > 0) {
      this.#list.scrollToUnreadLine();
    }
    this.#update();
  }

  #keepPlaceAfterResize() {
    const { width } = this.#scrolling;
    const hasOtherWidth = this.#lastWidth !== width;
    this.#lastWidth = width;
    if (this.#wasAtEnd) this.#scrolling.scrollToEnd();
    else if (hasOtherWidth) this.#scrolling.returnToPlace();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
