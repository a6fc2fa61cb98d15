// The messages of the open room as elements of the web page.

import { make, setText } from '../browser/dom.js';
import { isChanging } from '../model/changes.js';
import { progressOf } from '../model/group-sentences.js';
import { belongTogether, compare, idAsShown, isNote, isSameDay, isShown } from '../model/timeline.js';
import { arrivedAlike } from '../model/times.js';
import { dayName, say } from '../model/words.js';
import { ChunkHeights } from './chunk-heights.js';
import {
  authorHeading, dayHeading, describe, fill, fold, messageElement, nameFacts, showDoubt, showFolded, showState,
} from './message-element.js';

/** Messages in one chunk of the web page. The browser skips the layout of chunks that are not visible. */
const chunkLength = 50;
/** Milliseconds for which a message that was searched for is highlighted. */
const highlightTime = 2000;

/** The elements of the messages of a `Timeline`, in the same order. */
export class MessageList {
  #scrolling;
  #timeline;
  #root;
  /** The elements of the messages, by id. */
  #elements = new Map();
  /** The elements of this person's messages, which show how many devices the message has reached. By message. */
  #mine = new Map();
  /** The elements of the quiet lines. By message. */
  #notes = new Map();
  #unreadLine;
  #isMine;
  #reached;
  #authors;
  #noteText;
  #asShown;
  #isNew;

  /**
   * @param {HTMLElement} root
   * @param {Scrolling} scrolling
   * @param {(message: object) => boolean} isMine whether this person wrote the message
   * @param {(id: number) => { names: string[], of: number }} reached
   *   returns the names of the peers that claim to have a message, and the number of all peers
   * @param {Authors} authors
   * @param {(message: object) => string} noteText returns the quiet line of a message, or an empty text
   * @param {(message: object) => object} asShown returns a message with the changes of it that wait in this browser
   * @param {(message: object) => boolean} isNew whether a message is marked as new
   */
  constructor(root, scrolling, { isMine, reached, authors, noteText, asShown, isNew }) {
    this.#root = root;
    this.#scrolling = scrolling;
    this.#isMine = isMine;
    this.#reached = reached;
    this.#authors = authors;
    this.#noteText = noteText;
    this.#asShown = asShown;
    this.#isNew = isNew;
    new ChunkHeights(root, scrolling);
    authors.addEventListener('change', () => {
      for (const heading of root.querySelectorAll('.author')) showDoubt(heading, authors.doubtOf(heading.author));
      for (const element of root.querySelectorAll('.message:has(.text)')) describe(element, element.message, authors.doubtOf(element.message));
    });
  }

  /** Shows a timeline; again if it is the same one. */
  show(timeline) {
    this.#timeline = timeline;
    this.#root.replaceChildren();
    this.#elements.clear();
    this.#mine.clear();
    this.#notes.clear();
    this.#unreadLine = undefined;
    this.insert(timeline.messages);
  }

  /** Shows messages that were added to the timeline or have replaced older ones. */
  update({ inserted, replaced }) {
    const keepsRank = ({ old, message }) => old.displayStamp === message.displayStamp;
    for (const { old, message } of replaced.filter(keepsRank)) this.#replace(old, message);
    // A stamp in the future counts as five minutes after the arrival, and the message has arrived again.
    const moved = replaced.filter((pair) => !keepsRank(pair));
    this.#drop(moved.map(({ old }) => old));
    this.insert(inserted.concat(moved.map(({ message }) => message)).sort(compare));
    if (moved.length > 0) this.#updateAllHeadings();
  }

  /** Shows messages that were added to the timeline, in display order. */
  insert(messages) {
    this.#authors.note(messages.filter(isShown));
    const all = this.#timeline.messages;
    const changed = new Set();
    // From the last to the first: each message goes before an element that exists already.
    for (const message of messages.toReversed()) {
      const index = this.#timeline.indexOf(message);
      this.#put(message, this.#elements.get(all[index + 1]?.id));
      changed.add(index).add(index + 1);
    }
    for (const index of changed) if (index < all.length) this.#updateHeadings(index);
    fold(messages.map((message) => this.#elements.get(message.id)));
  }

  /** Shows a message in the element of an older one. The element stays, so that the messages in view do not move. */
  #replace(old, message) {
    const element = this.#elements.get(old.id);
    this.#elements.delete(old.id);
    this.#elements.set(message.id, element);
    fill(element, message, this.#authors.doubtOf(message), this.#asShown(message), this.#isNew(message));
    if (this.#mine.delete(old)) this.#showAsMine(message, element);
    if (this.#notes.delete(old)) this.#showAsNote(message, element);
    fold([element]);
  }

  /** Shows messages again of which other changes wait in this browser than before. */
  refresh(digests) {
    for (const digest of digests) {
      const message = this.#timeline?.find({ digest });
      if (message && !isNote(message)) this.#replace(message, message);
    }
  }

  /** Removes the elements of messages that the timeline has forgotten. */
  remove(messages) {
    this.#drop(messages);
    if (this.#timeline.messages.length > 0) this.#updateHeadings(0);
  }

  #drop(messages) {
    for (const message of messages) {
      const element = this.#elements.get(message.id);
      const chunk = element.parentElement;
      element.remove();
      if (chunk.childElementCount === 0) chunk.remove();
      this.#elements.delete(message.id);
      this.#mine.delete(message);
      this.#notes.delete(message);
    }
  }

  /** Shows how many devices this person's messages have reached, and the quiet lines. */
  updateStates() {
    for (const [message, element] of this.#mine) this.#showState(message, element);
    for (const [message, element] of this.#notes) this.#showAsNote(message, element);
  }

  /** Renames the days after midnight: "Today" becomes "Yesterday". */
  renameDays() {
    for (const heading of this.#root.querySelectorAll('.day')) heading.firstChild.textContent = dayName(heading.time);
  }

  /** Draws the line above the first unread message, or removes the line if there is none. */
  drawUnreadLine(message) {
    const old = this.#unreadLine?.parentElement;
    this.#unreadLine?.remove();
    this.#unreadLine = undefined;
    const element = message && this.#elements.get(message.id);
    if (element) {
      this.#unreadLine = make('p', 'unread-line', say('unreadLine'));
      element.prepend(this.#unreadLine);
    }
    for (const one of [old, element]) if (one?.isConnected) this.#updateHeadings(this.#timeline.indexOf(one.message));
  }

  scrollToUnreadLine() {
    if (this.#unreadLine) this.#scrolling.scrollToUpperPart(this.#unreadLine);
  }

  /** Scrolls to a message and highlights it. */
  scrollTo(message) {
    const element = this.#elements.get(message.id);
    element?.scrollIntoView({ block: 'center' });
    element?.classList.add('found');
    // A timer, because with reduced motion no animation ends.
    setTimeout(() => element?.classList.remove('found'), highlightTime);
  }

  /** Returns the element of the message with the digest of another one; undefined without one. */
  elementOf(message) { return this.#elements.get(this.#timeline?.find(message)?.id); }

  // MARK: Inserting

  /** Puts a message's element before the element `next`; at the end if it is undefined. */
  #put(message, next) {
    const element = this.#element(message);
    if (next) this.#putBefore(next, element);
    else this.#chunkWithSpace(this.#root.lastElementChild, null).append(element);
  }

  #putBefore(next, element) {
    const chunk = next.parentElement;
    const isFull = chunk.childElementCount >= chunkLength;
    if (!isFull || chunk.firstElementChild !== next) {
      chunk.insertBefore(element, next);
      if (chunk.childElementCount >= 2 * chunkLength) this.#split(chunk);
    } else {
      this.#chunkWithSpace(chunk.previousElementSibling, chunk).append(element);
    }
  }

  /** Returns the chunk if it has space, else a new one before `following`. */
  #chunkWithSpace(chunk, following) {
    if (chunk && chunk.childElementCount < chunkLength) return chunk;
    return this.#root.insertBefore(newChunk(), following);
  }

  #split(chunk) {
    const front = this.#root.insertBefore(newChunk(), chunk);
    front.append(...[...chunk.children].slice(0, chunkLength));
  }

  #element(message) {
    const element = messageElement(message, this.#authors.doubtOf(message), this.#asShown(message), this.#isNew(message));
    if (isNote(message)) {
      if (!message.isFolded) this.#showAsNote(message, element);
    } else if (this.#isMine(message)) this.#showAsMine(message, element);
    this.#elements.set(message.id, element);
    return element;
  }

  // MARK: Updating

  #updateAllHeadings() {
    this.#timeline.messages.forEach((_, index) => this.#updateHeadings(index));
  }

  /** Shows the headings that depend on the message before and on the unread line: the day and the author. */
  #updateHeadings(index) {
    const { [index]: message, [index - 1]: previous } = this.#timeline.messages;
    const element = this.#elements.get(message.id);
    for (const old of element.querySelectorAll(':scope > .day, :scope > .author')) old.remove();
    const startsDay = !previous || !isSameDay(previous.time, message.time);
    const startsRun = startsDay || this.#unreadLine?.parentElement === element || !belongTogether(previous, message);
    element.classList.toggle('first', startsRun);
    element.classList.toggle('alike', arrivedAlike(message, previous));
    const bubble = element.querySelector('.bubble');
    if (startsDay) bubble.before(dayHeading(message.time));
    if (message.isFolded) showFolded(element, startsDay || !previous.isFolded);
    if (startsRun && !isNote(message)) bubble.before(authorHeading(message, this.#authors.doubtOf(message)));
  }

  #showAsNote(message, element) {
    this.#notes.set(message, element);
    const text = this.#noteText(message);
    element.role = text ? 'article' : null;
    setText(element.querySelector('.bubble'), text);
  }

  #showAsMine(message, element) {
    element.classList.add('mine');
    this.#mine.set(message, element);
    this.#showState(message, element);
  }

  #showState(message, element) {
    const state = element.querySelector('.state') ?? element.querySelector('.facts').appendChild(make('span', 'state'));
    const reached = this.#reached(idAsShown(message));
    const { sign, words } = progressOf(reached);
    // Nobody has the message as it is shown. If that lasts, there is a sign for the change.
    const { hidden } = state;
    state.hidden = isChanging(message, this.#asShown(message));
    if (showState(state, sign, words, reached.names) || hidden !== state.hidden) nameFacts(state.parentElement);
  }
}

function newChunk() {
  const chunk = make('div', 'chunk');
  chunk.role = 'presentation';
  return chunk;
}
