// What the page says about unread messages that this browser has not kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineSide, missingTexts } from '../../Sources/ChatServer/Web/model/missing.js';
import { speak } from './speak.js';

speak('en', 'en-GB');

test('a sentence counts the missing messages where they are missing, and has no number on two sides', () => {
  const missing = { count: 96, isMore: false, earlier: true, later: false };
  const counted = '96 unread messages are not kept in this browser. They appear when Tidings answers.';
  const more = '96+ unread messages are not kept in this browser. They appear when Tidings answers.';
  const uncounted = 'Unread messages are not kept in this browser. They appear when Tidings answers.';
  const none = undefined;
  const cases = [
    [{}, counted, none],
    [{ isMore: true }, more, none],
    [{ earlier: false, later: true }, none, counted],
    [{ later: true }, uncounted, uncounted],
    [{ count: 0, earlier: false }, none, none],
  ];
  for (const [values, earlier, later] of cases) assert.deepEqual(missingTexts({ ...missing, ...values }), { earlier, later });
  assert.match(missingTexts({ ...missing, count: 1 }).earlier, /^1 unread message is not kept/);
});

test('the line is above the first unread message, also if it is a missing one', () => {
  const cases = [
    [true, false, true, 'earlier'], [true, true, true, 'earlier'], [true, false, false, 'earlier'],
    [false, true, false, 'later'], [false, true, true, undefined], [false, false, true, undefined],
  ];
  for (const [earlier, later, hasUnread, side] of cases) assert.equal(lineSide({ earlier, later }, hasUnread), side);
});
