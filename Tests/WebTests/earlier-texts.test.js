// The texts that a message had before it was edited.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsOf } from '../../Sources/ChatServer/Web/model/earlier-texts.js';
import { message } from './messages.js';

const written = message(1, { text: 'one' });
const versions = [written, message(3, { text: 'three' }), message(2, { text: 'two' })];
const earlier = (all, shown) => textsOf(all, shown).earlier.map(({ text }) => text);

test('the earlier texts of a message are all but the shown one, the newest first', () => {
  assert.deepEqual(earlier(versions, 'three'), ['two', 'one']);
  // An edit waits in this browser.
  assert.deepEqual(earlier(versions, 'four'), ['three', 'two', 'one']);
  // It was edited back.
  assert.deepEqual(earlier([...versions, message(4, { text: 'one' })], 'one'), ['three', 'two', 'one']);
  assert.deepEqual(earlier([message(1, { text: undefined })], 'one'), []);
});

test('the shown edit is the newest one, and none if the shown text waits in this browser or was not edited', () => {
  assert.equal(textsOf(versions, 'three').edit, versions[1]);
  assert.equal(textsOf(versions, 'four').edit, undefined);
  assert.equal(textsOf([written], 'one').edit, undefined);
});
