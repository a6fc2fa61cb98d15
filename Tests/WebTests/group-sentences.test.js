// The sentences about the group and its peers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endText, membershipTexts, noteText, peerTexts, peopleText, progressOf, removedTexts, stateWord, storeFailure, summary,
} from '../../Sources/ChatServer/Web/model/group-sentences.js';
import { problems } from '../../Sources/ChatServer/Web/model/group.js';
import { dayAndTime, languages } from '../../Sources/ChatServer/Web/model/words.js';
import { day, peer, status } from './statuses.js';
import { speak } from './speak.js';

process.env.TZ = 'UTC';
speak('en', 'en-GB');

const plain = (text) => text.replace(/[\u2068\u2069]/g, '');
/** Returns the sentences about a peer. Without the marks around values. */
const texts = (changes, more) => {
  const ours = status([peer(changes)], more);
  return Object.fromEntries(Object.entries(peerTexts(ours.peers[0], ours)).map(
    ([key, value]) => [key, Array.isArray(value) ? value.map(plain) : value && plain(value)]));
};

// MARK: People

test('the people of a device are named, unless one person has the name of the device', () => {
  const said = (names, device = { name: 'ben' }) => plain(peopleText(device, names));
  assert.equal(said(['Carl']), 'People: Carl');
  assert.equal(said(['Carl', 'Ben']), 'People: Carl and Ben');
  for (const names of [[], ['ben'], ['Ben']]) assert.equal(said(names), '', names);
  assert.equal(said(['Anna'], { address: 'http://anna:8080' }), 'People: Anna');
});

// MARK: The summary

const reachable = { isReachable: true };
/** Returns the state of the summary and its sentence. */
const summed = (ours, reachability = reachable) => {
  const [state, text] = summary({ reachability, status: ours }, problems(ours)[0]);
  return [state, plain(text)];
};

test('the summary is calm, or says what needs a person', () => {
  const failing = { state: 'failing', failure: 'unreachable', since: -180_000 };
  const cases = [
    [['offline', 'Tidings does not answer'], status(), { isReachable: false }],
    [['alone', 'Group'], undefined],
    [['alone', 'Not connected to others'], status([])],
    [['in-sync', 'ben online'], status()],
    [['calm', 'ben\u00a0· paused'], status([peer({ state: 'paused' })])],
    [['in-sync', '2 of 2 others online'], status([peer(), peer({ unconfirmed: 1 })])],
    [['calm', '1 of 2 others online'], status([peer(), peer({ ...failing, lastPage: -6 * day, lastRequest: -6 * day })])],
    [['calm', 'ben offline'], status([peer({ ...failing, lastPage: -6 * day, lastRequest: -6 * day })])],
    [['in-sync', 'ben online'], status([peer(), peer({ ...failing, lastPage: -day, lastRequest: -day, removedBy: 'own' })])],
    [['problem', 'This device has left the group'], status([peer(failing)], { removedBy: 'own' })],
    [['problem', 'This device was removed from the group'], status([peer(failing)], { removedBy: 'key' })],
    [['problem', 'Waiting for ben (8 days)'], status([peer({ ...failing, lastPage: -8 * day, lastRequest: -8 * day })])],
    [['problem', 'ben cannot be reached'], status([peer(failing)])],
    [['problem', 'ben has never answered'], status([peer({ ...failing, lastPage: undefined, lastRequest: undefined })])],
    [['problem', 'ben:8080 has never answered'],
      status([peer({ ...failing, name: undefined, lastPage: undefined, lastRequest: undefined })])],
    [['problem', 'ben cannot be read'], status([peer({ state: 'failing', failure: 'web-page', lastRequest: -day })])],
    [['problem', 'ben has paused this device'], status([peer({ state: 'failing', failure: 'peer-paused', lastRequest: -day })])],
    [['problem', 'ben does not request messages'], status([peer({ lastRequest: undefined })])],
    [['problem', 'ben: cannot be saved here'], status([peer({ state: 'not-stored' })])],
    [['problem', 'Confirm ben'], status([peer({ state: 'unconfirmed' })])],
    // At its own address the node finds its own name.
    [['problem', 'ben:8080 is this device'], status([peer({ state: 'this-node' })])],
    [['problem', 'An unknown device requests messages'], status([peer()], { requesters: [{ node: 'x', lastRequest: -1000 }] })],
    [['problem', 'Cannot save messages'], status([peer()], { store: { failure: 'disk-full' } })],
    [['problem', `${'x'.repeat(24)}… does not request messages`],
      status([peer({ name: 'x'.repeat(30), lastRequest: undefined })])],
  ];
  for (const [expected, ...values] of cases) assert.deepEqual(summed(...values), expected);
});

// MARK: Members

test('the words beside a name say whether it is online, or when it was', () => {
  const word = (changes) => plain(stateWord(peer(changes), status()));
  assert.equal(word({}), 'online');
  assert.equal(word({ state: 'behind' }), 'online');
  assert.equal(word({ state: 'failing', lastPage: -2 * day, lastRequest: -3 * day }), 'last seen 2 days ago');
  assert.equal(word({ state: 'connecting', lastPage: undefined, lastRequest: undefined }), 'not seen yet');
  assert.equal(word({ state: 'paused' }), 'paused');
  assert.equal(word({ state: 'unconfirmed' }), 'not confirmed');
});

test('the panel says who has invited and removed whom, and who has not heard of it', () => {
  const ours = status([peer({ confirmed: 6, isFounder: true }), peer({ node: 'eva', name: 'eva', confirmed: 6, invitedBy: 'key' })]);
  const membership = (changes) => membershipTexts(peer(changes), ours).map(plain);
  assert.deepEqual(membership({}), []);
  assert.deepEqual(membership({ isFounder: true }), ['Founded the group.']);
  assert.deepEqual(membership({ invitedBy: 'own' }), ['Invited by laptop.']);
  assert.deepEqual(membership({ removedBy: 'own' }), ['No member of the group any more. This device still exchanges messages with it.']);
  const removed = (changes) => removedTexts({ node: 'x', since: Date.now() - 2 * day, ...changes }, ours).map(plain);
  assert.deepEqual(removed({}), ['Removed on this device only, 2 days ago.']);
  assert.deepEqual(removed({ invitedBy: 'key' }),
    ['Removed on this device only, 2 days ago.', 'ben has invited it, so other devices exchange messages with it.']);
  assert.deepEqual(removed({ removedBy: 'key', removalId: 6 }), ['Removed by ben 2 days ago.']);
  assert.deepEqual(removed({ removedBy: 'x', removalId: 7 }), ['Left the group 2 days ago.', 'These do not know of it yet: ben and eva.']);
  assert.equal(endText(ours), undefined);
  assert.equal(endText({ ...ours, removedBy: 'own' }), 'This device has left the group. Others get what you write here only when you are back. Let Tidings run here until another device has heard of it. To come back, ask a member for an invitation.');
  assert.match(plain(endText({ ...ours, removedBy: 'key' })), /^ben has removed this device from the group\. Others get what you write here only when you are back\./);
});

test('a quiet line says who was invited, removed, or has left; a forged message has none', () => {
  const ours = status([peer({ admission: 'one', invitedBy: 'own' })], { removed: [
    { node: 'c', name: 'cara', removedBy: 'key', removal: 'two' }, { node: 'd', name: 'dan', removedBy: 'key', removal: 'two' },
    { node: 'e', name: 'eva', removedBy: 'e', removal: 'three' }] });
  const line = (digest) => plain(noteText({ digest }, ours));
  assert.equal(line('one'), 'laptop invited ben');
  assert.equal(line('two'), 'ben removed cara and dan');
  assert.equal(line('three'), 'eva left the group');
  assert.equal(line('forged'), '');
  assert.equal(noteText({ digest: 'one' }, undefined), '');
});

test('a quiet line says that a device stays out which was invited again after a person had removed it here', () => {
  const cara = { node: 'c', name: 'cara', admission: 'one', invitedBy: 'key' };
  const of = (changes) => status([peer()], { removed: [{ ...cara, since: 7, ...changes }] });
  const line = (ours, arrived = 8) => plain(noteText({ digest: 'one', arrived }, ours));
  assert.equal(line(of({})),
    'ben invited cara\u00a0· This device still exchanges no messages with it: see the group panel.');
  // Before the removal.
  assert.equal(line(of({}), 6), 'ben invited cara');
  // The removal has ended this invitation.
  assert.equal(line(of({ removedBy: 'key', removal: 'two' })), 'ben invited cara');
  assert.equal(line(of({ admission: 'three' })), 'ben invited cara');
  assert.equal(line(status([peer(), peer(cara)])), 'ben invited cara');
});

test('a quiet line says who has changed the topic or the name of the room', () => {
  const line = (values) => plain(noteText({ user: 'anna', origin: 'laptop', digest: 'one', ...values }, undefined));
  assert.equal(line({ topic: 'food' }), 'anna changed the topic to “food”');
  assert.equal(line({ alias: 'Cook\u202eing' }), 'anna changed the name of the room to “Cook⟨U+202E⟩ing”');
  assert.equal(line({ topic: 'food', alias: 'Cooking' }),
    'anna changed the name of the room to “Cooking”\u00a0· anna changed the topic to “food”');
});

// MARK: A peer in the panel

test('a peer in sync both ways has one sentence and its address', () => {
  const found = texts({});
  assert.match(found.sentences.join('\n'), /^You have all of its messages\. It reported just now that it has all of yours\.$/);
  assert.deepEqual(found, { ...found, why: undefined, delivery: undefined, rejected: undefined, inSync: undefined });
  assert.equal(found.address, 'http://ben:8080');
  // The older of both reports counts.
  assert.match(texts({ lastRequest: -50_000 }).sentences[0], /It reported 50 seconds ago/);
});

test('the first sentence says which messages of the peer have arrived', () => {
  const first = (changes, more) => texts({ unconfirmed: 1, ...changes }, more).sentences[0];
  assert.equal(first({}), 'You have all of its messages.');
  assert.equal(first({ state: 'behind', behind: 3 }), '3 of its messages have not arrived yet.');
  assert.equal(first({ state: 'behind', behind: 1 }), '1 of its messages has not arrived yet.');
  assert.equal(first({ state: 'paused' }), 'Paused: this device exchanges no messages with it. Other devices may still pass your messages on to it.');
  assert.equal(first({ state: 'unconfirmed' }), 'Not confirmed: no messages are exchanged with it.');
  assert.equal(first({ state: 'this-node' }), 'This is the address of this device itself. Remove it from --peer.');
  assert.equal(first({ state: 'connecting' }), 'It has not answered yet.');
  assert.match(first({ state: 'not-stored', since: -120_000 }),
    /^Its messages cannot be saved here\. Problem since .+ \(2 minutes ago\)\.$/);
});

test('when a peer that is off was seen last stands once, beside its name', () => {
  const failing = { state: 'failing', failure: 'unreachable', since: -180_000, unconfirmed: 1 };
  const first = (changes, more) => texts({ ...failing, ...changes }, more).sentences[0];
  assert.equal(first({ lastRequest: -day, since: -3 * 60_000 }), undefined);
  assert.equal(first({ lastPage: -6 * day, lastRequest: -7 * day, since: -60_000 }), undefined);
  assert.match(first({ lastPage: -8 * day, lastRequest: -8 * day, since: -60_000 }), /^If it is not used any more/);
  assert.equal(first({ lastPage: undefined, lastRequest: undefined }), 'It has not answered yet.');
  assert.match(first({ failure: 'web-page', lastRequest: -day, since: -60_000 }),
    /^No messages have come from it since .+ \(1 minute ago\)\.$/);
  assert.match(first({ failure: 'web-page', lastPage: -6 * day, lastRequest: -7 * day, since: -60_000 }),
    /^No messages have come from it since .+ \(6 days ago\)\.$/);
  assert.match(first({}), /^It requests your messages, but it does not answer at its address\. Check the address after --peer/);
});

test('the clock of the node can differ', () => {
  const ahead = { clockAhead: 86_400_000, started: Date.now() - 2 * day };
  const off = { state: 'failing', failure: 'web-page', lastPage: -2 * day, lastRequest: -2 * day, since: -2 * day };
  assert.match(texts(off, ahead).sentences[0], /\(yesterday\)\.$/);
  assert.equal(plain(stateWord(peer(off), status([], ahead))), 'last seen yesterday');
});

test('two clocks that differ are named with their times', () => {
  const clocks = (clockDifference, more) => texts({ clockDifference }, more).sentences[1];
  const [here, there] = [dayAndTime(Date.now() - day), dayAndTime(Date.now() + 399 * day)];
  assert.equal(clocks(undefined), undefined);
  assert.equal(clocks(400 * day, { clockAhead: day }), `Its clock says ${there}, and the clock of this device says ${here}. `
    + 'Set the one that is wrong: messages from a device with a wrong clock are shown in a wrong place.');
});

test('a peer that needs a person has advice', () => {
  const advice = (failure) => texts({ state: 'failing', failure, lastRequest: -day }).sentences[1];
  const beginnings = {
    'foreign-group': 'It is in another group.', 'foreign-host': 'It does not answer to the host name',
    'web-page': 'Another program seems to answer at its address. Check the address after --peer.',
    'no-page': 'Another program seems to answer', refused: 'Another program seems to answer',
    'not-paired': 'It does not know this device. There, name this device', 'peer-removed': 'Its owner has removed your device there.',
    'peer-paused': 'Its owner has paused your device there, or has restored Tidings there from a backup',
    'pairing-required': 'It accepts encrypted connections only.', 'other-node': 'Another device answers at its address.',
    unreadable: 'The log of Tidings says what to do.',
  };
  for (const [failure, beginning] of Object.entries(beginnings)) {
    assert.equal(advice(failure).slice(0, beginning.length), beginning, failure);
  }
  const absent = { state: 'failing', failure: 'unreachable', lastPage: -8 * day, lastRequest: -8 * day };
  assert.equal(texts(absent).sentences[0], 'If it is not used any more, remove it from --peer.');
  assert.equal(texts({ ...absent, lastPage: undefined, lastRequest: undefined }).sentences[1],
    'Check that Tidings runs there, and that the address after --peer is right.');
  assert.match(texts({ state: 'not-stored', failure: 'disk-full' }).sentences[1], /^Make room on the disk/);
  // Before the node has run for some minutes, nothing needs a person.
  assert.deepEqual(texts({ ...absent, lastPage: undefined, lastRequest: undefined }, { started: -60_000 }).sentences,
    ['It has not answered yet.']);
});

test('another sentence says which messages have arrived at the peer', () => {
  const delivery = (changes, more) => texts({ state: 'behind', ...changes }, more).delivery;
  assert.match(delivery({ lastRequest: undefined }), /^It has not requested your messages yet\. Start Tidings there with --peer/);
  assert.equal(delivery({ lastRequest: undefined }, { started: -60_000 }),
    'It is not known yet which of your messages have arrived there.');
  assert.match(delivery({ lastRequest: -8 * day }),
    /^It has stopped requesting your messages\. Its last request was 8 days ago\. Start Tidings there with --peer/);
  assert.equal(delivery({ unconfirmed: undefined }), 'It is not known yet which of your messages have arrived there.');
  assert.equal(delivery({ unconfirmed: 0 }), 'All of your messages have arrived there, as far as this device knows.');
  assert.equal(delivery({ unconfirmed: 1 }),
    '1 of your messages or changes has not arrived there yet, as far as this device knows.');
  assert.equal(delivery({ unconfirmed: 10 }),
    '10 of your messages or changes have not arrived there yet, as far as this device knows.');
  // Nothing is known of the requests of these.
  const unknown = [{ node: undefined }, { node: 'own' }, ...['this-node', 'paused', 'unconfirmed'].map((state) => ({ state }))];
  for (const changes of unknown) assert.equal(delivery({ unconfirmed: 1, ...changes }), undefined);
});

test('the sentence of the node stands beside a failure, unless the page says it all', () => {
  const problem = 'The peer cannot be reached: connection refused.';
  assert.equal(texts({ state: 'failing', failure: 'unreachable', problem }).why, problem);
  assert.equal(texts({ state: 'this-node', problem }).why, undefined);
  assert.equal(texts({ state: 'unconfirmed', problem }).why, undefined);
});

test('invalid messages are counted', () => {
  assert.equal(texts({ waiting: 0 }).waiting, undefined);
  assert.match(texts({ waiting: 1 }).waiting, /^1 of its messages is still waiting: .* It comes by itself\.$/);
  assert.match(texts({ waiting: 2 }).waiting, /^2 of its messages are still waiting: .* They come by themselves\.$/);
  assert.equal(texts({ refused: 1 }).rejected, '1 of its messages is invalid and was not accepted.');
  assert.equal(texts({ refused: 1, exceptions: 2 }).rejected, '3 of its messages are invalid and were not accepted.');
});

test('an address stands once, and with when the peer was last in sync', () => {
  const named = texts({ unconfirmed: 1, lastInSync: -120_000 });
  assert.deepEqual([named.address, named.inSync], ['http://ben:8080', 'last in sync: 2 minutes ago']);
  const unnamed = texts({ name: undefined, unconfirmed: 1, lastInSync: undefined });
  assert.deepEqual([unnamed.address, unnamed.inSync], [undefined, 'not in sync yet']);
  assert.equal(texts({ name: undefined, address: 'tidings:KEY@ben:8443' }).address, 'tidings:KEY@ben:8443');
});

test('texts about a peer that came by an invitation name no flags, in each language', async () => {
  const failures = ['foreign-group', 'foreign-host', 'web-page', 'no-page', 'refused', 'not-paired', 'peer-removed',
    'peer-paused', 'other-node', 'unreachable', 'no-answer'];
  const all = failures.flatMap((failure) => [
    { state: 'failing', failure }, { state: 'failing', failure, lastRequest: -day },
    { state: 'failing', failure, lastPage: -8 * day, lastRequest: -8 * day },
    { state: 'failing', failure, lastPage: undefined, lastRequest: undefined },
  ]).concat(
    [{ lastRequest: undefined }, { lastRequest: -8 * day }, { unconfirmed: 1 }, { state: 'paused' }, { state: 'unconfirmed' }]);
  // This one is about the host name that the peer itself allows.
  const isOfHost = ({ failure }) => failure === 'foreign-host';
  for (const tag of Object.keys(languages)) {
    speak(tag, tag);
    for (const changes of all.filter((changes) => !isOfHost(changes))) {
      const { sentences, delivery = '' } = texts({ ...changes, paired: 1 });
      assert.doesNotMatch([...sentences, delivery].join(' '), /--/, `${tag} ${JSON.stringify(changes)}`);
    }
  }
  speak('en', 'en-GB');
  const absent = { state: 'failing', failure: 'unreachable', lastPage: -8 * day, lastRequest: -8 * day };
  assert.equal(texts({ ...absent, paired: 1 }).sentences[0], 'If it is not used any more, remove it.');
});

// MARK: The own messages

test('an own message is stored here until at least one other person has it', () => {
  assert.deepEqual(progressOf({ names: [], of: 0 }), { sign: 'stored', words: 'sent, on this device only so far' });
  assert.deepEqual(progressOf({ names: [], of: 2 }), { sign: 'stored', words: 'sent, on this device only so far' });
  assert.deepEqual(progressOf({ names: ['phone'], of: 2 }), { sign: 'received', words: 'reached 1 of 2' });
});

// MARK: The store of the node

test('a failure of the store says since when, why, and what to do', () => {
  const failureSince = Date.UTC(2026, 10, 24, 15, 1);
  const failed = (failure) => plain(storeFailure(status([], { store: { failure, failureSince } })));
  assert.equal(failed('disk-full'), 'Tidings has not been able to save messages since 24 Nov 2026, 15:01: the disk is full. '
    + 'Make room on the disk: Tidings then saves the waiting messages.');
  assert.match(failed('store-full'), /: the storage limit of Tidings is reached\. Restart Tidings with a larger --map-size\.$/);
  // The texts of these are about one message, or there is none.
  for (const failure of ['store-unavailable', 'outcome-unknown', 'new']) {
    assert.equal(failed(failure),
      'Tidings has not been able to save messages since 24 Nov 2026, 15:01. The log of Tidings says what to do.');
  }
  assert.equal(plain(storeFailure(status([], { store: { failure: null, expectedFull: failureSince } }))),
    'If the disk of this device continues to fill at this rate, it will be full on 24 Nov 2026, 15:01. Make room on it before then.');
  assert.equal(storeFailure(status()), undefined);
  assert.equal(storeFailure(undefined), undefined);
});
