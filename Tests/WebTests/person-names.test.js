// Which names a person can choose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isName, newPersonProblem } from '../../Sources/ChatServer/Web/model/validation.js';
import { say } from '../../Sources/ChatServer/Web/model/words.js';
import { speak } from './speak.js';

speak('en', 'en-GB');

const problem = (name) => {
  const found = newPersonProblem(name);
  return found && say(...found).replace(/[\u2068\u2069]/g, '');
};

test('a name that is missing, too long or illegal is refused with the reason', () => {
  const tooLong = 'A name can have at most 64 characters and 256 bytes. Enter a shorter name.';
  const cases = [
    ['', 'Enter a name.'],
    ['x'.repeat(65), tooLong],
    // 64 characters of four bytes have 256 bytes, so one more character is too many.
    [`${'\u{1F600}'.repeat(64)}e`, tooLong],
    ['jack\x07', 'A name cannot contain the character U+0007. Remove it.'],
    ['jack\u2028', 'A name cannot contain the character U+2028. Remove it.'],
    ['half \ud83d', 'A name cannot contain the character U+D83D. Remove it.'],
  ];
  for (const [name, expected] of cases) assert.equal(problem(name), expected);
  for (const name of ['jack', 'x'.repeat(64), '\u{1F600}'.repeat(64), 'Анна 日本']) assert.equal(problem(name), undefined);
});

test('a name without visible characters is refused', () => {
  for (const name of ['\u200b', '\u3164', '\u2800', '\u00ad \u200d', '\ufff9\u2060']) {
    assert.equal(problem(name), 'This name has no visible characters. Enter another name.');
  }
});

test('a saved name of another form is no name', () => {
  for (const value of [undefined, null, 7, '', 'x'.repeat(65), 'a\nb']) assert.equal(isName(value), false);
  assert.equal(isName('jack'), true);
});
