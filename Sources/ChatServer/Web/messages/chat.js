// The open room on the web page: connects its messages, the list that shows them, and what the person has read.

import { byId, isInSight, make } from '../browser/dom.js';
import { Feed } from '../kept/feed.js';
import { mentionsMe } from '../model/attention.js';
import { countLimit, mostLate, shownCount } from '../model/reading.js';
import { compare, isShown, mostLoaded } from '../model/timeline.js';
import { say } from '../model/words.js';
import { connectCopying } from './copying.js';
import { connectDetails } from './message-details.js';
import { MessageFocus } from './message-focus.js';
import { MessageList } from './message-list.js';
import { Scrolling } from './scrolling.js';

/** Pixels above and below the visible part within which further messages are loaded: a fast turn of a wheel moves by 2,000. */
const pixelsAhead = 4000;

/**
 * Events: `change` when unread messages or the scroll position have changed; `loaded` when the node has answered with
 * the room's messages; `arrived` with new messages of the room that the web page shows.
 */
export class Chat extends EventTarget {
  #live;
  #rooms;
  #isMine;
  #feed;
  #list;
  #scrolling = new Scrolling(byId('scroller'), byId('timeline'), () => this.#feed.timeline.isEnd);
  #focus;
  /** Whether further unread messages are being loaded. */
  #isLoadingUnread = false;
  #isShortening = false;
  /** The message below the line that separates the unread messages. */
  #firstBelowLine;

  constructor({ live, rooms, isMine, reached, authors, namesOf, noteText, asShown }) {
    super();
    this.#live = live;
    this.#rooms = rooms;
    this.#isMine = isMine;
    const isNew = ({ digest }) => this.#reading.cameLate.has(digest);
    this.#list = new MessageList(byId('timeline'), this.#scrolling, { isMine, reached, authors, noteText, asShown, isNew });
    this.showDetails = connectDetails(live, { isMine, reached, authors, namesOf, asShown });
    this.#focus = new MessageFocus(this.#scrolling, { goToEnd: () => this.#goToEnd(), showDetails: this.showDetails });
    connectCopying(byId('scroller'));
    this.#feed = new Feed({ live, rooms, atRest: () => this.#scrolling.atRest() });
    this.#follow(this.#feed);
    live.addEventListener('group', () => this.#scrolling.keepScrollPosition(() => this.#list.updateStates()));
    live.addEventListener('reachability', () => this.#showMissing());
    byId('scroller').addEventListener('scroll', () => this.#update(), { passive: true });
    byId('timeline').addEventListener('click', ({ target }) => { if (target.matches('.unfold-messages')) this.#unfold(); });
    // After a text was folded or unfolded: the end may no longer be visible, or be visible again.
    byId('scroller').addEventListener('fold', () => this.#updateAtNewScrollPosition());
    document.addEventListener('visibilitychange', () => this.#returned());
    rooms.addEventListener('change', () => this.#adopt(rooms.mark(this.room)));
  }

  get room() { return this.#feed.room; }
  /** Whether the last message of the room is loaded. */
  get hasEnd() { return this.#feed.timeline.isEnd; }
  get isAtEnd() { return this.#scrolling.isAtEnd; }
  /** The known unread messages below the visible ones: { count, isMore }. */
  get unread() {
    const isBelow = this.#missingRow && !this.#reading.missing.isAbove && this.#isOutOfSight(this.#missingRow);
    const { missing, unloaded, isComplete } = this.#reading;
    const { count, isMore } = isBelow ? missing : { count: unloaded, isMore: !isComplete };
    return shownCount({ count: this.#below.length + count, isMore });
  }
  /** The late messages above the visible ones: { count, isMore }. */
  get late() {
    const { messages, isMore } = this.#lateAbove;
    return { count: isMore ? mostLate : messages.length, isMore };
  }
  /** The known unread messages that mention this person: { count, isMore }. */
  get mentions() { return { count: this.#reading.mentions.length, isMore: !this.#reading.isCounted }; }
  /** The unread messages above the kept ones while the node does not answer, if the sentence about them is out of sight: { count, isMore }. */
  get missing() {
    return this.#hasMissingAbove && this.#isOutOfSight(this.#missingRow) ? this.#reading.missing : { count: 0 };
  }
  /** Whether the room has no messages that the web page shows. */
  get isEmpty() { return this.#feed.isEmpty; }
  /** What this browser has kept of the room, while the web page shows no messages of it: see `Feed`. */
  get kept() {
    const { isLoaded, timeline, kept } = this.#feed;
    return isLoaded || timeline.messages.length > 0 ? undefined : kept;
  }
  /** Whether all messages of the room are loaded. */
  get isWhole() { return this.#feed.isWhole; }
  /**
   * The time of the topmost visible message; undefined without one, while a sentence is above the messages, and while no message
   * is above the heading of its own day.
   */
  get visibleTime() {
    const isSentence = this.#hasMissingAbove && !this.#isOutOfSight(this.#missingRow);
    const message = isSentence ? undefined : this.#scrolling.firstVisible;
    const heading = message?.querySelector('.day');
    return heading && !this.#isOutOfSight(heading) ? undefined : message?.message.time;
  }
  has(id) { return this.#feed.timeline.has(id); }
  /** The loaded messages, in display order. */
  get messages() { return this.#feed.timeline.messages; }
  /** Returns a loaded message. */
  find(digest) { return this.#feed.timeline.find({ digest }); }

  /** Whether some of a message is visible. */
  isInView(message) {
    const element = this.#list.elementOf(message);
    return element !== undefined && !this.#isOutOfSight(element);
  }

  /** Shows a message of the room in its place, and moves the focus there. @returns whether the node has answered */
  async goTo(message) {
    const found = this.find(message.digest);
    if (found) this.#list.scrollTo(found);
    else if (!await this.#feed.openAt(message)) return false;
    this.#list.elementOf(message)?.focus({ preventScroll: true });
    this.#updateAtNewScrollPosition();
    return true;
  }

  /** Shows messages again of which other changes wait in this browser than before. */
  refresh(digests) {
    const isReading = this.#isReading;
    this.#scrolling.keepScrollPosition(() => this.#list.refresh(digests));
    if (isReading) this.#scrolling.scrollToEnd();
  }

  /** Shows a room, from its first unread message or its end. */
  open(room, isReadingPaused = false) { return this.#feed.open(room, isReadingPaused); }

  /** Marks the visible messages as read, after a room was opened with paused reading. */
  resumeReading() {
    this.#feed.resumeReading();
    this.#update();
  }

  /** Loads the room again, as after the node's store was replaced. */
  reload() { return this.#feed.reload(); }

  /** Marks a message and all below it as unread. */
  markUnread(message) { return this.#feed.markUnread(message); }

  /** Makes all elements again, as in another language. */
  redraw() {
    this.#scrolling.keepScrollPosition(() => {
      this.#focus.keep(() => this.#list.show(this.#feed.timeline));
      this.#list.drawUnreadLine(this.#firstBelowLine);
      this.#drawMissing();
    });
    this.#update();
  }

  /** Shows the loaded messages of removed members, until the room is loaded again. */
  #unfold() {
    for (const message of this.#feed.timeline.messages) message.isFolded = false;
    this.redraw();
  }

  /** Names the days anew, as after midnight. */
  renameDays() { this.#list.renameDays(); }

  /** Goes to the first unread message below the visible ones; if the unread line is visible, or nothing is unread, to the newest. */
  async goToNewest() {
    const [first] = this.#below;
    const isAtLine = this.#firstBelowLine && this.isInView(this.#firstBelowLine);
    if (first && !isAtLine && this.has(first.id)) {
      this.#drawUnreadLine(first);
      this.#list.scrollToUnreadLine();
    } else {
      await this.#goToEnd();
    }
    this.#update();
  }

  /** Goes to the first late message above the visible ones, or to the sentence about messages that are not kept. */
  async goToEarlier() {
    const [first] = this.#lateAbove.messages;
    const found = first && this.#feed.timeline.find(first);
    if (this.#hasMissingAbove) this.#scrolling.scrollToStart();
    else if (found) this.#list.scrollTo(found);
    else if (first) await this.#feed.openAt(first);
    this.#update();
  }

  /** Goes to the next unread mention below the visible messages, else to the first one. */
  async goToMention() {
    const { mentions } = this.#reading;
    const below = new Set(this.#below.map(({ digest }) => digest));
    const next = mentions.find(({ digest }) => below.has(digest)) ?? mentions[0];
    if (next) await this.goTo(next);
  }

  /** Marks all messages of the room as read. */
  readAll() {
    const highestId = Math.max(this.#feed.timeline.highestId, this.#rooms.newestId(this.room));
    const marked = [...this.#reading.cameLate];
    this.#reading.readAll(highestId, this.#feed.timeline.last);
    // The node may not have answered with the room yet: its answer then has these messages as unread ones.
    this.#rooms.keep(this.room, this.#reading);
    this.refresh(marked);
    this.#drawUnreadLine(undefined);
    this.#drawMissing();
    this.#update();
  }

  /** Scrolls to a message that the person sends, and removes the unread line: they have read the messages above. */
  sent() {
    this.#feed.resumeReading();
    this.#drawUnreadLine(undefined);
    this.#goToEnd();
  }

  async #goToEnd() {
    const { room } = this;
    if (!this.hasEnd) await this.#feed.openEnd();
    if (room !== this.room) return;
    this.#scrolling.scrollToEnd();
    this.#update();
  }

  // MARK: Following the feed

  #follow(feed) {
    feed.addEventListener('reset', ({ detail }) => this.#show(detail));
    feed.addEventListener('loaded', () => this.dispatchEvent(new Event('loaded')));
    feed.addEventListener('kept', () => this.#changed());
    for (const type of ['earlier', 'later']) {
      feed.addEventListener(type, ({ detail }) => this.#scrolling.keepScrollPosition(() => this.#list.update(detail), false));
    }
    // When the request was for another timeline, this one may have to load its own earlier messages.
    feed.addEventListener('page', ({ detail }) => (detail.isCurrent ? this.#changed() : this.#update()));
    feed.addEventListener('arrived', ({ detail }) => this.#arrived(detail));
  }

  #show({ isOpened, target: wanted }) {
    const { timeline, isLoaded, opensEnd } = this.#feed;
    const target = wanted && timeline.find(wanted);
    const { isAtEnd } = this.#scrolling;
    const line = this.#firstBelowLine && timeline.find(this.#firstBelowLine);
    if (isOpened) {
      const isKnown = isLoaded || timeline.messages.length > 0;
      if (!isKnown) this.#rooms.keep(this.room, undefined);
      // Somebody may have read them while the room was loading.
      this.#reading.adopt(this.#rooms.mark(this.room));
      this.#reading.add(timeline.messages, (message) => isKnown && this.#rooms.isUnread(message));
      this.#firstBelowLine = undefined;
    }
    // A person who has scrolled in the messages that this browser has kept, or has read below the line, stays there.
    const unread = this.#reading.fresh.find(({ id }) => timeline.has(id));
    const hasRead = line && !isAtEnd && !(unread && compare(unread, line) <= 0);
    const first = this.#scrolling.firstVisible?.message;
    const stays = isOpened && isLoaded && (this.#scrolling.hasMoved || hasRead) && first && timeline.find(first) !== undefined;
    this.#scrolling.keepScrollPosition(() => this.#focus.keep(() => this.#list.show(timeline)));
    // For tests.
    byId('timeline').dataset.source = isLoaded ? 'node' : 'browser';
    const lineOfOpened = opensEnd ? undefined : stays && hasRead ? line : unread;
    this.#drawUnreadLine(isOpened ? lineOfOpened : this.#firstBelowLine);
    this.#drawMissing();
    if (stays) return this.#update();
    if (isOpened && opensEnd) this.#scrolling.scrollToEnd();
    else if (this.#hasMissingAbove) this.#scrolling.scrollToStart();
    else if (isOpened && this.#firstBelowLine) this.#list.scrollToUnreadLine();
    else if (target) this.#list.scrollTo(target);
    else this.#scrolling.scrollToEnd();
    this.#updateAtNewScrollPosition();
  }

  #arrived({ messages, newest, inserted, replaced }) {
    const isReading = this.#isReading;
    const isNew = (message) => isShown(message) && !message.isDeleted && this.#rooms.isNew(message);
    this.dispatchEvent(new CustomEvent('arrived', { detail: messages.filter(isNew) }));
    this.#reading.replace(messages);
    const below = messages.find(({ digest }) => digest === this.#firstBelowLine?.digest);
    if (below) this.#firstBelowLine = below;
    const hadUnreadBelowLine = this.#hasUnreadBelowLine;
    // A message that was read is unread again, as a late one.
    const mentioned = replaced
      .filter(({ old, message }) => old.text !== undefined && mentionsMe(message) && !mentionsMe(old))
      .map(({ message }) => message).filter((message) => !this.#isMine(message) && !message.isHistory);
    const isUnread = (message) => mentioned.includes(message) || isNew(message) && this.#rooms.isUnread(message);
    this.#reading.add(messages, isUnread);
    // The list marks late messages.
    const update = () => this.#list.update({ inserted, replaced });
    if (isReading && inserted.includes(this.#feed.timeline.last)) {
      update();
      this.#scrolling.scrollToEnd();
    } else {
      this.#scrolling.keepScrollPosition(update);
    }
    if (below) this.#drawUnreadLine(below);
    if (!hadUnreadBelowLine && document.visibilityState === 'hidden') {
      const first = this.#reading.below(newest).find(({ id }) => this.has(id));
      if (first) this.#drawUnreadLine(first);
    }
    this.#update();
  }

  // MARK: Messages that are not kept

  /** Whether the web page shows only what this browser has kept, because the node does not answer. */
  get #isAway() {
    const { isLoaded, timeline } = this.#feed;
    return !this.#live.reachability.isReachable && !isLoaded && timeline.messages.length > 0;
  }

  /** The sentence about unread messages that this browser has not kept: above the messages, or below them; undefined without one. */
  get #missingRow() {
    if (!this.#isAway || this.#reading.missing.count === 0) return undefined;
    return byId(this.#reading.missing.isAbove ? 'missing-earlier' : 'missing-later');
  }

  get #hasMissingAbove() { return this.#missingRow?.id === 'missing-earlier'; }

  #isOutOfSight(row) { return !isInSight(row, byId('scroller')); }

  /** Says that messages are missing, or no longer, as after a change of the reachability. */
  #showMissing() {
    this.#scrolling.keepScrollPosition(() => this.#drawMissing());
    // A person who has scrolled since the room was opened, or has gone to its end, stays where they are.
    if (!this.#scrolling.hasMoved && !this.#feed.opensEnd && this.#hasMissingAbove) this.#scrolling.scrollToStart();
    this.#update();
  }

  #drawMissing() {
    const shown = this.#missingRow;
    // The line separates the first unread message, which may be a missing one.
    if (this.#hasMissingAbove) this.#drawUnreadLine(undefined);
    const isBelowLine = shown && !this.#firstBelowLine;
    for (const row of [byId('missing-earlier'), byId('missing-later')]) {
      const { count: n, isMore } = this.#reading.missing;
      row.hidden = row !== shown;
      row.replaceChildren(...row === shown && isBelowLine ? [make('p', 'unread-line', say('unreadLine'))] : [],
        ...row === shown ? [make('p', 'quiet', say('missingCount', { n, isMore }))] : []);
    }
    // Its height is that of an invisible sentence there.
    if (this.#hasMissingAbove) byId('beginning').hidden = true;
  }

  // MARK: Reading

  get #reading() { return this.#feed.reading; }

  get #isReading() {
    return this.#feed.isLoaded && document.visibilityState === 'visible' && this.#scrolling.followsEnd;
  }

  /** Whether there is an unread line, and a message below it is unread. */
  get #hasUnreadBelowLine() {
    const first = this.#firstBelowLine;
    return first !== undefined && this.#reading.fresh.some((message) => compare(message, first) >= 0);
  }

  #drawUnreadLine(message) {
    this.#firstBelowLine = message;
    this.#scrolling.keepScrollPosition(() => this.#list.drawUnreadLine(message));
  }

  /** Like `#update`, after the web page has made a new layout and chosen a scroll position in it: it stays there. */
  #updateAtNewScrollPosition() {
    this.#scrolling.arrive();
    this.#update();
  }

  /** Updates everything that depends on the visible part of the room, as after scrolling. */
  #update() {
    // The layout may have changed although the resize observer has not run yet.
    this.#scrolling.settle();
    this.#loadEarlierIfNear();
    this.#loadLaterIfNear();
    this.#readVisible();
    this.#shorten();
    this.#changed();
  }

  /** Removes messages that are far from the visible ones, when nobody scrolls. */
  async #shorten() {
    if (this.#isShortening || this.#feed.timeline.messages.length <= mostLoaded) return;
    this.#isShortening = true;
    await this.#scrolling.atRest();
    this.#isShortening = false;
    const [first, last] = [this.#scrolling.firstVisible?.message, this.#scrolling.lastVisible?.message];
    const removed = first && last ? this.#feed.shorten(first, last) : [];
    if (removed.length > 0) this.#scrolling.keepScrollPosition(() => this.#focus.keep(() => this.#list.remove(removed)));
  }

  #loadEarlierIfNear() {
    const { isLoaded, isRequesting, timeline } = this.#feed;
    const canLoad = isLoaded && !isRequesting && !timeline.isWhole && timeline.first;
    if (!canLoad || this.#scrolling.top >= pixelsAhead) return;
    this.#feed.loadEarlier().then((more) => { if (more) this.#update(); });
  }

  #loadLaterIfNear() {
    const { isLoaded, isRequesting, timeline } = this.#feed;
    if (!isLoaded || isRequesting || timeline.isEnd || this.#scrolling.toEnd >= pixelsAhead) return;
    this.#feed.loadLater().then((more) => { if (more) this.#update(); });
  }

  get #below() { return this.#reading.below(this.#scrolling.lastVisible?.message); }

  get #lateAbove() {
    const { firstVisible, lastVisible } = this.#scrolling;
    const { displayStamp = 0n } = firstVisible?.message ?? {};
    // While only waiting messages are visible, all others are above them.
    return this.#reading.lateAbove(!firstVisible && lastVisible ? lastVisible.message.displayStamp + 1n : displayStamp);
  }

  /** Marks the messages on the screen and those above them as read, and saves this. */
  #readVisible() {
    if (!this.#feed.isLoaded && !this.#isAway) return;
    const [first, last] = [this.#scrolling.firstVisible?.message, this.#scrolling.lastVisible?.message];
    if (first && last && document.visibilityState === 'visible') this.#reading.read(first, last);
    this.#rooms.keep(this.room, this.#reading);
    this.#loadUnreadIfFew();
  }

  /** Adopts what another tab has read of the room, or marked as unread. */
  #adopt(mark) {
    const reading = this.#reading;
    const { count } = reading;
    this.#feed.adopt(mark);
    if (reading.count !== count) this.#keep();
  }

  /** Saves what was read, and counts the unread messages in the list of rooms. */
  #keep() {
    if (this.#feed.isLoaded || this.#isAway) this.#rooms.keep(this.room, this.#reading);
  }

  async #loadUnreadIfFew() {
    const { room, isLoaded, reading } = this.#feed;
    if (!isLoaded || reading.isComplete || reading.fresh.length >= countLimit || this.#isLoadingUnread) return;
    this.#isLoadingUnread = true;
    try {
      const newest = this.#rooms.newestId(room);
      const loaded = await this.#rooms.loadUnread(room, { past: reading.upTo });
      // Messages that have arrived meanwhile are loaded next.
      reading.extend({ ...loaded, isComplete: loaded.isComplete && this.#rooms.newestId(room) === newest });
      this.refresh(loaded.messages.map(({ digest }) => digest).filter((digest) => reading.cameLate.has(digest)));
    } catch {
      // The next change of the scroll position tries again.
      return;
    } finally {
      this.#isLoadingUnread = false;
    }
    this.#update();
  }

  /** Scrolls a tab that has become visible to the unread line, unless the message below it was read. */
  #returned() {
    const isUnread = this.#reading.fresh.some(({ id }) => id === this.#firstBelowLine?.id);
    if (document.visibilityState === 'visible' && isUnread) this.#list.scrollToUnreadLine();
    this.#update();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
