// What a quotation says about the message to which another one is a reply.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotation } from '../../Sources/ChatServer/Web/model/quotation.js';
import { isDigest } from '../../Sources/ChatServer/Web/model/validation.js';
import { message } from './messages.js';
import { speak } from './speak.js';

speak('en', 'en-GB');

const target = message(1, { text: 'lunch at\n*one*  o’clock' });

test('a quotation has the author and the beginning of the text on one line, without its markup', () => {
  assert.deepEqual(quotation(target, ''), { author: 'megan', text: 'lunch at one o’clock', room: undefined, isGone: false });
  assert.equal(quotation({ ...target, text: '😀'.repeat(500) }, '').text, '😀'.repeat(160));
});

test('a quotation of another room names it', () => {
  assert.equal(quotation(target, 'kitchen').room, 'Main room');
  assert.equal(quotation({ ...target, room: 'kitchen' }, '').room, 'kitchen');
  assert.equal(quotation({ ...target, room: 'kitchen' }, 'kitchen').room, undefined);
});

test('a quotation says that its message is deleted, has lost its text, is missing, or is still unknown', () => {
  const texts = (one) => quotation(one, '').text;
  assert.equal(texts({ ...target, text: undefined, isDeleted: true }), 'This message was deleted.');
  assert.equal(texts({ ...target, text: undefined }), 'The text of this message is not available on this device.');
  assert.equal(texts(null), 'This message is not here yet.');
  assert.equal(texts(undefined), '…');
  // While the node is off, nobody waits for its answer.
  assert.equal(quotation(undefined, '', { isAway: true }).text, 'This browser has not kept this message.');
  // The node leaves out the messages of hidden members without a sign.
  assert.equal(quotation(null, '', { isAnyHidden: true }).text, 'This message is hidden, or it is not here yet.');
  // Nobody sees the text of a folded message before it is unfolded.
  assert.equal(texts({ ...target, isFolded: true }), '…');
});

test('a digest is 32 bytes', () => {
  assert(isDigest('1y3qXj08w_Xk23xQkjVfUIgYDwz_uis6bu6str2XIvA'));
  const malformed = [undefined, 5, '',
    '1y3qXj08w_Xk23xQkjVfUIgYDwz_uis6bu6str2XIvB', '1y3qXj08w_Xk23xQkjVfUIgYDwz_uis6bu6str2XIv',
    '1y3qXj08w,Xk23xQkjVfUIgYDwz_uis6bu6str2XIvA'];
  for (const value of malformed) assert(!isDigest(value), String(value));
});
