// The titles and addresses of rooms, and which room a person means.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  addressOf, foundRooms, givenProblems, givenTo, readAddress, roomTitle, setAliases, similarRoom, titlesFrom,
} from '../../Sources/ChatServer/Web/model/room-names.js';
import { newRoomName, newRoomProblem, topicProblem } from '../../Sources/ChatServer/Web/model/validation.js';
import { range } from './messages.js';
import { speak } from './speak.js';

beforeEach(() => speak('en', 'en-GB'));

test('the title of a room is its name without invisible characters, and that of the main room is a text', () => {
  assert.equal(roomTitle('kitchen'), 'kitchen');
  assert.equal(roomTitle('\u200b'), '⟨U+200B⟩');
  assert.equal(roomTitle('kit\u202echen'), 'kit⟨U+202E⟩chen');
  assert.equal(roomTitle(''), 'Main room');
  speak('pt', 'pt-BR');
  assert.equal(roomTitle(''), 'Sala principal');
});

test('a room has its later name, and both if another room has that name', () => {
  const title = (alias, ...others) => {
    setAliases([{ name: 'kitchen', alias }, { name: '' }, { name: 'garden' }, ...others]);
    return roomTitle('kitchen');
  };
  assert.equal(title('Cooking'), 'Cooking');
  assert.equal(title('Cook\u202eing'), 'Cook⟨U+202E⟩ing');
  assert.equal(title('Garden'), 'Garden (kitchen)');
  assert.equal(title('main room'), 'main room (kitchen)');
  assert.equal(title('Food', { name: 'shop', alias: 'food' }), 'Food (kitchen)');
  assert.equal(roomTitle('shop'), 'food (shop)');
  assert.equal(roomTitle('garden'), 'garden');
  assert.equal(title(undefined), 'kitchen');
  // The way back to the first name, since no later one can be removed.
  assert.equal(title('kitchen'), 'kitchen');
});

test('the main room has its later name, also one that is the word for it', () => {
  for (const alias of ['Square', 'main room']) {
    setAliases([{ name: '', alias }]);
    assert.equal(roomTitle(''), alias);
  }
  setAliases([]);
});

test('a topic and the later name of the main room cannot be removed', () => {
  const kitchen = { name: 'kitchen', alias: 'Cooking', topic: 'food' };
  const square = { name: '', alias: 'Square' };
  const cases = [
    [kitchen, 'Cooking', ' ', { topic: ['topicKept'] }],
    [kitchen, ' # ', 'food', {}],
    [square, ' ', '', { alias: ['nameInvisible'] }],
    [square, '\u200b', '', { alias: ['nameInvisible'] }],
    [square, 'Square', ' ', {}],
    [{ name: '' }, '', '', {}],
    [{ name: '' }, '', 'a\nb', { topic: ['illegalCharacter', { character: 'U+000A' }] }],
  ];
  for (const [room, alias, topic, expected] of cases) {
    assert.deepEqual(givenProblems(room, { alias, topic }), { alias: undefined, topic: undefined, ...expected }, `${alias} ${topic}`);
  }
});

test('a person gives a room what is another topic or name than before, and the first name instead of none', () => {
  const kitchen = { name: 'kitchen', topic: 'food' };
  const cases = [
    [kitchen, 'kitchen', 'food', {}],
    [kitchen, ' # Cooking ', ' soup ', { alias: 'Cooking', topic: 'soup' }],
    [kitchen, '', '', {}],
    [{ ...kitchen, alias: 'Cooking' }, 'Cooking', 'food', {}],
    [{ ...kitchen, alias: 'Cooking' }, '', 'food', { alias: 'kitchen' }],
    [{ name: '' }, '', 'all', { topic: 'all' }],
    [{ name: '', alias: 'Square' }, '', '', {}],
    // Another program may give names that this dialog does not.
    [{ name: '#1' }, '#1', 'all', { topic: 'all' }],
    [{ name: 'cafe\u0301', topic: ' te\u0301 ' }, 'Tea', ' te\u0301 ', { alias: 'Tea' }],
    [{ name: 'shop', alias: ' #2' }, ' #2', 'all', { topic: 'all' }],
  ];
  for (const [room, alias, topic, expected] of cases) assert.deepEqual(givenTo(room, { alias, topic }), expected);
});

test('a topic is one line of at most 256 bytes', () => {
  assert.equal(topicProblem('ü'.repeat(128)), undefined);
  assert.equal(topicProblem('ü'.repeat(128) + 'x')[0], 'topicTooLong');
  assert.equal(topicProblem('a\nb')[0], 'illegalCharacter');
});

test('saved topics and names of another form are ignored', () => {
  const good = [{ name: '', topic: 'all' }, { name: 'kitchen', alias: 'Cooking' }];
  assert.deepEqual(titlesFrom(good), good);
  for (const value of [undefined, 7, {}, [7], [null], [{ name: '\u0007' }], [{ name: '', topic: 7 }], [{ name: '', alias: {} }]]) {
    assert.deepEqual(titlesFrom(value), []);
  }
});

test('the address of a room leads to the room, whatever its name', () => {
  const names = [
    '', 'kitchen', 'two words', '<b>bold</b>&amp;', '厨房', '🍳 breakfast', 'a/b?c=d#e%20f', '..', 'constructor', '__proto__',
    '\'"`', 'é', 'e\u0301', 'مطبخ', '#kitchen', '%', 'x'.repeat(64), '😀'.repeat(64),
  ];
  for (const name of names) {
    for (const digest of [undefined, 'A'.repeat(43)]) {
      assert.deepEqual(readAddress(addressOf(name, digest)), { room: name, digest });
    }
    // A browser can write the address in another form.
    const { hash } = new URL(addressOf(name), 'http://localhost/');
    assert.deepEqual(readAddress(hash), { room: name, digest: undefined });
  }
  assert.equal(addressOf('küche/1'), '#k%C3%BCche%2F1');
  assert.deepEqual(readAddress('#küche'), { room: 'küche', digest: undefined });
});

test('no room has the address of a message, and a message is found in an address that another program has written', () => {
  const digest = '_-0'.repeat(14) + 'A';
  for (const name of [`/${digest}`, `a/${digest}`, `/${digest}/${digest}`]) {
    assert.deepEqual(readAddress(addressOf(name)), { room: name.length > 64 ? '' : name, digest: undefined }, name);
  }
  assert.equal(addressOf('küche/1', digest), `#k%C3%BCche%2F1/${digest}`);
  assert.equal(addressOf('', digest), `#/${digest}`);
  assert.deepEqual(readAddress(`#küche/1/${digest}`), { room: 'küche/1', digest });
  for (const other of [digest.slice(1), `${digest}A`, `${digest.slice(1)}B`, `${digest.slice(1)}%`]) {
    assert.equal(readAddress(`#a/${other}`).digest, undefined, other);
  }
});

test('an address without a valid room is that of the main room', () => {
  for (const hash of ['', '#', '#%E0%A4%A', '#%', '#%07', '#%0A', `#${'x'.repeat(65)}`, `#${encodeURIComponent('😀'.repeat(65))}`]) {
    assert.deepEqual(readAddress(hash), { room: '', digest: undefined }, hash);
  }
});

const roomsOf = (names) => names.map((name) => ({ name }));
const found = (names, entered) => foundRooms(roomsOf(names), entered)?.map(({ name }) => name);

test('the search for a room ignores case and accents, and finds any part of a title', () => {
  const [krakow, kitchen, lyolya, gakkou] = ['Trip to Kraków 2027', 'Küche', 'Лёля', 'がっこう'];
  const names = ['', krakow, kitchen, lyolya, gakkou];
  const cases = [
    ['krakow', [krakow]], ['KRAKO\u0301W', [krakow]], ['2027', [krakow]], ['KUCHE', [kitchen]], ['KU\u0308', [kitchen]],
    ['леля', [lyolya]], ['が', [gakkou]],
    // In Japanese, this is another letter.
    ['か', []],
    ['main', ['']], ['K', [krakow, kitchen]], ['  küche ', [kitchen]], ['nowhere', []],
  ];
  for (const [entered, expected] of cases) assert.deepEqual(found(names, entered), expected, entered);
  assert.deepEqual(found(['straße', 'strasse'], 'STRASSE'), ['straße', 'strasse']);
  assert.deepEqual(found(['\u200b', 'kitchen'], 'U+200B'), ['\u200b']);
});

test('without a text, the search does not choose among the rooms', () => {
  assert.equal(found(['kitchen'], ''), undefined);
  assert.equal(found(['kitchen'], ' \u3000'), undefined);
});

test('the name of a new room is trimmed and normalised', () => {
  const cases = [
    ['  kitchen ', 'kitchen'], ['#kitchen', 'kitchen'], [' # kitchen', 'kitchen'], ['##kitchen', '#kitchen'],
    ['e\u0301tage', '\u00e9tage'], ['\u3000kitchen\u00a0', 'kitchen'],
  ];
  for (const [entered, name] of cases) assert.equal(newRoomName(entered), name);
});

test('a new room needs a name with visible characters', () => {
  for (const entered of ['   ', '\u200b', '\u3164', '\u2800', '\u00ad\u200d', '#', '# \u2060', '\ufe0f\u200b']) {
    assert.deepEqual(newRoomProblem(newRoomName(entered)), ['nameInvisible'], entered);
  }
  assert.equal(newRoomProblem('kitchen'), undefined);
});

test('a room is offered instead of a new one with almost the same name', () => {
  const similar = [
    ['Küche', 'KÜCHE'], ['Küche', 'Ｋüche'], ['straße', 'STRASSE'], ['ΟΔΟΣ', 'οδος'],
    // Other clients can create such rooms.
    ['Ku\u0308che', 'Küche'], ['#kitchen', 'kitchen'],
    // Invisible characters make no difference.
    ['kitchen', 'kit\u200bchen'], ['kitchen', 'Kitch\u00ad\u2060en'],
  ];
  for (const [existing, entered] of similar) {
    assert.equal(similarRoom(['', 'garden', existing], newRoomName(entered)), existing, `${existing} for ${entered}`);
  }
  for (const entered of ['kitchens', 'kit chen', 'k']) assert.equal(similarRoom(['', 'kitchen'], entered), undefined);
});

test('a room with exactly the entered name is opened, also beside a similar one', () => {
  for (const entered of ['kitchen', 'Kitchen']) assert.equal(similarRoom(['', 'kitchen', 'Kitchen'], entered), undefined);
});

test('the main room is offered instead of a new one with its title', () => {
  assert.equal(similarRoom(['', 'kitchen'], 'main Room'), '');
  speak('pt', 'pt-BR');
  assert.equal(similarRoom(['', 'kitchen'], 'sala Principal'), '');
  assert.equal(similarRoom(['', 'kitchen'], 'Main room'), undefined);
});

test('a room with a later name is offered instead of a new one with that name', () => {
  setAliases([{ name: '' }, { name: 'garden', alias: 'Green garden' }]);
  assert.equal(similarRoom(['', 'garden'], 'green Garden'), 'garden');
  assert.equal(similarRoom(['', 'garden', 'Green garden'], 'Green garden'), undefined);
  assert.equal(similarRoom(['', 'garden'], 'gardens'), undefined);
});

test('the titles of 500 rooms with later names cost a few milliseconds', () => {
  const rooms = range(1, 500).map((number) => ({ name: `room ${number}`, alias: `Later name ${number}` }));
  setAliases(rooms);
  const titles = () => {
    const start = performance.now();
    for (const { name } of rooms) roomTitle(name);
    return performance.now() - start;
  };
  // With a comparison of all with all it was 360.
  assert(Math.min(titles(), titles(), titles()) < 60);
});
