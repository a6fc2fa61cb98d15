// Links to messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkProblem, placeOf } from '../../Sources/ChatServer/Web/model/message-links.js';
import { message } from './messages.js';
import { speak } from './speak.js';

const digest = 'A'.repeat(43);

test('a link leads to a place in the web page at which it is shown, and to no other', () => {
  const page = 'http://127.0.0.1:8080/#garden';
  const place = (link) => placeOf(link, page);
  assert.deepEqual(place(`http://127.0.0.1:8080/#kitchen/${digest}`), { room: 'kitchen', digest });
  assert.deepEqual(place('http://127.0.0.1:8080/#kitchen'), { room: 'kitchen', digest: undefined });
  assert.deepEqual(place(`HTTP://127.0.0.1:8080#/${digest}`), { room: '', digest });
  for (const link of [
    'http://127.0.0.1:8080/', 'http://127.0.0.1:8080/status.xml#kitchen', 'http://127.0.0.1:8080/?a=b#kitchen',
    'http://127.0.0.1:8081/#kitchen', `http://127.0.0.1.example.org:8080/#kitchen/${digest}`, `http://example.org/#kitchen/${digest}`,
  ]) assert.equal(place(link), undefined, link);
  // Each reader has a node at such an address.
  for (const origin of ['http://127.0.0.1:8081', 'http://localhost:8080', 'http://[::1]:8080']) {
    assert.deepEqual(place(`${origin}/#kitchen/${digest}`), { room: 'kitchen', digest });
    assert.deepEqual(placeOf(`${origin}/#kitchen/${digest}`, 'https://example.org/chat/'), { room: 'kitchen', digest });
  }
  assert.deepEqual(placeOf(`http://home/chat/#/${digest}`, 'http://home/chat/'), { room: '', digest });
  assert.equal(placeOf(`http://home/other/#/${digest}`, 'http://home/chat/'), undefined);
});

test('a message that cannot be shown has a reason', () => {
  speak('en', 'en-GB');
  assert.equal(linkProblem(message(1), ''), undefined);
  const gone = message(1, { text: undefined, isTextGone: true });
  assert.equal(linkProblem(gone, ''), undefined);
  assert.equal(linkProblem(message(1, { isFolded: true }), ''), undefined);
  assert.deepEqual(linkProblem({ ...gone, isDeleted: true }, ''), ['linkDeleted']);
  assert.deepEqual(linkProblem(message(1, { text: undefined }), ''), ['linkUnknown']);
  assert.deepEqual(linkProblem(null, ''), ['linkUnknown']);
  assert.deepEqual(linkProblem(undefined, ''), ['linkUnanswered']);
  assert.deepEqual(linkProblem(message(1), 'kitchen'), ['linkElsewhere', { room: 'Main room' }]);
});
