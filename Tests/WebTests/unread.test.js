// Which messages of the open room are unread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includes } from '../../Sources/ChatServer/Web/model/ranges.js';
import { Timeline } from '../../Sources/ChatServer/Web/model/timeline.js';
import {
  UnreadMessages, firstUnread, isFirstUnreadBefore, keptFrom, keptUnread,
} from '../../Sources/ChatServer/Web/model/unread.js';
import { Dice, digestOf, ids, message, messages, range } from './messages.js';

const all = () => true;
const has = (...wanted) => ({ id }) => wanted.includes(id);
/** The unread messages of a room of which everything above an id is unread. */
const unreadFrom = (from, loaded, values = {}) => new UnreadMessages({
  messages: messages(...loaded), upTo: loaded.at(-1) ?? from - 1, isComplete: true, ranges: [[from, Infinity]], ...values,
});

test('a message that was on the screen is read, and those around it stay unread', () => {
  const unread = unreadFrom(3, [3, 4, 5, 6, 7]);
  assert(unread.read(has(5)));
  assert(!unread.read(has(5, 99)));
  assert.equal(unread.count, 4);
  assert.deepEqual(ids(unread.filter(all)), [3, 4, 6, 7]);
  assert.deepEqual(unread.ranges, [[3, 4], [6, Infinity]]);
  unread.read(has(3, 4));
  assert.deepEqual(unread.ranges, [[6, Infinity]]);
});

test('unread messages are listed in display order', () => {
  const late = message(9, { displayStamp: 1n });
  const unread = unreadFrom(3, [3, 4]);
  unread.add([late], all);
  assert.deepEqual(ids(unread.filter(all)), [9, 3, 4]);
});

test('messages that arrive are unread, except those that were read at once', () => {
  const unread = unreadFrom(3, [3]);
  unread.add(messages(4, 5, 6), ({ id }) => id !== 5);
  assert.deepEqual(ids(unread.filter(all)), [3, 4, 6]);
  assert.equal(unread.upTo, 6);
  // The page has got them before.
  unread.add(messages(4), all);
  assert.equal(unread.count, 3);
});

test('while not all unread messages are known, those that arrive are loaded later', () => {
  const unread = unreadFrom(3, [3, 4], { isComplete: false });
  unread.add(messages(9), all);
  assert.equal(unread.count, 2);
  unread.extend({ messages: messages(4, 7, 9), upTo: 9, isComplete: true });
  assert.deepEqual(ids(unread.filter(all)), [3, 4, 7, 9]);
});

test('a message that was on the screen before it was known to be unread is read when it is loaded', () => {
  const unread = unreadFrom(3, [3, 4], { isComplete: false });
  unread.see(messages(3, 6, 7));
  unread.extend({ messages: messages(5, 6), upTo: 6, isComplete: false });
  assert.deepEqual(ids(unread.filter(all)), [3, 4, 5]);
  unread.extend({ messages: messages(7, 8), upTo: 8, isComplete: true });
  assert.deepEqual(ids(unread.filter(all)), [3, 4, 5, 8]);
});

test('all messages can be marked as read, also those that are not known', () => {
  const unread = unreadFrom(3, [3, 4], { isComplete: false });
  unread.readAll(20);
  assert.deepEqual([unread.count, unread.isComplete, unread.ranges], [0, true, [[21, Infinity]]]);
});

test('a text that arrives does not make its message unread again, and is found under its new id', () => {
  const unread = unreadFrom(3, [3, 4, 5, 21, 22]);
  unread.read(has(21, 22));
  const found = message(20, { digest: digestOf(4) });
  unread.replace([found]);
  assert.equal(unread.count, 3);
  assert.equal(unread.filter(has(20))[0], found);
  // The node gives the message under its new id after a reload.
  assert(includes(unread.ranges, 20));
  unread.read(has(20));
  assert.deepEqual(unread.ranges, [[3, 3], [5, 5], [23, Infinity]]);
});

test('what is saved of an open room is what is unread', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const dice = new Dice(seed);
    const where = `seed ${seed}`;
    let newest = dice.below(30);
    const mine = new Set(dice.some(range(1, 100), .2));
    const from = 1 + dice.below(newest + 1);
    let unread;
    // What the node gives: at most `count` messages of others with ids above `past`.
    const load = (past, count) => {
      const found = range(past + 1, newest).filter((id) => id >= from && !mine.has(id));
      const isComplete = found.length <= count;
      return { messages: messages(...found.slice(0, count)), upTo: isComplete ? newest : found[count - 1], isComplete };
    };
    const read = new Set();
    const seen = new Set();
    unread = new UnreadMessages({ ...load(from - 1, 5), ranges: [[from, Infinity]] });
    for (let step = 0; step < 25; step += 1) {
      const kind = dice.below(4);
      if (kind === 0) {
        newest += 1;
        unread.add(messages(newest), ({ id }) => !mine.has(id));
      } else if (kind === 1 && !unread.isComplete) {
        unread.extend(load(unread.upTo, 1 + dice.below(5)));
      } else if (newest > 0) {
        const first = 1 + dice.below(newest);
        const screen = range(first, Math.min(newest, first + dice.below(4)));
        unread.read(has(...screen));
        if (!unread.isComplete) unread.see(messages(...screen));
        for (const id of screen) seen.add(id);
      }
      for (const id of seen) if (id <= unread.upTo) read.add(id);
      const wanted = range(1, newest).filter((id) => id >= from && !mine.has(id) && !read.has(id));
      const { ranges, upTo } = unread;
      assert.deepEqual(ids(unread.filter(all)), wanted.filter((id) => id <= upTo), `${where}, step ${step}`);
      assert.equal(unread.count, wanted.filter((id) => id <= upTo).length, `${where}, step ${step}`);
      const saved = range(1, newest).filter((id) => !mine.has(id) && includes(ranges, id));
      assert.deepEqual(saved, wanted, `${where}, step ${step}: ${JSON.stringify(ranges)}`);
    }
  }
});

// While the node does not answer

const room = (unread, values = {}) => ({ unread, isCounted: true, last: 0, savedLast: 200, ...values });
const kept = (list, missing = [], upTo = 200) => ({ messages: list, upTo, missing });
const ranges = [[5, Infinity]];
const keptOf = (counted, saved) => new UnreadMessages(keptUnread(counted, ranges, saved, ({ id }) => id >= 5));

test('the unread messages that are not kept are before the kept ones, after them, or at both ends', () => {
  const list = messages(...range(101, 200));
  const cases = [
    // The browser knows of 196 unread messages and has kept 100.
    [room(196), kept(list, [[1, 100]]), { count: 96, isMore: false, earlier: true, later: false }],
    [room(110, { savedLast: 210 }), kept(list), { count: 10, isMore: false, earlier: false, later: true }],
    [room(110, { savedLast: 210 }), kept(list, [[1, 4]]), { count: 10, isMore: false, earlier: false, later: true }],
    [room(206, { savedLast: 210 }), kept(list, [[1, 100]]), { count: 106, isMore: false, earlier: true, later: true }],
    [room(100), kept(list), { count: 0, isMore: false, earlier: false, later: false }],
    // Fewer are known than kept: another tab has read some.
    [room(50), kept(list), { count: 0, isMore: false, earlier: false, later: false }],
    [room(500, { isCounted: false }), kept(list, [[1, 100]]), { count: 400, isMore: true, earlier: true, later: false }],
    // Read messages before the kept ones are not missing.
    [room(101), kept(list, [[1, 4]]), { count: 1, isMore: false, earlier: true, later: false }],
  ];
  for (const [counted, saved, wanted] of cases) assert.deepEqual(keptOf(counted, saved).missing, wanted);
});

test('reading the kept messages leaves the missing ones unread, also between the kept ones', () => {
  const list = messages(...range(101, 120), ...range(151, 200));
  // Late messages that are not kept have ids between those of kept ones.
  const unread = keptOf(room(196), kept(list, [[5, 100], [121, 150]]));
  assert.equal(unread.count, 196);
  unread.read(all);
  assert.equal(unread.count, 126);
  assert.deepEqual(unread.ranges, [[5, 100], [121, 150], [201, Infinity]]);
  unread.readAll(200);
  assert.deepEqual([unread.count, unread.ranges], [0, [[201, Infinity]]]);
});

test('a browser saves which unread messages it does not keep', () => {
  const unread = unreadFrom(3, range(3, 12));
  unread.read(has(5, 6));
  assert.deepEqual(unread.missingWith(messages(8, 9, 11, 12)), [[3, 7], [10, 10]]);
  assert.deepEqual(unread.missingWith(messages(...range(3, 12))), []);
  // While more are unread than the page knows, all between the known and the kept ones may be.
  const partly = unreadFrom(3, [3, 4], { isComplete: false });
  assert.deepEqual(partly.missingWith(messages(20, 21)), [[3, 4], [5, 19]]);
});

test('a saved room without the expected form is not kept, and wrong parts of it are left out', () => {
  const list = messages(7, 8);
  for (const value of [undefined, null, 7, {}, { messages: {} }, { messages: [1] }, { messages: [{ ...list[0], id: 'x' }] }]) {
    assert.equal(keptFrom(value), undefined);
  }
  assert.deepEqual(keptFrom({ messages: [] }), { messages: [], upTo: 0, missing: [] });
  assert.deepEqual(keptFrom({ messages: list, upTo: 9, missing: [[1, 2]] }), { messages: list, upTo: 9, missing: [[1, 2]] });
  const partly = { messages: list, upTo: '9', missing: [[1, 2], [3], 'x', [4, 5.5], [6, Infinity]] };
  assert.deepEqual(keptFrom(partly), { messages: list, upTo: 8, missing: [[1, 2]] });
  assert.deepEqual(keptFrom({ messages: list, missing: Array(501).fill([1, 2]) }).missing, []);
});

// Where a room is opened

test('a room is opened at its first unread message, and not at a message that has arrived late', () => {
  const late = message(12, { displayStamp: 1n });
  const unread = [message(10), message(11), late];
  assert.equal(firstUnread(unread, message(9)).id, 10);
  assert.equal(firstUnread(unread, undefined).id, 12);
  // Only late messages are unread.
  assert.equal(firstUnread([late], message(9)), undefined);

  const timeline = new Timeline();
  timeline.prepend(messages(...range(5, 11)));
  const isUnread = ({ id }) => id >= 10;
  // A read message is the first loaded one, so that only late messages can be before it.
  assert(!isFirstUnreadBefore(timeline, unread, isUnread));
  const short = new Timeline();
  short.prepend(messages(11));
  assert(isFirstUnreadBefore(short, unread, isUnread));
  assert(!isFirstUnreadBefore(short, messages(11), isUnread));
  assert(!isFirstUnreadBefore(new Timeline(), unread, isUnread));
});
