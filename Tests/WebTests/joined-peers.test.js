// Which peers have joined the group since the person last saw the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JoinedPeers } from '../../Sources/ChatServer/Web/model/joined-peers.js';

const ben = { node: 'ben', name: 'ben', paired: 7 };
const eva = { node: 'eva', name: 'eva', paired: 8 };
const byAddress = { node: 'carl', name: 'carl', paired: undefined };

/** Returns the status of anna's node; `group` is null before it has a group. */
const status = (peers, group = 'group') => ({ node: 'anna', peers, group });
/** What an earlier visit has kept of it. */
const former = (peers, hasGroup = true) => ({ node: 'anna', hasGroup, peers });
const joined = (found, answer) => found.note(answer).joined.map(({ node }) => node);

test('a first visit tells no peers, and tells those that join from then on', () => {
  const found = new JoinedPeers(undefined);
  assert.deepEqual(joined(found, status([ben, byAddress])), []);
  assert.deepEqual(joined(found, status([ben, eva, byAddress])), ['eva']);
  assert.deepEqual(joined(found, status([ben, eva, byAddress])), []);
});

test('a later visit tells the peers that have joined meanwhile', () => {
  assert.deepEqual(joined(new JoinedPeers(former([ben, byAddress])), status([ben, eva, byAddress])), ['eva']);
});

test('what was kept of another node, or before the node had a group, is no reason to tell peers', () => {
  assert.deepEqual(joined(new JoinedPeers({ ...former([]), node: 'other' }), status([ben])), []);
  assert.deepEqual(joined(new JoinedPeers(former([], false)), status([ben])), []);
});

test('a peer that was removed and has joined again is told', () => {
  const found = new JoinedPeers(former([ben]));
  assert.deepEqual(joined(found, status([])), []);
  assert.deepEqual(joined(found, status([{ ...ben, paired: 9 }])), ['ben']);
});

test('the peers that are not in the group any more are told, and all of them if this node is not', () => {
  const found = new JoinedPeers(undefined);
  const gone = (answer) => found.note(answer).gone;
  assert.deepEqual(gone(status([ben, eva])), []);
  assert.deepEqual(gone(status([ben])), ['eva']);
  assert.deepEqual(gone(status([ben])), []);
  // A person here has kept it.
  assert.deepEqual(gone(status([{ ...ben, removedBy: 'eva' }, eva])), ['ben']);
  assert.deepEqual(gone({ ...status([eva]), removedBy: 'eva' }), ['eva']);
});

test('a member that another one has admitted anew, and a former one that is kept, are no news', () => {
  const found = new JoinedPeers(former([ben]));
  assert.deepEqual(joined(found, status([{ ...ben, paired: 9 }])), []);
  assert.deepEqual(joined(found, status([{ ...ben, paired: 9 }, { ...eva, removedBy: 'anna' }])), []);
});

test('a peer at an address that the owner has entered is told when it joins by an invitation', () => {
  const found = new JoinedPeers(former([]));
  assert.deepEqual(joined(found, status([byAddress])), []);
  assert.deepEqual(joined(found, status([{ ...byAddress, paired: 9 }])), ['carl']);
});

test('a peer whose invitation this browser uses is no news, unless that has failed', () => {
  const found = new JoinedPeers(former([]));
  found.join('ben');
  found.join('eva');
  found.failToJoin('eva');
  assert.deepEqual(joined(found, status([ben, eva])), ['eva']);
});

test('a node that enters its first group has joined the peer that has invited it, and the others are no news', () => {
  const found = new JoinedPeers(undefined);
  assert.equal(found.note(status([], null)).hasJoined, false);
  const first = found.note({ ...status([ben, eva]), invitedBy: 'ben' });
  assert.deepEqual([first.joined, first.hasJoined], [[ben], true]);
  const carl = { node: 'carl', name: 'carl', paired: 9 };
  const next = found.note({ ...status([ben, eva, carl]), invitedBy: 'ben' });
  assert.deepEqual([next.joined, next.hasJoined], [[carl], false]);
});

test('the first peer of a node that founds a group has joined it', () => {
  const found = new JoinedPeers(undefined);
  found.note(status([], null));
  const first = found.note(status([ben]));
  assert.deepEqual([first.joined, first.hasJoined], [[ben], false]);
});

test('a member is told as soon as its name is known', () => {
  const found = new JoinedPeers(former([]));
  assert.deepEqual(joined(found, status([{ ...ben, name: '' }])), []);
  assert.deepEqual(joined(found, status([ben])), ['ben']);
});

test('a node that has made an invitation has the group from then on', () => {
  const found = new JoinedPeers(undefined);
  found.note(status([], null));
  found.invite();
  const first = found.note(status([ben]));
  assert.deepEqual([first.joined, first.hasJoined], [[ben], false]);
  assert.equal(new JoinedPeers(former([])).note(status([ben])).hasJoined, false);
});

test('an answer from before the invitation does not take the group away', () => {
  const inviting = new JoinedPeers(undefined);
  inviting.invite();
  for (const found of [inviting, new JoinedPeers(former([]))]) {
    assert.equal(found.note(status([], null)).hasJoined, false);
    assert.equal(found.hasGroup, true);
    const first = found.note(status([ben]));
    assert.deepEqual([first.joined, first.hasJoined], [[ben], false]);
  }
});

test('another node at this address does not have the group of the one before', () => {
  const found = new JoinedPeers(undefined);
  found.note(status([]));
  found.note({ ...status([], null), node: 'other' });
  assert.equal(found.hasGroup, false);
  assert.equal(found.note({ ...status([ben]), node: 'other', invitedBy: 'ben' }).hasJoined, true);
});
