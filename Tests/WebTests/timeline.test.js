// The loaded messages of a room in display order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Timeline, belongTogether, compare, idAsShown, isMessage, isNote, isShown, mostLoaded, shownTime, surplus,
} from '../../Sources/ChatServer/Web/model/timeline.js';
import { Dice, digestOf, ids, message, messages, range } from './messages.js';

process.env.TZ = 'UTC';

const minute = 60_000;
const gone = (id, values) => message(id, { isTextGone: true, text: undefined, ...values });
const note = (id, values) => message(id, { text: undefined, ...values });
/** A message that was sent before the one with the id `before` and has arrived late. */
const late = (id, before) => message(id, { displayStamp: (BigInt(before) << 16n) - 1n });

/** Returns a timeline of the last messages of a room. */
function timelineOf(all) {
  const timeline = new Timeline();
  timeline.prepend(all);
  return timeline;
}

test('messages are ordered by display stamp, then by the bytes of the digest', () => {
  const at = (displayStamp, digest, id) => ({ displayStamp, digest, id });
  // 0xf8 and 0xfc are `-` and `_` in base64url, which sort before and after letters as text.
  const sorted = [at(1n, '__8', 9), at(2n, 'AAA', 8), at(2n, 'zAA', 7), at(2n, '-AA', 6), at(2n, '_AA', 5), at(3n, 'AAA', 1)];
  assert.deepEqual(sorted.toReversed().sort(compare), sorted);
  // The same message has come again under another id.
  assert(compare(at(1n, 'AAA', 1), at(1n, 'AAA', 2)) < 0);
});

test('a message that was saved in another form is none', () => {
  assert(isMessage(message(1)) && isMessage(note(1)));
  const wrong = [null, 7, 'x', {}, { id: '1' }, { displayStamp: 1 }, { time: null }, { arrived: NaN }, { digest: 'a b' },
    { digest: '' }, { user: undefined }, { text: 5 }, { topic: 5 }, { alias: null }, { time: 9e15 }, { reactions: 5 }, { reactions: [null] },
    { reactions: [{ emoji: '👍', count: 1 }] }];
  for (const values of wrong) {
    assert(!isMessage(values && typeof values === 'object' && Object.keys(values).length > 0 ? message(1, values) : values));
  }
});

test('only messages with a text, or with one that is gone, are shown', () => {
  assert(isShown(message(1)) && isShown(message(1, { text: '' })) && isShown(gone(1)));
  assert(!isShown(note(1)));
});

test('a message that only says who is a member is listed, and is none of a person', () => {
  const statement = (values) => note(2, { isStatement: true, ...values });
  assert(isNote(statement()) && !isShown(statement()));
  for (const values of [{ room: 'cats' }, { text: 'x' }, { isTextGone: true }]) assert(!isNote(statement(values)));
  assert(!isNote(note(2)));
  const timeline = timelineOf([message(1), statement(), note(3), message(4)]);
  assert.deepEqual(ids(timeline.messages), [1, 2, 4]);
  // So is one that only gives its room a topic or a name.
  assert(isNote(note(2, { topic: 'food', room: 'cats' })) && isNote(note(2, { alias: 'food' })));
  assert(!isNote(message(2, { topic: 'food' })));
  // A heading above it would name a person.
  assert(!belongTogether(message(1), statement()) && !belongTogether(statement(), message(4)));
});

test('messages of one author share a heading for ten minutes of one day', () => {
  const noon = Date.UTC(2026, 10, 24, 12);
  const one = message(1, { time: noon });
  const other = (values) => message(2, { time: noon + minute, ...values });
  assert(belongTogether(one, other()));
  assert(belongTogether(one, other({ time: noon + 10 * minute - 1 })));
  for (const values of [{ time: noon + 10 * minute }, { user: 'ben' }, { device: 'phone' }, { origin: 'other' }]) {
    assert(!belongTogether(one, other(values)));
  }
  const midnight = Date.UTC(2026, 10, 25);
  assert(!belongTogether(message(1, { time: midnight - 1 }), message(2, { time: midnight })));
});

test('a late message is inserted by its display order, and not at the end', () => {
  const timeline = timelineOf(messages(1, 2, 3));
  const arrived = timeline.add([late(4, 2), message(5)]);
  assert.deepEqual(ids(timeline.messages), [1, 4, 2, 3, 5]);
  assert.deepEqual(ids(arrived.inserted), [4, 5]);
  assert.deepEqual(arrived.outside, []);
});

test('a late message before the loaded ones is outside until its part is loaded', () => {
  const timeline = timelineOf(messages(5, 6));
  const { inserted, outside } = timeline.add([late(7, 3)]);
  assert.deepEqual([ids(inserted), ids(outside)], [[], [7]]);
  assert(!timeline.has(7));
  // The node wrote the page before the message arrived.
  assert.deepEqual(ids(timeline.prepend(messages(2, 3, 4)).inserted), [2, 7, 3, 4]);
  assert.deepEqual(ids(timeline.messages), [2, 7, 3, 4, 5, 6]);
  timeline.prepend([]);
  assert(timeline.isWhole);
});

test('a message after the loaded ones waits until its part is loaded', () => {
  const timeline = new Timeline();
  timeline.endAt(message(3));
  timeline.prepend(messages(1, 2, 3));
  assert.deepEqual(ids(timeline.add([message(9)]).inserted), []);
  assert(!timeline.isEnd);
  timeline.append(messages(4, 5));
  assert.deepEqual(ids(timeline.messages), [1, 2, 3, 4, 5]);
  assert.deepEqual(ids(timeline.append([]).inserted), [9]);
  assert(timeline.isEnd);
});

test('a text that arrives replaces the sentence, also before the loaded messages', () => {
  const timeline = timelineOf([message(2), gone(3), message(4)]);
  const found = message(7, { digest: digestOf(3), displayStamp: 3n << 16n });
  const { inserted, replaced } = timeline.add([found]);
  assert.deepEqual(inserted, []);
  assert.deepEqual(replaced.map(({ old, message }) => [old.id, message.id]), [[3, 7]]);
  assert.deepEqual(ids(timeline.messages), [2, 7, 4]);
  assert.equal(timeline.find(gone(3)), found);
  assert(timeline.has(7) && !timeline.has(3));
  // An older form that arrives later changes nothing.
  assert.deepEqual(timeline.add([gone(3)]).replaced, []);

  const short = timelineOf(messages(4, 5));
  assert.deepEqual(ids(short.add([message(8, { digest: digestOf(3), displayStamp: 3n << 16n })]).outside), [8]);
  short.prepend([message(2), gone(3)]);
  assert.deepEqual(ids(short.messages), [2, 8, 4, 5]);
});

test('a text of a node whose clock is ahead moves to where it has arrived again', () => {
  // The display stamp of a message from the future is five minutes after its arrival.
  const timeline = timelineOf([message(1), gone(2), message(3)]);
  const { replaced } = timeline.add([message(6, { digest: digestOf(2), displayStamp: 6n << 16n })]);
  assert.deepEqual(ids(timeline.messages), [1, 3, 6]);
  assert.notEqual(replaced[0].old.displayStamp, replaced[0].message.displayStamp);
  // Also before the first loaded one.
  const short = timelineOf([gone(5), message(6)]);
  assert.deepEqual(short.add([message(9, { digest: digestOf(5), displayStamp: 1n })]).outside, []);
  assert.deepEqual(ids(short.messages), [9, 6]);
});

test('messages without a text are loaded and not shown, and the room goes on before them', () => {
  const timeline = timelineOf([note(5), note(6)]);
  assert.deepEqual(timeline.messages, []);
  assert.equal(timeline.first.id, 5);
  assert(!timeline.isWhole);
  timeline.prepend([message(3), note(4)]);
  timeline.add([note(7), message(8)]);
  assert.deepEqual(ids(timeline.messages), [3, 8]);
  assert.equal(timeline.highestId, 8);
  // A late one before the loaded messages is not announced.
  assert.deepEqual(timeline.add([note(9, { displayStamp: 1n })]).outside, []);
});

test('the first messages of a long tab are removed and loaded again', () => {
  const timeline = timelineOf(messages(...range(1, 9)));
  timeline.prepend([]);
  assert.deepEqual(ids(timeline.shorten({ start: 4, end: 0 })), [1, 2, 3, 4]);
  assert(!timeline.isWhole && !timeline.has(4));
  assert.equal(timeline.first.id, 5);
  assert.deepEqual(ids(timeline.prepend(messages(3, 4)).inserted), [3, 4]);
  assert.deepEqual(ids(timeline.messages), range(3, 9));
});

test('the last messages of a long tab are removed and loaded again, with what arrived meanwhile', () => {
  const timeline = timelineOf(messages(...range(1, 9)));
  assert.deepEqual(ids(timeline.shorten({ start: 0, end: 4 })), [6, 7, 8, 9]);
  assert(!timeline.isEnd && !timeline.has(6) && timeline.end.id === 5);
  assert.deepEqual(ids(timeline.add(messages(10)).inserted), []);
  assert.deepEqual(ids(timeline.append(messages(6, 7)).inserted), [6, 7]);
  timeline.append(messages(8, 9));
  assert.deepEqual(ids(timeline.append([]).inserted), [10]);
  assert(timeline.isEnd);
});

test('messages that are far from the visible ones are surplus', () => {
  for (const [count, first, last, start, end] of [
    [800, 0, 20, 0, 0], [801, 0, 20, 0, 200], [801, 780, 800, 200, 0], [1000, 400, 410, 0, 200], [1000, 600, 610, 200, 0],
    // Folded messages take no room, so many of them are visible.
    [1000, 300, 800, 100, 0], [1000, 100, 900, 0, 0], [801, 150, 650, 0, 0],
  ]) assert.deepEqual(surplus(count, first, last), { start, end }, `${count} messages, ${first} to ${last} visible`);
});

test('while a page is being loaded, the message that it continues is not surplus, and those at the other end are', () => {
  assert.deepEqual(surplus(1000, 0, 20, 'earlier'), { start: 0, end: 200 });
  assert.deepEqual(surplus(1000, 0, 20, 'later'), { start: 0, end: 0 });
  assert.deepEqual(surplus(1000, 980, 999, 'later'), { start: 200, end: 0 });
  assert.deepEqual(surplus(1000, 980, 999, 'earlier'), { start: 0, end: 0 });
});

test('a timeline that is not at the end keeps only the last messages that arrive beyond it', () => {
  const timeline = timelineOf(messages(...range(1, 9)));
  timeline.shorten({ start: 0, end: 4 });
  for (let id = 10; id < 5000; id += 500) timeline.add(messages(...range(id, id + 499)));
  assert.equal(timeline.append([]).inserted.length, mostLoaded);
});

/** A room at a node, from which a timeline loads pages while messages arrive. */
class Room {
  #dice;
  #id = 0;
  all = [];

  constructor(dice) {
    this.#dice = dice;
    for (let count = dice.below(25); count > 0; count -= 1) this.arrive();
  }

  /** Stores a message: a new one, mostly at the end, or the text of one whose text was gone. Returns it. */
  arrive() {
    this.#id += 1;
    const lost = this.all.filter(({ isTextGone }) => isTextGone);
    const old = lost.length > 0 && this.#dice.says(.3) ? this.#dice.pick(lost) : undefined;
    const stamp = BigInt(this.#dice.says(.7) ? this.#id * 10 : this.#dice.below(this.#id * 10));
    const kind = this.#dice.below(10);
    const values = kind === 0 ? { text: undefined } : kind < 3 ? { text: undefined, isTextGone: true } : {};
    const { digest, displayStamp } = old ?? { digest: digestOf(this.#id), displayStamp: stamp };
    const added = message(this.#id, old ? { digest, displayStamp } : { displayStamp, ...values });
    this.all = [...this.all.filter((one) => one.digest !== digest), added].sort(compare);
    return added;
  }

  before(first, count) {
    return this.all.filter((one) => compare(one, first) < 0).slice(-count);
  }

  after(last, count) {
    return this.all.filter((one) => compare(one, last) > 0).slice(0, count);
  }
}

test('a timeline always has all shown messages of the room between its first and its last one', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const dice = new Dice(seed);
    const room = new Room(dice);
    const timeline = new Timeline();
    const target = room.all.length > 0 && dice.says(.4) ? dice.pick(room.all) : undefined;
    if (target) {
      timeline.endAt(target);
      timeline.prepend([...room.before(target, 4), target]);
    } else {
      timeline.prepend(room.all.slice(-6));
    }
    for (let step = 0; step < 40; step += 1) {
      const kind = dice.below(10);
      if (kind < 5) timeline.add(Array.from({ length: 1 + dice.below(3) }, () => room.arrive()));
      else if (kind < 7 && timeline.first) timeline.prepend(room.before(timeline.first, 3));
      else if (kind < 9 && !timeline.isEnd) timeline.append(room.after(timeline.end, 3));
      else if (timeline.messages.length > 8) timeline.shorten(dice.pick([{ start: 3, end: 0 }, { start: 0, end: 3 }]));
      check(room, timeline, `seed ${seed}, step ${step}`);
    }
    for (let page = ['']; timeline.first && page.length > 0;) timeline.prepend(page = room.before(timeline.first, 3));
    while (!timeline.isEnd) timeline.append(room.after(timeline.end, 3));
    if (timeline.first) assert.deepEqual(ids(timeline.messages), ids(room.all.filter(isShown)), `seed ${seed}`);
  }
});

function check(room, timeline, where) {
  const { first, end, isWhole, isEnd } = timeline;
  if (!first) return;
  const isSame = (one, other) => one.digest === other.digest;
  const isLoaded = (one) => (isWhole || compare(one, first) >= 0) && (isEnd || compare(one, end) <= 0 || isSame(one, end));
  assert.deepEqual(ids(timeline.messages), ids(room.all.filter((one) => isShown(one) && isLoaded(one))), where);
  for (const [index, one] of timeline.messages.entries()) {
    assert(timeline.has(one.id), where);
    assert.equal(timeline.find(one), one, where);
    assert.equal(timeline.indexOf(one), index, where);
  }
}

test('another node has a changed message as it is shown from its last change on', () => {
  assert.equal(idAsShown({ id: 5, at: 9 }), 5, 'a reaction is no change');
  assert.equal(idAsShown({ id: 5, at: 9, change: 8 }), 8);
  assert.equal(idAsShown({ id: 5, change: 3 }), 5, 'the message came after its edit');
});

test('the time of a message is the lowest of stamp, arrival and the clock of its origin', () => {
  assert.equal(shownTime(1000, 2000, undefined), 1000);
  assert.equal(shownTime(2000, 1000, undefined), 1000);
  assert.equal(shownTime(3000, 2000, 1000), 1000);
  assert.equal(shownTime(1000, 2000, 3000), 1000);
  assert.equal(shownTime(1000, 2000, 0), 0);
});

test('a changed message replaces the loaded one, and a copy from an earlier page does not', () => {
  const timeline = timelineOf([message(1, { version: 5 }), message(2, { version: 5 })]);
  const edited = message(1, { version: 7, text: 'edited', isEdited: true, isChange: true });
  const { inserted, replaced } = timeline.add([edited]);
  assert.deepEqual([inserted, replaced.map(({ message: found }) => found)], [[], [edited]]);
  assert.deepEqual(ids(timeline.messages), [1, 2]);
  assert.equal(timeline.find(edited).text, 'edited');
  // A page that the node wrote earlier, one with the same, and a changed message that is not loaded.
  for (const other of [message(1, { version: 6 }), { ...edited, version: 9 }, message(3, { isChange: true, version: 9 })]) {
    assert.deepEqual(timeline.add([other]), { inserted: [], replaced: [], outside: [] });
  }
  assert.equal(timeline.prepend([message(1, { version: 4 })]).replaced.length, 0);
  const deleted = message(1, { version: 10, text: undefined, isTextGone: true, isDeleted: true, isChange: true });
  assert.equal(timeline.add([deleted]).replaced.length, 1);
  // What the browser has saved before it knew versions.
  assert.equal(timelineOf([message(2)]).add([message(2, { version: 1, text: 'two' })]).replaced.length, 1);
});
