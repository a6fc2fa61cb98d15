// Which messages notify and count: by the room, the mentions and the time.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  attentionFrom, attentionOf, isWanted, mentionsMe, muteEnd, nextMuteEnd, savedAttention, wantedUnread, withAttention,
} from '../../Sources/ChatServer/Web/model/attention.js';
import { setUsers } from '../../Sources/ChatServer/Web/model/mentions.js';

process.env.TZ = 'Europe/Berlin';
afterEach(() => setUsers([], []));

const now = new Date(2026, 2, 28, 22, 30).getTime();
const hour = 3_600_000;

test('what a room notifies of and counts follows from its level, its mute and the mention', () => {
  const table = [
    // level, muted until, hidden, other messages, mentions
    ['all', 0, false, true, true],
    ['mentions', 0, false, false, true],
    ['none', 0, false, false, false],
    ['all', now + 1, false, false, false],
    ['mentions', now + hour, false, false, false],
    ['all', now, false, true, true],
    ['mentions', now - hour, false, false, true],
    // The clock was set back since.
    ['all', now + 49 * hour, false, true, true],
    ['all', 0, true, false, false],
  ];
  for (const [level, mutedUntil, isHidden, others, mentions] of table) {
    const choice = { level, mutedUntil, isHidden };
    assert.deepEqual([isWanted(choice, false, now), isWanted(choice, true, now)], [others, mentions], JSON.stringify(choice));
  }
});

test('of a room only the wanted messages count', () => {
  const room = { name: 'a', unread: 5, mentions: 2, isCounted: false };
  const count = (level, mutedUntil = 0) => {
    const { unread, isCounted } = wantedUnread(room, { level, mutedUntil, isHidden: false }, now);
    return [unread, isCounted];
  };
  assert.deepEqual([count('all'), count('mentions'), count('none'), count('all', now + 1)],
    [[5, false], [2, false], [0, true], [0, true]]);
});

test('a mute lasts an hour, or until 8 o\'clock on the next day, whatever the clock does in the night', () => {
  assert.equal(muteEnd('hour', now), now + hour);
  assert.equal(new Date(muteEnd('tomorrow', now)).toString().slice(0, 24), 'Sun Mar 29 2026 08:00:00');
  assert.equal(muteEnd('tomorrow', now) - now, 8.5 * hour);
});

test('the next end of a mute is the earliest one that is still to come', () => {
  const next = (...ends) => nextMuteEnd(new Map(ends.map((mutedUntil, index) => [`${index}`, { level: 'all', mutedUntil }])), now);
  assert.equal(next(0, now + 2 * hour, now + hour, now, now + 49 * hour), now + hour);
  assert.equal(next(0, now), undefined);
});

test('choices are saved without ended mutes, and read again', () => {
  let all = withAttention(new Map(), 'a', { level: 'mentions' });
  all = withAttention(all, 'a', { mutedUntil: now + hour });
  all = withAttention(withAttention(all, '', { mutedUntil: now - 1 }), 'b', { level: 'all' });
  assert.deepEqual(attentionOf(all, 'a'), { level: 'mentions', mutedUntil: now + hour });
  assert.deepEqual(attentionOf(all, 'other'), { level: 'all', mutedUntil: 0 });
  const saved = savedAttention(all, now);
  assert.deepEqual(saved, [['a', 'mentions', now + hour]]);
  assert.deepEqual([...attentionFrom(JSON.parse(JSON.stringify(saved)))], [['a', attentionOf(all, 'a')]]);
  for (const value of [undefined, 7, {}, ['a'], [['a', 'loud', 0]], [['a', 'all', '0']], [['\u0007', 'all', 0]], Array(5001).fill(saved[0])]) {
    assert.equal(attentionFrom(value).size, 0);
  }
});

test('a message mentions this person by the names that are known', () => {
  const message = { text: '@jack' };
  assert.equal(mentionsMe(message), false);
  setUsers(['Jackie', 'ben'], ['Jack']);
  assert.deepEqual([message, { text: '@jackson' }, { text: undefined }, { ...message, isDeleted: true }].map(mentionsMe),
    [true, false, false, false]);
});
