// What the text box accepts, and what it says about a text before somebody sends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textBytes } from '../../Sources/ChatServer/Web/model/limits.js';
import { measure, saysMore } from '../../Sources/ChatServer/Web/model/text-box.js';
import { illegalCharacter } from '../../Sources/ChatServer/Web/model/validation.js';
import { say } from '../../Sources/ChatServer/Web/model/words.js';
import { speak } from './speak.js';

speak('en', 'en-GB');

test('a counter appears near the limit, which is in bytes of UTF-8', () => {
  const cases = [
    ['', undefined],
    ['x'.repeat(textBytes - 2049), undefined],
    ['x'.repeat(textBytes - 2048), '2,048 bytes left'],
    ['é'.repeat(8000), '384 bytes left'],
    ['x'.repeat(textBytes - 1), '1 byte left'],
    ['x'.repeat(textBytes), '0 bytes left'],
    ['x'.repeat(textBytes + 1), '1 byte too long. Shorten the text or send it in parts.'],
    ['x'.repeat(textBytes + 3), '3 bytes too long. Shorten the text or send it in parts.'],
  ];
  for (const [text, expected] of cases) {
    const { counter, isTooLong } = measure(text);
    assert.equal(counter && say(...counter), expected, `${text.length} characters`);
    assert.equal(isTooLong, text.length > textBytes);
  }
});

test('white space alone is nothing to send', () => {
  for (const text of ['', ' \n ', '\u3000\t']) assert.equal(measure(text).isBlank, true);
  assert.equal(measure(' a ').isBlank, false);
});

test('a character that XML cannot carry is named by its code point', () => {
  const cases = [['\x07', 'U+0007'], ['\x00', 'U+0000'], ['\ufffe', 'U+FFFE'], ['\ud83d', 'U+D83D'], ['\udc00', 'U+DC00']];
  for (const [character, name] of cases) assert.equal(illegalCharacter(`before${character}after`), name);
  for (const text of ['\t\n\r', '😀', '\u200f', '\u0085']) assert.equal(illegalCharacter(text), null);
});

test('a text that only names the files beside it does not count as a text', () => {
  const names = ['plan.png', 'map.png'];
  for (const text of ['', '\n', 'plan.png\nmap.png', '/home/jack/plan.png\r\n/home/jack/map.png\r\n']) {
    assert.equal(saysMore(text, names), false, text);
  }
  for (const text of ['the plan', 'the plan\nplan.png', 'plan.png is new']) assert.equal(saysMore(text, names), true, text);
});
