// The node's endpoints as functions, and its XML as plain objects.

import { trusted } from '../browser/browser.js';
import { parametersOf } from '../model/changes.js';
import { tolerance } from '../model/limits.js';
import { isFoldedText, shownTime } from '../model/timeline.js';
import { isDigest } from '../model/validation.js';
import { ownerSession, userSession } from './session.js';

/** The node did not answer: the program or its machine is off or asleep, or the network is down. */
export class Unreachable extends Error {
  /** Whether there was neither an answer nor an error: the connection may be dead. */
  isSilent = false;
}

/** The node refused a request: the HTTP status, the failure's code, and a sentence for a person. */
export class Failure extends Error {
  /** The session that the request had. */
  session;

  constructor(status, code, sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

/** Milliseconds in which an answer without `wait` has to arrive completely, over a slow network too. */
const answerTimeout = 10_000;
/** Milliseconds in which the answer to a GET has to begin. Posts get longer: the node may wait for its disk. */
const readTimeout = 5000;
/** Connections that a browser keeps open to one node, at most. */
const mostConnections = 6;
/** Messages that are asked for by their digests in one request, at most. */
const mostDigests = 50;
/** Messages in one page of the log, at most. */
const logPageLength = 500;

// All markup is parsed here, as text/xml: scripts in it never run.
const markup = trusted('markup', { createHTML: (text) => text });

/**
 * Sends a request to the node.
 * @param {string} path relative to the web page
 * @param {string} name name of the answer's root element
 * @param {{ body?: URLSearchParams, wait?: number, signal?: AbortSignal, session?: string, keepalive?: boolean }} options `wait` in
 *   seconds, `session` of the node's owner, `keepalive` for a request that goes on after the web page is closed
 * @returns {Promise<Element>} the answer's root element
 * @throws {Unreachable | Failure}
 */
export async function request(path, name, { body, wait = 0, signal, session, keepalive } = {}) {
  const deadline = AbortSignal.timeout(wait * 1000 + answerTimeout);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), wait * 1000 + (body ? answerTimeout : readTimeout));
  const used = session ?? userSession.value ?? ownerSession.value ?? 'none';
  let status, type, text;
  try {
    const answer = await fetch(path, {
      method: body ? 'POST' : 'GET', body, cache: 'no-store', keepalive,
      headers: { 'Tidings-Session': used },
      signal: AbortSignal.any([deadline, silence.signal].concat(signal ?? [])),
    });
    // The answer has begun. The deadline alone limits the rest of it.
    clearTimeout(timer);
    status = answer.status;
    type = answer.headers.get('Content-Type') ?? '';
    text = await answer.text();
  } catch (error) {
    throw Object.assign(new Unreachable(error.message), { isSilent: deadline.aborted || silence.signal.aborted });
  } finally {
    clearTimeout(timer);
  }
  // Chromium marks an error in other text with inline styles, which the web page's policy forbids.
  try {
    return root(/\bxml\b/i.test(type) ? text : '<other/>', name, status);
  } catch (error) {
    throw Object.assign(error, { session: used });
  }
}

function root(text, name, status) {
  const document = new DOMParser().parseFromString(markup.createHTML(text), 'text/xml');
  const element = document.documentElement;
  // A message may have a field named `parsererror`; the browser's own element has a namespace.
  const isBroken = [...document.getElementsByTagName('parsererror')].some(({ namespaceURI }) => namespaceURI);
  if (!isBroken && element.localName === 'failure') {
    throw new Failure(status, element.getAttribute('code'), element.textContent);
  }
  // Something else answers at this address, such as the login page of a public network.
  if (isBroken || status !== 200 || element.localName !== name) {
    throw new Unreachable(`The answer is not from a node (HTTP status ${status}).`);
  }
  return element;
}

/**
 * Closes the browser's dead connections. A router on the way may have forgotten all of them, and the browser uses the open
 * ones before it makes a new one. So as many requests are sent at once; the first answer ends the others, and with them their
 * connections.
 * @throws {AggregateError} if the node does not answer on a new connection either
 */
export async function reconnect() {
  const stop = new AbortController();
  const requests = Array.from({ length: mostConnections }, () => request('status.xml', 'status', { signal: stop.signal }));
  await Promise.any(requests).finally(() => stop.abort());
}

/** Returns the answer to a query for messages with their changes. */
const messages = (query, options) => request(`messages.php?view=chat&fold=1&${query}`, 'chat', options);

const messagesOf = async (room, query) => page(await messages(query + (room ? `&room=${encodeURIComponent(room)}` : '')));

/** Returns the newest messages of a room, in display order. */
export const newestMessages = (room, count) => messagesOf(room, `order=time&last=${count}`);

/** Returns the messages before one of the room, in display order; an empty page at the beginning of the room. */
export const messagesBefore = (room, id, count) => messagesOf(room, `order=time&before=${id}&limit=${count}`);

/** Returns the messages after one of the room, in display order; an empty page at the end of the room. */
export const messagesAfter = (room, id, count) => messagesOf(room, `order=time&past=${id}&limit=${count}`);

/** Returns the message of a room with the greatest id below `id`; undefined if there is none. */
export const messageBelow = async (room, id) => (await messagesOf(room, `before=${id}&limit=1`)).messages[0];

/** Returns the messages of a room that have come, or were changed, after an id. */
export const messagesPast = (room, id, count) => messagesOf(room, `past=${id}&limit=${count}`);

/** Returns the messages of all rooms that have come, or were changed, after a position. The node waits up to `wait` seconds for the first one. */
export async function logAfter(position, wait, signal) {
  const mark = position.mark ? `&mark=${position.mark}` : '';
  return page(await messages(`rooms=all&past=${position.id}${mark}&limit=${logPageLength}&wait=${wait}`, { wait, signal }));
}

/** Returns the node's public key and its rooms, the most recently used first. The main room's name is empty. */
export async function rooms() {
  const list = await request('rooms.xml', 'rooms');
  return {
    node: list.getAttribute('node'),
    rooms: [...list.children].map((room) => (
      {
        name: room.getAttribute('name') ?? '', last: number(room, 'last'),
        topic: room.getAttribute('topic') ?? undefined, alias: room.getAttribute('alias') ?? undefined,
      })),
  };
}

/** Returns the status of the group. While its revision is still `revision`, the node waits up to `wait` seconds. */
export async function status(revision, wait, signal) {
  const query = revision === undefined ? '' : `?revision=${revision}&wait=${wait}`;
  return statusOf(await request(`status.xml${query}`, 'status', { wait, signal }));
}

/**
 * Posts a message or a change of one. The node stores messages with the same post key once; a repeated post has to have the same
 * fields.
 * @param {{ keepalive?: boolean }} options see `request`
 * @returns {Promise<{ id: number, digest: string | undefined }>} no digest if the node has not kept the message
 */
export async function post(message, { keepalive } = {}) {
  const success = await request('add.php', 'success', { body: new URLSearchParams(parametersOf(message)), keepalive });
  return { id: number(success, 'id'), digest: success.getAttribute('digest') ?? undefined };
}

/** Returns the messages with some digests as they are now, of all rooms; without those that the node does not have. */
export async function messagesWith(digests) {
  const found = [];
  for (let next = 0; next < digests.length;) {
    const asked = digests.slice(next, next + mostDigests);
    const chat = await messages(`digests=${asked.join(',')}`);
    // A large page ends before the last digest. A node of an earlier version ignores the parameter, and answers with others.
    next += Math.max(1, number(chat, 'done') ?? asked.length);
    found.push(...page(chat).messages.filter(({ digest }) => asked.includes(digest)));
  }
  return found;
}

/** Returns a message as it was written, and its edits; without these if it was deleted. */
export async function versionsOf(digest) {
  return page(await request(`messages.php?view=chat&edits=${digest}`, 'chat')).messages;
}

/** The keys of the members whose messages the node hides, as far as the web page knows. */
let hidden = new Set();

export function setHidden(keys) { hidden = new Set(keys); }

export const isAnyHidden = () => hidden.size > 0;

/** Whether the node hides a message. Of many hidden ones, it gives one without its values, so that a reader can go on from it. */
export const isHidden = ({ origin }) => hidden.has(origin);

function page(chat) {
  const [node, high] = [chat.getAttribute('node'), number(chat, 'high')];
  const since = chat.getAttribute('since');
  const reactions = Map.groupBy([...chat.children].filter(({ localName }) => localName === 'reaction'), (one) => number(one, 'id'));
  return {
    node,
    position: { id: number(chat, 'next'), mark: chat.getAttribute('mark') },
    /** Whether the log has nothing after the page. */
    isEnd: number(chat, 'next') >= high,
    messages: [...chat.children].filter(({ localName }) => localName === 'message').map((element) => ({
      ...message(element, node, since), version: high,
      reactions: (reactions.get(number(element, 'id')) ?? []).map((one) => reaction(one, node)),
    })),
  };
}

function reaction(element, node) {
  return {
    emoji: element.getAttribute('emoji'),
    count: number(element, 'count'),
    /** The first of those who react. */
    by: [...element.children].map((author) => {
      const origin = author.getAttribute('origin');
      return { origin, user: author.getAttribute('user'), isLocal: origin === node };
    }),
  };
}

function message(element, node, since) {
  const fields = {};
  const gone = new Set();
  for (const field of element.children) {
    if (field.hasAttribute('gone')) gone.add(field.localName);
    else fields[field.localName] = field.textContent;
  }
  const stamp = BigInt(element.getAttribute('stamp'));
  const arrived = number(element, 'arrived');
  const latest = BigInt(arrived + tolerance) << 16n;
  const displayStamp = stamp < latest ? stamp : latest;
  const origin = element.getAttribute('origin');
  const isLocal = origin === node;
  const isDeleted = element.getAttribute('deleted') === 'yes';
  const sent = element.querySelector(':scope > sent:not([kind], [gone])')?.textContent;
  return {
    id: number(element, 'id'),
    origin,
    /** Whether the message was posted at this node. */
    isLocal,
    digest: element.getAttribute('digest'),
    user: fields.user ?? '',
    /** Undefined if the message has no text, or if the text is gone. */
    text: fields.text,
    isTextGone: (isDeleted || gone.has('text')) && !isHidden({ origin }),
    isDeleted,
    isEdited: element.hasAttribute('edited'),
    /** In a page of what has come or was changed, the last id of the message and its changes there. */
    at: number(element, 'at') ?? number(element, 'id'),
    /** The id of the edit or deletion that has made the message so; undefined for none. */
    change: number(element, 'change'),
    isFolded: isFoldedText({
      isFormer: element.getAttribute('former') === 'yes', isLocal, hasText: fields.text !== undefined || gone.has('text'),
    }),
    /** Whether the message was written before the node became a member of its group: nobody has to read it. */
    isHistory: since !== null && stamp < BigInt(since),
    /** The digest of the message to which this one is a reply; undefined if it is none. */
    re: digestIn(element.querySelector(':scope > re:not([kind], [gone])')?.textContent),
    /** Whether the message admits a member to the group, or removes one. */
    isStatement: element.querySelector(':scope > :is(admits, removes):not([kind], [gone])') !== null,
    room: fields.room ?? '',
    device: fields.device ?? '',
    /** What the message gives its room; undefined for most messages. */
    topic: fields.topic,
    alias: fields.alias,
    /** Milliseconds since 1970 at which the person pressed Send; undefined if the message does not say it. */
    written: decimal(fields.written),
    displayStamp,
    /** Milliseconds since 1970: the time that the web page shows, and the arrival at this node. */
    time: shownTime(Number(stamp >> 16n), arrived, decimal(sent)),
    arrived,
  };
}

/** Returns undefined for a missing value and for one that is no digest. */
const digestIn = (value) => (isDigest(value) ? value : undefined);

/** Returns undefined for a missing value and for one that is no decimal number. */
function decimal(value) {
  return /^(?:0|[1-9][0-9]*)$/.test(value) ? Number(value) : undefined;
}

function statusOf(element) {
  const peers = [...element.querySelectorAll('peer')].map(peer);
  const store = element.querySelector('store');
  return {
    node: element.getAttribute('node'),
    name: element.getAttribute('name'),
    /** The version of the web client that the node serves. */
    webVersion: element.getAttribute('web'),
    revision: element.getAttribute('revision'),
    /** The id of the group; null if the node has none. */
    group: element.getAttribute('group'),
    /** Whether the node had a group of an earlier version, and has none now. */
    isOfFormerGroup: element.getAttribute('former-group') === 'yes',
    ...standing(element),
    /** When the node started, by its clock. */
    started: number(element, 'started'),
    /** Milliseconds by which this machine's clock is ahead of the node's. */
    clockAhead: Date.now() - number(element, 'now'),
    store: {
      messages: number(store, 'messages'),
      bytes: number(store, 'bytes'),
      limit: number(store, 'limit'),
      /** The code of the failure of the last write, and its time; null if the node can write. */
      failure: store.getAttribute('failure'),
      failureSince: number(store, 'failure-since'),
      /** When the disk will be full if it goes on filling; undefined if that is more than a week away. */
      expectedFull: number(store, 'expected-full'),
    },
    peers,
    /** The removed devices, the last removed one first. */
    removed: [...element.querySelectorAll('removed')].map((removed) => ({
      node: removed.getAttribute('node'),
      name: removed.getAttribute('name'),
      since: number(removed, 'since'),
      ...intake(removed),
      ...standing(removed),
    })),
    /** What the owner calls whoever writes as a user on a device. */
    petnames: [...element.querySelectorAll('petname')].map((petname) => ({
      node: petname.getAttribute('node'), user: petname.getAttribute('user'), name: petname.getAttribute('name'),
    })),
    // A paused peer may have requested messages before.
    requesters: [...element.querySelectorAll('requester')].map((requester) => ({
      node: requester.getAttribute('node'),
      lastRequest: number(requester, 'last-request'),
    })).filter((requester) => peers.every(({ node }) => node !== requester.node)),
  };
}

function peer(element) {
  return {
    address: element.getAttribute('address'),
    name: element.getAttribute('name'),
    node: element.getAttribute('node'),
    state: element.getAttribute('state'),
    /** When the peer came by an invitation; undefined for a peer that --peer names. */
    paired: number(element, 'paired'),
    since: number(element, 'since'),
    /** The code of the failure, if the state is one. */
    failure: element.getAttribute('failure'),
    lastPage: number(element, 'last-page'),
    lastInSync: number(element, 'last-in-sync'),
    behind: number(element, 'behind'),
    lastRequest: number(element, 'last-request'),
    confirmed: number(element, 'confirmed'),
    unconfirmed: number(element, 'unconfirmed'),
    /** Milliseconds by which its clock is ahead of the node's; undefined if the clocks agree. */
    clockDifference: number(element, 'clock-ahead'),
    refused: number(element, 'refused') ?? 0,
    exceptions: number(element, 'exceptions') ?? 0,
    ...intake(element),
    problem: element.textContent,
    ...standing(element),
  };
}

function intake(element) {
  return {
    /** The messages of the member that wait, because the node takes in only so much of a member in a day. */
    waiting: number(element, 'waiting') ?? 0,
    /** `yes` if the node hides its messages, `dropped` if it erases them, too; null if it shows them. */
    hidden: element.getAttribute('hidden'),
  };
}

/** Returns what the statements of the group say about a key. All values are null, undefined or empty for a key that was never a member. */
function standing(element) {
  return {
    isFounder: element.hasAttribute('founder'),
    /** What all devices of one person have in common; null for a device that is a person of its own. */
    person: element.getAttribute('person'),
    /** `here` if this device says that the other one is the same person, `there` if the other one does, or `both`; null if neither does. */
    same: element.getAttribute('same'),
    /** The key that has invited this one, and the digest of the message. */
    invitedBy: element.getAttribute('invited-by'),
    admission: element.getAttribute('admission'),
    /** The keys of the members that are none any more if this node removes the key. */
    losses: [...element.querySelectorAll(':scope > loss')].map((loss) => loss.getAttribute('node')),
    /** The key that has removed this one, and the digest and the id of the message. */
    removedBy: element.getAttribute('removed-by'),
    removal: element.getAttribute('removal'),
    removalId: number(element, 'removal-id'),
  };
}

function number(element, name) {
  const value = element.getAttribute(name);
  return value === null ? undefined : Number(value);
}
