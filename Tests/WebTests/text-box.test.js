// What the text box accepts, and what it says about a text before somebody sends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textBytes } from '../../Sources/ChatServer/Web/model/limits.js';
import { marking, measure, saysMore } from '../../Sources/ChatServer/Web/model/text-box.js';
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
    ['x'.repeat(textBytes + 1), '1 character too long. Shorten the text or send it in parts.'],
    ['x'.repeat(textBytes + 3), '3 characters too long. Shorten the text or send it in parts.'],
  ];
  for (const [text, expected] of cases) {
    const { counter, isTooLong } = measure(text);
    assert.equal(counter && say(...counter), expected, `${text.length} characters`);
    assert.equal(isTooLong, text.length > textBytes);
  }
});

test('a text that is too long says how many characters at its end have to go', () => {
  const fits = 'x'.repeat(textBytes - 1);
  const family = '👨\u200d👩\u200d👧';
  const cases = [
    // A character goes as a whole.
    [`${fits}é`, '1 character'], [`${fits}${family}`, '1 character'], [`${fits}e\u0301\u0302`, '1 character'],
    [`${fits}${family}🇩🇪🇫🇷x`, '4 characters'], ['日'.repeat(6000), '539 characters'],
    // Which halves make a flag is known from the beginning of a run only.
    [`x${'🇩🇪'.repeat(2050)}`, '3 characters'], [family.repeat(1000), '90 characters'],
    // A megabyte takes no longer than what is counted of it.
    ['x'.repeat(textBytes + 10_000), '10,000 characters'], ['x'.repeat(textBytes + 10_001), '10,000+ characters'],
    ['日'.repeat(1_000_000), '10,000+ characters'], [`a${'\u0301'.repeat(20_000)}`, '24 characters'],
  ];
  for (const [text, expected] of cases) {
    const { counter, isTooLong } = measure(text);
    assert.equal(isTooLong, true);
    assert.equal(say(...counter).split(' too long')[0], expected, text.slice(-20));
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

/** Returns a text after `marking`. In both texts, brackets enclose the selection, and a bar is the caret. */
function marked(shown, mark) {
  const before = shown.replace('|', '[]');
  const [start, end] = [before.indexOf('['), before.indexOf(']') - 1];
  const text = before.replace(/[[\]]/g, '');
  const { from, to, text: inserted, selection: [first, last] } = marking(text, start, end, mark);
  const after = text.slice(0, from) + inserted + text.slice(to);
  return `${after.slice(0, first)}[${after.slice(first, last)}]${after.slice(last)}`.replace('[]', '|');
}

test('a mark is put around the selected text, and taken away again', () => {
  const cases = [
    ['a [soup] b', '**', 'a **[soup]** b'],
    ['[soup]', '_', '_[soup]_'],
    ['a [snake_case] b', '_', 'a _[snake_case]_ b'],
    // Without a selection, for the text that follows.
    ['a |', '**', 'a **|**'],
    ['|', '_', '_|_'],
    // A mark ends with its line.
    ['[one\n\ntwo]', '**', '**[one**\n\n**two]**'],
    ['[one\ntwo]', '_', '_[one_\n_two]_'],
  ];
  for (const [before, mark, after] of cases) {
    assert.equal(marked(before, mark), after);
    if (!before.includes('\n\n')) assert.equal(marked(after, mark), before);
  }
});

test('a mark stands beside the text, not beside the spaces that are selected with it', () => {
  assert.equal(marked('a [soup ]b', '**'), 'a **[soup]** b');
  assert.equal(marked('a[ soup] b', '_'), 'a _[soup]_ b');
  assert.equal(marked('a[ ]b', '**'), 'a **|**b');
});
