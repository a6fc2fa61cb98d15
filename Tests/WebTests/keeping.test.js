// Which rooms, and which of their messages, the browser keeps for the time in which the node does not answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  continued, keptCount, keptState, mostKept, roomsToDrop, roomsToKeep, toKeep,
} from '../../Sources/ChatServer/Web/model/keeping.js';
import { Timeline } from '../../Sources/ChatServer/Web/model/timeline.js';
import { ids, message, messages, range } from './messages.js';

const room = (name, last, unread = 0) => ({ name, last, savedLast: 0, unread });
const activity = ({ last }) => last;
const named = (count) => range(1, count).map((number) => room(`room ${number}`, number));

test('of rooms that are not open, some are kept: first those with unread messages, then those with the newest messages', () => {
  const names = (rooms, open = '') => roomsToKeep(rooms, open, activity).map(({ name }) => name);
  const rooms = [room('', 9), room('attic', 3, 2), room('hall', 7), room('kitchen', 5, 1)];
  assert.deepEqual(names(rooms), ['kitchen', 'attic', 'hall']);
  assert.deepEqual(names([room('', 9), room('hall', 7)], 'hall'), ['']);
  // A room without messages has nothing to keep. Before the node has listed a room, the saved id counts.
  assert.deepEqual(names([room('empty', 0), { ...room('saved', 0), savedLast: 4 }]), ['saved']);
  assert.deepEqual(names(named(12)), range(3, 12).reverse().map((number) => `room ${number}`));
});

test('of too many kept rooms, those with the oldest messages are dropped, and those that the page does not know', () => {
  const rooms = named(mostKept);
  const names = rooms.map(({ name }) => name);
  assert.deepEqual(roomsToDrop(names, rooms, activity), []);
  const more = [room('newest', mostKept + 1), ...rooms];
  assert.deepEqual(roomsToDrop(['gone', 'newest', ...names], more, activity), ['room 1', 'gone']);
});

test('kept messages are continued by what has come since, with its changes', () => {
  const kept = { messages: messages(3, 4), upTo: 4 };
  const edited = { ...message(4), text: 'edited', version: 7 };
  const timeline = continued(kept, { messages: [edited, message(6)], isEnd: true });
  assert.deepEqual(timeline.messages.map(({ text }) => text), ['number 3', 'edited', 'number 6']);
  assert.deepEqual(toKeep('hall', timeline, 7), { room: 'hall', messages: timeline.messages, upTo: 7 });
  // A room that was empty.
  assert.deepEqual(ids(continued({ messages: [], upTo: 4 }, { messages: messages(5), isEnd: true }).messages), [5]);
});

test('the node is asked for the end of a room that is not kept, or if too much has come, or something above the kept messages', () => {
  const kept = { messages: messages(3, 4), upTo: 4 };
  assert.equal(continued(undefined, undefined), undefined);
  assert.equal(continued(kept, { messages: messages(5, 6), isEnd: false }), undefined);
  assert.equal(continued(kept, { messages: [message(5, { displayStamp: 1n << 16n })], isEnd: true }), undefined);
});

test('a room has no messages if it had none, or if the browser knows all others and not this one', () => {
  const kept = (values, ...one) => ({ messages: one, upTo: 4, ...values });
  assert.equal(keptState(kept({}, message(4)), 9, true), 'messages');
  assert.equal(keptState(kept(), 4, false), 'no messages');
  // A line about the room is no message.
  assert.equal(keptState(kept({}, message(4, { text: undefined })), 4, false), 'no messages');
  assert.equal(keptState(kept(), 5, true), 'nothing');
  // This browser may have made the room while the node is off.
  assert.equal(keptState(undefined, 0, true), 'no messages');
  assert.equal(keptState(undefined, 0, false), 'nothing');
  assert.equal(keptState(undefined, 3, true), 'nothing');
});

test('the newest messages are kept, without folded ones', () => {
  const timeline = new Timeline();
  timeline.prepend([...range(1, keptCount + 5).map((id) => message(id)), message(200, { isFolded: true })]);
  const kept = toKeep('', timeline, 0);
  assert.deepEqual(ids(kept.messages), range(6, keptCount + 5));
  assert.equal(kept.upTo, 200);
});
