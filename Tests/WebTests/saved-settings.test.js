// The settings that the browser has saved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsFrom } from '../../Sources/ChatServer/Web/model/saved-settings.js';

test('valid settings are those that were saved', () => {
  const all = { name: 'jack', names: ['jack', 'Jack'], language: 'pt', theme: 'dark', notify: true };
  assert.deepEqual(settingsFrom(all), all);
  const none = { name: '', names: [], language: '', theme: 'system', notify: false };
  assert.deepEqual(settingsFrom(none), none);
});

test('settings of another form are ignored', () => {
  const cases = [
    undefined, null, [], 7, 'text', {}, { other: 1 }, { name: 5 }, { name: null }, { name: {} }, { name: 'x'.repeat(65) },
    { names: null }, { names: {} }, { names: [1] }, { names: ['jack', ''] },
    { language: 'constructor' }, { language: '__proto__' }, { language: 7 }, { language: 'fi' },
    { theme: {} }, { theme: 'blue' }, { notify: 'yes' },
  ];
  for (const saved of cases) assert.deepEqual(settingsFrom(saved), {}, JSON.stringify(saved));
});

test('one invalid setting does not change the others', () => {
  assert.deepEqual(settingsFrom({ name: 'jack', names: null, theme: 'light' }), { name: 'jack', theme: 'light' });
});
