// Mentions in texts, and the people whom the message box offers after an `@`.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatted, hasOwnMention, unmarked, written } from '../../Sources/ChatServer/Web/model/markup.js';
import { entryAt, isWhole, offered, peopleFrom, usersOf, withAuthors } from '../../Sources/ChatServer/Web/model/mentions.js';
import { setPersons } from '../../Sources/ChatServer/Web/model/persons.js';

afterEach(() => setPersons(undefined));

const users = usersOf(['Anna', 'Anna Berg', 'ben', 'José', 'snake_case', '小明', '민수', 'C++', 'ΝΙΚΟΣ', 'İpek', '🌸'], ['Megan', 'mega']);

/** Returns the mentions of a text, those of this person with an exclamation mark. */
function mentioned(text, all = users) {
  const find = (nodes) => nodes.flatMap((node) => {
    if (typeof node === 'string' || node.mark !== undefined || node.link) return [];
    return node.mention ? [`${node.mention === 'own' ? '!' : ''}${node.children.join('')}`] : find(node.children);
  });
  const nodes = formatted(text, all);
  assert.equal(written(nodes), text);
  return find(nodes);
}

const mentions = [
  ['@Anna, look', ['@Anna']],
  ['(@anna) @BEN\'s @josé!', ['@anna', '@BEN', '@josé']],
  ['@Anna Berg and @Anna Bergmann', ['@Anna Berg', '@Anna']],
  ['@Megan @MEGA @megan', ['!@Megan', '!@MEGA', '!@megan']],
  ['@Megane @Annabel @ben_smith @ben2', []],
  ['@ben_ _@ben_ **@ben** *hi @ben*', ['@ben', '@ben', '@ben', '@ben']],
  ['me@ben.example x@anna 1@ben é@ben', []],
  ['@@ben @ ben @', []],
  ['你好@小明你在吗，@ben你', ['@小明', '@ben']],
  ['@민수는', ['@민수']],
  ['@snake_case @C++ @c++, @C+', ['@snake_case', '@C++', '@c++']],
  ['@Νικος @νικοσ @İpek @🌸 @🌸x', ['@Νικος', '@νικοσ', '@İpek', '@🌸', '@🌸']],
  ['@ben\u0301 @🌸\ufe0f', []],
  ['`@ben` ```@ben``` https://a.example/@ben', []],
  ['```\n@ben\n```\n@ben', ['@ben']],
  ['> quoted @ben\n> too\n\n- @Anna\n- x', ['@ben', '@Anna']],
  ['@ben `x` @ben', ['@ben', '@ben']],
];

test('a mention is an @ and a name, the longest one, between the ends of words and whatever its case', () => {
  for (const [text, expected] of mentions) assert.deepEqual(mentioned(text), expected, text);
  assert.equal(unmarked('**@ben**'), '@ben');
});

test('a longer name takes a mention of this person away only if it is the name of somebody', () => {
  const own = (text, name) => mentioned(text, usersOf([name], ['Anna']))[0];
  for (const name of ['Anna,', 'Anna:', 'anna!', 'Anna.', 'Anna ', 'Anna, look', 'Anna \u200b']) {
    assert.equal(own('@Anna, look', name), '!@Anna', name);
    assert.match(own(`@${name}`, name), /^!@anna$/i, name);
  }
  for (const name of ['Anna Berg', 'Anna-Lena', 'Anna2', 'Annabel', 'Anna d’Arc']) assert.equal(own(`@${name}, look`, name), `@${name}`);
});

test('without names there are no mentions', () => assert.deepEqual(mentioned('@ben', usersOf([], [])), []));

test('a mention of an own name is found within other parts, and not within the name of somebody else', () => {
  const isOwn = (text) => hasOwnMention(formatted(text, usersOf(['Ann', 'Megan Fox'], ['Megan'])));
  assert.deepEqual(['**hi @megan**', '> *@MEGAN*', '@Megan Fox', '`@Megan`', 'megan', '@Ann'].map(isOwn),
    [true, true, false, false, false, false]);
});

test('the time for mentions is linear', () => {
  const names = Array.from({ length: 500 }, (_, index) => `${'a'.repeat(1 + index % 64)}${index}`);
  const many = usersOf(names, ['me']);
  for (const unit of ['@', ' @a', ' @', '@a ', ` @${'a'.repeat(60)}`, ' @me']) {
    const text = unit.repeat(Math.floor(16_384 / unit.length));
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      formatted(text, many);
      return performance.now() - began;
    });
    assert(Math.min(...times) < 40, `${Math.min(...times)} ms for ${unit}`);
  }
});

// MARK: Completion

test('the box completes the name after the last @ before the caret', () => {
  const entry = (text, caret = text.length) => {
    const found = entryAt(text, caret);
    return found && [found.start, found.entered];
  };
  assert.deepEqual(entry('@'), [0, '']);
  assert.deepEqual(entry('hi @an'), [3, 'an']);
  assert.deepEqual(entry('hi @anna and', 6), [3, 'an']);
  assert.deepEqual(entry('@Anna B'), [0, 'Anna B']);
  assert.deepEqual(entry('你好@小'), [2, '小']);
  for (const text of ['', 'anna', 'me@a', '@@', '@ a', '@anna ', '@\na', `@${'a'.repeat(64)}`]) assert.equal(entry(text), undefined, text);
  assert.equal(entry('@anna', 0), undefined);
});

test('a typed mention is whole in any case of its letters, but not a shorter or a longer one, or one with other accents', () => {
  for (const typed of ['@Ben', '@ben', '@BEN']) assert(isWhole(typed, '@Ben'), typed);
  for (const typed of ['@', '@Be', '@Benj', '@Bén', 'Ben']) assert(!isWhole(typed, '@Ben'), typed);
});

const person = (user, origin = user, time = 0) => ({ user, origin, time });
const names = (entered, { messages = [], people = [], own = '' }) => (
  offered(entered, messages, people, ({ user }) => user !== own).map(({ user }) => user));

test('those who wrote last in the room come first, then those who wrote last elsewhere', () => {
  const said = (user) => ({ ...person(user), text: 'said' });
  // A message about members is by a device.
  const messages = [said('ben'), said('carl'), said('ben'), said('Anna'), said('me'), person('laptop')];
  const people = [person('dora'), person('carl'), person('emil')];
  assert.deepEqual(names('', { messages, people, own: 'me' }), ['Anna', 'ben', 'carl', 'dora', 'emil']);
});

test('a person is found by the beginning of any word of the name, whatever its case and accents', () => {
  const people = [person('Anna Berg'), person('José'), person('van-Dyk'), person('小明'), person('🌸 Rose')];
  const found = (entered) => names(entered, { people });
  assert.deepEqual([found('an'), found('BERG'), found('anna b'), found('jose'), found('dyk')],
    [['Anna Berg'], ['Anna Berg'], ['Anna Berg'], ['José'], ['van-Dyk']]);
  assert.deepEqual([found('小'), found('ros'), found('🌸'), found('nna'), found('x')], [['小明'], ['🌸 Rose'], ['🌸 Rose'], [], []]);
});

test('people with a petname are found by it and by their name, and what is inserted is their name', () => {
  setPersons({ petnames: [{ node: 'phone', user: 'mx77', name: 'Mum' }, { node: 'tv', user: 'dx', name: 'Dad' }] });
  const people = [person('mx77', 'phone')];
  assert.deepEqual([names('mu', { people }), names('mx', { people }), names('dad', {})], [['mx77'], ['mx77'], ['dx']]);
});

test('each name is offered once, and eight at most', () => {
  const people = [person('Ben', 'one'), person('ben', 'two'), ...Array.from({ length: 20 }, (_, index) => person(`b${index}`))];
  assert.deepEqual(names('b', { people }), ['Ben', 'b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6']);
});

test('the people who wrote last are remembered, 500 at most', () => {
  const people = withAuthors([person('ben', 'one', 5), person('carl', 'one', 4)],
    [person('carl', 'one', 9), person('ben', 'two', 1), person('', 'one', 20), person('ben', 'one', 2)]);
  assert.deepEqual(people, [person('carl', 'one', 9), person('ben', 'one', 5), person('ben', 'two', 1)]);
  const many = withAuthors(people, Array.from({ length: 600 }, (_, index) => person(`b${index}`, `node ${index % 40}`, 10 + index)));
  assert.deepEqual([many.length, many[0].user], [500, 'b599']);
  // One node that writes under many names pushes nobody else out.
  const flood = withAuthors(people, Array.from({ length: 600 }, (_, index) => person(`b${index}`, 'three', 10 + index)));
  assert.deepEqual([flood.length, ...flood.slice(20)], [23, ...people]);
  assert.deepEqual(peopleFrom(JSON.parse(JSON.stringify(people))), people);
  for (const value of [undefined, 7, {}, [7], [{ user: '', origin: 'one', time: 1 }], [person('ben', 7)], [{ user: 'ben', origin: 'one' }],
    [person('ben', 'one', 1e300)]]) {
    assert.deepEqual(peopleFrom(value), []);
  }
});
