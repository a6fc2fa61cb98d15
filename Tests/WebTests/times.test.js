// What a message says about its times.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivedAlike, lateSentence, timesOf } from '../../Sources/ChatServer/Web/model/times.js';
import { speak, tables } from './speak.js';

process.env.TZ = 'UTC';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 24, 12);
const plain = (text) => text.replace(/[\u2066-\u2069]/g, '');
const shown = (written, time = noon) => plain(timesOf({ time, written }).shown);

test('a message says when it was written if it was sent more than a minute later', () => {
  speak('en', 'en-GB');
  assert.equal(shown(noon - 35 * minute), 'written 11:25, sent 12:00');
  assert.equal(shown(noon - 2 * 24 * 60 * minute), 'written 22 Nov 2026, 12:00, sent 12:00');
  assert.equal(shown(noon - minute - 1), 'written 11:58, sent 12:00');
  assert.equal(plain(timesOf({ time: noon, written: noon - 35 * minute }).full),
    'written Tuesday, 24 November 2026 at 11:25:00, sent Tuesday, 24 November 2026 at 12:00:00');
});

test('a message shows one time if it was written a moment before, later by another clock, or does not say it', () => {
  speak('en', 'en-GB');
  for (const written of [noon - minute, noon - 1, noon, noon + 5 * minute, undefined]) assert.equal(shown(written), '12:00');
  assert.equal(timesOf({ time: noon }).full, 'Tuesday, 24 November 2026 at 12:00:00');
});

test('both times are in the sentence in every language', () => {
  for (const tag of Object.keys(tables)) {
    speak(tag, tag);
    assert.match(shown(noon - 35 * minute), /11:25.*12:00/);
  }
});

test('a message that arrived more than a minute later says when', () => {
  speak('en', 'en-GB');
  assert.equal(lateSentence({ time: noon, arrived: noon + minute }), undefined);
  assert.match(plain(lateSentence({ time: noon, arrived: noon + 35 * minute })), /\b12:35\b/);
  assert.match(plain(lateSentence({ time: noon, arrived: noon + 24 * 60 * minute })), /\b25 Nov 2026, 12:00\b/);
});

test('a message arrived as the one before it if both say the same of that, and the one before it is no quiet line', () => {
  speak('en', 'en-GB');
  const late = (minutes, more) => ({ text: 'soup', time: noon, arrived: noon + minutes * minute, ...more });
  const gone = { text: undefined, isTextGone: true };
  for (const previous of [late(35), late(35, { time: noon - minute }), late(35.5), late(35, gone)]) assert(arrivedAlike(late(35), previous));
  assert(arrivedAlike(late(0), late(1)));
  const others = [
    undefined, late(36), late(0), late(35, { isHistory: true }), late(35, { isFolded: true }), late(35, { text: undefined, topic: 'soup' }),
    // The day is said, too.
    late(35, { time: noon - 24 * 60 * minute }),
    // The same words on another day.
    late(35, { time: noon - 24 * 60 * minute, arrived: noon - (24 * 60 - 35) * minute }),
  ];
  for (const previous of others) assert.equal(arrivedAlike(late(35), previous), false);
});
