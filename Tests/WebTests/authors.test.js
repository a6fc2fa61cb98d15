// Names of authors that people may mistake for other names.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Authors, mixesScripts, needsDevice } from '../../Sources/ChatServer/Web/model/authors.js';
import { setPersons } from '../../Sources/ChatServer/Web/model/persons.js';
import { visible } from '../../Sources/ChatServer/Web/model/text.js';
import { speak } from './speak.js';

const similar = (name) => `Another device uses a name that looks almost the same: \u2068${name}\u2069.`;
const twice = 'Somebody else uses this name, too: on another device that does not belong to the same person.';
const mixed = 'A word of this name mixes letters of different alphabets. It may imitate another name.';

/** Messages of a user from the node itself and from two other ones. */
const [here, phone, tablet] = ['here', 'phone', 'tablet'].map((origin) => (
  (user) => ({ user, origin, isLocal: origin === 'here' })));

let authors;
let changes;

beforeEach(() => {
  setPersons(undefined);
  speak('en', 'en-GB');
  authors = new Authors();
  changes = 0;
  authors.addEventListener('change', () => { changes += 1; });
});

test('invisible characters of a name are shown as code points', () => {
  const cases = [
    ['jack\u200b', 'jack⟨U+200B⟩'], ['ja\u00adck', 'ja⟨U+00AD⟩ck'], ['ja\u200dck', 'ja⟨U+200D⟩ck'],
    ['jack\ufe0f', 'jack⟨U+FE0F⟩'], ['jack\u{e0041}', 'jack⟨U+E0041⟩'], ['jack\u034f', 'jack⟨U+034F⟩'],
    ['jack\u180b', 'jack⟨U+180B⟩'], ['jack\ufff9', 'jack⟨U+FFF9⟩'],
    ['\u3164', '⟨U+3164⟩'], ['\u202ejack\u2066', '⟨U+202E⟩jack⟨U+2066⟩'], [' ', '⟨U+0020⟩'],
  ];
  for (const [name, shown] of cases) assert.equal(visible(name), shown);
});

test('invisible characters that belong to emoji or letters stay', () => {
  const names = [
    // A family, a heart, a key, and the flag of Wales.
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'jack \u2764\ufe0f', '1\ufe0f\u20e3',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
    // Persian and Hindi need joiners between letters.
    '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627', '\u0915\u094d\u200d\u0937',
  ];
  for (const name of names) assert.equal(visible(name), name);
});

test('a word mixes scripts if no language writes it with them', () => {
  // Latin with Cyrillic, Greek, Cyrillic with Latin, Latin with Armenian.
  const suspect = ['j\u0430ck', '\u0391lice', '\u0418\u0432a\u043d', 'ja\u0581k'];
  const usual = [
    'jack \u0418\u0432\u0430\u043d', 'Smith-\u0418\u0432\u0430\u043d\u043e\u0432', '\u0418\u0432\u0430\u043d2000', 'Jos\u00e9 e\u0301',
    '\u5c71\u7530\u3055\u3093\u30abA', '\u91d1\ucca0\uc218', '\u738b\u3105', '\u0643\u0631\u064a\u0645', '\u1019\u103c\u1014\u103a\u1019\u102c',
  ];
  for (const name of suspect) assert.equal(mixesScripts(name), true, name);
  for (const name of usual) assert.equal(mixesScripts(name), false, name);
});

test('the device tells authors apart, except if only the letters of the name are in doubt', () => {
  assert.deepEqual([undefined, ['nameMixed'], ['nameTwice'], ['nameSimilar', { name: 'jack' }]].map(needsDevice), [false, false, true, true]);
});

test('a name that mixes scripts is in doubt', () => {
  assert.equal(authors.doubt(here('j\u0430ck')), mixed);
  assert.equal(authors.doubt(here('jack')), undefined);
});

test('both of two names of different nodes that look alike are in doubt', () => {
  for (const other of ['Jack', 'jack\u200b', '\uff4aack', '\u{1d423}ack', 'jack ']) {
    authors = new Authors();
    authors.note([here('jack'), phone(other), phone('megan')]);
    assert.equal(authors.doubt(phone(other)), similar('jack'), other);
    assert.equal(authors.doubt(here('jack')), similar(visible(other)), other);
    assert.equal(authors.doubt(phone('megan')), undefined);
  }
});

test('two similar names of one node are in no doubt, and neither is one name on two nodes of one person', () => {
  const messages = [here('jack'), phone('jack'), here('Megan'), here('megan'), phone('MEGAN')];
  authors.note(messages);
  assert.equal(authors.doubt(here('jack')), twice);
  setPersons({ node: 'here', person: 'here', peers: [{ node: 'phone', person: 'here' }] });
  for (const message of messages) assert.equal(authors.doubt(message), undefined);
  assert.equal(authors.ofOtherDevice('jack'), undefined);
  authors.note([tablet('jack')]);
  for (const one of [here, phone, tablet]) assert.equal(authors.doubt(one('jack')), twice);
});

test('both of two equal names of different persons are in doubt, also of many', () => {
  authors.note([here('jack'), phone('jack')]);
  for (const one of [here, phone]) assert.equal(authors.doubt(one('jack')), twice);
  authors.note(Array.from({ length: 20 }, (_, index) => ({ user: 'jack', origin: `node ${index}` })));
  assert.equal(authors.doubt({ user: 'jack', origin: 'node 19' }), twice);
});

test('a petname ends the doubt about both authors, and is a name that others may imitate', () => {
  authors.note([here('jack'), phone('jack'), tablet('megan')]);
  setPersons({ node: 'here', petnames: [{ node: 'phone', user: 'jack', name: 'Megan' }] });
  assert.equal(authors.doubt(phone('jack')), undefined);
  assert.equal(authors.doubt(here('jack')), undefined);
  assert.equal(authors.doubt(tablet('megan')), similar('Megan'));
  authors.note([tablet('jack')]);
  assert.equal(authors.doubt(here('jack')), twice);
});

test('each name of a node that another node uses, or a variant of it, is in doubt', () => {
  authors.note([here('Megan'), here('megan'), phone('megan')]);
  assert.equal(authors.doubt(here('Megan')), similar('megan'));
  assert.equal(authors.doubt(phone('megan')), similar('Megan'));
  assert.equal(authors.doubt(here('megan')), twice);
});

test('many variants of one node do not hide the name of another node', () => {
  authors.note(Array.from({ length: 60 }, (_, index) => phone(`alice${'\u200b'.repeat(index + 1)}`)));
  authors.note([here('alice'), phone('ALICE')]);
  assert.notEqual(authors.doubt(here('alice')), undefined);
  assert.equal(authors.doubt(phone('ALICE')), similar('alice'));
});

test('doubts change only with a name that is or looks like one of another node', () => {
  authors.note([here('jack'), phone('megan')]);
  authors.note([here('jack'), here('megan ')]);
  assert.equal(changes, 1);
  authors.note([phone('jack'), here('jack')]);
  assert.equal(changes, 2);
  authors.note([tablet('Jack')]);
  assert.equal(changes, 3);
  authors.note([tablet('Jack')]);
  assert.equal(changes, 3);
});

test('a name is that of another device if a message with it came from another node', () => {
  authors.note([here('ben'), phone('Megan')]);
  for (const name of ['Megan', 'megan ', 'MEGAN']) assert.equal(authors.ofOtherDevice(name), 'Megan');
  for (const name of ['ben', 'Ben', 'jack']) assert.equal(authors.ofOtherDevice(name), undefined);
  authors.note([phone('ben')]);
  assert.equal(authors.ofOtherDevice('ben'), 'ben');
});
