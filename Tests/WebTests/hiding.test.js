// Members whose messages are hidden, and messages that are folded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenFrom, hiddenIn } from '../../Sources/ChatServer/Web/model/hiding.js';
import { isFoldedText, isNote, isShown } from '../../Sources/ChatServer/Web/model/timeline.js';
import { message } from './messages.js';
import { peer, status } from './statuses.js';

test('the status says who is hidden, and the browser keeps it', () => {
  const removed = [{ node: 'mallory', hidden: null }, { node: 'eva', hidden: 'yes' }];
  const now = status([peer({ node: 'ben', hidden: 'dropped' }), peer({ node: 'cara', hidden: null })], { removed });
  assert.deepEqual(hiddenIn(now), ['ben', 'eva']);
  assert.deepEqual(hiddenFrom(['ben', 'eva']), ['ben', 'eva']);
  for (const value of [undefined, null, 1, 'x', {}, [1]]) assert.deepEqual(hiddenFrom(value), []);
});

test('a folded message is a quiet line, and nobody has to read it', () => {
  const folded = message(1, { isFolded: true });
  assert(isNote(folded) && !isShown(folded));
  assert(!isNote(message(1)) && isShown(message(1)));
});

test('a text of a removed member is folded, but not on the device where it was written', () => {
  const facts = { isFormer: true, isLocal: false, hasText: true };
  assert(isFoldedText(facts));
  // This device was removed itself.
  assert(!isFoldedText({ ...facts, isLocal: true }));
  assert(!isFoldedText({ ...facts, isFormer: false }));
  assert(!isFoldedText({ ...facts, hasText: false }));
});
