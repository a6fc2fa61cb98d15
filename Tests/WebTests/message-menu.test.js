// What the menu of a message offers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { menuOf } from '../../Sources/ChatServer/Web/model/message-menu.js';
import { message } from './messages.js';

const facts = { isMine: false, hasKey: false, canWrite: true };
const own = { ...facts, isMine: true, hasKey: true };
const { id: _, ...waiting } = message(1, { postKey: 'k1' });
const gone = message(1, { text: undefined, isTextGone: true });
const deleted = { ...gone, isDeleted: true };

test('the items of a message', () => {
  const cases = [
    [message(1), facts, 'reply copyText copyLink markUnread details', true],
    [deleted, facts, 'details', false],
    [message(1), own, 'reply edit copyText copyLink details delete', true],
    [message(1), { ...own, hasKey: false }, 'reply copyText copyLink details', true],
    // A first visit, before the person has given a name.
    [message(1), { ...own, canWrite: false }, 'copyText copyLink details', false],
    // The button below a message in the queue says the same.
    [waiting, { ...own, isUnsent: true }, 'edit copyText details discard', false],
    // An attempt to send it has begun, so that it may be at the node.
    [waiting, own, 'edit copyText details delete', false],
    [gone, own, 'details delete', false],
    [deleted, own, 'details', false],
  ];
  for (const [one, all, items, canReact] of cases) {
    const menu = menuOf(one, all);
    assert.deepEqual([menu.items.join(' '), menu.canReact], [items, canReact]);
  }
});

test('the menu says which browser can change an own message', () => {
  const says = (one, all) => menuOf(one, all).isOfOtherBrowser;
  assert.equal(says(message(1), { ...own, hasKey: false }), true);
  assert.equal(says(deleted, { ...own, hasKey: false }), false);
  assert.equal(says(message(1), own), false);
  assert.equal(says(message(1), facts), false);
});

test('quiet lines, folded messages and refused changes have no menu', () => {
  const without = [message(1, { isFolded: true }), message(1, { isStatement: true, text: undefined }), { ...waiting, kind: 'edit' }];
  for (const one of without) assert.equal(menuOf(one, facts), undefined);
});
