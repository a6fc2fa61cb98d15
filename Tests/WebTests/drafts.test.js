// Drafts of rooms, in tabs that share the values of the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drafts, prefix } from '../../Sources/ChatServer/Web/model/drafts.js';

/** The values of a browser, as JSON. */
class Store {
  values = new Map();
  isFull = false;
  keys() { return [...this.values.keys()]; }
  read(key) {
    try {
      return JSON.parse(this.values.get(key)) ?? undefined;
    } catch {
      return undefined;
    }
  }
  write(key, value) { if (!this.isFull) this.values.set(key, JSON.stringify(value)); }
  remove(key) { this.values.delete(key); }
}

/** A browser with two tabs, in which time stands still. */
function browser() {
  const [store, clock] = [new Store(), { time: 0 }];
  const open = () => new Drafts(store, () => clock.time);
  return { store, clock, open, tabs: [open(), open()] };
}

/** Returns the list to which the events of a type are added, with their details. */
function events(drafts, type) {
  const found = [];
  drafts.addEventListener(type, ({ detail }) => found.push(detail));
  return found;
}

test('a draft is there in a tab that is opened later, and in the other tabs when they follow', () => {
  const { open, tabs: [first, second] } = browser();
  first.set('', 'half a sen');
  first.set('kitchen', 'two\nlines');
  assert.deepEqual([open().text(''), open().text('kitchen'), open().has('cellar')], ['half a sen', 'two\nlines', false]);
  const [adopted, changed] = [events(second, 'adopted'), events(second, 'change')];
  second.follow(`${prefix}kitchen`);
  assert.deepEqual([second.text('kitchen'), second.has('')], ['two\nlines', false]);
  assert.deepEqual([adopted, changed.length], [['kitchen'], 1]);
});

test('a tab that comes back adopts all drafts, also that some are gone', () => {
  const { clock, tabs: [first, second] } = browser();
  first.set('', 'one');
  first.set('kitchen', 'two');
  second.follow();
  assert.deepEqual([second.text(''), second.text('kitchen')], ['one', 'two']);
  clock.time += 1000;
  first.set('', '');
  first.set('cellar', 'three');
  second.follow();
  assert.deepEqual([second.has(''), second.text('kitchen'), second.text('cellar')], [false, 'two', 'three']);
});

test('white space alone is no draft', () => {
  const { store, tabs: [drafts] } = browser();
  const changed = events(drafts, 'change');
  drafts.set('', ' \n');
  assert.deepEqual([drafts.has(''), changed.length, store.keys()], [false, 0, []]);
  drafts.set('', 'a');
  drafts.set('', '');
  assert.deepEqual([drafts.has(''), changed.length, store.keys()], [false, 2, []]);
});

test('values of other programs are no drafts', () => {
  const { store, open } = browser();
  const malformed = {
    [`${prefix}kitchen`]: 'no JSON', [`${prefix}cellar`]: '5', [`${prefix}attic`]: '{"text":"an object"}',
    [`${prefix}roof`]: '" \\n"', [`${prefix}garden`]: 'null', [`${prefix}${'x'.repeat(65)}`]: '"no name of a room"',
    [`${prefix}\x07`]: '"no name of a room"', [prefix.trim()]: '"no room"', other: '"no draft"',
  };
  for (const [key, value] of Object.entries(malformed)) store.values.set(key, value);
  store.write(prefix, 'half a sen');
  const drafts = open();
  for (const room of ['kitchen', 'cellar', 'attic', 'roof', 'garden', 'x'.repeat(65), '\x07']) assert(!drafts.has(room), room);
  assert.equal(drafts.text(''), 'half a sen');
  // While the tab is open.
  store.write(prefix, ['x']);
  for (const key of [prefix, `${prefix}x\x07`, prefix.trim(), 'other']) drafts.follow(key);
  assert(!drafts.has(''));
});

test('the number of drafts and their sizes are limited', () => {
  const { store, open } = browser();
  for (let count = 0; count < 50; count += 1) store.write(`${prefix}room-${count}`, `draft ${count}`);
  const drafts = open();
  for (const room of ['newer', 'newest']) drafts.set(room, `written in ${room}`);
  drafts.set('newer', 'x'.repeat(40_000));
  // Other drafts are dropped for those that were written last.
  assert.equal(store.keys().length, 50);
  assert.deepEqual([drafts.has('room-0'), drafts.has('room-1'), drafts.has('room-2')], [false, false, true]);
  assert.equal(store.read(`${prefix}newer`), 'x'.repeat(32_768));
  assert.equal(store.read(`${prefix}newest`), 'written in newest');
  // Until the tab is closed, it has the whole text.
  assert.equal(drafts.text('newer'), 'x'.repeat(40_000));
  assert.equal(open().text('newer'), 'x'.repeat(32_768));
});

test('a draft lasts as long as its tab if the browser is full', () => {
  const { store, open, tabs: [drafts] } = browser();
  store.isFull = true;
  drafts.set('', 'half a sen');
  assert.deepEqual([drafts.text(''), open().has('')], ['half a sen', false]);
});

test('another tab removes no text that was written just now', () => {
  const { store, clock, tabs: [first, second] } = browser();
  first.set('', 'theirs');
  second.follow();
  clock.time += 1000;
  second.set('', 'mine');
  // The other tab has sent its own text.
  store.remove(prefix);
  clock.time += 499;
  second.follow(prefix);
  assert.deepEqual([second.text(''), store.read(prefix)], ['mine', 'mine']);
  store.remove(prefix);
  clock.time += 1;
  second.follow(prefix);
  assert(!second.has(''));
});

test('a tab that has sent its text adopts that of another tab, and that it is sent', async () => {
  const { store, tabs: [first, second] } = browser();
  first.set('', 'sent here');
  await first.remove('', Promise.resolve());
  second.set('', 'sent there');
  first.follow(prefix);
  await second.remove('', Promise.resolve());
  first.follow(prefix);
  assert.deepEqual([first.text(''), store.keys()], ['', []]);
});

test('an event of another tab that comes late leaves the text of this tab its own', () => {
  const { store, tabs: [first, second] } = browser();
  second.set('', 'theirs');
  first.set('', 'mine');
  first.follow(prefix);
  store.remove(prefix);
  first.follow(prefix);
  assert.deepEqual([first.text(''), store.read(prefix)], ['mine', 'mine']);
});

test('the draft of a text that is being sent stays in the browser until the text is saved elsewhere', async () => {
  const { store, open, tabs: [drafts] } = browser();
  drafts.set('', 'sent');
  let save;
  const removal = drafts.remove('', new Promise((resolve) => { save = resolve; }));
  assert.deepEqual([drafts.has(''), open().text('')], [false, 'sent']);
  save();
  await removal;
  assert.deepEqual(store.keys(), []);
});

test('a sent text leaves the draft that was begun meanwhile, in this tab or in another one', async () => {
  for (const tab of [0, 1]) {
    const { store, tabs } = browser();
    tabs[0].set('', 'mine');
    const removal = tabs[0].remove('', Promise.resolve());
    // The event of the other tab has not arrived yet.
    tabs[tab].set('', 'the next one');
    await removal;
    assert.equal(store.read(prefix), 'the next one');
  }
});
