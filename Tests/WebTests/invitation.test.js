// How long an invitation lasts, who can still use it, and the link of one in a text that somebody has pasted.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  MadeInvitation, inviterOf, linkIn, timeChoices, usesChoices,
} from '../../Sources/ChatServer/Web/model/invitation.js';
import { speak } from './speak.js';

process.env.TZ = 'UTC';
speak('en', 'en-GB');

const made = Date.UTC(2026, 10, 24, 15, 1);
const day = 86_400;
const ben = { node: 'ben', paired: made - 5000, state: 'in-sync' };
const eva = { node: 'eva', paired: made + 5000, state: 'in-sync' };
const carl = { node: 'carl', paired: made + 6000, state: 'paused' };
/** A peer that --peer names. */
const configured = { node: undefined, paired: undefined, state: 'in-sync' };
const status = (peers, more = {}) => ({ peers, started: made - 60_000, clockAhead: 0, ...more });

const expires = made + day * 1000;

/** Returns the sentence about the end of an invitation for some devices and a day, a moment later. */
const end = (uses, before, after, now = made + 10_000) => new MadeInvitation({ expires, uses }, day, before).end(after, now);

const used = 'The invitation was for 1 device, which has joined. Make a new one for another device.';

test('an invitation can be used until as many devices have joined as it is for', () => {
  assert.equal(end(1, status([]), status([])), undefined);
  assert.equal(end(1, status([]), status([eva])), used);
  assert.equal(end(1, status([ben]), status([ben])), undefined);
  assert.equal(end(1, status([ben]), status([ben, eva])), used);
  assert.equal(end(2, status([]), status([eva])), undefined);
  assert.match(end(2, status([]), status([eva, carl])), /^The invitation was for 2 devices, and all of them have joined\./);
  assert.match(end(1, status([]), status([eva, carl])), /^The invitation was for 1 device/);
});

test('a device that has joined before the invitation was made does not count, also if the page learns of it later', () => {
  assert.equal(end(1, status([]), status([ben])), undefined);
  assert.equal(end(1, status([configured]), status([configured, ben])), undefined);
});

test('a device that comes back by the invitation counts', () => {
  const paused = { ...ben, state: 'paused' };
  assert.equal(end(1, status([paused]), status([{ ...paused, paired: made + 1 }])), used);
});

test('an invitation ends at its time by the clock of the node', () => {
  const expired = 'The invitation has expired. Make a new one.';
  assert.equal(end(1, status([]), status([]), expires - 1), undefined);
  assert.equal(end(1, status([]), status([]), expires), expired);
  assert.equal(end(1, status([]), status([], { clockAhead: 1000 }), expires), undefined);
  assert.equal(end(1, status([]), status([], { clockAhead: -1000 }), expires - 1000), expired);
  // The node names this reason first, too.
  assert.equal(end(1, status([]), status([eva]), expires), expired);
});

test('an invitation ends when a device is removed and when the node is restored', () => {
  const ended = 'The invitation has ended, because a device was removed or this device was restored. Make a new one.';
  assert.equal(end(1, status([ben]), status([])), ended);
  assert.equal(end(1, status([ben]), status([{ ...ben, state: 'unconfirmed' }])), ended);
  assert.equal(end(5, status([ben]), status([{ ...ben, state: 'paused' }])), undefined);
  assert.equal(end(1, status([configured]), status([])), undefined);
});

test('an invitation without a time ends with the process of the node', () => {
  const untimed = new MadeInvitation({ expires: undefined, uses: 1 }, day, status([]));
  assert.equal(untimed.end(status([]), expires), undefined);
  assert.equal(untimed.end(status([eva]), expires), used);
  assert.equal(untimed.end(status([], { started: made + 1 }), expires),
    'The invitation has ended, because Tidings was stopped on this device. Make a new one.');
  // With a time, it outlives the process.
  assert.equal(end(1, status([]), status([], { started: made + 1 })), undefined);
});

test('an invitation says how many devices can still use it until when', () => {
  const offer = (uses, after, time = { expires }) => (
    new MadeInvitation({ ...time, uses }, day, status([])).offer(after).replace(/[\u2068\u2069]/g, ''));
  assert.equal(offer(1, status([])), '1 device can use it until 25 Nov 2026, 15:01.');
  assert.equal(offer(5, status([])), '5 devices can use it until 25 Nov 2026, 15:01.');
  assert.equal(offer(5, status([eva, carl])), '3 devices can use it until 25 Nov 2026, 15:01.');
  assert.equal(offer(20, status([], { clockAhead: 60_000 })), '20 devices can use it until 25 Nov 2026, 15:02.');
  assert.equal(offer(5, status([eva]), {}), '4 devices can use it until Tidings is stopped here.');
});

test('the choices are in the language of the page', () => {
  assert.deepEqual(timeChoices(), [[1800, '30 minutes'], [86_400, '1 day'], [604_800, '1 week']]);
  assert.deepEqual(usesChoices(), [[1, '1'], [5, '5'], [20, '20']]);
  speak('pt', 'pt-BR');
  assert.deepEqual(timeChoices().map(([, text]) => text), ['30 minutos', '1 dia', '1 semana']);
  speak('en', 'en-GB');
});

test('the link is found in each text that somebody may paste, as the node finds it', () => {
  const examples = JSON.parse(readFileSync(new URL('../Vectors/invitations.json', import.meta.url)));
  for (const { name, text, link } of examples) assert.equal(linkIn(text), link ?? text.trim(), name);
  assert.equal(linkIn('  hello '), 'hello');
  assert.equal(linkIn(' \n'), '');
});

test('a link names the key of the inviting device', () => {
  assert.equal(inviterOf('tidings:KEY@10.0.0.1:8443/GROUP/SECRET'), 'KEY');
  assert.equal(inviterOf('hello'), undefined);
});
