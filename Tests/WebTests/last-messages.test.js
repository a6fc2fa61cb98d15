// The requests for the last messages of the rooms.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { message } from './messages.js';

// Modules that this one imports listen for events of the window.
globalThis.addEventListener = () => {};
// An open channel keeps the process running.
globalThis.BroadcastChannel = undefined;
const { LastMessages } = await import('../../Sources/ChatServer/Web/kept/last-messages.js');

/** The requests that wait for their answers, as { room, answer }. */
let requests;

beforeEach(() => {
  requests = [];
  globalThis.fetch = (path) => new Promise((resolve) => {
    const answer = (text) => resolve({ status: 200, headers: new Headers({ 'Content-Type': 'text/xml' }), text: () => text });
    requests.push({ room: new URLSearchParams(path).get('room'), answer });
  });
  globalThis.DOMParser = class {
    parseFromString(text) { return { documentElement: chat(text), getElementsByTagName: () => [] }; }
  };
});

/** Returns the element of a page whose only message has a text. */
function chat(text) {
  const element = (localName, values, children = []) => ({
    localName, children, textContent: text, querySelector: () => null,
    hasAttribute: (name) => name in values, getAttribute: (name) => values[name] ?? null,
  });
  return element('chat', {}, [element('message', { id: '1', stamp: '1', arrived: '1', digest: text }, [element('text', {})])]);
}

/** Answers the next request. @returns its room */
async function answer(text) {
  const { room, answer: send } = requests.shift();
  send(text);
  await delay();
  return room;
}

test('a reload while the node is asked forgets the answer and asks for all rooms again', async () => {
  const last = new LastMessages(new EventTarget(), () => false);
  for (const room of ['a', 'b', 'c']) last.want(room, false);
  assert.equal(await answer('old a'), 'a');
  last.reload();
  assert.equal(await answer('old b'), 'b');
  const asked = [];
  while (requests.length > 0) asked.push(await answer(`new ${requests[0].room}`));
  assert.deepEqual(asked, ['a', 'b', 'c']);
  assert.deepEqual(asked.map((room) => last.of(room).text), ['new a', 'new b', 'new c']);
});

test('the node is not asked for the last message of a room whose first message arrives', () => {
  const live = new EventTarget();
  const last = new LastMessages(live, (room) => room === 'new');
  const arrive = (room) => live.dispatchEvent(new CustomEvent('messages', { detail: [message(7, { room, digest: room, text: room })] }));
  for (const room of ['new', 'old']) {
    arrive(room);
    last.want(room, false);
  }
  assert.equal(last.of('new').text, 'new');
  assert.deepEqual(requests.map(({ room }) => room), ['old']);
});
