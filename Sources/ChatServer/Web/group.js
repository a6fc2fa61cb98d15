// Shows the group: which devices are connected, and which messages they have.

import { byId, make, paragraph, update } from './dom.js';
import { adviceText, deliveryText, stateText, storeFailure, summary, timeAgo } from './model/group-sentences.js';
import { isInSyncBothWays, peerName, problemOf, problems } from './model/group.js';
import { visible } from './model/text.js';
import { say, size } from './model/words.js';
import { connectPairing } from './pairing.js';

/** Milliseconds between two updates of the times in the open panel. */
const updatePause = 10_000;
/**
 * Milliseconds for which a problem has to last before it is in the summary, because a peer that comes back may request
 * first; and for which a peer may lack a new message and still be counted as in sync.
 */
const settlingTime = 10_000;
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
  const showPanel = () => {
    // An update would remove a selection, such as an address that somebody is copying.
    const isSelecting = dialog.contains(getSelection().anchorNode) && !getSelection().isCollapsed;
    if (!dialog.open || isSelecting) return;
    const { activeElement } = document;
    update(byId('group-content'), content(live, pairing));
    // The button with the focus disappears with its peer.
    if (!activeElement.isConnected) dialog.querySelector('.close').focus();
  };
  const pairing = connectPairing(live, showPanel);
  const show = () => {
    showSummary();
    showPanel();
  };
  let timer;
  opener.addEventListener('click', () => {
    dialog.showModal();
    show();
    timer = setInterval(show, updatePause);
  });
  dialog.addEventListener('close', () => clearInterval(timer));
  for (const event of ['group', 'reachability']) live.addEventListener(event, show);
  showSummary();
  return show;
}

function content({ reachability, group }, pairing) {
  const parts = [];
  const { isReachable } = reachability;
  if (!isReachable) parts.push(make('p', 'problem', say(group ? 'groupOutdated' : 'unreachableUnknown')));
  if (!group) return parts;
  parts.push(thisDevice(group));
  parts.push(pairing.buttons());
  if (group.peers.length === 0) parts.push(paragraph(say(pairing.isAllowed ? 'inviteOrJoin' : 'notConnectedHint'), 'hint'));
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

function peerList(group, isReachable, pairing) {
  const element = make('ul', 'peers');
  element.dataset.key = 'peers';
  element.append(...group.peers.map((peer) => {
    const item = peerElement(peer, group, isReachable);
    item.append(...pairing.controls(peer));
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

function publicKey(node) {
  const element = make('p', 'hint key');
  element.append(make('code', '', node));
  return element;
}
