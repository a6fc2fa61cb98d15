// Shows the group: its members, which of them are online, and which messages they have.

import { byId, container, make, paragraph, update } from '../browser/dom.js';
import {
  endText, membershipTexts, peerTexts, peopleText, removedTexts, stateWord, storeFailure, summary, timeAgo,
} from '../model/group-sentences.js';
import { nameOf, peerName, peerState, shownDevices } from '../model/group.js';
import { byPerson, isSamePerson, namesOn, userOfDevice } from '../model/persons.js';
import { Settling, settlingTime } from '../model/settling.js';
import { visible } from '../model/text.js';
import { language, say, size } from '../model/words.js';
import { avatar } from '../page/avatar.js';
import { connectPairing } from './pairing.js';

/** Milliseconds between two updates of the times in the open panel. */
const updatePause = 10_000;

/**
 * Connects the summary in the header, and the panel that it opens.
 * @param {{ name: string } | undefined} formerStatus gives the node's name until the node answers
 * @param {() => object[]} people returns the people who have written, see `withAuthors`
 * @returns {() => void} shows everything again, as in another language
 */
export function connectGroup(live, formerStatus, people) {
  const dialog = byId('group');
  const opener = byId('open-group');

  const settling = new Settling();
  let next;
  const showSummary = () => {
    clearTimeout(next);
    next = setTimeout(showSummary, settlingTime);
    const [state, text] = summary(live, settling.problem(live.status, Date.now()));
    opener.dataset.state = state;
    // The end of a long sentence may be hidden.
    byId('group-summary').textContent = opener.title = text;
    byId('node-name').textContent = visible((live.status ?? formerStatus)?.name ?? '');
  };
  const showPanel = () => {
    // An update would remove a selection, such as an address that somebody is copying.
    const isSelecting = dialog.contains(getSelection().anchorNode) && !getSelection().isCollapsed;
    if (!dialog.open || isSelecting) return;
    const { activeElement } = document;
    update(byId('group-content'), content(live, pairing, people));
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

function content({ reachability, status }, pairing, people) {
  const parts = [];
  const { isReachable } = reachability;
  if (!isReachable) parts.push(make('p', 'problem', say(status ? 'groupOutdated' : 'unreachableUnknown')));
  if (!status) return parts;
  parts.push(thisDevice(status, people));
  parts.push(pairing.buttons(status));
  const { peers, removed } = shownDevices(status);
  if (peers.length > 0) parts.push(peerList(peers, status, isReachable, pairing, people));
  else if (!status.removedBy) parts.push(paragraph(say(pairing.isAllowed ? 'inviteOrJoin' : 'notConnectedHint'), 'hint'));
  if (removed.length > 0) parts.push(removedList(removed, status, pairing));
  if (status.invitedBy && !status.removedBy) parts.push(...pairing.leave());
  if (status.requesters.length > 0) parts.push(requesterList(status));
  return parts;
}

function thisDevice(status, people) {
  const { messages, bytes, limit } = status.store;
  const section = make('section', 'node');
  const name = make('h3');
  name.append(make('bdi', '', visible(status.name)), ' ', make('span', 'hint', say('thisDevice')));
  const end = endText(status);
  section.append(
    container('div', 'who', face(status.node, status.name, people), name), ...peopleLine(status, people),
    ...end ? [make('p', 'problem', end)] : membershipTexts(status, status).map((text) => make('p', 'hint', text)),
    details(
      make('p', '', say('storeSize', { n: messages, size: size(bytes), limit: size(limit) })), publicKey(status.node)));
  const failure = storeFailure(status);
  if (failure) section.firstChild.after(make('p', 'problem', failure));
  if (status.isOfFormerGroup) section.append(make('p', 'problem', say('formerGroup')));
  return section;
}

/** Returns the picture of a device. */
const face = (node, name, people) => avatar(userOfDevice(node, name, people()), node, name);

/** Returns a list with the people of a device; an empty one if the panel says nothing of them. */
function peopleLine(device, people) {
  const text = peopleText(device, namesOn(device.node, people()));
  return text ? [make('p', 'people', text)] : [];
}

function peerList(peers, status, isReachable, pairing, people) {
  const element = make('ul', 'peers');
  element.dataset.key = 'peers';
  // In the order of the status, a paused peer would move.
  const byName = (one, other) => peerName(one).localeCompare(peerName(other), language) || (one.address < other.address ? -1 : 1);
  const itemOf = (peer) => {
    const item = peerElement(peer, status, isReachable, people);
    item.append(...pairing.controls(peer));
    return item;
  };
  element.append(...byPerson(peers.toSorted(byName)).map((devices) => {
    const isOwn = isSamePerson(devices[0].node, status.node);
    return devices.length === 1 && !isOwn ? itemOf(devices[0]) : personElement(devices, isOwn, itemOf);
  }));
  return element;
}

/** @param {boolean} isOwn whether the devices are those of this person */
function personElement(devices, isOwn, itemOf) {
  const element = make('li', 'person');
  element.dataset.key = `person ${devices[0].person}`;
  const list = make('ul', 'devices');
  list.append(...devices.map(itemOf));
  const names = make('bdi', '', devices.map(peerName).join(', '));
  element.append(isOwn ? make('h3', '', say('ownDevices')) : container('h3', '', names), list);
  return element;
}

/** @param {boolean} isReachable whether this node answers; else the dot of the peer is grey */
function peerElement(peer, status, isReachable, people) {
  const element = make('li');
  element.dataset.state = isReachable ? peerState(peer, status) : 'unknown';
  element.dataset.key = peer.node ?? peer.address;
  const name = make('h3');
  name.append(make('bdi', '', peerName(peer)));
  // The buttons for the peer refer to its name.
  if (peer.paired) name.firstChild.id = `peer-${peer.node}`;
  const dot = make('span', 'dot');
  dot.ariaHidden = 'true';
  const { sentences, why, delivery, waiting, rejected, address, inSync } = peerTexts(peer, status);
  element.append(
    container(
      'div', 'who', face(peer.node ?? peer.address, peerName(peer), people), name, dot, make('span', 'hint', stateWord(peer, status))),
    ...peopleLine(peer, people),
    ...[...sentences, delivery, waiting].filter((text) => text).map((sentence) => paragraph(sentence)));
  if (rejected) element.append(make('p', 'problem', rejected));
  element.append(...membershipTexts(peer, status).map((text) => make('p', 'hint', text)));
  const problem = make('p', 'why', why);
  problem.lang = 'en';
  const place = make('p', 'hint');
  place.append(make('bdi', '', address ?? ''));
  const facts = [...why ? [problem] : [], ...inSync ? [make('p', 'hint', inSync)] : [], ...address ? [place] : []];
  if (facts.length > 0) element.append(details(...facts));
  return element;
}

/** Returns an element that shows its children when somebody opens it. */
function details(...children) {
  const element = make('details');
  element.dataset.key = 'details';
  element.append(make('summary', 'hint', say('details')), ...children);
  return element;
}

function removedList(devices, status, pairing) {
  const section = make('section');
  section.append(make('h3', '', say('removedMembers')));
  const element = make('ul', 'removed');
  element.dataset.key = 'removed';
  element.append(...devices.map((removed) => {
    const item = make('li');
    item.dataset.key = removed.node;
    const name = make('h4');
    name.append(make('bdi', '', nameOf(removed.node, status)));
    name.firstChild.id = `removed-${removed.node}`;
    item.append(name, ...removedTexts(removed, status).map((text) => make('p', 'hint', text)), ...pairing.keep(removed));
    return item;
  }));
  section.append(element);
  return section;
}

function requesterList(status) {
  const section = make('section');
  section.append(make('h3', '', say('requesters')), paragraph(say('requestersHint'), 'hint'));
  const element = make('ul', 'requesters');
  for (const { node, lastRequest } of status.requesters) {
    const item = make('li');
    item.append(publicKey(node), make('span', 'hint', timeAgo(lastRequest, status)));
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
