// The ids at which this browser first found messages without texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstId, goneFrom, noted } from '../../Sources/ChatServer/Web/model/gone-texts.js';
import { digestOf, message, range } from './messages.js';

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
