// What the page says about messages that wait, and what the person can do with them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  actionsOf, attempted, changeText, draftAfterEdit, edited, isEdit, isForeign, isMoot, isOfMessage, lastUnsentByRoom, nextToSend,
  signOf, stateOf, unsentByRoom, wasWaiting,
} from '../../Sources/ChatServer/Web/model/waiting.js';
import { speak } from './speak.js';

speak('en', 'en-GB');

const written = { order: 1, postKey: 'key', node: 'laptop', user: 'jack', room: '', text: 'one', time: 1000, isAttempted: false };
const refused = { ...written, isAttempted: true, problem: { code: 'text-too-long', sentence: 'The text is too long.' } };
const facts = { isEdited: false, isStored: false, isForeign: false, isDelayed: true, storage: 'saved' };
const full = { code: 'disk-full', message: 'The disk is full.' };
const plain = (text) => text.replace(/[\u2066-\u2069]/g, '');

test('the state of a message says why it waits, and its sign alone only that it waits', () => {
  const { order: _, ...unsaved } = written;
  const cases = [
    [written, {}, 'waiting to be sent', 'waiting'],
    [written, { storage: 'none' }, 'waiting to be sent', 'waiting'],
    [unsaved, {}, 'waiting to be sent', 'waiting'],
    [unsaved, { storage: 'slow' }, 'waiting to be sent: keep this tab open', 'held'],
    [unsaved, { storage: 'none' }, 'waiting to be sent: keep this tab open', 'held'],
    [written, { obstacle: full }, 'waiting to be sent: the disk is full', 'held'],
    [written, { obstacle: { code: 'of-a-later-version', message: 'The sentence of the node.' } },
      'waiting to be sent: The sentence of the node.', 'held'],
    [written, { isForeign: true, obstacle: full }, 'not sent: written for another device', 'held'],
    [written, { isStored: true, isForeign: true }, 'sent, on this device only so far', 'stored'],
    [refused, { obstacle: full }, 'not sent: the text is too long', 'problem'],
    [refused, { isEdited: true }, 'being edited', 'edited'],
    [written, { isEdited: true, isForeign: true }, 'being edited', 'edited'],
  ];
  for (const [message, changes, expected, sign] of cases) {
    assert.equal(plain(stateOf(message, { ...facts, ...changes })), expected);
    assert.equal(signOf(message, { ...facts, ...changes }), sign);
  }
});

test('a message can be edited until the first attempt to send it, then discarded, and at last neither', () => {
  const { order: _, ...unsaved } = written;
  const { isAttempted: __, ...ofEarlierVersion } = written;
  const cases = [
    [written, {}, 'edit'],
    [{ ...written, isAttempted: true }, {}, 'discard'],
    [ofEarlierVersion, {}, 'discard'],
    [refused, {}, 'edit'],
    [written, { isEdited: true }, ''],
    [written, { isStored: true }, ''],
    // Most messages are sent and saved within a moment.
    [written, { isDelayed: false }, ''],
    // But not those that are written while the node is off.
    [{ ...written, written: 5 }, { isDelayed: false }, 'edit'],
    [{ ...written, written: 5, isAttempted: true }, { isDelayed: false }, ''],
    [refused, { isDelayed: false }, 'edit'],
    [written, { isDelayed: false, isForeign: true }, 'edit'],
    [unsaved, {}, ''],
    [unsaved, { storage: 'slow' }, 'edit'],
    [unsaved, { storage: 'none' }, 'edit'],
  ];
  for (const [message, changes, expected] of cases) assert.equal(actionsOf(message, { ...facts, ...changes }), expected);
});

test('an edited message is a new one for the node, with the same rank and with the same time', () => {
  const changes = { user: 'ben', text: 'two', postKey: 'other' };
  assert.deepEqual(edited(refused, changes), { ...written, ...changes });
  assert.deepEqual(edited({ ...refused, written: null }, changes), { ...written, ...changes });
  // It has waited already.
  assert.equal(edited({ ...written, written: 1000 }, changes).written, 1000);
});

test('the first attempt to send decides whether the node gets the time of Send', () => {
  const cases = [
    [written, 1001, true, null], [written, 61_000, true, null], [written, 61_001, true, 1000], [written, 1001, false, 1000],
    [{ ...written, written: null }, 90_000, false, null], [{ ...written, written: 1000 }, 1001, true, 1000],
  ];
  for (const [message, now, isReachable, expected] of cases) {
    assert.deepEqual(attempted(message, now, isReachable), { ...message, written: expected, isAttempted: true });
  }
});

test('a sent message was waiting if the person has seen that', () => {
  const cases = [[null, 2000, false], [null, 2001, true], [1000, 1001, true]];
  for (const [time, now, expected] of cases) assert.equal(wasWaiting({ ...written, written: time }, now), expected);
});

test('unsent messages are counted by room from a second on, also after a change of the clock', () => {
  const messages = [written, { ...written, room: 'kitchen' }, { ...written, room: 'kitchen' }, { ...written, time: 3000 }];
  assert.deepEqual([...unsentByRoom(messages, 1999)], [['', 1]]);
  assert.deepEqual([...unsentByRoom(messages, 2000)], [['', 2], ['kitchen', 2]]);
});

test('the last unsent message of a room is no change, and is known from a second on', () => {
  const second = { ...written, text: 'two' };
  const messages = [written, second, { ...written, room: 'kitchen', kind: 'room', topic: 'food' }, { ...written, time: 3000 }];
  assert.deepEqual([...lastUnsentByRoom(messages, 2500)], [['', second]]);
  assert.deepEqual([...lastUnsentByRoom(messages, 4000)], [['', messages[3]]]);
});

test('a message belongs to the node for which it was written', () => {
  const { node: _, ...forAny } = written;
  const cases = [[written, 'laptop', false], [written, 'phone', true], [forAny, 'phone', false], [refused, 'phone', false]];
  for (const [message, node, expected] of cases) assert.equal(isForeign(message, node), expected);
});

test('the first message is sent that is for this node, was not tried, and has no edited one before it in its room', () => {
  const other = { ...written, postKey: 'other', text: 'two' };
  const elsewhere = { ...written, postKey: 'elsewhere', room: 'kitchen' };
  const messages = [refused, { ...written, node: 'phone' }, written, other, elsewhere];
  const next = (held, tried) => nextToSend(messages, { node: 'laptop', held: new Set(held), tried: new Set(tried) });
  assert.equal(next([], []), written);
  assert.equal(next([], ['key']), other);
  assert.equal(next([''], ['key']), elsewhere);
  assert.equal(next([''], ['key', 'elsewhere']), undefined);
  const reaction = { ...written, postKey: 'reaction', kind: 'reaction' };
  messages.push(reaction);
  assert.equal(next([''], ['key', 'elsewhere']), reaction, 'a change is about a message that the node has');
});

test('what was typed in an edit stays as a draft, before the one that is there', () => {
  const cases = [['one', '', ''], ['one', 'there', 'there'], ['edited', '', 'edited'], ['edited', 'there', 'edited\nthere']];
  for (const [text, draft, expected] of cases) assert.equal(draftAfterEdit({ text, old: 'one', draft }), expected);
});

test('an edit from the browser has what was typed, and the message with its post key', () => {
  const sent = { room: 'kitchen', user: 'jack', digest: 'digest', proof: 'key', text: 'one' };
  for (const edit of [{ message: written, text: 'two' }, { message: sent, text: '', isOfSent: true }]) assert.equal(isEdit(edit), true);
  const others = [undefined, 5, {}, { text: 'two' }, { message: written }, { message: written, text: 5 },
    ...[{ user: 5 }, { room: 5 }, { text: '' }, { postKey: '' }, { digest: 5 }].map((change) => (
      { message: { ...written, ...change }, text: 'two' }))];
  for (const edit of others) assert.equal(isEdit(edit), false);
});

test('a message waits while the node lets this browser not write, and is refused for what is in it', () => {
  for (const code of ['foreign-origin', 'not-user', 'password-needed', 'session-needed']) {
    assert(!isOfMessage({ status: 403, code }), code);
  }
  for (const status of [408, 429, 500, 503]) assert(!isOfMessage({ status, code: 'busy' }), status);
  assert(isOfMessage({ status: 413, code: 'text-too-long' }));
});

test('a change that is held back or waits for its message holds back no other one', () => {
  const change = { ...written, kind: 'deletion', postKey: 'change', proof: 'key', digest: 'd' };
  const next = (messages, now = 5000) => (
    nextToSend(messages, { node: 'laptop', held: new Set(), tried: new Set(), now })?.postKey);
  assert.equal(next([change, written]), 'change');
  assert.equal(next([{ ...change, notBefore: 5001 }, written]), 'key');
  assert.equal(next([{ ...change, notBefore: 5001 }], 5001), 'change');
  assert.equal(next([{ ...change, digest: undefined }, written]), 'key');
  assert.equal(next([{ ...change, node: 'phone' }, written]), 'key');
});

test('a missing target is no failure of the change', () => {
  assert.equal(isOfMessage({ status: 409, code: 'target-unknown' }), false);
  assert.equal(isOfMessage({ status: 409, code: 'target-unfit' }), true);
  assert.equal(isOfMessage({ status: 403, code: 'not-author' }), true);
});

test('of a refused change of a deleted message, only the text of an edit is left', () => {
  const kinds = ['edit', 'reaction', 'withdrawal', 'deletion', undefined];
  assert.deepEqual(kinds.filter((kind) => isMoot({ kind }, { code: 'target-unfit' })), ['reaction', 'withdrawal', 'deletion']);
  assert.deepEqual(kinds.filter((kind) => isMoot({ kind }, { code: 'not-author' })), []);
});

test('a change that is refused or lacks its message says what it is, and can only be discarded', () => {
  const change = { ...refused, kind: 'edit', proof: 'key', digest: 'd' };
  assert.equal(actionsOf(change, facts), 'drop');
  const { problem: _, ...lacking } = change;
  assert.equal(plain(stateOf(lacking, { ...facts, isLacking: true })),
    'waiting to be sent: the message that it changes has not arrived yet');
  assert.equal(actionsOf(lacking, facts), 'drop');
  assert.equal(plain(changeText(change)), 'Edit: one');
  assert.equal(plain(changeText({ kind: 'room', topic: 'food' })), 'Topic of the room: food');
  assert.equal(plain(changeText({ kind: 'room', alias: 'Cooking' })), 'Name of the room: Cooking');
  const both = changeText({ kind: 'room', topic: 'food', alias: 'Cooking' });
  assert.equal(plain(both), 'Name of the room: Cooking\u00a0· Topic of the room: food');
  assert.equal(plain(changeText({ kind: 'withdrawal', react: '👍' })), 'Withdrawal of the reaction 👍');
});
