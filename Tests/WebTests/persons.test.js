// Which devices are one person.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { reached } from '../../Sources/ChatServer/Web/model/group.js';
import {
  allPetnames, authorName, byPerson, isSamePerson, namesOn, personOf, petnameOf, setPersons,
  userOfDevice,
} from '../../Sources/ChatServer/Web/model/persons.js';
import { belongTogether } from '../../Sources/ChatServer/Web/model/timeline.js';

const peers = [
  { node: 'laptop', name: 'laptop', address: 'laptop', person: 'desktop', confirmed: 3 },
  { node: 'anna', name: 'anna', address: 'anna', person: null, confirmed: 5 },
  { node: 'desktop', name: 'desktop', address: 'desktop', person: 'desktop', confirmed: 9 },
  { node: 'phone', name: 'phone', address: 'phone', person: 'here', confirmed: 9 },
];
const status = { node: 'here', name: 'here', person: 'here', peers, clockAhead: 0 };

afterEach(() => setPersons(undefined));

test('a status says which devices are one person, and whether that has changed', () => {
  assert(setPersons(status));
  assert(!setPersons({ ...status }));
  assert.equal(personOf('laptop'), 'desktop');
  assert.equal(personOf('anna'), 'anna');
  assert(isSamePerson('phone', 'here') && !isSamePerson('phone', 'laptop') && !isSamePerson(undefined, undefined));
  assert.deepEqual(byPerson(peers).map((devices) => devices.map(({ node }) => node)), [['desktop', 'laptop'], ['anna'], ['phone']]);
  assert(setPersons({ ...status, peers: [] }));
  assert.equal(personOf('laptop'), 'laptop');
});

test('a person has a message as soon as one of its devices has it, and this person does not count', () => {
  assert.deepEqual(reached(status, 4).of, 4);
  setPersons(status);
  assert.deepEqual(reached(status, 4), { names: ['desktop', 'anna'], missing: [], of: 2 });
  assert.deepEqual(reached(status, 8).names, ['desktop']);
});

test('a petname is of a user on all devices of a person, and of nobody else', () => {
  const petname = { node: 'laptop', user: 'jack', name: 'Jack\u200b Miller' };
  assert(setPersons({ ...status, petnames: [petname] }));
  assert(!setPersons({ ...status, petnames: [{ ...petname }] }));
  assert.equal(petnameOf({ origin: 'desktop', user: 'jack' }), allPetnames()[0]);
  assert.equal(authorName({ origin: 'desktop', user: 'jack' }), 'Jack⟨U+200B⟩ Miller');
  for (const author of [{ origin: 'desktop', user: 'Jack' }, { origin: 'anna', user: 'jack' }]) {
    assert.equal(authorName(author), author.user);
  }
  assert(setPersons({ ...status, peers: [], petnames: [petname] }));
  assert.equal(authorName({ origin: 'desktop', user: 'jack' }), 'jack');
  assert(setPersons({ ...status, petnames: [{ ...petname, name: 'Miller' }] }));
});

test('the people of a device have each name once, as people see it', () => {
  setPersons({ ...status, petnames: [{ node: 'anna', user: 'mx77', name: 'Mum' }] });
  const people = [['anna', 'Ben'], ['phone', 'Carl'], ['anna', 'mx77'], ['anna', 'Mum'], ['anna', 'a\u200b']].map(([origin, user]) => ({ origin, user }));
  assert.deepEqual(namesOn('anna', people), ['Ben', 'Mum', 'a⟨U+200B⟩']);
  assert.deepEqual(namesOn(undefined, people), []);
});

test('successive messages of one person stand together whatever the device is', () => {
  const message = (origin, device) => ({ origin, device, user: 'jack', time: 1_294_219_800_000, text: 'hello' });
  const [one, other] = [message('laptop', 'laptop'), message('desktop', 'desktop')];
  assert(!belongTogether(one, other));
  setPersons(status);
  assert(belongTogether(one, other));
  assert(!belongTogether(one, message('anna', 'anna')));
  assert(!belongTogether(one, { ...other, user: 'jill' }));
});

test('a device has the colour of the person who wrote on it last, else one of its own', () => {
  const people = [['Anna K.', 'here'], ['ben', 'phone'], ['Anna', 'here']].map(([user, origin]) => ({ user, origin }));
  assert.deepEqual(['here', 'phone', 'tablet'].map((node) => userOfDevice(node, 'anna', people)), ['Anna K.', 'ben', 'anna']);
});
