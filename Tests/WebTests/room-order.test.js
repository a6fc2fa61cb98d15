// Which rooms the list shows, and in which order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAttention } from '../../Sources/ChatServer/Web/model/attention.js';
import {
  arranged, choicesFrom, inShownOrder, marked, mentionsIn, nextRoom, savedChoices, unreadIn,
} from '../../Sources/ChatServer/Web/model/room-order.js';

/** The rooms by name, each with the id of its newest message. */
const rooms = [['', 1], ['attic', 5], ['garden', 7], ['kitchen', 6]].map(([name, last]) => ({ name, last }));
const activity = ({ last }) => last;
const names = (all) => all.map(({ name }) => name);

function shown(choices, all = rooms) {
  const { listed, hidden } = arranged(all, choices, activity);
  return [names(listed), names(hidden)];
}

const byActivity = choicesFrom(undefined);
const byName = choicesFrom({ order: 'name' });

test('rooms are listed by their last activity or by their names', () => {
  assert.deepEqual(shown(byActivity), [['garden', 'kitchen', 'attic', ''], []]);
  assert.deepEqual(shown(byName), [['', 'attic', 'garden', 'kitchen'], []]);
  assert.deepEqual(names(rooms), ['', 'attic', 'garden', 'kitchen'], 'the given list stays as it is');
});

test('pinned rooms come first, in the chosen order', () => {
  const pin = (choices) => marked(marked(choices, 'attic', 'pinned'), 'kitchen', 'pinned');
  assert.deepEqual(shown(pin(byActivity)), [['kitchen', 'attic', 'garden', ''], []]);
  assert.deepEqual(shown(pin(byName)), [['attic', 'kitchen', '', 'garden'], []]);
  assert.deepEqual(shown(marked(pin(byName), 'attic', undefined)), [['kitchen', '', 'attic', 'garden'], []]);
});

test('hidden rooms are apart, in the chosen order', () => {
  const hide = (choices) => marked(marked(choices, '', 'hidden'), 'garden', 'hidden');
  assert.deepEqual(shown(hide(byActivity)), [['kitchen', 'attic'], ['garden', '']]);
  assert.deepEqual(shown(hide(byName)), [['attic', 'kitchen'], ['', 'garden']]);
  assert.deepEqual(shown(marked(hide(byName), '', undefined)), [['', 'attic', 'kitchen'], ['garden']]);
});

test('a room is pinned or hidden, not both', () => {
  const hidden = marked(marked(byName, 'kitchen', 'pinned'), 'kitchen', 'hidden');
  assert.deepEqual(shown(hidden), [['', 'attic', 'garden'], ['kitchen']]);
  assert.deepEqual(shown(marked(hidden, 'kitchen', 'pinned')), [['kitchen', '', 'attic', 'garden'], []]);
  // Another program can have saved both.
  const both = choicesFrom({ order: 'name', pinned: ['kitchen', 'attic'], hidden: ['kitchen'] });
  assert.deepEqual(shown(both), [['attic', '', 'garden'], ['kitchen']]);
});

test('choices are saved and read again', () => {
  const attention = withAttention(byName.attention, 'attic', { level: 'mentions' });
  const choices = marked(marked({ ...byName, attention }, '', 'pinned'), 'attic', 'hidden');
  assert.deepEqual(choicesFrom(JSON.parse(JSON.stringify(savedChoices(choices, 0)))), choices);
});

test('saved choices of another form count as none', () => {
  const none = { order: 'activity', pinned: new Set(), hidden: new Set(), attention: new Map() };
  const many = Array.from({ length: 5001 }, (_, index) => `room ${index}`);
  const values = [
    undefined, 7, 'name', [], {}, { order: 'size', pinned: 'kitchen', hidden: { length: 1 } }, { pinned: [7], hidden: [null] },
    { pinned: ['x'.repeat(65)], hidden: many },
  ];
  for (const value of values) assert.deepEqual(choicesFrom(value), none, JSON.stringify(value));
  assert.deepEqual(choicesFrom({ pinned: [7], hidden: ['attic'] }).hidden, new Set(['attic']));
});

test('rooms stay where they were shown while no link may move, and new ones come last', () => {
  const before = ['attic', '', 'cellar', 'kitchen'];
  assert.deepEqual(names(inShownOrder(rooms, before)), ['attic', '', 'kitchen', 'garden']);
  assert.deepEqual(names(inShownOrder(rooms, [])), names(rooms));
});

const listed = [['', 0], ['garden', 0], ['kitchen', 2], ['attic', 1]].map(([name, unread]) => ({ name, unread }));
const next = (current, direction, isUnread = false) => nextRoom(listed, current, direction, isUnread)?.name;

test('the list of rooms has no end for the shortcuts', () => {
  assert.deepEqual(['', 'garden', 'kitchen', 'attic'].map((name) => next(name, 1)), ['garden', 'kitchen', 'attic', '']);
  assert.deepEqual(['', 'garden', 'kitchen', 'attic'].map((name) => next(name, -1)), ['attic', '', 'garden', 'kitchen']);
});

test('the next unread room is not the open one', () => {
  assert.deepEqual(['', 'garden', 'kitchen', 'attic'].map((name) => next(name, 1, true)),
    ['kitchen', 'kitchen', 'attic', 'kitchen']);
  assert.deepEqual(['', 'garden', 'kitchen', 'attic'].map((name) => next(name, -1, true)),
    ['attic', 'attic', 'attic', 'kitchen']);
  const [main, garden, kitchen] = listed;
  assert.equal(nextRoom([main, garden, kitchen], 'kitchen', 1, true), undefined);
  assert.equal(nextRoom([main], '', 1, false), undefined);
});

test('from a hidden room, the shortcuts lead to the first or the last listed room', () => {
  assert.equal(next('cellar', 1), '');
  assert.equal(next('cellar', -1), 'attic');
  assert.equal(next('cellar', 1, true), 'kitchen');
});

test('unread messages of several rooms are added', () => {
  const counted = { unread: 2, isCounted: true };
  assert.deepEqual(unreadIn([]), { count: 0, isMore: false });
  assert.deepEqual(unreadIn([counted, counted]), { count: 4, isMore: false });
  assert.deepEqual(unreadIn([counted, { unread: 500, isCounted: false }]), { count: 502, isMore: true });
  const mentioned = { unread: 5, mentions: 2, isCounted: true };
  assert.deepEqual(mentionsIn([mentioned, mentioned, { ...counted, mentions: 0 }]), { count: 4, isMore: false });
});
