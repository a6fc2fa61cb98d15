// What was read of the rooms, and which messages of the open room are unread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUsers } from '../../Sources/ChatServer/Web/model/mentions.js';
import {
  Reading, activeAfter, countsFrom, isSameMark, isUnreadBy, joined, keptFrom, keptUnread, markAt, marksAsListed, mayHaveUnread,
  mostLate, newestId, readFrom, readUpTo, savedCounts, savedRead, shownCount, unlisted, unreadFrom, withoutLate,
} from '../../Sources/ChatServer/Web/model/reading.js';
import { Dice, digestOf, ids, message, messages, range } from './messages.js';

const all = () => true;
const stampOf = (id) => BigInt(id) << 16n;
/** A message that is displayed as if it had another id. */
const shownAt = (id, place) => message(id, { displayStamp: stampOf(place) });
/** Opens a room that was read up to an id, with unread messages. */
const opened = (id, unread, values = {}) => new Reading({ ...markAt(id), stamp: stampOf(id) },
  { messages: unread, upTo: unread.at(-1)?.id ?? id, isComplete: true, ...values });
const lateIds = (reading, place = 1000) => ids(reading.lateAbove(stampOf(place)).messages);

test('what was on the screen and above it is read, and what is below stays unread', () => {
  const reading = opened(2, messages(3, 4, 5, 6, 7));
  reading.read(message(3), message(4));
  assert.deepEqual(ids(reading.fresh), [5, 6, 7]);
  assert.deepEqual([reading.count, reading.mark.id], [3, 4]);
  // Going to the newest reads the room, whatever was skipped.
  reading.read(message(7), message(7));
  assert.deepEqual([reading.count, reading.mark.id, reading.mark.upTo], [0, 7, 7]);
});

test('a message that comes late stays unread until it was on the screen', () => {
  const reading = opened(10, []);
  reading.add([shownAt(11, 4), message(12)], all);
  assert.deepEqual([ids(reading.fresh), lateIds(reading), reading.count], [[12], [11], 2]);
  reading.read(message(9), message(12));
  assert.deepEqual([ids(reading.fresh), lateIds(reading), reading.mark.id], [[], [11], 12]);
  assert(mayHaveUnread(reading.mark, 12));
  assert.deepEqual(lateIds(reading, 4), []);
  reading.read(message(3), message(6));
  assert.deepEqual([reading.count, mayHaveUnread(reading.mark, 12)], [0, false]);
});

test('of messages that came while the room was closed, those above the frontier are late', () => {
  const reading = opened(10, [message(11), shownAt(12, 3), shownAt(13, 13)]);
  assert.deepEqual([ids(reading.fresh), lateIds(reading)], [[11, 13], [12]]);
  // An earlier version has saved no frontier: it is the last message before the unread ones.
  const first = new Reading(markAt(10), { messages: [message(11), shownAt(12, 3)], upTo: 12, isComplete: true }, stampOf(10));
  assert.deepEqual([ids(first.fresh), lateIds(first)], [[11], [12]]);
  // A room that the person never opened has no frontier, so no message in it is late.
  assert.deepEqual(ids(new Reading(markAt(0), { messages: [message(1), shownAt(2, 0)], upTo: 2, isComplete: true }).fresh), [2, 1]);
});

test('a late message is known as one that has come late after it was read, too, until the room is opened again', () => {
  const digests = (...ids) => new Set(ids.map(digestOf));
  const reading = opened(10, [message(11), shownAt(12, 3)]);
  reading.add([shownAt(13, 4), message(14)], all);
  reading.read(message(1), message(14));
  assert.deepEqual([lateIds(reading), reading.cameLate], [[], digests(12, 13)]);
  // Another tab may have told of a message before it arrives in this one.
  const other = opened(10, [message(11)]);
  other.adopt({ ...other.mark, late: opened(10, [shownAt(12, 3)]).mark.late });
  other.add([shownAt(12, 3)], all);
  assert.deepEqual([lateIds(other), other.cameLate], [[12], digests(12)]);
  const reopened = new Reading(other.mark);
  assert.deepEqual(reopened.cameLate, digests(12));
  reopened.replace([{ ...shownAt(12, 3), isDeleted: true }]);
  assert.deepEqual(reopened.cameLate, digests());
  reading.readAll(14, message(14));
  assert.deepEqual(reading.cameLate, digests());
  assert.deepEqual(new Reading(reading.mark).cameLate, digests());
});

test('of messages that arrive after some minutes, all are known as late, also those below the frontier', () => {
  const reading = opened(10, []);
  const arrived = { arrived: 300_000 };
  reading.add([shownAt(11, 4), { ...message(12), ...arrived }, message(13), { ...message(14), ...arrived, isHistory: true }], all);
  assert.deepEqual([ids(reading.fresh), reading.cameLate], [[12, 13, 14], new Set([11, 12].map(digestOf))]);
});

test('a closed room is read up to an id, with its late messages, also as another tab knows it', () => {
  const { mark } = opened(10, [message(11), shownAt(12, 3)]);
  const read = readUpTo(mark, 14);
  assert.deepEqual([read.id, read.upTo, read.late, mayHaveUnread(read, 14)], [14, 14, [], false]);
  assert.deepEqual(joined(mark, read), joined(read, mark));
  assert.deepEqual([joined(mark, read).late, mayHaveUnread(joined(mark, read), 14)], [[], false]);
  assert(isUnreadBy(read, message(15)));
  // In a tab in which the room is open, too.
  const elsewhere = opened(10, messages(11, 12));
  elsewhere.adopt(readUpTo(elsewhere.mark, 12));
  elsewhere.add(messages(13), all);
  assert.deepEqual([ids(elsewhere.fresh), elsewhere.count], [[13], 1]);
});

test('a deleted late message is read, in an open room and in a closed one', () => {
  const reading = opened(10, [shownAt(11, 4), shownAt(12, 5)]);
  const { mark } = reading;
  reading.replace([{ ...shownAt(11, 4), isDeleted: true }]);
  assert.deepEqual(lateIds(reading), [12]);
  assert.deepEqual(withoutLate(mark, digestOf(12)).late.map(({ id }) => id), [11]);
});

test('unread mentions of this person are known, late ones after a reload, too', () => {
  setUsers([], ['jack']);
  const mentioning = (id, place = id, text = '@jack') => ({ ...shownAt(id, place), text });
  const reading = opened(10, [mentioning(12), message(13)]);
  reading.add([mentioning(14, 4), shownAt(15, 5), mentioning(16)], all);
  assert.deepEqual(ids(reading.mentions), [14, 12, 16]);
  reading.read(message(9), message(13));
  assert.deepEqual(ids(reading.mentions), [14, 16]);
  const marks = readFrom(JSON.parse(JSON.stringify(savedRead({ node: 'key', marks: new Map([['', reading.mark]]) })))).marks;
  assert.deepEqual(marks.get(''), reading.mark);
  assert.deepEqual(ids(new Reading(marks.get('')).mentions), [14]);
  // An edit changes what a text mentions.
  reading.replace([mentioning(14, 4, 'jack'), mentioning(15, 5)]);
  assert.deepEqual(ids(reading.mentions), [15, 16]);
  setUsers([], []);
});

test('a message that was read is late again when it mentions this person', () => {
  const reading = opened(10, messages(11, 12));
  reading.read(message(11), message(12));
  const { mark } = reading;
  setUsers([], ['jack']);
  reading.add([{ ...message(3), text: '@jack', isChange: true, at: 13 }], all);
  setUsers([], []);
  // Another tab that has passed the message has not passed the edit.
  const saved = readFrom(savedRead({ node: 'key', marks: new Map([['', joined(mark, reading.mark)]]) })).marks.get('');
  assert.deepEqual([ids(saved.late), lateIds(reading), reading.count], [[3], [3], 1]);
  reading.read(message(2), message(5));
  assert.deepEqual([reading.count, joined(saved, reading.mark).late], [0, []]);
});

test('of too many late messages the earliest is remembered, and reading from there to the frontier ends them', () => {
  const reading = opened(1000, []);
  reading.add(range(1, mostLate).map((number) => shownAt(1000 + number, 500 + number)), all);
  assert.equal(reading.lateAbove(stampOf(1000)).messages.length, mostLate);
  assert(reading.isCounted);
  reading.add([shownAt(1101, 450)], all);
  assert.deepEqual([reading.count, reading.isCounted], [mostLate, false]);
  assert.deepEqual([lateIds(reading), reading.lateAbove(stampOf(1000)).isMore], [[1101], true]);
  let saved = joined(markAt(0), reading.mark);
  assert.equal(saved.lateFrom.id, 1101);
  // A part in between does not count: the rest may be above it.
  reading.read(message(600), message(640));
  assert.deepEqual(lateIds(reading), [1101]);
  reading.read(message(440), message(700));
  assert.deepEqual(lateIds(reading), [700]);
  saved = joined(saved, reading.mark);
  assert.equal(saved.lateFrom.id, 700);
  reading.read(message(690), message(1000));
  assert.deepEqual([reading.count, reading.isCounted], [0, true]);
  // Also for what this browser saves, and for the other tabs.
  assert.equal(joined(saved, reading.mark).lateFrom, undefined);
  assert.equal(joined(reading.mark, saved).lateFrom, undefined);
});

test('a text that arrives does not make its message unread again, and is found under its new id', () => {
  const reading = opened(2, messages(3, 4, 5));
  const found = shownAt(20, 4);
  reading.replace([{ ...found, digest: digestOf(4) }]);
  assert.deepEqual(ids(reading.fresh), [3, 20, 5]);
  reading.read(message(3), message(3));
  // The room has to be counted from the id at which the message was first found.
  assert.equal(reading.mark.id, 3);
});

test('while there are more unread messages than are known, their number does not fall', () => {
  const reading = opened(2, messages(3, 4, 5, 6), { isComplete: false });
  reading.read(message(3), message(4));
  assert.deepEqual([reading.count, reading.unloaded, reading.isCounted], [4, 2, false]);
  reading.extend({ messages: messages(7, 8, 9), upTo: 9, isComplete: false });
  assert.deepEqual([reading.count, reading.unloaded], [5, 0]);
  // Whoever goes to the newest message has read the room.
  reading.read(message(9), message(9));
  assert.deepEqual([reading.count, reading.unloaded], [0, 0]);
  reading.extend({ messages: messages(10, 11), upTo: 11, isComplete: true });
  reading.read(message(10), message(10));
  assert.deepEqual([reading.count, reading.unloaded], [1, 0]);
  // Another tab may have read more.
  const other = opened(2, messages(3, 4, 5, 6), { isComplete: false });
  other.adopt({ ...other.mark, stamp: stampOf(5) });
  assert.equal(other.count, 1);
});

test('the number of unread messages is shown up to a limit', () => {
  assert.deepEqual(shownCount({ count: 500, isMore: false }), { count: 500, isMore: false });
  assert.deepEqual(shownCount({ count: 994, isMore: false }), { count: 500, isMore: true });
  assert.deepEqual(shownCount({ count: 3, isMore: true }), { count: 3, isMore: true });
});

test('all messages can be marked as read, also those that are not known', () => {
  const reading = opened(2, [message(3), shownAt(4, 1)], { isComplete: false });
  reading.readAll(20, message(9));
  assert.deepEqual([reading.count, reading.isComplete, reading.mark.id, reading.mark.upTo], [0, true, 20, 20]);
});

test('a person can mark a message and all below it as unread, in all tabs', () => {
  const reading = opened(9, []);
  const mark = unreadFrom({ ...reading.mark, late: [{ id: 9, stamp: stampOf(2), digest: 'x', at: 9 }] }, message(6), messages(...range(1, 9)));
  assert.deepEqual(range(1, 9).filter((id) => isUnreadBy(mark, message(id))), [6, 7, 8, 9]);
  assert.equal(mark.late.length, 1);
  assert.equal(joined(reading.mark, mark), mark);
  assert.equal(joined(mark, reading.mark), mark);
  assert(!reading.adopt(mark));
  assert(new Reading(mark).adopt(reading.mark));
  // They are on the screen, and stay unread there.
  const again = Object.assign(new Reading(mark, { messages: messages(6, 7, 8, 9), upTo: 9, isComplete: true }), { isPaused: true });
  again.read(message(5), message(9));
  assert.equal(again.count, 5);
});

test('in any order of arrival, on any screens, in two tabs and after reloads, each message is unread until it was read', () => {
  let reloads = 0;
  for (let seed = 1; seed <= 600; seed += 1) {
    const dice = new Dice(seed);
    const log = [];
    const mine = (id) => id % 5 === 0;
    let saved = { ...markAt(0), stamp: 0n };
    // The oracle: a late message is read on the screen, any other one when somebody comes past it.
    const unread = new Map();
    let frontier = 0n;
    const load = (mark, past, count) => {
      const found = log.filter((one) => one.id > Math.max(past, mark.id) && !mine(one.id) && isUnreadBy(mark, one));
      const isComplete = found.length <= count;
      return { messages: found.slice(0, count), upTo: isComplete ? log.length : found[count - 1].id, isComplete };
    };
    const tabs = [new Reading(saved), new Reading(saved)];
    for (let step = 0; step < 40; step += 1) {
      const kind = dice.below(6);
      const tab = dice.below(2);
      if (kind < 2 || log.length === 0) {
        const id = log.length + 1;
        const one = shownAt(id, Math.max(1, id - (dice.says(.5) ? dice.below(id) : 0)));
        log.push(one);
        if (!mine(id)) unread.set(id, { one, isLate: one.displayStamp <= frontier });
        for (const reading of tabs) reading.add([one], ({ id }) => !mine(id));
      } else if (kind === 2 && tabs[tab].isComplete) {
        reloads += 1;
        tabs[tab] = new Reading(saved, load(saved, 0, 3 + dice.below(4)));
      } else if (!tabs[tab].isComplete) {
        tabs[tab].extend(load(saved, tabs[tab].upTo, 1 + dice.below(5)));
      } else {
        const order = log.toSorted((one, other) => (one.displayStamp < other.displayStamp ? -1 : 1));
        const first = dice.below(order.length);
        const screen = [order[first], order[Math.min(order.length - 1, first + dice.below(4))]];
        tabs[tab].read(...screen);
        const [top, bottom] = screen.map(({ displayStamp }) => displayStamp);
        frontier = bottom > frontier ? bottom : frontier;
        for (const [id, { one: { displayStamp: stamp }, isLate }] of unread) {
          if (isLate ? stamp >= top && stamp <= bottom : stamp <= frontier) unread.delete(id);
        }
      }
      saved = joined(saved, tabs[tab].mark);
      for (const reading of tabs) assert(reading.adopt(saved));
      for (const reading of tabs.filter(({ isComplete }) => isComplete)) {
        const found = [...ids(reading.fresh), ...reading.mark.late.map(({ id }) => id)].sort((one, other) => one - other);
        assert.deepEqual(found, [...unread.keys()], `seed ${seed}, step ${step}`);
      }
      const saving = readFrom(JSON.parse(JSON.stringify(savedRead({ node: 'key', marks: new Map([['', saved]]) }))));
      assert(isSameMark(saving.marks.get(''), saved));
    }
  }
  assert(reloads > 1000);
});

// Tabs

test('what one tab has read is read in the other one, and late messages that one does not know yet stay', () => {
  const one = opened(10, []);
  const other = opened(10, []);
  one.add([message(11), shownAt(12, 4)], all);
  one.read(message(11), message(11));
  const saved = joined(other.mark, one.mark);
  assert.deepEqual([saved.stamp, saved.late.length], [stampOf(11), 1]);
  other.adopt(saved);
  other.add([message(11), shownAt(12, 4)], (message) => isUnreadBy(saved, message));
  assert.deepEqual([ids(other.fresh), lateIds(other)], [[], [12]]);
  other.read(message(2), message(5));
  assert.deepEqual(joined(one.mark, other.mark).late, []);
  assert.deepEqual(joined(other.mark, one.mark).late, []);
});

test('tabs with many late messages together save no more than one may have', () => {
  const late = (from) => range(from, from + 79).map((id) => ({ id, stamp: stampOf(id - 500), digest: `late${id}`, at: id }));
  const mark = (from) => ({ ...markAt(0), stamp: stampOf(2000), late: late(from) });
  const both = joined(mark(1000), mark(1200));
  assert.deepEqual([both.late, both.lateFrom.id], [[], 1000]);
});

// While the node does not answer

const room = (name, last, unread, values = {}) => ({ name, last, savedLast: 0, unread, isCounted: true, ...values });
const away = (unread, values = {}) => room('', 0, unread, { savedLast: 200, ...values });
const keptOf = (counted, list) => new Reading({ ...markAt(4), stamp: stampOf(4) },
  keptUnread(counted, { messages: list, upTo: 200 }, ({ id }) => id >= 5));

test('the unread messages that are not kept are above the kept ones, or below them if the room has newer ones', () => {
  const list = messages(...range(101, 200));
  const cases = [
    // The browser knows of 196 unread messages and has kept 100.
    [away(196), { count: 96, isMore: false, isAbove: true }],
    [away(110, { savedLast: 210 }), { count: 10, isMore: false, isAbove: false }],
    [away(100), { count: 0, isMore: false, isAbove: true }],
    // Fewer are known than kept: another tab has read some.
    [away(50), { count: 0, isMore: false, isAbove: true }],
    [away(500, { isCounted: false }), { count: 400, isMore: true, isAbove: true }],
  ];
  for (const [counted, wanted] of cases) assert.deepEqual(keptOf(counted, list).missing, wanted);
});

test('what is read below messages that are not kept is unread again when the node answers', () => {
  const list = messages(...range(101, 200));
  const reading = keptOf(away(196), list);
  reading.read(message(150), message(200));
  assert.deepEqual([ids(reading.fresh), reading.mark.id, reading.mark.stamp], [[], 4, stampOf(4)]);
  // Without missing messages, it is read.
  const whole = keptOf(away(100), list);
  whole.read(message(150), message(200));
  assert.deepEqual([whole.count, whole.mark.id], [0, 200]);
  reading.readAll(200, message(200));
  assert.deepEqual([reading.count, reading.mark.id], [0, 200]);
});

test('a saved room without the expected form is not kept', () => {
  const list = messages(7, 8);
  for (const value of [undefined, null, 7, {}, { messages: {} }, { messages: [1] }, { messages: [{ ...list[0], id: 'x' }] }]) {
    assert.equal(keptFrom(value), undefined);
  }
  assert.deepEqual(keptFrom({ messages: [] }), { messages: [], upTo: 0 });
  assert.deepEqual(keptFrom({ messages: list, upTo: 9, missing: [[1, 2]] }), { messages: list, upTo: 9 });
  assert.deepEqual(keptFrom({ messages: list, upTo: '9' }), { messages: list, upTo: 8 });
});

// Saving

const marks = new Map([['', markAt(10)], ['kitchen', { ...markAt(7), stamp: 5n }]]);

test('after the list of rooms has arrived, all is read on the first visit, and ids above those of the store are lowered', () => {
  const rooms = [{ name: '', last: 6 }, { name: 'garden', last: 5 }];
  assert.deepEqual(marksAsListed(undefined, rooms), new Map([['', markAt(6)], ['garden', markAt(5)]]));
  // The node lists only the most recent rooms.
  assert.deepEqual(marksAsListed(marks, rooms), new Map([['', markAt(6)], ['kitchen', marks.get('kitchen')]]));
});

test('rooms that the node lists no more are dropped, unless they were read, have no messages or are newer than the list', () => {
  const rooms = [['', 9], ['read', 3], ['flooded', 4], ['listed', 8], ['new', 10], ['empty', 0]].map(([name, last]) => ({ name, last }));
  const listed = rooms.filter(({ name }) => ['', 'listed'].includes(name));
  assert.deepEqual(unlisted(rooms, listed, new Map([['read', markAt(3)]])), ['flooded']);
  assert.deepEqual(unlisted(rooms, listed, undefined), ['read', 'flooded']);
});

test('a room may have unread messages up to its newest one', () => {
  assert(!mayHaveUnread(markAt(10), 10));
  assert(mayHaveUnread(markAt(10), 11));
  assert(mayHaveUnread({ ...markAt(10), lateFrom: {} }, 1));
});

test('what an earlier version has saved is read, and what another program has saved is ignored', () => {
  assert.deepEqual(readFrom({ node: 'key', readUpTo: { '': 10, kitchen: 7 }, skipped: { kitchen: [[2, 3]] } }),
    { node: 'key', marks: new Map([['', markAt(10)], ['kitchen', markAt(7)]]) });
  const tooMany = Object.fromEntries(range(1, 5001).map((number) => [`room ${number}`, [0, 1, 1, '']]));
  const wrong = [
    [0, -1, 1, ''], [0, 1, 'x', ''], [0, 1, 1, 'x'], [0, 1, 1], 7, null, [0, 1, 1, '', [[1, 'x', 'd']]], [0, 1, 1, '', [], [1]],
    [0, 1, 1, '', range(1, 101).map((id) => [id, '1', 'd'])],
  ];
  for (const value of [undefined, null, 7, 'x', {}, { marks: tooMany }, { marks: { '\u0007': [0, 1, 1, ''] } }, { marks: 7 },
    { readUpTo: { '': -1 } }, { readUpTo: { '': 'x' } }, ...wrong.map((mark) => ({ marks: { '': mark } }))]) {
    const found = readFrom(value);
    assert(found === undefined || found.marks.size === 0, JSON.stringify(value));
  }
});

test('counts are saved for a later visit: of rooms with unread messages first, and up to 500', () => {
  const rooms = [room('empty', 0, 0), room('read', 9, 0), room('new', 5, 3, { mentions: 2 }), room('many', 7, 510), room('waiting', 0, 2)];
  const saved = savedCounts([...rooms, room('old', 0, 1, { savedLast: 4, isCounted: false })]);
  assert.deepEqual(saved, [
    ['many', 500, false, 7], ['new', 3, true, 5, 2], ['old', 1, false, 4], ['waiting', 2, true, 0], ['read', 0, true, 9]]);
  assert.deepEqual(countsFrom({ node: 'key', counts: saved }, 'key'), saved);
  assert.equal(savedCounts(range(1, 600).map((id) => room(`room ${id}`, id, 0))).length, 500);
  assert.equal(newestId(room('', 0, 0, { savedLast: 4 })), 4);
  assert.equal(newestId(room('', 5, 0, { savedLast: 4 })), 5);
});

test('counts of another node or of another form are ignored', () => {
  const good = ['kitchen', 5, true, 7];
  assert.deepEqual(countsFrom({ node: 'key', counts: [good] }, 'key'), [good]);
  const wrong = [
    undefined, 7, {}, { node: 'other', counts: [good] }, { node: undefined, counts: [good] }, { node: 'key', counts: ['kitchen'] },
    { node: 'key', counts: { kitchen: 5 } }, { node: 'key', counts: Array(501).fill(good) },
    ...[['kitchen', '5', true, 7], ['kitchen', 1e300, true, 7], ['kitchen', -1, true, 7], ['kitchen', 501, true, 7],
      ['kitchen', 5, 'yes', 7], ['\u0007', 5, true, 7], null, ['kitchen', 5, true], ['kitchen', 5, true, '7'],
      ['kitchen', 5, true, 1e300], ['kitchen', 5, true, 7, -1]].map((count) => ({ node: 'key', counts: [good, count] })),
  ];
  for (const value of wrong) assert.deepEqual(countsFrom(value, 'key'), [], JSON.stringify(value));
  assert.deepEqual(countsFrom({ counts: [good] }, undefined), []);
});

test('a room is as active as its newest message of a person, and not by a change of its name', () => {
  const renamed = message(8, { text: undefined, alias: 'Corridor' });
  const after = (...all) => activeAfter(3, { messages: all, isEnd: true }, 8);
  assert.equal(after(renamed), 3);
  assert.equal(after(message(2), renamed), 3);
  assert.equal(after(message(6), message(7, { text: undefined, isTextGone: true }), renamed), 7);
  assert.equal(after(message(8)), 0);
  assert.equal(activeAfter(3, { messages: [renamed], isEnd: false }, 8), 0);
});
