// The last message of a room in the list of rooms.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLost, lastLine, lastOf } from '../../Sources/ChatServer/Web/model/last-message.js';
import { message, messages } from './messages.js';
import { speak } from './speak.js';

speak('en', 'en-GB');

const plain = (text) => text.replace(/[\u2066-\u2069]/g, '');
const deleted = (one) => ({ ...one, text: undefined, isTextGone: true, isDeleted: true, version: 9 });

test('the last message is the last one in display order that a person has written and nobody has deleted', () => {
  const [one, two, three] = messages(1, 2, 3);
  assert.equal(lastOf([three, one, two]), three);
  // A late message has a high id and an early time.
  assert.equal(lastOf([two, message(9, { displayStamp: 1n })]), two);
  assert.equal(lastOf([two, deleted(three), message(8, { text: undefined }), message(7, { isFolded: true })]), two);
  assert.equal(lastOf([deleted(three), three, two]), two);
  // A room without any other one says so.
  assert(lastOf([three, deleted(three)]).isDeleted);
  assert.equal(lastOf([message(8, { text: undefined })]), undefined);
  assert.equal(lastOf([{ ...three, version: 3 }, { ...three, text: 'edited', version: 9 }]).text, 'edited');
  assert.equal(lastOf([]), undefined);
});

test('the last message is lost with its text, and not by changes of others', () => {
  const [two, three] = messages(2, 3);
  assert(isLost(three, [deleted(three)]));
  assert(!isLost(three, [deleted(two)]));
  assert(!isLost(deleted(three), [two]));
  assert(!isLost(three, [{ ...three, text: 'edited', version: 9 }]));
  assert(!isLost(undefined, [deleted(three)]));
});

const line = (...parts) => plain(Object.values(lastLine(...parts)).join(''));

test('the list shows the author and the beginning of the text in one line without its markup', () => {
  assert.equal(line(message(1, { text: '**soup**\n\nis ready' }), false), 'megan: soup is ready');
  assert.equal(line(message(1), true), 'You: number 1');
  assert.equal(line(message(1), false, true), 'megan ⚠\ufe0e: number 1');
  assert.equal([...line(message(1, { text: '🙂'.repeat(200) }), true)].length, 'You: '.length + 100);
});

test('of a long text only the beginning is read, and once', () => {
  let reads = 0;
  const text = { slice: (...range) => { reads += 1; return 'soup '.repeat(500).slice(...range); } };
  const long = message(1, { text });
  assert.equal(line(long, true), line(long, true));
  assert.equal(reads, 1);
  assert.equal(line(message(1, { text: `\n ${'soup '.repeat(5000)}` }), true), `You: ${'soup '.repeat(20)}`);
});
