// The picker of emoji: the data of the languages, the search, and the moves of the focus.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groups } from '../../Sources/ChatServer/Web/emoji/list.js';
import { EmojiNames, emojiEntryAt, emojiIn, favourites, moved, oftenUsed, withChosen } from '../../Sources/ChatServer/Web/model/emoji.js';
import { isOneEmoji } from '../../Sources/ChatServer/Web/model/text.js';
import { languages } from '../../Sources/ChatServer/Web/model/words.js';
import { paths } from './web-client.js';

const all = Object.values(groups).flatMap((group) => group.split(' '));
const tags = paths('emoji/').map((path) => /\/(\w\w)\.js$/.exec(path)?.[1]).filter(Boolean);
const linesOf = Object.fromEntries(await Promise.all(tags.map(async (tag) => (
  [tag, (await import(`../../Sources/ChatServer/Web/emoji/${tag}.js`)).names]))));
/** Returns the names for a web page in a language: English is searched, too. */
const namesIn = (tag) => new EmojiNames(all, [...new Set([tag, 'en'])].map((one) => linesOf[one]));

test('the list has each emoji once, without skin tones', () => {
  assert(all.length > 1800 && new Set(all).size === all.length);
  for (const emoji of all) assert(isOneEmoji(emoji) && !/\p{Emoji_Modifier}/u.test(emoji), emoji);
  for (const emoji of favourites) assert(all.includes(emoji), emoji);
});

test('each language of the page has a name of its own for each emoji', () => {
  assert.deepEqual(Object.keys(languages).filter((tag) => !tags.includes(tag)), []);
  for (const [tag, lines] of Object.entries(linesOf)) {
    const names = lines.split('\n').map((line) => line.split('|')[0]);
    assert.equal(names.length, all.length, tag);
    assert(names.every((name) => name.trim() !== '') && new Set(names).size === names.length, tag);
  }
});

/** Texts with the emoji that are found first. */
const searches = {
  en: [
    ['cat', '🐈'], ['heart', '❤️'], ['Red  Heart', '❤️'], ['thumbs', '👍 👎'], ['+1', '👍'], ['germany', '🇩🇪'], [':joy:', '😂'],
    ['hear eye', '😍'], ['keycap 5', '5️⃣'], ['smile', '😃 😄'], ['grinning f', '😀'],
  ],
  de: [['herz', '♥️ ❤️'], ['grüß', '🫡'], ['GRUSS', '🫡'], ['daumen hoch', '👍'], ['BAR', '🐻'], ['thumbs up', '👍']],
  fr: [['cœur rouge', '❤️'], ['tete de chat', '🐱'], ['étoile', '⭐']],
  es: [['corazon rojo', '❤️'], ['PIÑATA', '🪅'], ['pinata', '🪅']],
  pt: [['coração vermelho', '❤️'], ['maca vermelha', '🍎']],
  ru: [['СЕРДЦЕ', '❤️'], ['кошка', '🐈']],
  // Without spaces, a word can begin within a name.
  ja: [['ハート', '♥️ ❤️'], ['汗笑', '😅']],
  ko: [['하트', '♥️ ❤️'], ['웃는', '☺️ 😀']],
  zh: [['红心', '❤️'], ['猫', '🐈'], ['冷汗', '😰']],
};

for (const [tag, cases] of Object.entries(searches)) {
  test(`search: ${languages[tag]}`, () => {
    const names = namesIn(tag);
    for (const [entered, expected] of cases) {
      const count = expected.split(' ').length;
      assert.equal(names.find(entered, favourites).slice(0, count).join(' '), expected, entered);
    }
  });
}

test('the box completes the name of an emoji after a : that begins a word, from two letters on', () => {
  const entry = (text, caret = text.length) => {
    const found = emojiEntryAt(text, caret);
    return found && [found.start, found.entered];
  };
  assert.deepEqual(entry(':smi'), [0, 'smi']);
  assert.deepEqual(entry('so (:thumbs_up'), [4, 'thumbs_up']);
  assert.deepEqual(entry('so :smile and', 6), [3, 'sm']);
  assert.deepEqual(entry('👍:lä'), [2, 'lä']);
  assert.deepEqual(entry('\n:하트'), [1, '하트']);
  const none = [
    '', ':', ':s', ':s m', ': smi', ':10', ':1st', ':)', ':-)', ':smi)', ':smile:', '10:30', 'http:', 'http:ab', 'http://ab', 'x:smi', '3:smi',
    'Nutzer:innen', '时间:上午', 'std::vector', '::smi', 'C:\\ab', ':smi\n', `:${'a'.repeat(64)}`,
  ];
  for (const text of none) assert.equal(entry(text), undefined, text);
  assert.equal(entry(':smi', 0), undefined);
});

test('within code, nothing is completed to an emoji', () => {
  const isOffered = (text) => emojiEntryAt(text, text.length) !== undefined;
  for (const text of ['`:smi', '`a :smi', 'a ``b` :smi', '``` :smi', '```\n:smi', '```swift\nlet a\n :smi', 'x\n```\n`a`\n:smi']) {
    assert(!isOffered(text), text);
  }
  // Code that has ended, and backticks that begin none.
  for (const text of ['`a` :smi', '```a``` :smi', '```\na\n```\n:smi', '` :smi', 'don`t :smi', '`a\n:smi']) assert(isOffered(text), text);
});

test('search: an entered emoji is found, signs and unknown words are not', () => {
  const names = namesIn('en');
  assert.deepEqual(names.find(' 👍🏽 ', []), ['👍🏽']);
  assert.deepEqual(names.find('❤', []), ['❤️']);
  for (const text of ['', ' ', ':', '|', '\n', 'xyzzy', 'cat xyzzy']) assert.deepEqual(names.find(text, []), [], text);
  assert.equal(names.find('f', []).length, 100);
  // The data could not be loaded.
  const without = new EmojiNames([], []);
  assert.deepEqual([without.find('👍', []), without.find('cat', []), without.of('👍')], [['👍'], [], '👍']);
  assert.equal(names.of('👍'), 'thumbs up');
});

test('a search takes milliseconds', () => {
  const names = namesIn('ru');
  names.find('с', favourites);
  const began = process.cpuUsage();
  for (const entered of ['f', 'face', 'сердце', 'face with']) names.find(entered, favourites);
  assert(process.cpuUsage(began).user < 4 * 20_000);
});

test('one emoji can be entered, also without the sign that colours it', () => {
  for (const emoji of [...favourites, '👩‍👩‍👧', '🇧🇷', '👍🏽']) assert.equal(emojiIn(emoji), emoji);
  assert.equal(emojiIn(' ❤ '), '❤️');
  for (const text of ['', 'a', '👍👍', '👍 a', '5']) assert.equal(emojiIn(text), undefined);
});

test('emoji that are used often: those chosen last, then the favourites, each once, 24 at most', () => {
  let chosen;
  for (const emoji of ['😂', '🐈', '👍🏽', '🐈', '5️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍👩‍👧‍👦']) chosen = withChosen(chosen, emoji);
  assert.equal(oftenUsed(chosen).join(' '), '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 5️⃣ 🐈 👍🏽 😂 👍 ❤️ 😮 😢 🙏');
  for (const emoji of all) assert.equal(oftenUsed(withChosen(undefined, emoji))[0], emoji);
  assert.equal(withChosen(all, '🐈').length, 24);
  for (const saved of [undefined, null, 'x', {}, 5, ['text', 5, null, '']]) assert.deepEqual(oftenUsed(saved), favourites);
});

test('arrow keys move the focus in rows and between groups', () => {
  // Two groups of five and two emoji in three columns:  0 1 2  3 4  5 6
  const moves = [
    [0, 'ArrowRight', 1], [2, 'ArrowRight', 3], [6, 'ArrowRight', 6], [0, 'ArrowLeft', 0], [5, 'ArrowLeft', 4],
    [0, 'ArrowDown', 3], [2, 'ArrowDown', 4], [3, 'ArrowDown', 5], [4, 'ArrowDown', 6], [6, 'ArrowDown', 6],
    [6, 'ArrowUp', 4], [5, 'ArrowUp', 3], [4, 'ArrowUp', 1], [1, 'ArrowUp', -1], [4, 'Home', 0], [1, 'End', 6],
    [1, 'a', undefined],
  ];
  for (const [index, key, expected] of moves) assert.equal(moved(index, key, [5, 2], 3), expected, `${index} ${key}`);
});
