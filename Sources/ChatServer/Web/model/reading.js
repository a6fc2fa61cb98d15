// What a person has read of each room, and which messages of the open room are unread.
//
// A room is read up to a place in its display order, the frontier: whoever goes to the newest message has read the room. A message
// that comes later and is displayed above the frontier is late. It stays unread until it was on the screen.

import { mentionsMe } from './attention.js';
import { arrivedLate, compare, isMessage, isShown } from './timeline.js';
import { isRoomName } from './validation.js';

/** Unread messages of a room are counted up to this number. */
export const countLimit = 500;
/** Returns a number of unread messages as it is shown. */
export const shownCount = ({ count, isMore }) => ({ count: Math.min(count, countLimit), isMore: isMore || count > countLimit });

/** Late messages of a room that are remembered one by one. Of more, only the earliest. */
export const mostLate = 100;
/** Rooms for which the browser remembers what was read, at most. The node lists 500. */
const mostRooms = 5000;
/** Rooms whose counts are saved, at most: those with unread messages, then those with the newest messages. */
const mostCounts = 500;

/**
 * What was read of a room:
 *
 *   generation  raised when the person marks messages as unread: the higher one replaces all others
 *   id          all messages up to this id are read or late
 *   upTo        the highest id that was known: a message with a higher one has come later
 *   stamp       the frontier, a display stamp; undefined until somebody reads the room
 *   late        late messages, as { id, stamp, digest, at, isMention }. `at` is the id of the edit that added the mention,
 *               else `id`
 *   lateFrom    the earliest of more than `mostLate` late messages: from here to the frontier, any may be unread
 */
export const markAt = (id) => ({ generation: 0, id, upTo: id, stamp: undefined, late: [], lateFrom: undefined });

/** Whether a message is unread by its place and id alone. The id is the first one that this browser has found. */
export function isUnreadBy(mark, { id, displayStamp, digest }) {
  return mark.late.some((late) => late.digest === digest)
    || id > mark.id && (id > mark.upTo || mark.stamp === undefined || displayStamp > mark.stamp);
}

/** Returns the number of late messages of a mark; of more than `mostLate` this number. */
export const lateCount = ({ late, lateFrom }) => (lateFrom ? mostLate : late.length);

/** Whether a room with messages up to the id `last` may have unread ones. */
export const mayHaveUnread = (mark, last) => last > mark.id || mark.late.length > 0 || mark.lateFrom !== undefined;

export const isSameMark = (one, other) => String(savedMark(one)) === String(savedMark(other));

/** Joins what two tabs have read of a room. */
export function joined(one, other) {
  if (one.generation !== other.generation) return one.generation > other.generation ? one : other;
  const further = isBefore(one, other) ? other : one;
  const late = [...new Map([...remaining(one, other), ...remaining(other, one)].map((late) => [late.digest, late])).values()];
  return withLate({ ...further, id: Math.max(one.id, other.id), lateFrom: joinedLateFrom(one, other) }, late);
}

const isBefore = (one, other) => (one.stamp === other.stamp ? one.upTo < other.upTo : one.stamp === undefined || one.stamp < other.stamp);

/** Returns the late messages of a mark that the person has not read in another tab: it has passed them, and they are late there no more. */
const remaining = ({ late }, other) => late.filter((message) => (
  !hasPassed(other, message) || other.late.some(({ digest }) => digest === message.digest)));

/** Whether a mark knows a message and its frontier is below it. */
const hasPassed = ({ upTo, stamp }, message) => message.at <= upTo && stamp !== undefined && message.stamp <= stamp;

/** Of two tabs that know the late messages, one may have read further, or all of them. */
function joinedLateFrom(one, other) {
  if (one.lateFrom && other.lateFrom) return one.lateFrom.stamp > other.lateFrom.stamp ? one.lateFrom : other.lateFrom;
  const [from, without] = one.lateFrom ? [one.lateFrom, other] : [other.lateFrom, one];
  return from && hasPassed(without, from) ? undefined : from;
}

/** Returns a mark with other late messages; only with the earliest if there are too many. */
function withLate(mark, late) {
  const all = mark.lateFrom ? [mark.lateFrom, ...late] : late;
  if (!mark.lateFrom && late.length <= mostLate) return { ...mark, late };
  return { ...mark, late: [], lateFrom: all.reduce((one, other) => (other.stamp < one.stamp ? other : one)) };
}

/** Returns a mark without a late message, which was deleted. */
export const withoutLate = (mark, digest) => ({ ...mark, late: mark.late.filter((late) => late.digest !== digest) });

/** What was read of the open room, and its unread messages. */
export class Reading {
  #mark;
  /** The unread messages below the frontier, in display order. */
  #fresh = [];
  /**
   * The digests of late messages that were unread since the room was opened, and of those that arrived late meanwhile: the web page
   * marks them as new, also when they are read.
   */
  cameLate = new Set();
  /** The ids under which these were first found, by digest. A message gets a higher id when the node gets its text. */
  #ids = new Map();
  /** The id up to which all unread messages are known, and the mark at that time: messages with higher ids may be loaded later. */
  #scanned;
  #opened;
  /** The number of unread messages when the last ones were loaded. */
  #loaded = 0;
  /** Whether all unread messages of the room are known. */
  isComplete = true;
  /** Whether nothing is read for now: the person has marked messages as unread that are on the screen. */
  isPaused = false;
  /** The unread messages that this browser has not kept, while the node does not answer: see `keptUnread`. */
  missing;

  /**
   * @param {object} mark what was read
   * @param {{ messages: object[], upTo: number, isComplete: boolean, missing?: object }} loaded the unread messages with ids up to
   *   `upTo`, and whether there are no more
   * @param {bigint} [stamp] the frontier of a mark without one
   */
  constructor(mark, loaded = { messages: [], upTo: mark.upTo, isComplete: true }, stamp) {
    this.#mark = this.#opened = { ...mark, stamp: mark.stamp ?? stamp };
    for (const { digest } of mark.late) this.cameLate.add(digest);
    this.missing = loaded.missing ?? { count: 0 };
    this.#scanned = 0;
    this.extend(loaded);
  }

  /**
   * What was read, for this browser to save. Messages that are not kept must not count as read, so what a person reads below them
   * while the node does not answer is unread again when it does.
   */
  get mark() { return this.missing.count > 0 ? this.#opened : this.#mark; }
  /** The id up to which the unread messages are known. */
  get upTo() { return this.#scanned; }
  /** The unread messages below the frontier, in display order. */
  get fresh() { return this.#fresh; }
  /** The number of unread messages, also of those that are not kept. While there are more, it does not fall: see `unloaded`. */
  get count() { return this.#known + this.unloaded; }
  /** The messages that were read since the last ones were loaded, while there are more: as many others take their place. */
  get unloaded() {
    const isExact = this.isComplete || this.missing.count > 0 || this.#fresh.length === 0;
    return isExact ? 0 : Math.max(0, this.#loaded - this.#known);
  }
  get #known() { return this.#fresh.length + lateCount(this.#mark) + this.missing.count; }
  /** The known unread messages that mention this person, in display order; of late ones what the mark has. */
  get mentions() {
    const late = this.#late.filter(({ isMention }) => isMention).sort((one, other) => (one.stamp < other.stamp ? -1 : 1));
    return [...late, ...this.#fresh.filter(mentionsMe)];
  }
  get isCounted() { return this.isComplete && !this.#mark.lateFrom; }

  get #late() { return this.#mark.late; }

  /** Returns the fresh messages below a message. */
  below(message) { return message ? this.#fresh.filter((one) => compare(one, message) > 0) : this.#fresh; }

  /** Returns the late messages above a display stamp, in display order, and whether there are more of them. */
  lateAbove(stamp) {
    const { lateFrom } = this.#mark;
    const messages = [...this.#late, ...lateFrom ? [lateFrom] : []].filter((late) => late.stamp < stamp);
    const isMore = lateFrom !== undefined && messages.includes(lateFrom);
    return { messages: messages.sort((one, other) => (one.stamp < other.stamp ? -1 : 1)), isMore };
  }

  /** Adds the unread messages that were loaded after the known ones. The person may have passed some of them meanwhile. */
  extend({ messages, upTo, isComplete }) {
    const { stamp, upTo: known } = this.#opened;
    for (const message of messages) {
      const isLate = message.id > known && stamp !== undefined && message.displayStamp <= stamp;
      if (isLate || this.#isBelowFrontier(message)) this.#add(message);
    }
    this.#scanned = Math.max(this.#scanned, upTo);
    this.isComplete = isComplete;
    this.#loaded = this.#known;
    this.#advance();
  }

  /**
   * Adds messages that have arrived.
   * @param {object[]} messages all that have arrived in the room
   * @param {(message: object) => boolean} isUnread
   */
  add(messages, isUnread) {
    for (const message of messages.filter(isUnread)) {
      this.#add(message);
      // Messages that were away for the same time are marked in the same way, above the frontier and below it.
      if (arrivedLate(message)) this.cameLate.add(message.digest);
    }
    if (this.isComplete) this.#scanned = messages.reduce((high, { id, at = id }) => Math.max(high, at), this.#scanned);
    this.#advance();
  }

  /** Marks the messages on the screen as read, and those above them, except late ones. */
  read(first, last) {
    if (this.isPaused) return;
    const mark = this.#mark;
    const isOnScreen = ({ stamp }) => stamp >= first.displayStamp && stamp <= last.displayStamp;
    const stamp = mark.stamp === undefined || last.displayStamp > mark.stamp ? last.displayStamp : mark.stamp;
    let { lateFrom } = mark;
    if (lateFrom && isOnScreen(lateFrom)) lateFrom = lateOf(last);
    if (lateFrom?.stamp >= stamp) lateFrom = undefined;
    this.#mark = { ...mark, stamp, late: mark.late.filter((late) => !isOnScreen(late)), lateFrom };
    this.#drop(({ displayStamp }) => displayStamp <= stamp);
  }

  /** Marks all messages as read, also those that are not known, up to the id `upTo`. */
  readAll(upTo, last) {
    const stamps = [this.#mark.stamp, last?.displayStamp, this.#fresh.at(-1)?.displayStamp].filter((stamp) => stamp !== undefined);
    const stamp = stamps.reduce((one, other) => (one > other ? one : other), 0n);
    this.#scanned = Math.max(this.#scanned, upTo);
    [this.isComplete, this.missing] = [true, { count: 0 }];
    this.#mark = this.#opened = { ...this.#mark, stamp, late: [], lateFrom: undefined };
    this.cameLate.clear();
    this.#drop(() => true);
  }

  /** Adopts what another tab has read. @returns false if that tab has marked messages as unread, which have to be loaded again */
  adopt(mark) {
    if (mark.generation > this.#mark.generation) return false;
    if (mark.generation < this.#mark.generation) return true;
    const { upTo } = this.#mark;
    this.#mark = { ...joined(this.#mark, mark), upTo };
    this.#drop(({ digest, displayStamp }) => (
      this.#ids.get(digest) <= mark.id || mark.stamp !== undefined && displayStamp <= mark.stamp));
    this.#loaded = this.#known;
    return true;
  }

  /** Ends messages that were deleted, and replaces others by those with the same digests, which may have got other ids. */
  replace(messages) {
    const found = new Map(messages.map((message) => [message.digest, message]));
    const isDeleted = ({ digest }) => found.get(digest)?.isDeleted === true;
    const asNow = (late) => (found.has(late.digest) ? { ...late, isMention: mentionsMe(found.get(late.digest)) } : late);
    this.#mark = { ...this.#mark, late: this.#late.filter((late) => !isDeleted(late)).map(asNow) };
    this.#fresh = this.#fresh.map((message) => found.get(message.digest) ?? message);
    for (const message of messages) if (message.isDeleted) this.cameLate.delete(message.digest);
    this.#drop(isDeleted);
  }

  #isBelowFrontier({ displayStamp }) { return this.#mark.stamp === undefined || displayStamp > this.#mark.stamp; }

  #add(message) {
    this.#ids.set(message.digest, Math.min(message.id, this.#ids.get(message.digest) ?? message.id));
    if (!this.#isBelowFrontier(message)) this.cameLate.add(message.digest);
    // Another tab may have told of a late message before it arrives in this one.
    if ([...this.#fresh, ...this.#late].some(({ digest }) => digest === message.digest)) return;
    if (this.#isBelowFrontier(message)) this.#fresh = [...this.#fresh, message].sort(compare);
    else this.#mark = withLate(this.#mark, [...this.#late, lateOf(message)]);
  }

  #drop(isRead) {
    this.#fresh = this.#fresh.filter((message) => !isRead(message));
    this.#advance();
  }

  /** Moves the ids of the mark as far as there is no unread message. */
  #advance() {
    const lowest = this.#fresh.reduce((low, { digest }) => Math.min(low, this.#ids.get(digest) - 1), this.#scanned);
    const { id, upTo } = this.#mark;
    this.#mark = { ...this.#mark, id: Math.max(id, lowest), upTo: Math.max(upTo, this.#scanned) };
  }
}

function lateOf(message) {
  const { id, digest, displayStamp: stamp, isChange } = message;
  return { id, stamp, digest, at: isChange ? message.at : id, isMention: mentionsMe(message) };
}

/** Returns the mark of a room in which the person has marked a message and all below it as unread. `all` are the loaded messages. */
export function unreadFrom(mark, message, all) {
  const { displayStamp } = message;
  const id = all.filter((one) => one.displayStamp >= displayStamp).reduce((low, one) => Math.min(low, one.id - 1), message.id - 1);
  return {
    ...mark, generation: mark.generation + 1, id: Math.min(mark.id, id), stamp: displayStamp - 1n,
    late: mark.late.filter(({ stamp }) => stamp < displayStamp),
  };
}

/** Returns the mark of a room of which all messages up to an id are read. */
export const readUpTo = (mark, id) => (
  { ...mark, id: Math.max(mark.id, id), upTo: Math.max(mark.upTo, id), late: [], lateFrom: undefined });

// MARK: While the node does not answer

/**
 * Returns what the browser has saved of a room: its last messages, and the id up to which it knows the room.
 * @returns undefined for a value that does not have the expected form
 */
export function keptFrom(saved) {
  if (!Array.isArray(saved?.messages) || !saved.messages.every(isMessage)) return undefined;
  const { messages, upTo } = saved;
  return { messages, upTo: Number.isSafeInteger(upTo) ? upTo : Math.max(0, ...messages.map(({ id }) => id)) };
}

/**
 * Returns the unread messages of a room as far as this browser knows them, for `Reading`. `missing` is how many it has not kept, if
 * there are more than that, and whether they are above the kept ones: of messages above and below, all count as below.
 * @param {object} room the room as it was last known: { unread, isCounted, last, savedLast }
 * @param {{ messages: object[], upTo: number }} kept see `keptFrom`
 * @param {(message: object) => boolean} isUnread
 */
export function keptUnread(room, { messages, upTo }, isUnread) {
  const found = messages.filter(isUnread);
  const missing = { count: Math.max(0, room.unread - found.length), isMore: !room.isCounted, isAbove: newestId(room) <= upTo };
  return { messages: found, upTo, isComplete: room.isCounted, missing };
}

// MARK: Saving

const isNumber = (value) => Number.isSafeInteger(value) && value >= 0;

/**
 * Returns what was read by a saved value: { node, marks }, the node's public key, and the marks by the names of the rooms.
 * @returns undefined on the first visit and for a value that does not have the expected form
 */
export function readFrom(value) {
  const entries = Object.entries(value?.marks ?? {});
  if (!value?.marks || entries.length > mostRooms) return readBefore(value);
  const marks = new Map(entries.map(([name, saved]) => [name, markFrom(saved)]));
  return [...marks].every(([name, mark]) => isRoomName(name) && mark) ? { node: value.node, marks } : undefined;
}

/** Returns what was read by a value that an earlier version of the web client has saved: an id for each room. */
function readBefore(value) {
  const entries = Object.entries(value?.readUpTo ?? {});
  const isValid = value?.readUpTo && entries.length <= mostRooms && entries.every(([name, id]) => isRoomName(name) && isNumber(id));
  return isValid ? { node: value.node, marks: new Map(entries.map(([name, id]) => [name, markAt(id)])) } : undefined;
}

/** Returns the form in which `readFrom` reads what was read. */
export const savedRead = ({ node, marks }) => (
  { node, marks: Object.fromEntries([...marks].map(([name, mark]) => [name, savedMark(mark)])) });

const savedLate = ({ id, stamp, digest, at, isMention }) => [id, String(stamp), digest, ...isMention ? [at] : []];

function savedMark({ generation, id, upTo, stamp, late, lateFrom }) {
  const read = [generation, id, upTo, stamp === undefined ? '' : String(stamp)];
  return late.length > 0 || lateFrom ? [...read, late.map(savedLate), lateFrom ? savedLate(lateFrom) : ''] : read;
}

function markFrom(value) {
  if (!Array.isArray(value)) return undefined;
  const [generation, id, upTo, stamp, late = [], lateFrom = ''] = value;
  const isStamp = (text) => typeof text === 'string' && /^\d{1,20}$/.test(text);
  const isLate = (one) => (
    Array.isArray(one) && isNumber(one[0]) && isStamp(one[1]) && typeof one[2] === 'string' && isNumber(one[3] ?? 0));
  const isValid = [generation, id, upTo].every(isNumber) && (stamp === '' || isStamp(stamp))
    && Array.isArray(late) && late.length <= mostLate && late.every(isLate) && (lateFrom === '' || isLate(lateFrom));
  const lateMessage = ([id, stamp, digest, at]) => ({ id, stamp: BigInt(stamp), digest, at: at ?? id, isMention: at !== undefined });
  return isValid ? {
    generation, id, upTo, stamp: stamp === '' ? undefined : BigInt(stamp), late: late.map(lateMessage),
    lateFrom: lateFrom === '' ? undefined : lateMessage(lateFrom),
  } : undefined;
}

/**
 * Returns the marks after the node has listed its rooms: { name, last }. On the first visit, everything counts as read. The ids of a
 * wiped store begin at 1 again, so higher ids are lowered to that of the newest message. The node lists only the most recent
 * rooms: the others keep their marks.
 */
export function marksAsListed(marks, rooms) {
  const listed = new Map(rooms.map(({ name, last }) => [name, last]));
  if (!marks) return new Map([...listed].map(([name, last]) => [name, markAt(last)]));
  return new Map([...marks].map(([name, mark]) => [name, lowered(mark, listed.get(name) ?? Infinity)]));
}

/**
 * Returns the names of the rooms that a web page drops after the node has listed its rooms, because somebody may make rooms without
 * end. Rooms that this browser has marks of stay, those without messages, and those that are newer than the list.
 */
export function unlisted(rooms, listed, marks) {
  const names = new Set(listed.map(({ name }) => name));
  const upTo = Math.max(0, ...listed.map(({ last }) => last));
  const isKept = ({ name, last }) => names.has(name) || marks?.has(name) || last === 0 || last > upTo;
  return rooms.filter((room) => !isKept(room)).map(({ name }) => name);
}

const lowered = (mark, last) => ({ ...mark, id: Math.min(mark.id, last), upTo: Math.min(mark.upTo, last) });

/** Returns the id of the newest message of a room, as the node has told it or as it was saved; 0 without one. */
export const newestId = ({ last, savedLast }) => last || savedLast;

/**
 * Returns the id of the newest message of a person in a room, after more messages have come; 0 if it is the last one, or if nobody knows.
 * @param {number} active the id of the one before them
 * @param {{ messages: object[], isEnd: boolean }} page the messages after it
 * @param {number} last the id of the last message
 */
export function activeAfter(active, { messages, isEnd }, last) {
  const id = messages.filter(isShown).reduce((high, one) => Math.max(high, one.id), active);
  return isEnd && id < last ? id : 0;
}

/** Returns the saved counts for a node as [name, unread, isCounted, last, mentions, active]; none if they do not have the expected form. */
export function countsFrom(value, node) {
  const isCount = ([name, unread, isCounted, last, mentions = 0, active = 0]) => isRoomName(name) && isNumber(unread)
    && unread <= countLimit && typeof isCounted === 'boolean' && [last, mentions, active].every(isNumber);
  const isValid = node && value?.node === node && Array.isArray(value.counts) && value.counts.length <= mostCounts
    && value.counts.every((count) => Array.isArray(count) && isCount(count));
  return isValid ? value.counts : [];
}

/** Returns the counts of rooms in the form in which they are saved: see `countsFrom`. */
export function savedCounts(rooms) {
  return rooms.filter((room) => newestId(room) > 0 || room.unread > 0)
    .sort((one, other) => (other.unread > 0) - (one.unread > 0) || newestId(other) - newestId(one)).slice(0, mostCounts)
    .map((room) => ([
      room.name, Math.min(room.unread, countLimit), room.isCounted && room.unread <= countLimit, newestId(room),
      ...room.active > 0 ? [room.mentions, room.active] : room.mentions > 0 ? [room.mentions] : [],
    ]));
}
