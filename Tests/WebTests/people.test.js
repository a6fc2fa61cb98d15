// The people whom the tabs of a browser remember together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from './messages.js';

// Modules that this one imports listen for events of the window, and an open channel keeps the process running.
globalThis.addEventListener = () => {};
globalThis.BroadcastChannel = undefined;
const values = new Map();
const localStorage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
const { People } = await import('../../Sources/ChatServer/Web/kept/people.js');

test('a tab keeps the people whom another tab has saved, and tells of their names', () => {
  const [one, other] = [new People(() => []), new People(() => [])];
  one.note([message(1, { user: 'megan' })]);
  let added;
  other.addEventListener('change', ({ detail }) => { added = detail; });
  other.note([message(2, { user: 'jack' })]);
  assert.deepEqual(added, ['jack', 'megan']);
  assert.deepEqual(new People(() => []).all.map(({ user }) => user), ['jack', 'megan']);
});
