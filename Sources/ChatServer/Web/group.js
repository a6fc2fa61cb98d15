// The group at a glance: who has what, who is away, how large the store is.

import { byId, make } from './dom.js';
import { ago, dayAndTime, say, size } from './language.js';
import { visible } from './text.js';

/** Milliseconds after which the times in the open panel are written anew. */
const tick = 10_000;

/** Which of the peers have asked for what lies after a message, by what they claim. */
export function seenBy(group, id) {
  const peers = (group?.peers ?? []).filter(({ state }) => state !== 'itself');
  const names = peers.filter(({ read }) => read >= id).map(({ name, address }) => visible(name ?? address));
  return { names, of: peers.length };
}

/** Both ways: all that the peer has is here, and all that is here is there. */
const isEqual = ({ state, unread }) => state === 'current' && unread === 0;

/** Shows the state in the header and, when asked, all of it in a panel. */
export function connectGroup(live) {
  const dialog = byId('group');
  const opener = byId('open-group');

  const showSummary = () => {
    const peers = live.group?.peers.filter(({ state }) => state !== 'itself') ?? [];
    const equal = peers.filter(isEqual).length;
    const state = peers.length === 0 ? 'alone' : equal < peers.length ? 'behind' : 'current';
    opener.dataset.state = live.reach.isThere ? state : 'away';
    byId('group-summary').textContent = summary(live, peers.length, equal);
    byId('node-name').textContent = live.group ? visible(live.group.name) : '';
  };
  const show = () => {
    showSummary();
    // Not under the hands of somebody who is copying an address.
    if (!dialog.open || !live.group || dialog.contains(getSelection().anchorNode) && !getSelection().isCollapsed) return;
    byId('group-content').replaceChildren(...content(live));
  };
  let timer;
  opener.addEventListener('click', () => {
    dialog.showModal();
    show();
    timer = setInterval(show, tick);
  });
  dialog.addEventListener('close', () => clearInterval(timer));
  for (const event of ['group', 'reach']) live.addEventListener(event, show);
  showSummary();
  return show;
}

function summary({ reach, group }, count, equal) {
  if (!reach.isThere) return say('nodeAway');
  if (!group) return say('group');
  return count === 0 ? say('noPeers') : say('peersEqual', { n: equal, of: count });
}

function content({ reach, group }) {
  const parts = [];
  if (!reach.isThere) parts.push(make('p', 'problem', say('groupStale')));
  parts.push(thisNode(group));
  if (group.peers.length === 0) parts.push(paragraph(say('noPeersHint'), 'hint'));
  else parts.push(list(group));
  if (group.askers.length > 0) parts.push(askers(group));
  return parts;
}

function thisNode(group) {
  const { messages, bytes, limit } = group.store;
  const section = make('section', 'node');
  const name = make('h3');
  name.append(make('bdi', '', visible(group.name)), ' ', make('span', 'hint', say('thisNode')));
  section.append(
    name,
    make('p', '', say('storeSize', { n: messages, size: size(bytes), limit: size(limit) })),
    key(group.node));
  return section;
}

function list(group) {
  const element = make('ul', 'peers');
  element.append(...group.peers.map((peer) => peerElement(peer, group)));
  return element;
}

function peerElement(peer, group) {
  const element = make('li');
  const state = isEqual(peer) ? 'current' : peer.state === 'failing' ? 'away' : 'behind';
  element.dataset.state = state;
  const name = make('h3');
  name.append(make('span', 'dot'), make('bdi', '', visible(peer.name ?? peer.address)));
  name.firstChild.ariaHidden = 'true';
  element.append(name, paragraph(stateText(peer, group)));
  if (peer.problem) {
    const problem = make('p', 'why', peer.problem);
    problem.lang = 'en';
    element.append(problem);
  }
  // Who has never answered may well have asked under a key that is not known to be its own.
  if (peer.state !== 'itself' && peer.node) element.append(paragraph(otherWay(peer, group)));
  const left = peer.quarantined + peer.skipped;
  if (left > 0) element.append(make('p', 'problem', say('quarantine', { n: left })));
  element.append(facts(peer, group));
  return element;
}

/** What comes from the peer. */
function stateText(peer, { clockAhead }) {
  const since = peer.since === undefined ? undefined : peer.since + clockAhead;
  const values = { n: peer.behind, since: since && ago(Date.now() - since), time: since && dayAndTime(since) };
  switch (peer.state) {
    case 'current': return say('stateCurrent');
    case 'behind': return say('stateBehind', { ...values, n: peer.behind ?? 0 });
    case 'failing': return say('stateFailing', values);
    case 'not-stored': return say('stateNotStored', values);
    case 'itself': return say('stateItself');
    default: return say('stateConnecting');
  }
}

/** What has come to the peer. */
function otherWay({ asked, unread }, { clockAhead }) {
  if (asked === undefined) return say('neverAsked');
  const time = ago(Date.now() - asked - clockAhead);
  if (unread === undefined) return say('askedNothingYet', { time });
  return unread === 0 ? say('hasAll', { time }) : say('lacks', { n: unread, time });
}

function facts({ address, current }, { clockAhead }) {
  const element = make('p', 'hint');
  const where = make('bdi', '', address);
  const sync = current === undefined ? say('neverInSync') : say('inSync', { time: ago(Date.now() - current - clockAhead) });
  element.append(where, ' · ', sync);
  return element;
}

function askers(group) {
  const section = make('section');
  section.append(make('h3', '', say('askers')), paragraph(say('askersHint'), 'hint'));
  const element = make('ul', 'askers');
  for (const asker of group.askers) {
    const item = make('li');
    item.append(key(asker.node), make('span', 'hint', ago(Date.now() - asker.asked - group.clockAhead)));
    element.append(item);
  }
  section.append(element);
  return section;
}

/** A sentence in which the name of a flag stays whole. */
function paragraph(text, className) {
  const element = make('p', className);
  for (const part of text.split(/(--peer)/)) element.append(part === '--peer' ? make('code', 'flag', part) : part);
  return element;
}

function key(node) {
  const element = make('p', 'hint key');
  element.append(make('code', '', node));
  return element;
}
