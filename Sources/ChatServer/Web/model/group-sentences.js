// The sentences about the group and its peers.

import { folded } from './authors.js';
import {
  countedPersons, daysAbsent, hasRunLong, hasSuccessor, isInSyncBothWays, isKeptOut, isOnline, lastContact, nameOf, nodeTime, notHeard,
  peerName, problemOf, statementOf,
} from './group.js';
import { authorName } from './persons.js';
import { cut, visible } from './text.js';
import { isOfRoom } from './timeline.js';
import { ago, dayAndTime, hasString, language, say } from './words.js';

/** Characters of a peer's name in the summary. */
const nameLength = 24;

/** What to do about a peer whose answers are of no use, by the failure's code. */
const advice = {
  'foreign-group': 'adviceGroup', 'foreign-host': 'adviceHost', 'web-page': 'adviceAddress', 'no-page': 'adviceAddress',
  refused: 'adviceAddress', 'not-paired': 'adviceNotPaired', 'peer-removed': 'adviceRemoved', 'peer-paused': 'advicePaused',
  'pairing-required': 'adviceLink', 'other-node': 'adviceOtherNode',
};

/** Returns the state of the group, which is a problem only if it needs a person, and a sentence about it. */
export function summary({ reachability, status }, problem) {
  if (!reachability.isReachable) return ['offline', say('notAnswering')];
  if (!status) return ['alone', say('group')];
  if (status.store.failure) return ['problem', say('notStoringShort')];
  if (problem) return ['problem', problemText(problem, status)];
  const all = countedPersons(status);
  if (all.length === 0) return ['alone', say('notConnected')];
  const online = all.filter((devices) => devices.some(isOnline)).length;
  const state = online < all.length ? 'calm' : 'in-sync';
  if (all.length > 1) return [state, say('membersOnline', { n: online, of: all.length })];
  const name = shortName(all[0][0]);
  if (all[0].every((device) => device.state === 'paused')) return [state, joined(name, say('paused'))];
  return [state, say(online === 1 ? 'memberOnline' : 'memberOffline', { name })];
}

function shortName(peer) {
  const name = peerName(peer);
  const short = cut(name, nameLength);
  return short === name ? name : `${short}…`;
}

/** Returns names as a part of a sentence. */
const list = (names) => new Intl.ListFormat(language).format(names);

/**
 * Returns how far a message of this person has come, as a sign and in words: `stored` by the own node only, or `received` by others.
 * @param {{ names: string[], of: number }} reached see `reached` in `group.js`
 */
export function progressOf({ names, of }) {
  if (names.length === 0) return { sign: 'stored', words: say('onThisDevice') };
  return { sign: 'received', words: say('reached', { reached: names.length, n: of }) };
}

/** Returns the quiet line of a message about the members or the room; an empty text if the message changes nothing. */
export function noteText(message, status) {
  if (isOfRoom(message)) return roomNote(message);
  const { kind, names, by } = statementOf(message, status) ?? {};
  if (!kind) return '';
  const text = kind === 'left' ? say('noteLeft', { name: list(names) })
    : say(kind === 'invited' ? 'noteInvited' : 'noteRemoved', { by, name: list(names) });
  return isKeptOut(message, status) ? joined(text, say('noteKeptOut')) : text;
}

const joined = (...parts) => parts.join('\u00a0· ');

function roomNote(message) {
  const { topic, alias } = message;
  const values = (text) => ({ user: authorName(message), text: visible(text) });
  return joined(...alias ? [say('noteAlias', values(alias))] : [], ...topic ? [say('noteTopic', values(topic))] : []);
}

/** Returns the words beside the name of a peer: whether it is online, or when it was last. */
export function stateWord(peer, status) {
  if (peer.state === 'paused') return say('paused');
  if (peer.state === 'unconfirmed') return say('notConfirmed');
  if (peer.state === 'this-node') return '';
  if (isOnline(peer)) return say('online');
  const last = lastContact(peer);
  return last === undefined ? say('notSeen') : say('lastSeen', { time: timeAgo(last, status) });
}

/** Returns who writes on a device; an empty text if that is one person with the name of the device. */
export function peopleText(device, names) {
  const isNamed = names.length === 1 && folded(names[0]) === folded(peerName(device));
  return names.length === 0 || isNamed ? '' : say('peopleOn', { names: list(names) });
}

/** Returns what the panel says about a removed device. */
export function removedTexts(removed, status) {
  const { node, invitedBy, removedBy, since } = removed;
  const time = timeAgo(since, status);
  const waiting = notHeard(removed, status);
  return [
    !removedBy ? say('removedHere', { time })
      : removedBy === node ? say('hasLeft', { time }) : say('removedBy', { name: nameOf(removedBy, status), time }),
    ...invitedBy && !removedBy ? [say('memberElsewhere', { name: nameOf(invitedBy, status) })] : [],
    ...waiting.length > 0 ? [say('notHeard', { names: list(waiting) })] : [],
    ...hiddenTexts(removed), ...waitingTexts(removed),
  ];
}

const waitingTexts = ({ waiting }) => (waiting > 0 ? [say('memberWaits', { n: waiting })] : []);
const hiddenTexts = ({ hidden }) => (hidden ? [say(hidden === 'dropped' ? 'memberDropped' : 'memberHidden')] : []);

/** Returns who has invited a peer, and what else is particular about its membership. */
export function membershipTexts(peer, status) {
  const { isFounder, invitedBy, removedBy } = peer;
  if (removedBy) return [say('memberKept'), ...hiddenTexts(peer)];
  return [
    ...hiddenTexts(peer),
    isFounder ? say('foundedGroup') : invitedBy ? say('invitedBy', { name: nameOf(invitedBy, status) }) : '',
    peer.same === 'there' ? say('saysSame') : peer.same === 'here' ? say('waitsForSame', { name: peerName(peer) }) : '',
    hasSuccessor(peer, status) ? say('successor', { n: daysAbsent(peer, status), name: peerName(peer) }) : '',
  ].filter((text) => text);
}

/** Returns that this device is no member any more; undefined if it is one, or was never. */
export function endText(status) {
  const { node, removedBy } = status;
  if (!removedBy) return undefined;
  return removedBy === node ? say('thisLeft') : say('thisRemoved', { name: nameOf(removedBy, status) });
}

function problemText({ kind, peer }, status) {
  if (!peer) return say(`short-${kind}`);
  // At its own address the node finds its own name.
  const name = shortName(kind === 'this-node' ? { address: peer.address } : peer);
  return say(peer.failure === 'peer-paused' ? 'short-paused' : `short-${kind}`, { name, n: daysAbsent(peer, status) });
}

/** Returns a sentence about the failure of the last write of the node, or about a disk that fills; undefined if all is well. */
export function storeFailure(status) {
  const { failure, failureSince, expectedFull } = status?.store ?? {};
  if (!failure) return expectedFull && say('diskFillsUp', { time: dayAndTime(expectedFull + status.clockAhead) });
  const time = dayAndTime(failureSince + status.clockAhead);
  const remedy = hasString(`remedy-${failure}`) ? say(`remedy-${failure}`) : say('remedy');
  // The texts of these failures are about one message.
  const isAboutMessage = ['store-unavailable', 'outcome-unknown'].includes(failure) || !hasString(`failure-${failure}`);
  const sentence = isAboutMessage
    ? say('notStoringUnknown', { time }) : say('notStoring', { time, why: say(`failure-${failure}`) });
  return `${sentence} ${remedy}`;
}

/**
 * Returns what the panel says about a peer: sentences, the reason in the words of the node, the state of the messages to the
 * peer, the number of its messages that wait and of its invalid ones, its address unless that stands instead of the name, and when it was last in sync.
 * All but the sentences can be undefined.
 */
export function peerTexts(peer, status) {
  const kind = problemOf(peer, status);
  const { node, state, address, lastInSync } = peer;
  const isOurs = isInSyncBothWays(peer);
  // Without its public key, this node cannot know which requests came from the peer. A copy of this node has the same.
  const isIdentified = !['this-node', 'paused', 'unconfirmed'].includes(state) && node && node !== status.node;
  const rejected = peer.refused + peer.exceptions;
  return {
    sentences: [stateText(peer, status), adviceText(kind, peer), clockText(peer, status)].filter((text) => text),
    // For these states, the texts of the web page are enough.
    why: ['this-node', 'unconfirmed'].includes(state) ? undefined : peer.problem || undefined,
    delivery: isIdentified && !isOurs ? deliveryText(peer, status) : undefined,
    waiting: waitingTexts(peer)[0],
    rejected: rejected > 0 ? say('rejected', { n: rejected }) : undefined,
    // An address with a key says more than the name made of it.
    address: peer.name || !address.startsWith('http') ? address : undefined,
    inSync: isOurs ? undefined
      : lastInSync === undefined ? say('neverInSync') : say('lastInSync', { time: timeAgo(lastInSync, status) }),
  };
}

/** Returns the state of the messages from the peer; for a peer in sync both ways, the state of both directions. */
function stateText(peer, status) {
  // A peer that failed when the node started has failed since its last contact.
  const contact = lastContact(peer);
  const since = (peer.state === 'failing' && contact < status.started ? contact : peer.since) + status.clockAhead;
  const values = { since: ago(Date.now() - since), time: dayAndTime(since) };
  if (isInSyncBothWays(peer)) {
    const times = [peer.lastInSync, peer.lastRequest].filter((time) => time !== undefined);
    return say('inSyncBothWays', { time: timeAgo(Math.min(...times), status) });
  }
  switch (peer.state) {
    case 'in-sync': return say('stateInSync');
    case 'behind': return say('stateBehind', { n: peer.behind ?? 0 });
    case 'failing': return failingText(peer, status, values);
    case 'not-stored': return say('stateNotStored', values);
    case 'this-node': return say('stateThisNode');
    case 'paused': return say('statePaused');
    case 'unconfirmed': return say('stateUnconfirmed');
    default: return say('stateConnecting');
  }
}

function failingText(peer, status, values) {
  const kind = problemOf(peer, status);
  if (kind === 'refused') return say('state-refused', values);
  if (kind === 'unreachable') return sayOf(peer, 'state-unreachable', values);
  // Beside the name stands when a peer that is off was seen last.
  return peer.lastPage === undefined ? say('stateConnecting') : undefined;
}

/** Returns what to do about a problem, if the other sentences do not say it. */
function adviceText(kind, peer) {
  const { failure } = peer;
  switch (kind) {
    case 'not-stored': return say(hasString(`remedy-${failure}`) ? `remedy-${failure}` : 'remedy');
    case 'refused': return sayOf(peer, advice[failure] ?? 'remedy');
    case 'never-answered': return sayOf(peer, 'adviceNeverAnswered');
    case 'absent': return sayOf(peer, 'adviceAbsent');
    default: return undefined;
  }
}

/** Returns what the clock of the peer and that of this device say; undefined if they agree. */
function clockText({ clockDifference }, status) {
  if (!clockDifference) return undefined;
  const here = nodeTime(status);
  return say('clocksDiffer', { here: dayAndTime(here), there: dayAndTime(here + clockDifference) });
}

/** Returns a text about a peer. Some have another form for a peer that no flag names: it came by an invitation. */
function sayOf({ paired }, key, values) {
  return paired && hasString(`paired-${key}`) ? say(`paired-${key}`, values) : say(key, values);
}

/** Returns the state of the messages to the peer. */
function deliveryText(peer, status) {
  const { lastRequest, unconfirmed } = peer;
  if (lastRequest === undefined && hasRunLong(status)) return sayOf(peer, 'neverRequested');
  if (problemOf(peer, status) === 'one-way') return sayOf(peer, 'requestsNoMore', { time: timeAgo(lastRequest, status) });
  if (unconfirmed === undefined || lastRequest === undefined) return say('confirmedUnknown');
  return unconfirmed === 0 ? say('allReached') : say('notReached', { n: unconfirmed });
}

/** Returns a time of the node's clock as a duration before now. */
export function timeAgo(time, { clockAhead }) {
  return ago(Date.now() - time - clockAhead);
}
