// The people whom the tabs of a browser remember together.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { message } from './messages.js';

// Modules that this one imports listen for events of the window, and an open channel keeps the process running.
const listeners = [];
globalThis.addEventListener = (type, listener) => { if (type === 'storage') listeners.push(listener); };
globalThis.BroadcastChannel = undefined;
const values = new Map();
const localStorage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
const { People } = await import('../../Sources/ChatServer/Web/kept/people.js');

beforeEach(() => {
  values.clear();
  listeners.length = 0;
});

test('two people of one name are remembered, and only a new name is told as one', () => {
  const people = new People(() => []);
  const added = [];
  people.addEventListener('change', ({ detail }) => added.push(detail));
  people.note([message(1, { user: 'megan', origin: 'laptop' })]);
  people.note([message(2, { user: 'megan', origin: 'phone' }), message(3, { user: 'megan', origin: 'laptop' })]);
  people.note([message(4, { user: 'megan', origin: 'phone' })]);
  assert.deepEqual(added, [['megan'], []]);
  assert.deepEqual(new People(() => []).all.map(({ origin }) => origin).toSorted(), ['laptop', 'phone']);
});

test('a tab learns of the people whom another tab saves', () => {
  const [one, other] = [new People(() => []), new People(() => [])];
  const added = [];
  other.addEventListener('change', ({ detail }) => added.push(detail));
  one.note([message(1, { user: 'megan' })]);
  for (const listener of listeners) listener({ key: 'tidings.people' });
  assert.deepEqual([other.all.map(({ user }) => user), added], [['megan'], [['megan']]]);
});

test('a tab keeps the people whom another tab has saved, and tells of their names', () => {
  const [one, other] = [new People(() => []), new People(() => [])];
  one.note([message(1, { user: 'megan' })]);
  let added;
  other.addEventListener('change', ({ detail }) => { added = detail; });
  other.note([message(2, { user: 'jack' })]);
  assert.deepEqual(added, ['jack', 'megan']);
  assert.deepEqual(new People(() => []).all.map(({ user }) => user), ['jack', 'megan']);
});
