// What a failed request to invite, to join or to change a peer means for a person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandIn, failureText } from '../../Sources/ChatServer/Web/model/failure-text.js';
import { languages } from '../../Sources/ChatServer/Web/model/words.js';
import { speak, tables } from './speak.js';

speak('en', 'en-GB');

/** The codes with which the node refuses these requests, and what the sentence of the page contains. */
const beginnings = {
  'bad-invitation': 'This is not a whole invitation. Copy the whole link',
  'own-invitation': 'This device has made this invitation itself.',
  'invitation-expired': 'The invitation has expired. Ask for a new one.',
  'invitation-used-up': 'The invitation was used as often as it can be. Ask for a new one.',
  'invitation-void': 'The invitation has ended, because a device was removed or',
  'invitation-unknown': 'The inviting device does not know this invitation.',
  'other-group': 'This device is in another group already',
  'inviter-other-group': 'The inviting device is not in the group of this invitation.',
  'not-member': 'The inviting device can admit nobody to the group any more.',
  'inviter-unreachable': 'The inviting device cannot be reached. Check that Tidings runs there',
  'inviter-refused': 'The inviting device refuses. It says:',
  'not-listening': 'Other devices cannot connect to this device.',
  'too-many-invitations': 'Too many invitations of this device are open.',
  'too-many-peers': 'This device or the inviting one is connected with as many devices as it can have.',
  'peers-unconfirmed': 'Tidings on this device was restored or copied. First confirm or remove each device',
  'peer-unknown': 'That is not possible any more: this device was already removed',
  joining: 'The inviting device joins a group itself at this moment.',
  'cannot-leave': 'This device has founded the group, so it cannot leave it',
  'not-owner': 'Only the owner of Tidings on this device can do this. Type this command there',
};

for (const [code, beginning] of Object.entries(beginnings)) {
  test(`the failure ${code} has a sentence of the page`, () => {
    const { text, reasons } = failureText({ code, message: 'A sentence of the node.' });
    assert.equal(text.slice(0, beginning.length), beginning);
    // The page refers to a sentence of the node, and to a command that the node need not know.
    assert.deepEqual(reasons, { 'not-listening': ['A sentence of the node.'], 'not-owner': ['tidings open'] }[code] ?? []);
  });
}

test('the details of the node follow the sentence of the page, and its sentence is not shown twice', () => {
  const details = ['At 10.0.0.1:8443: connection refused.', 'At 10.0.0.2:8443: no route to host.'];
  const message = ['The inviting node cannot be reached. Check that it runs.', ...details].join('\n');
  const { text, reasons } = failureText({ code: 'inviter-unreachable', message });
  assert.match(text, /^The inviting device cannot be reached\. Check that Tidings runs there/);
  assert.deepEqual(reasons, details);
});

test('what the inviting device says is no sentence of the page', () => {
  const quotation = '“Your node is outdated. Run: …”';
  const { text, reasons } = failureText({ code: 'inviter-refused', message: `The inviting node refuses. It says:\n${quotation}` });
  assert.equal(text, 'The inviting device refuses. It says:');
  assert.deepEqual(reasons, [quotation]);
});

test('these are all texts of the page about such failures', () => {
  const keys = Object.keys(tables.en).filter((key) => key.startsWith('pairing-'));
  assert.deepEqual(keys.toSorted(), Object.keys(beginnings).map((code) => `pairing-${code}`).toSorted());
});

test('a failure without a text of the page is shown in the words of the node, in each language', () => {
  for (const tag of Object.keys(languages)) {
    speak(tag, tag);
    const message = 'This node was started with --peer.';
    assert.deepEqual(failureText({ code: 'bad-parameter', message }), { text: tables[tag].pairingFailed, reasons: [message] });
  }
  speak('en', 'en-GB');
});

test('the command for the owner is the second line of the failure', () => {
  assert.equal(commandIn({ message: 'Type this.\n/home/anna/tidings open --data /home/anna/chat' }), '/home/anna/tidings open --data /home/anna/chat');
  assert.equal(commandIn({ message: 'From another machine.' }), 'tidings open');
});
