// What was read, and the counts of unread messages, as the browser saves them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstId, goneFrom, noted } from '../../Sources/ChatServer/Web/model/gone-texts.js';
import {
  countsFrom, mayHaveUnread, newestId, readAsListed, readFrom, savedCounts, unreadRanges, withUnread,
} from '../../Sources/ChatServer/Web/model/read-state.js';
import { digestOf, message, range } from './messages.js';

const read = { node: 'key', readUpTo: { '': 10, kitchen: 7 }, skipped: { kitchen: [[2, 3]] } };

test('on the first visit, everything counts as read; afterwards, a new room is unread', () => {
  assert.deepEqual(unreadRanges(undefined, ''), []);
  assert.deepEqual(unreadRanges(read, ''), [[11, Infinity]]);
  assert.deepEqual(unreadRanges(read, 'kitchen'), [[2, 3], [8, Infinity]]);
  assert.deepEqual(unreadRanges(read, 'garden'), [[1, Infinity]]);
  // The name of a room can be one that every object has.
  assert.deepEqual(unreadRanges({ ...read, skipped: undefined }, 'constructor'), [[1, Infinity]]);
});

test('the ranges that are unread are saved as they were', () => {
  for (const ranges of [[[5, Infinity]], [[2, 2], [4, 9], [12, Infinity]]]) {
    const changed = withUnread(read, 'garden', ranges);
    assert.deepEqual(unreadRanges(changed, 'garden'), ranges);
    assert.deepEqual(unreadRanges(changed, 'kitchen'), unreadRanges(read, 'kitchen'));
  }
  assert.deepEqual(withUnread(read, 'kitchen', [[8, Infinity]]).skipped, {});
});

test('after the list of rooms has arrived, all is read on the first visit, and ids above those of the store are lowered', () => {
  const rooms = [{ name: '', last: 6 }, { name: 'garden', last: 5 }];
  assert.deepEqual(readAsListed(undefined, rooms), { '': 6, garden: 5 });
  // The node lists only the most recent rooms.
  assert.deepEqual(readAsListed(read, rooms), { '': 6, kitchen: 7 });
});

test('a room may have unread messages up to its newest one', () => {
  assert(!mayHaveUnread(read, { name: '', last: 10 }));
  assert(mayHaveUnread(read, { name: '', last: 11 }));
  assert(mayHaveUnread(read, { name: 'kitchen', last: 3 }));
  assert(!mayHaveUnread(read, { name: 'kitchen', last: 1 }));
});

test('what another program has saved instead of what was read is ignored', () => {
  assert.equal(readFrom(read), read);
  const tooMany = Object.fromEntries(range(1, 5001).map((number) => [`room ${number}`, 1]));
  for (const value of [undefined, null, 7, 'x', {}, { readUpTo: tooMany }, { readUpTo: { '': -1 } }, { readUpTo: { '': 'x' } },
    { readUpTo: { '\u0007': 1 } }]) assert.equal(readFrom(value), undefined);
});

const room = (name, last, unread, values = {}) => ({ name, last, savedLast: 0, unread, isCounted: true, ...values });

test('counts are saved for a later visit: of rooms with unread messages first, and up to 500', () => {
  const rooms = [room('empty', 0, 0), room('read', 9, 0), room('new', 5, 3), room('many', 7, 510), room('waiting', 0, 2)];
  const saved = savedCounts([...rooms, room('old', 0, 1, { savedLast: 4, isCounted: false })]);
  assert.deepEqual(saved, [
    ['many', 500, false, 7], ['new', 3, true, 5], ['old', 1, false, 4], ['waiting', 2, true, 0], ['read', 0, true, 9]]);
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
      ['kitchen', 5, true, 1e300]].map((count) => ({ node: 'key', counts: [good, count] })),
  ];
  for (const value of wrong) assert.deepEqual(countsFrom(value, 'key'), [], JSON.stringify(value));
  assert.deepEqual(countsFrom({ counts: [good] }, undefined), []);
});

test('a message whose text was gone counts under the id at which it was first found', () => {
  const gone = message(4, { isTextGone: true, text: undefined });
  const found = message(9, { digest: digestOf(4) });
  const known = noted(new Map(), [message(3), gone], undefined);
  assert.deepEqual([...known], [[digestOf(4), 4]]);
  assert.equal(firstId(known, gone), 4);
  assert.equal(firstId(known, found), 4);
  assert.equal(firstId(known, message(5)), 5);
  // Of another store, which gives lower ids to the same messages.
  assert.equal(firstId(known, message(2, { digest: digestOf(4) })), 2);
  assert.equal(noted(known, [message(3), message(7, { digest: digestOf(4), isTextGone: true })], undefined), undefined);
});

test('the messages with gone texts that another tab has noted are kept, and the first ones are forgotten', () => {
  const gone = (id) => message(id, { isTextGone: true });
  const known = noted(new Map(), [gone(1)], goneFrom([[digestOf(2), 2]]));
  assert.deepEqual([...known.values()].sort(), [1, 2]);
  const many = noted(known, range(3, 1003).map(gone), undefined);
  assert.equal(many.size, 1000);
  assert(!many.has(digestOf(1)) && many.has(digestOf(1003)));
  for (const value of [undefined, 7, {}]) assert.equal(goneFrom(value), undefined);
  assert.deepEqual([...goneFrom([[digestOf(2), 2], 7])], [[digestOf(2), 2]]);
});
