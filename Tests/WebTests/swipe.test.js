// A swipe over a message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pulledBy, replyDistance } from '../../Sources/ChatServer/Web/model/swipe.js';

const screen = { width: 360, isRightToLeft: false };

/** Returns how far a touch pulls that moves by these distances from a place, each 10 ms after the one before. */
function pulled(x, moves, options = {}, pause = 10) {
  return pulledBy([[0, 0], ...moves].map(([dx, dy], index) => ({ x: x + dx, y: 300 + dy, time: index * pause })), { ...screen, ...options });
}

test('a swipe to the right pulls a message, as far as the finger goes and not farther than needed', () => {
  assert.equal(pulled(100, []), 0);
  assert.equal(pulled(100, [[5, 2]]), 0);
  assert.equal(pulled(100, [[5, 2], [12, 3]]), 12);
  assert.equal(pulled(100, [[12, 3], [replyDistance, 40]]), 60);
  assert.equal(pulled(100, [[12, 3], [200, 0]]), 80);
  // Back again: no reply.
  assert.equal(pulled(100, [[12, 3], [70, 0], [5, 0]]), 5);
  assert.equal(pulled(100, [[12, 3], [70, 0], [-30, 0]]), 0);
});

test('in a page from right to left, a swipe goes to the left', () => {
  const options = { isRightToLeft: true };
  assert.equal(pulled(200, [[-12, 3], [-64, 0]], options), 64);
  assert.equal(pulled(200, [[12, 3], [64, 0]], options), undefined);
  assert.equal(pulled(200, [[-12, 3], [-64, 0]]), undefined);
});

test('a touch that scrolls, is long, or comes from an edge of the screen is no swipe', () => {
  assert.equal(pulled(100, [[2, 12], [90, 12]]), undefined);
  assert.equal(pulled(100, [[9, 8], [90, 8]]), undefined);
  assert.equal(pulled(100, [[2, -12]]), undefined);
  assert.equal(pulled(100, [[12, 3], [70, 0]], {}, 400), undefined);
  assert.equal(pulled(100, [[2, 0], [4, 0], [12, 0]], {}, 110), undefined);
  assert.equal(pulled(23, [[12, 0], [70, 0]]), undefined);
  assert.equal(pulled(24, [[12, 0], [70, 0]]), 70);
  assert.equal(pulled(337, [[12, 0]]), undefined);
});
