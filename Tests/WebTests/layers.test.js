// The entries of the history for open panels, dialogs and menus.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOpeningOrder, layersIn } from '../../Sources/ChatServer/Web/model/layers.js';

test('an entry of the history tells its number of layers', () => {
  assert.deepEqual([{ layers: 1 }, { layers: 8 }].map(layersIn), [1, 8]);
});

test('an entry of another program has no layers', () => {
  const states = [null, undefined, 7, 'a', {}, { layers: 0 }, { layers: -1 }, { layers: 9 }, { layers: 1.5 }, { layers: '2' },
    { layers: NaN }];
  for (const state of states) assert.equal(layersIn(state), 0, JSON.stringify(state));
});

test('layers keep the order in which they were opened, whatever their order in the page', () => {
  assert.deepEqual(inOpeningOrder(['settings', 'rooms'], ['rooms']), ['rooms', 'settings']);
  assert.deepEqual(inOpeningOrder(['forget', 'settings', 'rooms'], ['rooms', 'settings']), ['rooms', 'settings', 'forget']);
  assert.deepEqual(inOpeningOrder(['rooms'], ['rooms', 'settings']), ['rooms']);
  assert.deepEqual(inOpeningOrder([], ['rooms']), []);
  assert.equal(inOpeningOrder(Array.from({ length: 12 }, (_, index) => index), []).length, 8);
});
