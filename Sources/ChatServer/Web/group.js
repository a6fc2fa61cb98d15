// Shows the group: which devices are connected, and which messages they have.

import { byId, make, paragraph, update } from './dom.js';
import { daysAbsent, hasRunLong, isInSyncBothWays, lastContact, others, peerName, problemOf, problems } from './group-model.js';
import { ago, dayAndTime, hasString, say, size } from './language.js';
import { cut, visible } from './text.js';

/** Milliseconds between two updates of the times in the open panel. */
const updatePause = 10_000;
/**
 * Milliseconds for which a problem has to last before it is in the summary, because a peer that comes back may request
 * first; and for which a peer may lack a new message and still be counted as in sync.
 */
const settlingTime = 10_000;
/** Characters of a peer's name in the summary. */
const nameLength = 24;

/** What to do about a peer whose answers are of no use, by the failure's code. */
const advice = {
  'foreign-group': 'adviceGroup', 'foreign-host': 'adviceHost', 'web-page': 'adviceAddress', 'no-page': 'adviceAddress',
  refused: 'adviceAddress', 'not-paired': 'adviceNotPaired', 'peer-removed': 'adviceRemoved', 'peer-paused': 'advicePaused',
  'pairing-required': 'adviceLink', 'other-node': 'adviceOtherNode',
};

/**
 * Connects the summary in the header, and the panel that it opens.
 * @param {{ name: string } | undefined} formerGroup gives the node's name until the node answers
 * @returns {() => void} shows everything again, as in another language
 */
export function connectGroup(live, formerGroup) {
  const dialog = byId('group');
  const opener = byId('open-group');

  let [lastCalm, settling] = [-Infinity];
  /** The last time at which each peer was in sync both ways, by its address. */
  const lastInSync = new Map();
  /** Returns the most important problem, once it has lasted. */
  const settledProblem = () => {
    const [problem] = problems(live.group);
    if (!problem && live.group) lastCalm = Date.now();
    return Date.now() - lastCalm >= settlingTime ? problem : undefined;
  };
  /** Whether a peer is in sync both ways, or was a moment ago and answers: it lacks each new message for a second. */
  const isSettled = (peer) => {
    if (isInSyncBothWays(peer)) lastInSync.set(peer.address, Date.now());
    return ['in-sync', 'behind'].includes(peer.state) && Date.now() - lastInSync.get(peer.address) < settlingTime;
  };
  const showSummary = () => {
    clearTimeout(settling);
    settling = setTimeout(() => showSummary(), settlingTime);
    const [state, text] = summary(live, settledProblem(), isSettled);
    opener.dataset.state = state;
    // The end of a long sentence may be hidden.
    byId('group-summary').textContent = opener.title = text;
    byId('node-name').textContent = visible((live.group ?? formerGroup)?.name ?? '');
  };
  /** The controls for invitations and paired peers, once they are loaded. */
  let pairing;
  const showPanel = () => {
    // An update would remove a selection, such as an address that somebody is copying.
    const isSelecting = dialog.contains(getSelection().anchorNode) && !getSelection().isCollapsed;
    if (!dialog.open || isSelecting) return;
    const { activeElement } = document;
    update(byId('group-content'), content(live, pairing));
    // The button with the focus disappears with its peer.
    if (!activeElement.isConnected) dialog.querySelector('.close').focus();
  };
  let isLoading = false;
  /** Loads the controls, so that a first visit transfers less. Without the node, there are none until the next attempt. */
  const loadPairing = async () => {
    if (isLoading) return;
    isLoading = true;
    const loaded = await import('./pairing.js').catch(() => undefined);
    pairing = await loaded?.connectPairing(live, showPanel).catch(() => undefined);
    isLoading = false;
    showPanel();
  };
  const show = () => {
    showSummary();
    showPanel();
  };
  let timer;
  opener.addEventListener('click', () => {
    dialog.showModal();
    show();
    if (!pairing) loadPairing();
    timer = setInterval(show, updatePause);
  });
  dialog.addEventListener('close', () => clearInterval(timer));
  for (const event of ['group', 'reachability']) live.addEventListener(event, show);
  showSummary();
  return show;
}

/** Returns the state of the group, which is a problem only if it needs a person, and a sentence about it. */
function summary({ reachability, group }, problem, isInSync) {
  if (!reachability.isReachable) return ['offline', say('notAnswering')];
  if (!group) return ['alone', say('group')];
  if (group.store.failure) return ['problem', say('notStoringShort')];
  if (problem) return ['problem', problemText(problem, group)];
  const peers = others(group);
  if (peers.length === 0) return ['alone', say('notConnected')];
  const inSync = peers.filter(isInSync).length;
  return [inSync < peers.length ? 'calm' : 'in-sync', say('peersInSync', { n: inSync, of: peers.length })];
}

function problemText({ kind, peer }, group) {
  if (!peer) return say(`short-${kind}`);
  // At its own address the node finds its own name.
  const name = peerName(kind === 'this-node' ? { address: peer.address } : peer);
  const short = cut(name, nameLength);
  return say(`short-${kind}`, { name: short === name ? name : `${short}…`, n: daysAbsent(peer, group) });
}

function content({ reachability, group }, pairing) {
  const parts = [];
  const { isReachable } = reachability;
  if (!isReachable) parts.push(make('p', 'problem', say(group ? 'groupOutdated' : 'unreachableUnknown')));
  if (!group) return parts;
  parts.push(thisDevice(group));
  if (pairing) parts.push(pairing.buttons());
  if (group.peers.length === 0) parts.push(paragraph(say(pairing?.isAllowed ? 'inviteOrJoin' : 'notConnectedHint'), 'hint'));
  else parts.push(peerList(group, isReachable, pairing));
  if (group.requesters.length > 0) parts.push(requesterList(group));
  return parts;
}

function thisDevice(group) {
  const { messages, bytes, limit } = group.store;
  const section = make('section', 'node');
  const name = make('h3');
  name.append(make('bdi', '', visible(group.name)), ' ', make('span', 'hint', say('thisDevice')));
  section.append(
    name,
    make('p', '', say('storeSize', { n: messages, size: size(bytes), limit: size(limit) })),
    publicKey(group.node));
  const failure = storeFailure(group);
  if (failure) name.after(make('p', 'problem', failure));
  return section;
}

/** Returns a sentence about the failure of the last write of the node; undefined if the node can write. */
export function storeFailure(group) {
  const { failure, failureSince } = group?.store ?? {};
  if (!failure) return undefined;
  const time = dayAndTime(failureSince + group.clockAhead);
  const remedy = hasString(`remedy-${failure}`) ? say(`remedy-${failure}`) : say('remedy');
  // The texts of these failures are about one message.
  const isAboutMessage = ['store-unavailable', 'outcome-unknown'].includes(failure) || !hasString(`failure-${failure}`);
  const sentence = isAboutMessage
    ? say('notStoringUnknown', { time }) : say('notStoring', { time, why: say(`failure-${failure}`) });
  return `${sentence} ${remedy}`;
}

function peerList(group, isReachable, pairing) {
  const element = make('ul', 'peers');
  element.dataset.key = 'peers';
  element.append(...group.peers.map((peer) => {
    const item = peerElement(peer, group, isReachable);
    if (pairing) item.append(...pairing.controls(peer));
    return item;
  }));
  return element;
}

/** @param {boolean} isReachable whether this node answers; else the dot of the peer is grey */
function peerElement(peer, group, isReachable) {
  const element = make('li');
  const kind = problemOf(peer, group);
  const state = kind ? 'problem' : isInSyncBothWays(peer) ? 'in-sync' : 'calm';
  element.dataset.state = isReachable ? state : 'unknown';
  element.dataset.key = peer.node ?? peer.address;
  const name = make('h3');
  name.append(make('span', 'dot'), make('bdi', '', peerName(peer)));
  name.firstChild.ariaHidden = 'true';
  // The buttons for the peer refer to its name.
  if (peer.paired) name.lastChild.id = `peer-${peer.node}`;
  element.append(name, paragraph(stateText(peer, group)));
  if (kind && adviceText(kind, peer)) element.append(paragraph(adviceText(kind, peer)));
  // For the other two states the texts of the page are enough.
  if (peer.problem && !['this-node', 'unconfirmed'].includes(peer.state)) {
    const problem = make('p', 'why', peer.problem);
    problem.lang = 'en';
    element.append(problem);
  }
  // Without its public key, this node cannot know which requests came from the peer. A copy of this node has the same.
  const isIdentified = !['this-node', 'paused', 'unconfirmed'].includes(peer.state) && peer.node && peer.node !== group.node;
  if (isIdentified && !isInSyncBothWays(peer)) element.append(paragraph(deliveryText(peer, group)));
  const rejected = peer.quarantined + peer.skipped;
  if (rejected > 0) element.append(make('p', 'problem', say('rejected', { n: rejected })));
  element.append(facts(peer, group));
  return element;
}

/** Returns the state of the messages from the peer; for a peer in sync both ways, the state of both directions. */
function stateText(peer, group) {
  // A peer that was off when the node started has been off since its last contact.
  const contact = lastContact(peer);
  const since = (peer.state === 'failing' && contact < group.started ? contact : peer.since) + group.clockAhead;
  const values = { since: ago(Date.now() - since), time: dayAndTime(since) };
  if (isInSyncBothWays(peer)) {
    const times = [peer.lastInSync, peer.lastRequest].filter((time) => time !== undefined);
    return say('inSyncBothWays', { time: timeAgo(Math.min(...times), group) });
  }
  switch (peer.state) {
    case 'in-sync': return say('stateInSync');
    case 'behind': return say('stateBehind', { n: peer.behind ?? 0 });
    case 'failing': return failingText(peer, group, values);
    case 'not-stored': return say('stateNotStored', values);
    case 'this-node': return say('stateThisNode');
    case 'paused': return say('statePaused');
    case 'unconfirmed': return say('stateUnconfirmed');
    default: return say('stateConnecting');
  }
}

function failingText(peer, group, values) {
  const kind = problemOf(peer, group);
  if (kind === 'refused') return say('state-refused', values);
  if (kind === 'unreachable') return sayOf(peer, 'state-unreachable', values);
  return peer.lastPage === undefined ? say('stateConnecting') : say('stateFailing', values);
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

/** Returns a text about a peer. Some have another form for a peer that no flag names: it came by an invitation. */
function sayOf({ paired }, key, values) {
  return paired && hasString(`paired-${key}`) ? say(`paired-${key}`, values) : say(key, values);
}

/** Returns the state of the messages to the peer. */
function deliveryText(peer, group) {
  const { lastRequest, unconfirmed } = peer;
  if (lastRequest === undefined) return sayOf(peer, hasRunLong(group) ? 'neverRequested' : 'requestsUnknown');
  const time = timeAgo(lastRequest, group);
  if (problemOf(peer, group) === 'one-way') return sayOf(peer, 'requestsNoMore', { time });
  if (unconfirmed === undefined) return say('confirmedUnknown', { time });
  return unconfirmed === 0 ? say('allReached', { time }) : say('notReached', { n: unconfirmed, time });
}

/** Returns the address of a peer, unless it stands in place of the name, and when the peer was last in sync. */
function facts(peer, group) {
  const { address, lastInSync } = peer;
  const element = make('p', 'hint');
  const inSync = lastInSync === undefined ? say('neverInSync') : say('lastInSync', { time: timeAgo(lastInSync, group) });
  // An address with a key says more than the name made of it.
  const parts = peer.name || !address.startsWith('http') ? [make('bdi', '', address)] : [];
  if (!isInSyncBothWays(peer)) parts.push(...parts.length > 0 ? [' · '] : [], inSync);
  element.append(...parts);
  return element;
}

function requesterList(group) {
  const section = make('section');
  section.append(make('h3', '', say('requesters')), paragraph(say('requestersHint'), 'hint'));
  const element = make('ul', 'requesters');
  for (const { node, lastRequest } of group.requesters) {
    const item = make('li');
    item.append(publicKey(node), make('span', 'hint', timeAgo(lastRequest, group)));
    element.append(item);
  }
  section.append(element);
  return section;
}

/** Returns a time of the node's clock as a duration before now. */
function timeAgo(time, { clockAhead }) {
  return ago(Date.now() - time - clockAhead);
}

function publicKey(node) {
  const element = make('p', 'hint key');
  element.append(make('code', '', node));
  return element;
}
