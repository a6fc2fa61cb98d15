// Which messages mention this person.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { mentionsMe } from '../../Sources/ChatServer/Web/model/attention.js';
import { setUsers } from '../../Sources/ChatServer/Web/model/mentions.js';

afterEach(() => setUsers([], []));

test('a message mentions this person by the names that are known', () => {
  const message = { text: '@jack' };
  assert.equal(mentionsMe(message), false);
  setUsers([], ['Jack']);
  assert.deepEqual([message, { text: '@jackson' }, { text: undefined }, { ...message, isDeleted: true }].map(mentionsMe),
    [true, false, false, false]);
});
