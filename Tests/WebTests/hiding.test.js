// Whose messages are hidden, and which are folded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidingFrom, hidingOf, isFoldedBy } from '../../Sources/ChatServer/Web/model/hiding.js';
import { isNote, isShown } from '../../Sources/ChatServer/Web/model/timeline.js';
import { message } from './messages.js';
import { peer, status } from './statuses.js';

const removed = [{ node: 'mallory', since: 5000, hidden: null }, { node: 'eva', since: 9000, hidden: 'yes' }];

test('the status says who is hidden and who is removed, and the browser keeps it', () => {
  const now = status([peer({ node: 'ben', hidden: 'dropped' }), peer({ node: 'cara', hidden: null })], { removed });
  assert.deepEqual(hidingOf(now), { hidden: ['ben', 'eva'], removed: { mallory: 5000, eva: 9000 } });
  assert.deepEqual(hidingFrom(JSON.parse(JSON.stringify(hidingOf(now)))), hidingOf(now));
});

test('a saved value of another form hides and folds nobody', () => {
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`key ${index}`, 1]));
  for (const value of [undefined, null, 1, 'x', [], { hidden: 1 }, { hidden: [], removed: { a: 'x' } }, { hidden: [], removed: many }]) {
    assert.deepEqual(hidingFrom(value), { hidden: [], removed: {} });
  }
});

test('a message is folded if it came after the removal of its origin', () => {
  const hiding = hidingOf(status([], { removed }));
  const isFolded = (origin, arrived) => isFoldedBy(hiding, message(1, { origin, arrived }));
  assert(isFolded('mallory', 5001));
  assert(!isFolded('mallory', 5000));
  assert(!isFolded('ben', 5001));
  assert(!isFolded('constructor', 5001));
});

test('a folded message is a quiet line, and nobody has to read it', () => {
  const folded = message(1, { isFolded: true });
  assert(isNote(folded) && !isShown(folded));
  assert(!isNote(message(1)) && isShown(message(1)));
});
