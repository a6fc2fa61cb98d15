// What the status of the group says about its peers.

import { byPerson, isSamePerson } from './persons.js';
import { visible } from './text.js';

/**
 * Milliseconds for which a node has to run before it is said that a peer has not answered or requested, and for which a peer
 * that has answered before may be absent although it has just requested: somebody may have closed a laptop.
 */
const grace = 180_000;
const day = 86_400_000;
/** Peers that are kept for the next visit, at most, and characters of a name or an address of theirs. */
const mostPeers = 200;
const longest = 1000;
/** Milliseconds for which a peer may be absent, and after which another one with its name may have taken its place. */
const longestAbsence = 7 * day;
const replacedAbsence = 30 * day;
/** The failures of a peer that is off, or behind a network that is. The others need a person. */
const absences = ['unreachable', 'broken-off', 'no-answer', 'too-slow', 'unavailable'];
/** The kinds of problems, the most important first. */
const kinds = [
  'not-stored', 'unconfirmed', 'this-node', 'former-group', 'refused', 'never-answered', 'unreachable', 'one-way', 'clock',
  'requester', 'absent',
];

/**
 * Returns the names of the persons that claim to have a message on one of their devices, the other persons as { name, days } without
 * contact, and the number of all. Over plain HTTP, any program can claim the key of a peer, so `confirmed`, `unconfirmed` and
 * `lastRequest` prove nothing.
 */
export function reached(status, id) {
  const all = countedPersons(status);
  const has = (devices) => devices.some(({ confirmed }) => confirmed >= id);
  const names = all.filter(has).map(([first]) => peerName(first));
  const missing = all.filter((devices) => !has(devices)).map((devices) => ({
    name: peerName(devices[0]), days: Math.min(...devices.map((peer) => daysAbsent(peer, status))) || 0,
  }));
  return { names, missing, of: all.length };
}

export const peerName = ({ name, address }) => visible(name || address.replace(/^(https?:\/\/|tidings:[^@]*@)/, ''));

/** Returns the peers without those whose address leads back to this node. */
export const others = (status) => (status?.peers ?? []).filter(({ state }) => state !== 'this-node');

/** Returns the peers without the former members that this node has kept. Their number is that of the group without this device. */
export const counted = (status) => others(status).filter(({ removedBy }) => !removedBy);

/** Returns the other persons of the group, each as a list of their devices; without any, the other devices of this person. */
export function countedPersons(status) {
  const devices = counted(status);
  const others = devices.filter(({ node }) => !isSamePerson(node, status?.node));
  return byPerson(others.length > 0 ? others : devices);
}

/** Whether a peer answers. */
export const isOnline = ({ state }) => ['in-sync', 'behind', 'not-stored'].includes(state);

/** Returns the name of the device with a key, as far as the status has it; else the beginning of the key. */
export function nameOf(key, status) {
  if (key === status.node) return visible(status.name);
  const found = [...status.peers, ...status.removed].find(({ node }) => node === key);
  return found?.name || found?.address ? peerName(found) : key.slice(0, 8);
}

/** Returns the keys of the members that the group loses with a peer, without the peer itself. */
export const lossesBelow = ({ node, losses }) => losses.filter((key) => key !== node);

/** Returns the names of the members that do not know yet that a device was removed. */
export function notHeard({ removalId, removedBy }, status) {
  if (removalId === undefined) return [];
  const isWaiting = ({ node, isFounder, invitedBy, confirmed }) => (
    (isFounder || invitedBy) && node !== removedBy && !(confirmed >= removalId));
  return counted(status).filter(isWaiting).map(peerName);
}

/** Returns the last contact with a peer; of one that this node has never met, when it joined. */
const lastSeen = (peer) => lastContact(peer) ?? peer.paired;

/** Whether another device with the name of a peer has joined since the last contact with the peer, and that was long ago. */
export function hasSuccessor(peer, status) {
  const last = lastSeen(peer);
  return peer.paired !== undefined && Boolean(peer.name) && nodeTime(status) - last >= replacedAbsence
    && status.peers.some(({ name, node, paired }) => name === peer.name && node !== peer.node && paired > last);
}

/** Statements that a browser remembers, at most. */
const mostStatements = 500;

/** What messages say about the members, by their digests, as the statuses have said until now; and the last of these. */
let known = new Map();
let latest;

/**
 * Returns what a message says about the members: { kind, names, by }; undefined if no status has anything of it. The node decides
 * which statements count, so a forged one is none of these. Of a device that was invited or removed several times, a status has only the
 * last invitation and the last removal.
 */
export const statementOf = ({ digest }, status) => status && knownStatements(status).get(digest);

/** Returns what this and earlier statuses say about the members, by the digests of the messages. A kept status has it as `statements`. */
export function knownStatements(status) {
  if (status !== latest) {
    known = new Map([...known, ...status.statements ?? statementsOf(status)].slice(-mostStatements));
    latest = status;
  }
  return known;
}

/** Returns what a status says about the members, by the digests of the messages: see `statementOf`. */
function statementsOf(status) {
  const found = new Map();
  for (const { node, admission, invitedBy, removal, removedBy } of [status, ...status.peers, ...status.removed]) {
    const name = nameOf(node, status);
    if (admission) found.set(admission, { kind: 'invited', names: [name], by: nameOf(invitedBy, status) });
    if (!removal) continue;
    const others = found.get(removal)?.names ?? [];
    found.set(removal,
      { kind: node === removedBy ? 'left' : 'removed', names: [...others, name], by: nameOf(removedBy, status) });
  }
  return found;
}

/**
 * Whether a message has invited a device that a person has removed here before. The device is a member again, but a decision of a person
 * outranks the statements, so this node exchanges no messages with it.
 */
export const isKeptOut = ({ digest, arrived }, { removed = [] }) => removed.some(
  ({ admission, removedBy, since }) => admission === digest && !removedBy && arrived > since);

/** Whether this node has all messages of the peer, and the peer claims to have all messages of this node. */
export const isInSyncBothWays = ({ state, unconfirmed }) => state === 'in-sync' && unconfirmed === 0;

/** Whether the node has run long enough for each of its peers to request messages. */
export const hasRunLong = (status) => nodeTime(status) - status.started >= grace;

/** Returns the last time at which the peer answered or requested; undefined if there is none. */
export function lastContact({ lastPage, lastRequest }) {
  const times = [lastPage, lastRequest].filter((time) => time !== undefined);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * Returns the problems that need a person, the most important first: { kind, peer }.
 * A problem of this node or of a requester has no `peer`.
 */
export function problems(status) {
  if (!status) return [];
  // No other member answers a former one.
  if (status.removedBy) return [{ kind: status.removedBy === status.node ? 'left' : 'removed' }];
  const found = status.peers.map((peer) => ({ kind: problemOf(peer, status), peer }));
  if (hasUnknownRequester(status)) found.push({ kind: 'requester' });
  if (status.isOfFormerGroup && others(status).length > 0) found.push({ kind: 'former-group' });
  return found.filter(({ kind }) => kind).sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

/** Returns the kind of problem with a peer; undefined if there is none. That a peer is off for days is normal. */
export function problemOf(peer, status) {
  const { state, since, failure, lastPage, lastRequest } = peer;
  if (['this-node', 'not-stored', 'unconfirmed'].includes(state)) return state;
  if (state === 'paused') return undefined;
  if (!hasRunLong(status)) return undefined;
  if (state === 'in-sync' || state === 'behind') {
    return isOneWay(peer, status) ? 'one-way' : peer.clockDifference && 'clock';
  }
  if (failure && !absences.includes(failure)) return 'refused';
  // A peer that runs requests messages at least once a minute.
  const isRunning = nodeTime(status) - lastRequest < grace / 2;
  if (isRunning && (lastPage === undefined || nodeTime(status) - since >= grace)) return 'unreachable';
  if (lastPage === undefined) return 'never-answered';
  return nodeTime(status) - lastContact(peer) >= longestAbsence ? 'absent' : undefined;
}

/** Returns the state of a peer's dot while this node answers. */
export function peerState(peer, status) {
  if (problemOf(peer, status)) return 'problem';
  return isOnline(peer) ? 'in-sync' : 'calm';
}

/**
 * Returns the devices of the panel: { peers, removed }. A device that has left or was removed can do nothing about the others, except
 * those that still exchange messages with it.
 */
export const shownDevices = ({ peers, removed, removedBy }) => (
  removedBy ? { peers: peers.filter((peer) => isOnline(peer) || isSetHere(peer)), removed: removed.filter(isSetHere) }
    : { peers, removed });

/** Whether a person can change what this node does with a device also without a group: hidden or waiting messages, or a flag. */
const isSetHere = ({ hidden, waiting, paired, state }) => hidden || waiting > 0 || (state && !paired);

/** Returns the names of the buttons of the panel itself, the main one first: a former member can invite nobody. */
export const groupChoices = ({ removedBy }) => (removedBy ? ['join', 'phones'] : ['invite', 'join', 'phones']);

/** Returns the names of the buttons for a peer, and of their texts. Flags name the peers that came by no invitation. */
export function peerChoices({ paired, state, waiting, hidden, same, isFounder, invitedBy, removedBy }) {
  if (paired === undefined) return [];
  if (state === 'unconfirmed') return ['confirm', 'remove'];
  const isMember = (isFounder || invitedBy) && !removedBy;
  const sameChoice = isMember ? [same === 'here' || same === 'both' ? 'notSame' : 'same'] : [];
  return [...letIn(waiting), 'rename', ...sameChoice, state === 'paused' ? 'resume' : 'pause', hideChoice(hidden), 'remove'];
}

/** Returns the names of the buttons for a removed member. */
export const removedChoices = ({ waiting, hidden }) => [...letIn(waiting), 'keepMember', hideChoice(hidden)];

const letIn = (waiting) => (waiting > 0 ? ['letIn'] : []);

const hideChoice = (hidden) => (hidden ? 'unhide' : 'hide');

/** Whether a peer that answers does not request messages. A node with the same key is a copy, not a peer. */
function isOneWay({ node, lastRequest }, status) {
  return node !== status.node && !(nodeTime(status) - lastRequest < longestAbsence);
}

/** Whether a device requests messages that is no peer. A peer without a known key may be that device. */
function hasUnknownRequester(status) {
  return hasRunLong(status) && others(status).every(({ node }) => node)
    && status.requesters.some(({ lastRequest }) => nodeTime(status) - lastRequest < longestAbsence);
}

export function daysAbsent(peer, status) {
  return Math.floor((nodeTime(status) - lastSeen(peer)) / day);
}

/** Returns the present time of the node's clock. */
export const nodeTime = ({ clockAhead }) => Date.now() - clockAhead;

/**
 * Whether a value has the form of a status that was kept for the next visit. Another program at this address can have saved
 * another one.
 */
export function isKeptStatus(value) {
  const isText = (text) => typeof text === 'string' && text.length <= longest;
  const isPeer = (peer) => isText(peer?.address) && isText(peer.name ?? '') && Number.isSafeInteger(peer.confirmed ?? 0);
  const isStatement = (entry) => (
    Array.isArray(entry) && isText(entry[0]) && isText(entry[1]?.by) && Array.isArray(entry[1].names) && entry[1].names.every(isText));
  const { statements = [] } = value ?? {};
  return isText(value?.name) && Array.isArray(value.peers) && value.peers.length <= mostPeers && value.peers.every(isPeer)
    && Array.isArray(statements) && statements.every(isStatement);
}
