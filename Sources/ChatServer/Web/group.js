// Shows the group: which devices are connected, and which messages they have.

import { byId, make } from './dom.js';
import { isInSyncBothWays, others } from './group-model.js';
import { ago, dayAndTime, hasString, say, size } from './language.js';
import { visible } from './text.js';

/** Milliseconds between two updates of the times in the open panel. */
const updatePause = 10_000;

/**
 * Connects the summary in the header, and the panel that it opens.
 * @returns {() => void} shows everything again, as in another language
 */
export function connectGroup(live) {
  const dialog = byId('group');
  const opener = byId('open-group');

  const showSummary = () => {
    const peers = others(live.group);
    const inSync = peers.filter(isInSyncBothWays).length;
    const state = peers.length === 0 ? 'alone' : inSync < peers.length ? 'behind' : 'in-sync';
    opener.dataset.state = live.reachability.isReachable && !live.group?.store.failure ? state : 'offline';
    byId('group-summary').textContent = summary(live, peers.length, inSync);
    byId('node-name').textContent = live.group ? visible(live.group.name) : '';
  };
  const show = () => {
    showSummary();
    // An update would remove a selection, such as an address that somebody is copying.
    const isSelecting = dialog.contains(getSelection().anchorNode) && !getSelection().isCollapsed;
    if (!dialog.open || !live.group || isSelecting) return;
    byId('group-content').replaceChildren(...content(live));
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

function summary({ reachability, group }, count, inSync) {
  if (!reachability.isReachable) return say('notRunning');
  if (!group) return say('group');
  if (group.store.failure) return say('notStoringShort');
  return count === 0 ? say('notConnected') : say('peersInSync', { n: inSync, of: count });
}

function content({ reachability, group }) {
  const parts = [];
  if (!reachability.isReachable) parts.push(make('p', 'problem', say('groupOutdated')));
  parts.push(thisDevice(group));
  if (group.peers.length === 0) parts.push(paragraph(say('notConnectedHint'), 'hint'));
  else parts.push(peerList(group));
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

function peerList(group) {
  const element = make('ul', 'peers');
  element.append(...group.peers.map((peer) => peerElement(peer, group)));
  return element;
}

function peerElement(peer, group) {
  const element = make('li');
  element.dataset.state = isInSyncBothWays(peer) ? 'in-sync' : peer.state === 'failing' ? 'offline' : 'behind';
  const name = make('h3');
  name.append(make('span', 'dot'), make('bdi', '', visible(peer.name ?? peer.address)));
  name.firstChild.ariaHidden = 'true';
  element.append(name, paragraph(stateText(peer, group)));
  // For this-node the state text is enough.
  if (peer.problem && peer.state !== 'this-node') {
    const problem = make('p', 'why', peer.problem);
    problem.lang = 'en';
    element.append(problem);
  }
  // Without its public key, this node cannot know which requests came from the peer.
  const isIdentified = peer.state !== 'this-node' && peer.node;
  if (isIdentified && !isInSyncBothWays(peer)) element.append(paragraph(deliveryText(peer, group)));
  const rejected = peer.quarantined + peer.skipped;
  if (rejected > 0) element.append(make('p', 'problem', say('rejected', { n: rejected })));
  element.append(facts(peer, group));
  return element;
}

/** Returns the state of the messages from the peer; for a peer in sync both ways, the state of both directions. */
function stateText(peer, group) {
  const since = peer.since === undefined ? undefined : peer.since + group.clockAhead;
  const values = { since: since && ago(Date.now() - since), time: since && dayAndTime(since) };
  if (isInSyncBothWays(peer)) {
    const times = [peer.lastInSync, peer.lastRequest].filter((time) => time !== undefined);
    return say('inSyncBothWays', { time: timeAgo(Math.min(...times), group) });
  }
  switch (peer.state) {
    case 'in-sync': return say('stateInSync');
    case 'behind': return say('stateBehind', { n: peer.behind ?? 0 });
    case 'failing': return say('stateFailing', values);
    case 'not-stored': return say('stateNotStored', values);
    case 'this-node': return say('stateThisNode');
    default: return say('stateConnecting');
  }
}

/** Returns the state of the messages to the peer. */
function deliveryText({ lastRequest, unconfirmed }, group) {
  if (lastRequest === undefined) return say('neverRequested');
  const time = timeAgo(lastRequest, group);
  if (unconfirmed === undefined) return say('confirmedUnknown', { time });
  return unconfirmed === 0 ? say('allReached', { time }) : say('notReached', { n: unconfirmed, time });
}

function facts(peer, group) {
  const { address, lastInSync } = peer;
  const element = make('p', 'hint');
  element.append(make('bdi', '', address));
  if (isInSyncBothWays(peer)) return element;
  const text = lastInSync === undefined ? say('neverInSync') : say('lastInSync', { time: timeAgo(lastInSync, group) });
  element.append(' · ', text);
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

/** Returns a paragraph in which the flag --peer is not broken into two lines. */
function paragraph(text, className) {
  const element = make('p', className);
  for (const part of text.split(/(--peer)/)) element.append(part === '--peer' ? make('code', 'flag', part) : part);
  return element;
}

function publicKey(node) {
  const element = make('p', 'hint key');
  element.append(make('code', '', node));
  return element;
}
