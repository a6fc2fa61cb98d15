// The titles of the tab and of notifications.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { unmarked } from '../../Sources/ChatServer/Web/model/markup.js';
import { setUsers } from '../../Sources/ChatServer/Web/model/mentions.js';
import { countText, mentionText, notificationOf, openerLabel, tabTitle, unreadText } from '../../Sources/ChatServer/Web/model/titles.js';
import { speak } from './speak.js';

beforeEach(() => speak('en', 'en-GB'));
afterEach(() => setUsers([], []));

const none = { count: 0, isMore: false };
const one = { count: 1, isMore: false };
const many = { count: 1500, isMore: true };

test('counts have the digits of the browser, and a plus sign if there are more', () => {
  assert.deepEqual([none, one, many].map(countText), ['0', '1', '1,500+']);
  assert.deepEqual([one, many].map(unreadText), ['1 unread message', '1,500+ unread messages']);
  speak('ru', 'fa-IR');
  assert.equal(countText({ count: 12, isMore: true }), '۱۲+');
});

test('the button for the list of rooms tells the unread messages', () => {
  assert.deepEqual([none, one, many].map(openerLabel), ['Rooms', 'Rooms, 1 unread message', 'Rooms, 1,500+ unread messages']);
});

test('unread mentions are counted apart', () => {
  assert.deepEqual([one, many].map(mentionText), ['1 unread mention of you', '1,500+ unread mentions of you']);
});

test('the title of the tab has the unread messages and the open room', () => {
  assert.equal(tabTitle('', none), 'Main room · Tidings');
  assert.equal(tabTitle('kitchen', one), '(1) kitchen · Tidings');
  assert.equal(tabTitle('\u200b', many), '(1,500+) ⟨U+200B⟩ · Tidings');
  speak('pt', 'pt-BR');
  assert.equal(tabTitle('', many), '(1.500+) Sala principal · Tidings');
});

const message = (user, room, text = 'soup') => ({ user, room, text });
const shown = (...messages) => {
  const { title, body, room } = notificationOf(messages, ({ text }) => unmarked(text));
  return [title, body, room];
};

test('the notification of one message has its author, its room and its text without the markup', () => {
  assert.deepEqual(shown(message('megan', '', 'soup is ready')), ['megan · Main room', 'soup is ready', '']);
  assert.deepEqual(shown(message('megan', 'kitchen', '**hey** Samantha, see `a*b*c`:\n```js\nlet x = 2 * 3;\n```')),
    ['megan · kitchen', 'hey Samantha, see a*b*c:\nlet x = 2 * 3;', 'kitchen']);
  assert.equal(shown(message('me\u202egan', '\u200b'))[0], 'me⟨U+202E⟩gan · ⟨U+200B⟩');
});

test('the notification of a long message has 200 characters of it', () => {
  assert.equal(shown(message('megan', '', '😀'.repeat(201)))[1], '😀'.repeat(200));
});

test('the notification of several messages names each author and each room once, and opens the room of the newest', () => {
  const messages = [message('megan', ''), message('ben', 'kitchen'), message('megan', ''), message('megan', 'garden')];
  assert.deepEqual(shown(...messages), ['megan, ben · Main room, kitchen, garden', '4 new messages', 'garden']);
});

test('the notification of a mention says so, also among other messages', () => {
  setUsers([], ['jack']);
  const plain = (texts) => texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, ''));
  const mention = message('anna', 'Plans', '**@Jack**, look');
  assert.deepEqual(plain(shown(mention)), ['anna mentioned you in Plans', '@Jack, look', 'Plans']);
  assert.deepEqual(plain(shown(message('ben', ''), mention, message('ben', 'garden'))),
    ['anna mentioned you in Plans', '@Jack, look', 'Plans']);
  assert.deepEqual(plain(shown(message('ben', '', '@ jack'))), ['ben · Main room', '@ jack', '']);
});
