// The texts that a message had before it was edited.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlierVersions } from '../../Sources/ChatServer/Web/model/earlier-texts.js';
import { message } from './messages.js';

test('the earlier texts of a message are all but the shown one, the newest first', () => {
  const versions = [message(1, { text: 'one' }), message(3, { text: 'three' }), message(2, { text: 'two' })];
  const texts = (shown) => earlierVersions(versions, shown).map(({ text }) => text);
  assert.deepEqual(texts('three'), ['two', 'one']);
  // An edit waits in this browser.
  assert.deepEqual(texts('four'), ['three', 'two', 'one']);
  // It was edited back.
  assert.deepEqual(earlierVersions([...versions, message(4, { text: 'one' })], 'one').map(({ text }) => text), ['three', 'two', 'one']);
  assert.deepEqual(earlierVersions([message(1, { text: undefined })], 'one'), []);
});
