// The rooms as the tabs of a browser know them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomTitle } from '../../Sources/ChatServer/Web/model/room-names.js';
import { message } from './messages.js';
import { speak } from './speak.js';

// Modules that this one imports listen for events of the window, and an open channel keeps the process running.
globalThis.addEventListener = () => {};
globalThis.BroadcastChannel = undefined;
const values = new Map([['tidings.read', JSON.stringify({ node: 'own', marks: {} })]]);
const localStorage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
const { Rooms } = await import('../../Sources/ChatServer/Web/kept/rooms.js');

/** Lets the node answer with rooms: { name, last, alias }. Nothing in them is unread; the newest message has given the last alias. */
function list(...rooms) {
  const element = (localName, values, children = []) => ({
    localName, children, textContent: '', querySelector: () => null,
    hasAttribute: (name) => name in values, getAttribute: (name) => values[name] ?? null,
  });
  const renamed = rooms.findLast(({ alias }) => alias);
  const messages = renamed ? [element('message', { id: renamed.last, stamp: 1, arrived: 1 }, [element('alias', {})])] : [];
  const answers = {
    rooms: element('rooms', { node: 'own' }, rooms.map((room) => element('room', room))),
    messages: element('chat', { next: 9, high: 9 }, messages),
  };
  globalThis.fetch = async (path) => (
    { status: 200, headers: new Headers({ 'Content-Type': 'text/xml' }), text: () => path.split('.')[0] });
  globalThis.DOMParser = class {
    parseFromString(name) { return { documentElement: answers[name], getElementsByTagName: () => [] }; }
  };
}

/** Returns the names of the rooms, those with the newest messages first. */
const order = (rooms) => rooms.all.toSorted((one, other) => rooms.activity(other) - rooms.activity(one)).map(({ name }) => name);
const inRoom = (id, room, values) => message(id, { room, ...values });

test('another name or topic of a room does not move it, also after a reload', async () => {
  list({ name: '', last: 1 }, { name: 'hall', last: 2 }, { name: 'kitchen', last: 3 });
  const open = async () => {
    const rooms = new Rooms(() => true);
    await rooms.load();
    return rooms;
  };
  const rooms = await open();
  assert.deepEqual(order(rooms), ['kitchen', 'hall', '']);
  rooms.note([inRoom(4, 'hall', { text: undefined, alias: 'Corridor' }), inRoom(5, 'hall', { text: undefined, topic: 'shoes' })]);
  assert.deepEqual(order(rooms), ['kitchen', 'hall', '']);
  list({ name: '', last: 1 }, { name: 'hall', last: 5 }, { name: 'kitchen', last: 3 });
  const reloaded = await open();
  assert.deepEqual(order(reloaded), ['kitchen', 'hall', '']);
  reloaded.note([inRoom(6, '', { text: undefined, isStatement: true }), inRoom(7, 'hall')]);
  assert.deepEqual(order(reloaded), ['hall', 'kitchen', '']);
  // What has come meanwhile may be a message.
  list({ name: '', last: 9 }, { name: 'hall', last: 7 }, { name: 'kitchen', last: 8 });
  assert.deepEqual(order(await open()), ['', 'kitchen', 'hall']);
});

test('another name that a room got while no page was open does not move it', async () => {
  values.set('tidings.unread', JSON.stringify({ node: 'own', counts: [['', 0, true, 5], ['hall', 0, true, 3], ['kitchen', 0, true, 4]] }));
  const rooms = new Rooms(() => true);
  list({ name: '', last: 5 }, { name: 'kitchen', last: 4 }, { name: 'hall', last: 7, alias: 'Corridor' });
  const orders = new Set();
  rooms.addEventListener('change', () => orders.add(String(order(rooms))));
  await rooms.load();
  assert.deepEqual([...orders], [',kitchen,hall']);
});

test('a room whose later name is the name of a new room has both names at once, until the new room is dropped', async () => {
  speak('en', 'en-GB');
  list({ name: '', last: 1 }, { name: 'hall', last: 2, alias: 'Corridor' }, { name: 'shop', last: 3, alias: 'Food' });
  const rooms = new Rooms(() => true);
  await rooms.load();
  const titles = [];
  rooms.addEventListener('change', () => titles.push(['hall', 'shop'].map(roomTitle).join(', ')));
  rooms.note([inRoom(4, 'corridor')]);
  rooms.open('Food');
  rooms.drop('Food');
  assert.deepEqual(titles, ['Corridor (hall), Food', 'Corridor (hall), Food (shop)', 'Corridor (hall), Food']);
});
