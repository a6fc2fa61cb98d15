// What the status of the group says about its peers: which problems need a person, and which changes have to last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  groupChoices, hasSuccessor, isKeptStatus, knownStatements, lossesBelow, nameOf, notHeard, peerChoices, peerName, peerState, problems, reached,
  removedChoices, shownDevices, statementOf,
} from '../../Sources/ChatServer/Web/model/group.js';
import { Settling, settlingTime } from '../../Sources/ChatServer/Web/model/settling.js';
import { day, peer, status } from './statuses.js';

/** Changes of the peer and of the group, and the kinds of problems. */
const cases = {
  'a peer in sync': [{}, {}, []],
  'a peer that is off for a day': [{ state: 'failing', failure: 'unreachable', lastRequest: -day }, {}, []],
  'a peer that requested within a week': [
    { state: 'failing', failure: 'unreachable', lastPage: -8 * day, lastRequest: -6 * day }, {}, []],
  'a peer without contact for more than a week': [
    { state: 'failing', failure: 'unreachable', lastPage: -8 * day, lastRequest: -8 * day }, {}, ['absent']],
  'such a peer that has never requested': [
    { state: 'failing', failure: 'unreachable', lastPage: -8 * day, lastRequest: undefined }, {}, ['absent']],
  // The node has just started, and its peers have not had the time to answer.
  'such a peer just after the start': [
    { state: 'failing', lastPage: -8 * day, lastRequest: -8 * day }, { started: -60_000 }, []],
  'a peer without an answer just after the start': [
    { state: 'connecting', lastPage: undefined, node: undefined }, { started: -60_000 }, []],
  'a peer without a request just after the start': [{ lastRequest: undefined }, { started: -60_000 }, []],
  'a peer without a request': [{ lastRequest: undefined }, {}, ['one-way']],
  'a peer whose last request was a week ago': [{ state: 'behind', lastRequest: -8 * day }, {}, ['one-way']],
  'a peer whose last request was two days ago': [{ lastRequest: -2 * day }, {}, []],
  // Its requests are not known, because they have the same key.
  'a copy of this node': [{ node: 'own', lastRequest: undefined }, {}, []],
  'a peer that requests and has not answered for three minutes': [
    { state: 'failing', failure: 'no-answer', since: -180_000 }, {}, ['unreachable']],
  'a peer that requests and has never answered': [
    { state: 'failing', failure: 'no-answer', lastPage: undefined }, {}, ['unreachable']],
  // Somebody has closed the laptop on which it runs.
  'a peer that has just gone': [
    { state: 'failing', failure: 'unreachable', since: -5000, lastPage: -20_000, lastRequest: -5000 }, {}, []],
  'a peer that has gone two minutes ago': [
    { state: 'failing', failure: 'unreachable', since: -120_000, lastPage: -150_000, lastRequest: -120_000 }, {}, []],
  'a peer that has never answered': [
    { state: 'failing', failure: 'unreachable', lastPage: undefined, lastRequest: undefined }, {}, ['never-answered']],
  'a peer that stops': [{ state: 'failing', failure: 'unavailable', lastRequest: -day }, {}, []],
  ...Object.fromEntries(['refused', 'foreign-host', 'web-page', 'no-page', 'foreign-group', 'unreadable', 'new'].map(
    (failure) => [`the failure ${failure}`, [{ state: 'failing', failure, lastRequest: -day }, {}, ['refused']]])),
  'a peer whose messages cannot be stored': [{ state: 'not-stored', failure: 'disk-full' }, { started: -1000 }, ['not-stored']],
  'the address of this node': [{ state: 'this-node' }, { started: -1000 }, ['this-node']],
  'a peer that a person has to confirm': [{ state: 'unconfirmed' }, { started: -1000 }, ['unconfirmed']],
  'a peer whose clock is ahead': [{ clockDifference: 400 * day }, {}, ['clock']],
  'a peer whose clock is behind, with messages that have not arrived': [{ state: 'behind', clockDifference: 400 - 400 * day }, {}, ['clock']],
  'a peer whose clock was wrong before it was off': [
    { clockDifference: 400 * day, state: 'failing', failure: 'unreachable', lastRequest: -day }, {}, []],
  'a paused peer': [{ state: 'paused', lastRequest: undefined }, {}, []],
  'a group of an earlier version': [{}, { isOfFormerGroup: true }, ['former-group']],
  'an unknown requester': [{}, { requesters: [{ node: 'x', lastRequest: -1000 }] }, ['requester']],
  'an unknown requester of last week': [{}, { requesters: [{ node: 'x', lastRequest: -8 * day }] }, []],
  'an unknown requester just after the start': [
    {}, { requesters: [{ node: 'x', lastRequest: -1000 }], started: -1000 }, []],
  'a requester that can be the peer that has not answered': [
    { state: 'failing', failure: 'no-answer', node: undefined, lastPage: undefined, lastRequest: undefined },
    { requesters: [{ node: 'x', lastRequest: -1000 }] }, ['never-answered']],
};

for (const [name, [changes, more, kinds]] of Object.entries(cases)) {
  test(`${name}: ${kinds.length > 0 ? `the problem ${kinds}` : 'no problem'}`, () => {
    const [ben, ours] = [peer(changes), status([peer(changes)], more)];
    assert.deepEqual(problems(ours).map(({ kind }) => kind), kinds);
    const isOfPeer = kinds.length > 0 && !['requester', 'former-group'].includes(kinds[0]);
    if (isOfPeer) assert.equal(peerState(ben, ours), 'problem');
    else assert.notEqual(peerState(ben, ours), 'problem');
  });
}

test('the most important problem comes first', () => {
  const ours = status([peer({ lastRequest: undefined }), peer({ state: 'this-node' }), peer({ state: 'not-stored' })]);
  assert.deepEqual(problems(ours).map(({ kind }) => kind), ['not-stored', 'this-node', 'one-way']);
  assert.deepEqual(problems(undefined), []);
});

test('the dot of a peer says whether it is online', () => {
  for (const changes of [{}, { unconfirmed: 1 }, { state: 'behind' }]) {
    assert.equal(peerState(peer(changes), status()), 'in-sync');
  }
  for (const changes of [{ state: 'paused' }, { state: 'connecting' }]) assert.equal(peerState(peer(changes), status()), 'calm');
});

test('a peer is named by its name, else by its address without scheme and key', () => {
  assert.equal(peerName(peer()), 'ben');
  assert.equal(peerName(peer({ name: undefined })), 'ben:8080');
  assert.equal(peerName({ address: 'https://ben.example/chat' }), 'ben.example/chat');
  assert.equal(peerName({ address: 'tidings:KEY@127.0.0.1:8443' }), '127.0.0.1:8443');
  assert.equal(peerName(peer({ name: 'lap\u202etop' })), 'lap⟨U+202E⟩top');
});

test('a message has reached the members that claim its id, and not an address of this node', () => {
  const ours = status([
    peer({ name: 'ben', confirmed: 7 }), peer({ name: 'eva', confirmed: 6, lastPage: -3 * day, lastRequest: -2.5 * day }),
    peer({ name: 'new', lastPage: undefined, lastRequest: undefined }), peer({ name: 'kept', removedBy: 'own', confirmed: 9 }),
    peer({ name: 'own', state: 'this-node', confirmed: 9 })]);
  assert.deepEqual(reached(ours, 7), { names: ['ben'], missing: [{ name: 'eva', days: 2 }, { name: 'new', days: 0 }], of: 3 });
  assert.deepEqual(reached(undefined, 7), { names: [], missing: [], of: 0 });
});

test('the buttons for a peer follow its state, and a peer of a flag has none', () => {
  const choices = (state) => peerChoices({ paired: 1, state });
  assert.deepEqual(choices('in-sync'), ['rename', 'pause', 'hide', 'remove']);
  assert.deepEqual(choices('paused'), ['rename', 'resume', 'hide', 'remove']);
  assert.deepEqual(choices('unconfirmed'), ['confirm', 'remove']);
  assert.deepEqual(peerChoices({ paired: 1, state: 'in-sync', waiting: 2, hidden: 'yes' }),
    ['letIn', 'rename', 'pause', 'unhide', 'remove']);
  assert.deepEqual(removedChoices({ waiting: 0, hidden: null }), ['keepMember', 'hide']);
  assert.deepEqual(removedChoices({ waiting: 1, hidden: 'yes' }), ['letIn', 'keepMember', 'unhide']);
  assert.deepEqual(peerChoices({ paired: undefined, state: 'in-sync' }), []);
});

// MARK: Members

test('a node that is no member any more has this one problem', () => {
  const failing = peer({ state: 'failing', failure: 'peer-removed', lastRequest: -day });
  assert.deepEqual(problems(status([failing], { removedBy: 'own' })), [{ kind: 'left' }]);
  assert.deepEqual(problems(status([failing], { removedBy: 'key' })), [{ kind: 'removed' }]);
});

test('a key is named as in the list, else by its beginning', () => {
  const ours = status([peer()], { name: 'anna', removed: [{ node: 'gone', name: 'cara' }, { node: 'x'.repeat(43), name: null }] });
  assert.deepEqual(['own', 'key', 'gone', 'x'.repeat(43), 'unknown-key'].map((key) => nameOf(key, ours)),
    ['anna', 'ben', 'cara', 'xxxxxxxx', 'unknown-']);
});

test('the panel of a device that is no member any more has the devices that still answer or have settings here, and a way back', () => {
  const of = { state: 'failing', failure: 'peer-removed', paired: 1 };
  const [online, off, hiddenOne] = [peer({ paired: 1 }), peer({ ...of, node: 'off' }), peer({ ...of, node: 'hidden', hidden: 'hidden' })];
  const flagged = peer({ ...of, node: 'flag', paired: undefined });
  const [gone, waits] = [{ node: 'gone', name: 'dan' }, { node: 'waits', name: 'eva', waiting: 2 }];
  const ours = status([online, off, hiddenOne, flagged], { removed: [gone, waits] });
  assert.deepEqual(shownDevices(ours), { peers: ours.peers, removed: ours.removed });
  assert.deepEqual(groupChoices(ours), ['invite', 'join', 'phones']);
  for (const removedBy of ['key', 'own']) {
    assert.deepEqual(shownDevices({ ...ours, removedBy }), { peers: [online, hiddenOne, flagged], removed: [waits] });
    assert.deepEqual(groupChoices({ ...ours, removedBy }), ['join', 'phones']);
  }
});

test('whoever has not confirmed the id of a removal has not heard of it, except its author', () => {
  const ours = status([
    peer({ name: 'ben', node: 'b', invitedBy: 'own', confirmed: 7 }), peer({ name: 'eva', node: 'e', invitedBy: 'own', confirmed: 6 }),
    peer({ name: 'new', node: 'n', isFounder: true }), peer({ name: 'kept', node: 'k', invitedBy: 'own', removedBy: 'b' }),
    peer({ name: 'plain', node: 'p', confirmed: 1 })]);
  assert.deepEqual(notHeard({ removalId: 7, removedBy: 'own' }, ours), ['eva', 'new']);
  assert.deepEqual(notHeard({ removalId: 7, removedBy: 'e' }, ours), ['new']);
  assert.deepEqual(notHeard({ removedBy: null }, ours), []);
});

test('a member that is away for 30 days has a successor if another one with its name has joined since', () => {
  const old = (changes) => peer({ paired: -90 * day, lastPage: -31 * day, lastRequest: -31 * day, state: 'failing', ...changes });
  const has = (first, second) => hasSuccessor(first, status([first, second]));
  assert.equal(has(old(), peer({ node: 'new', paired: -day })), true);
  assert.equal(has(old({ lastPage: -29 * day }), peer({ node: 'new', paired: -day })), false);
  assert.equal(has(old(), peer({ node: 'new', name: 'eva', paired: -day })), false);
  assert.equal(has(old(), peer({ node: 'new', paired: -40 * day })), false);
  assert.equal(has(old({ paired: undefined }), peer({ node: 'new', paired: -day })), false);
  assert.equal(has(old({ name: null }), peer({ node: 'new', name: null, paired: -day })), false);
  assert.deepEqual(lossesBelow({ node: 'b', losses: ['b', 'c'] }), ['c']);
});

test('only what the node counts says who was invited and removed', () => {
  const ours = status(
    [peer({ node: 'b', admission: 'one', invitedBy: 'own' })],
    { name: 'anna', admission: 'zero', invitedBy: 'b', removed: [
      { node: 'c', name: 'cara', removedBy: 'own', removal: 'two', admission: 'three', invitedBy: 'b' },
      { node: 'd', name: 'dan', removedBy: 'own', removal: 'two' },
      { node: 'e', name: 'eva', removedBy: 'e', removal: 'four' }] });
  const of = (digest) => statementOf({ digest }, ours);
  assert.deepEqual(of('zero'), { kind: 'invited', names: ['anna'], by: 'ben' });
  assert.deepEqual(of('one'), { kind: 'invited', names: ['ben'], by: 'anna' });
  assert.deepEqual(of('two'), { kind: 'removed', names: ['cara', 'dan'], by: 'anna' });
  assert.deepEqual(of('three'), { kind: 'invited', names: ['cara'], by: 'ben' });
  assert.deepEqual(of('four'), { kind: 'left', names: ['eva'], by: 'eva' });
  assert.equal(of('forged'), undefined);
  assert.equal(statementOf({ digest: 'one' }, undefined), undefined);
});

test('what was said of a device stays known after it is invited again, and the number of such statements is limited', () => {
  const removed = status([], { name: 'anna', removed: [{ node: 'f', name: 'fay', removedBy: 'own', removal: 'five' }] });
  const again = status([peer({ node: 'f', name: 'fay', admission: 'six', invitedBy: 'own' })], { name: 'anna' });
  const of = (digest, status) => statementOf({ digest }, status)?.kind;
  assert.deepEqual([of('five', removed), of('five', again), of('six', again)], ['removed', 'removed', 'invited']);
  const many = Array.from({ length: 600 }, (_, index) => peer({ node: `n${index}`, admission: `a${index}`, invitedBy: 'own' }));
  assert.deepEqual([knownStatements(status(many)).size, of('a599', again), of('five', again)], [500, 'invited', undefined]);
});

// MARK: What has to last

const own = status([peer({ state: 'this-node' })]);
const calm = status([peer()]);

test('a problem of the first status is shown at once, and a new one after some seconds', () => {
  assert.equal(new Settling().problem(own, 5).kind, 'this-node');
  const settling = new Settling();
  assert.equal(settling.problem(calm, 0), undefined);
  assert.equal(settling.problem(own, 1), undefined);
  assert.equal(settling.problem(own, settlingTime - 1), undefined);
  assert.equal(settling.problem(own, settlingTime).kind, 'this-node');
  // A moment without a problem starts the time again.
  assert.equal(settling.problem(calm, settlingTime + 1), undefined);
  assert.equal(settling.problem(own, 2 * settlingTime), undefined);
  assert.equal(settling.problem(own, 2 * settlingTime + 1).kind, 'this-node');
});

test('the time before the first status does not count as calm', () => {
  const settling = new Settling();
  assert.equal(settling.problem(undefined, 0), undefined);
  assert.equal(settling.problem(own, 1).kind, 'this-node');
});

// MARK: What is kept for the next visit

test('a kept group of another form is not used', () => {
  const kept = { address: 'http://a/', name: 'phone', confirmed: 9 };
  for (const value of [
    undefined, null, 7, { name: 5, peers: [] }, { name: 'x'.repeat(2000), peers: [] }, { name: 'other', peers: {} },
    { name: 'other', peers: [null] }, { name: 'other', peers: [{ ...kept, address: 5 }] },
    { name: 'other', peers: [{ ...kept, name: {} }] }, { name: 'other', peers: [{ ...kept, confirmed: '9' }] },
    { name: 'other', peers: Array(201).fill(kept) },
    ...[{}, [null], [['one', { kind: 'left', by: 'ben' }]], [['one', { kind: 'left', names: [5], by: 'ben' }]]].map((statements) => (
      { name: 'other', peers: [], statements })),
  ]) assert.equal(isKeptStatus(value), false, JSON.stringify(value)?.slice(0, 80));
  const statements = [...knownStatements(status([peer({ admission: 'one', invitedBy: 'own' })]))];
  const whole = JSON.parse(JSON.stringify({ name: 'laptop', peers: [], statements }));
  assert.equal(isKeptStatus(whole), true);
  assert.deepEqual(statementOf({ digest: 'one' }, whole), { kind: 'invited', names: ['ben'], by: 'laptop' });
  // Earlier versions of the page have kept only these.
  for (const peers of [[], [kept], [{ address: 'http://a/' }], Array(200).fill(kept)]) {
    assert.equal(isKeptStatus({ name: 'laptop', peers }), true);
  }
});
