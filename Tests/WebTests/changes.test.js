// Changes of messages that wait in the browser: what the page shows, what the node gets, and when.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasForm, holdOf, isChanging, isDue, parametersOf, receipt, withChanges } from '../../Sources/ChatServer/Web/model/changes.js';
import { message } from './messages.js';

const now = 100_000;
const target = message(1, { origin: 'laptop', isLocal: true, version: 10, reactions: [] });
const common = { postKey: 'own', node: 'laptop', user: 'anna', room: '', time: now, isAttempted: false };
const edit = { ...common, kind: 'edit', digest: target.digest, proof: 'k1', text: 'edited' };
const deletion = { ...common, kind: 'deletion', digest: target.digest, proof: 'k1' };
const reaction = { ...common, kind: 'reaction', re: target.digest, react: '👍' };
const withdrawal = { ...reaction, kind: 'withdrawal', digest: 'of the reaction', proof: 'k2' };
const by = (user, isLocal = true) => ({ origin: isLocal ? 'laptop' : 'phone', user, isLocal });

/** Returns the parts that the changes can change. */
function shown(changed, ...changes) {
  const { text, isEdited = false, isDeleted = false, isTextGone = false, reactions } = withChanges(changed, changes, now);
  const given = reactions.map(({ emoji, count, by: all }) => [emoji, count, ...all.map(({ user }) => user)]);
  return { text, isEdited, isDeleted, isTextGone, reactions: given };
}

const plain = { text: 'number 1', isEdited: false, isDeleted: false, isTextGone: false, reactions: [] };

test('a message is changing until the node has its edit or its deletion, whatever the reactions to it do', () => {
  const isNow = (changed, ...changes) => isChanging(changed, withChanges(changed, changes, now));
  assert(isNow(target, edit) && isNow(target, deletion));
  assert(!isNow(target) && !isNow(target, reaction));
  assert(!isNow({ ...target, text: 'edited', isEdited: true, version: 12 }, { ...edit, id: 11 }));
});

test('a message without changes is shown as it is', () => {
  assert.equal(withChanges(target, [], now), target);
  const others = [{ ...edit, digest: 'other' }, { ...reaction, re: 'other' }, { ...deletion, digest: undefined, proof: 'other' }];
  assert.equal(withChanges(target, others, now), target);
});

test('a waiting edit, deletion, reaction and withdrawal are shown over a stored message', () => {
  assert.deepEqual(shown(target, edit), { ...plain, text: 'edited', isEdited: true });
  assert.deepEqual(shown(target, edit, { ...edit, text: 'again' }), { ...plain, text: 'again', isEdited: true });
  assert.deepEqual(shown(target, reaction), { ...plain, reactions: [['👍', 1, 'anna']] });
  assert.deepEqual(shown(target, reaction, withdrawal), plain);
  assert.deepEqual(shown(target, reaction, withdrawal, reaction), { ...plain, reactions: [['👍', 1, 'anna']] });
  const deleted = { ...plain, text: undefined, isDeleted: true, isTextGone: true };
  // Nothing comes after a deletion.
  assert.deepEqual(shown(target, edit, reaction, deletion, edit, reaction), deleted);
});

test('a reaction counts once for each author and emoji', () => {
  const given = { ...target, reactions: [{ emoji: '👍', count: 3, by: [by('anna'), by('ben'), by('anna', false)] }] };
  assert.deepEqual(shown(given, reaction).reactions, [['👍', 3, 'anna', 'ben', 'anna']]);
  assert.deepEqual(shown(given, withdrawal).reactions, [['👍', 2, 'ben', 'anna']]);
  assert.deepEqual(shown(given, withdrawal, withdrawal).reactions, [['👍', 2, 'ben', 'anna']]);
  assert.deepEqual(shown(given, { ...reaction, react: '🎉' }).reactions, [['👍', 3, 'anna', 'ben', 'anna'], ['🎉', 1, 'anna']]);
  assert.deepEqual(shown(given, { ...reaction, user: 'cem' }).reactions, [['👍', 4, 'anna', 'ben', 'anna', 'cem']]);
});

test('a refused change is not shown, nor one that the copy of the node has', () => {
  assert.equal(withChanges(target, [{ ...edit, problem: { code: 'not-author' } }], now), target);
  assert.equal(withChanges(target, [{ ...edit, id: 10 }], now), target);
  assert.equal(shown(target, { ...edit, id: 11 }).text, 'edited');
  // A copy of an earlier version of the web client.
  const { version: _, ...saved } = target;
  assert.equal(shown(saved, { ...edit, id: 11 }).text, 'edited');
});

test('a message of the queue is shown with the changes behind it', () => {
  const { id: _, digest: __, ...waiting } = { ...target, postKey: 'k1' };
  assert.equal(shown(waiting, { ...edit, digest: undefined }).text, 'edited');
  // The node has stored it, and its page has not come yet.
  assert.equal(shown({ ...waiting, digest: target.digest }, edit).text, 'edited');
});

test('only a change that waits for longer than most has a sign, that of a reaction at its emoji', () => {
  const waits = (...changes) => withChanges(target, changes, now).waits;
  const reactions = (...changes) => withChanges(target, changes, now).waitingReactions;
  const earlier = { ...reaction, time: now - 1000 };
  assert.deepEqual(reactions(earlier, { ...reaction, react: '🎉' }, { ...edit, time: now - 1000 }), ['👍']);
  assert.deepEqual(reactions({ ...earlier, id: 11 }), []);
  assert.equal(waits(earlier), false);
  assert.equal(waits(earlier, { ...edit, time: now - 1000 }), true);
  assert.equal(waits(edit), false);
  assert.equal(waits({ ...edit, time: now - 1000 }), true);
  assert.equal(waits({ ...edit, time: now - 1000, id: 11 }), false);
  // The clock was set back.
  assert.equal(waits({ ...edit, time: now + 5000 }), true);
});

test('a change is due when its target is stored and the time to undo it is over', () => {
  assert.equal(isDue(edit, now), true);
  assert.equal(isDue({ ...edit, digest: undefined }, now), false);
  assert.equal(isDue(reaction, now), true);
  assert.equal(isDue({ ...common, text: 'a message' }, now), true);
  const held = { ...deletion, notBefore: now + 5000 };
  const cases = [[now, false, 5000], [now + 4999, false, 1], [now + 5000, true, 0]];
  for (const [time, isOver, left] of cases) assert.deepEqual([isDue(held, time), holdOf(held, time)], [isOver, left]);
  // The clock was set back by a day: nobody can undo it any more.
  assert.equal(isDue(held, now - 86_400_000), true);
});

test('the node gets what the kind of a change needs', () => {
  const cases = [
    [{ ...common, text: 'one' }, { user: 'anna', key: 'own', message: 'one' }],
    [{ ...common, text: 'one', room: 'kitchen', re: 'r', written: 5 },
      { user: 'anna', key: 'own', written: 5, message: 'one', room: 'kitchen', re: 'r' }],
    [{ ...common, text: 'one', written: null }, { user: 'anna', key: 'own', message: 'one' }],
    [edit, { user: 'anna', key: 'own', message: 'edited', edits: target.digest, proof: 'k1' }],
    [deletion, { user: 'anna', key: 'own', deletes: target.digest, proof: 'k1' }],
    [reaction, { user: 'anna', key: 'own', re: target.digest, react: '👍' }],
    [withdrawal, { user: 'anna', key: 'own', deletes: 'of the reaction', proof: 'k2' }],
  ];
  for (const [change, expected] of cases) assert.deepEqual(parametersOf(change), expected);
});

test('the post keys of messages and reactions are remembered', () => {
  assert.deepEqual(receipt({ ...common, text: 'one' }, 'd', 5), { of: 'd', digest: 'd', postKey: 'own', time: 5 });
  assert.deepEqual(receipt(reaction, 'd', 5), { of: `${target.digest} 👍 anna`, digest: 'd', postKey: 'own', time: 5 });
  for (const change of [edit, deletion, withdrawal]) assert.equal(receipt(change, 'd', 5), undefined);
  assert.equal(receipt({ ...common, text: 'one' }, undefined, 5), undefined);
});

test('a change without the form of its kind is ignored', () => {
  const whole = [edit, deletion, reaction, withdrawal, { ...edit, digest: undefined }];
  for (const change of whole) assert(hasForm(change), change.kind);
  const malformed = [
    { ...edit, kind: 'other' }, { ...edit, text: '' }, { ...edit, proof: undefined }, { ...edit, digest: 5 },
    { ...deletion, proof: 7 }, { ...reaction, re: undefined }, { ...reaction, react: '' }, { ...withdrawal, react: null }, { ...withdrawal, proof: '' },
  ];
  for (const change of malformed) assert(!hasForm(change), JSON.stringify(change));
});

test('a topic and a name of a room wait for no message, and are none of a message', () => {
  const change = { ...common, kind: 'room', room: 'kitchen', topic: 'food', alias: 'Cooking' };
  assert(hasForm(change) && hasForm({ ...change, alias: undefined }) && hasForm({ ...change, topic: undefined }));
  for (const wrong of [{ topic: undefined, alias: undefined }, { topic: 7 }, { alias: '' }]) assert(!hasForm({ ...change, ...wrong }));
  assert(isDue(change, now));
  assert.equal(withChanges(target, [change], now), target);
  assert.equal(receipt(change, 'digest', now), undefined);
  assert.deepEqual(parametersOf(change), { user: 'anna', key: 'own', room: 'kitchen', topic: 'food', alias: 'Cooking' });
  assert.deepEqual(parametersOf({ ...change, room: '', alias: undefined }), { user: 'anna', key: 'own', topic: 'food' });
});
