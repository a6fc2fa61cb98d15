// What the page says about its own state.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { emptiness, isOutOfDate, isStart, unreachableText } from '../../Sources/ChatServer/Web/model/notices.js';
import { speak } from './speak.js';

process.env.TZ = 'UTC';
beforeEach(() => speak('en', 'en-GB'));

const plain = (text) => text?.replaceAll(/[\u2068\u2069]/g, '');

test('the page says since when the node does not answer', () => {
  const said = (since) => plain(unreachableText({ isReachable: false, since }, 'saved'));
  assert.equal(unreachableText({ isReachable: true, since: undefined }, 'saved'), undefined);
  const noon = new Date().setHours(12, 34, 0, 0);
  assert.match(said(noon), /^Tidings has not answered since 12:34\. /);
  assert.match(said(Date.UTC(2020, 10, 24, 15, 1)), / since 24 Nov 2020, 15:01\. /);
  assert.match(said(undefined), /^Tidings does not answer\. /);
});

test('the page says whether unsent messages outlast the tab while the node does not answer', () => {
  const [saved, slow, unsaved] = ['saved', 'slow', 'none'].map((storage) => unreachableText({ isReachable: false }, storage));
  assert.match(saved, /\. Your messages are saved in this browser and sent as soon as Tidings answers\.$/);
  assert.match(slow, /\. This browser has not saved your messages yet: keep this tab open, and /);
  assert.match(unsaved, /\. This browser saves nothing: keep this tab open, and /);
});

test('the page is out of date if the node serves another version', () => {
  assert.equal(isOutOfDate('a1', undefined), false);
  // Nodes of earlier versions do not tell theirs.
  assert.equal(isOutOfDate('a1', {}), false);
  assert.equal(isOutOfDate('a1', { webVersion: 'a1' }), false);
  assert.equal(isOutOfDate('a1', { webVersion: 'b2' }), true);
});

test('the page says why a room shows no messages', () => {
  const said = (room, kept, isWaiting = false) => (
    emptiness({ isMain: true, isEmpty: false, isWhole: false, ...room }, kept, isWaiting).empty);
  assert.equal(said({ isEmpty: true }), 'No messages yet. Write the first one.');
  assert.equal(said({ isEmpty: true, isMain: false }),
    'No messages yet. Write the first one, so that this room stays in the list of rooms.');
  assert.equal(said({}, 'no messages'), 'No messages yet. Write the first one.');
  assert.match(said({}, 'nothing'), /^This browser has not kept the messages of this room\./);
  assert.match(said({ isEmpty: true }, 'nothing'), /^This browser has not kept the messages of this room\./);
  assert.equal(said({}), undefined);
  // A waiting message is a message.
  for (const kept of [undefined, 'no messages', 'nothing']) assert.equal(said({ isEmpty: true }, kept, true), undefined);
});

test('the page says what Tidings is where nobody has written and nobody else is in the group', () => {
  const start = { isMain: true, isEmpty: true };
  const peer = { state: 'in-sync', node: 'b' };
  assert(isStart(start, { peers: [] }));
  assert(isStart(start, { peers: [{ ...peer, state: 'this-node' }, { ...peer, removedBy: 'a' }] }));
  assert(!isStart(start, { peers: [peer] }));
  assert(!isStart(start, undefined));
  assert(!isStart({ ...start, isMain: false }, { peers: [] }) && !isStart({ ...start, isEmpty: false }, { peers: [] }));
});

test('the page says where the messages begin', () => {
  const said = (isWhole, kept) => {
    const { beginning, isAtBeginning } = emptiness({ isMain: true, isEmpty: false, isWhole }, kept, false);
    return [beginning, isAtBeginning];
  };
  assert.deepEqual(said(true), ['This is the beginning of the room.', true]);
  // The line keeps its height while it is invisible.
  assert.deepEqual(said(false), ['This is the beginning of the room.', false]);
  assert.deepEqual(said(false, 'nothing'),
    ['This browser has not kept the messages of this room. They appear when Tidings answers.', true]);
});
