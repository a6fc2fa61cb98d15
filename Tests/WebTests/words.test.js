// Which language the page speaks, and how it writes sentences, numbers and times.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  browserLocale, clockTime, dayAndTime, dayName, fullTime, knownLanguage, number, say, shortTime, size,
} from '../../Sources/ChatServer/Web/model/words.js';
import { speak } from './speak.js';

process.env.TZ = 'UTC';

test('the language is the first known one', () => {
  const cases = [
    [['en-GB'], 'en'], [['ru-RU'], 'ru'], [['zh-Hant-TW'], 'zh'], [['PT'], 'pt'], [['fi-FI'], 'en'], [[], 'en'],
    [['fi-FI', 'ja-JP', 'ko-KR'], 'ja'], [['c', 'ko'], 'ko'], [['constructor'], 'en'],
    [['C', 'pt-BR'], 'pt'], [['de-DE@euro'], 'de'], [['de-AT'], 'de'], [['fr-CA', 'en'], 'fr'], [['es-419'], 'es'], [[''], 'en'],
  ];
  for (const [tags, language] of cases) assert.equal(knownLanguage(tags), language, String(tags));
});

test('the locale is the first valid tag, also if the system has set the browser to a name that is none', () => {
  const cases = [
    [['c'], 'en'], [['C.UTF-8'], 'en'], [['en_US.UTF-8'], 'en'], [['de-DE@euro'], 'en'], [[''], 'en'], [[], 'en'],
    [['de-DE'], 'de-DE'], [['c', 'de-DE', 'ru'], 'de-DE'], [['', 'zh-Hans-CN'], 'zh-Hans-CN'],
  ];
  for (const [tags, locale] of cases) {
    assert.equal(browserLocale(tags), locale, String(tags));
    speak('en', browserLocale(tags));
    assert.match(fullTime(0), /1970/);
  }
});

const time = Date.UTC(2026, 10, 24, 15, 1, 40);

/** The language of the page and the browser's locale; a time of day, a short and a long date with a time. */
const times = [
  ['en', 'de-DE', '15:01', '24 Nov 2026, 15:01', 'Tuesday, 24 November 2026 at 15:01:40'],
  ['en', 'fi-FI', '15.01', '24 Nov 2026, 15.01', 'Tuesday, 24 November 2026 at 15.01.40'],
  // English has no form of its own for Bulgaria.
  ['en', 'bg-BG', '15:01', '24 Nov 2026, 15:01', 'Tuesday, 24 November 2026 at 15:01:40'],
  ['en', 'en-US', '3:01 PM', 'Nov 24, 2026, 3:01 PM', 'Tuesday, November 24, 2026 at 3:01:40 PM'],
  ['en', 'ko-KR', '3:01 pm', '24 Nov 2026, 3:01 pm', 'Tuesday, 24 November 2026 at 3:01:40 pm'],
  ['de', 'de-DE', '15:01', '24.11.2026, 15:01', 'Dienstag, 24. November 2026 um 15:01:40'],
  ['fr', 'fr-CA', '15 h 01', '24 nov. 2026, 15 h 01', 'mardi 24 novembre 2026 à 15 h 01 min 40 s'],
  ['es', 'es-MX', '3:01 p.m.', '24 nov 2026, 3:01 p.m.', 'martes, 24 de noviembre de 2026, 3:01:40 p.m.'],
  ['ru', 'de-DE', '15:01', '24 нояб. 2026 г., 15:01', 'вторник, 24 ноября 2026 г. в 15:01:40'],
];

for (const [language, locale, ...expected] of times) {
  test(`times in ${language} in a browser for ${locale} have the words of the page and the form of the browser`, () => {
    speak(language, locale);
    const shown = [clockTime, dayAndTime, fullTime].map((format) => format(time).replaceAll('\u202f', ' '));
    assert.deepEqual(shown, expected);
  });
}

test('days have words of the page, and numbers the digits of the browser', () => {
  speak('en', 'fa-IR');
  assert.equal(dayName(Date.now()), 'Today');
  assert.equal(number(12), '۱۲');
  speak('en', 'de-DE');
  assert.equal(say('bytesLeft', { n: 1000 }), '1.000 bytes left');
  speak('ru', 'ru-RU');
  assert.equal(dayName(Date.now() - 86_400_000), 'Вчера');
});

test('days are named without the year of today', () => {
  speak('en', 'en-GB');
  const year = new Date().getUTCFullYear();
  assert.match(dayName(Date.UTC(year - 1, 6, 9)), new RegExp(`^\\w+,? 9 July ${year - 1}$`));
  if (new Date().getUTCMonth() > 0) assert.match(dayName(Date.UTC(year, 0, 5)), /^\w+,? 5 January$/);
});

test('sizes have three digits and a unit', () => {
  speak('en', 'en-GB');
  assert.deepEqual([0, 999, 1000, 3_360_000, 64e9, 5e15].map(size), ['0 kB', '0.999 kB', '1 kB', '3.36 MB', '64 GB', '5,000 TB']
    .map((text) => text.replace(' ', '\u00a0')));
});

test('a value in a sentence does not turn its direction', () => {
  speak('en', 'en-GB');
  assert.equal(say('openSimilar'), 'Go to this room');
  assert.equal(say('announced', { user: 'me\u202egan', text: 'hi' }), '\u2068megan\u2069: \u2068hi\u2069');
  assert.equal(say('unreadCount', { n: 1500, isMore: true }), '1,500+ unread messages');
});

test('a time in a few characters is the clock of today, a day of the last week, a day of this year, or a date', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: time });
  speak('en', 'en-GB');
  const before = (days) => shortTime(time - days * 86_400_000);
  assert.deepEqual([0, 1, 6, 7, 400].map(before), ['15:01', 'Mon', 'Wed', '17 Nov', '20/10/2025']);
  // The clock of another device may be ahead.
  assert.equal(before(-1), '25 Nov');
});
