// What the node says and takes: its endpoints as functions, its XML as plain objects.

/** The node did not answer: it is off, asleep or away. */
export class Unreachable extends Error {}

/** The node refused: an HTTP status, the failure's code, and its sentence for a person. */
export class Failure extends Error {
  constructor(status, code, sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

/** Milliseconds by which a message may stand ahead of its arrival (the protocol's constant). */
const tolerance = 5 * 60 * 1000;
/** Milliseconds after which an answer that was not asked to wait is there, over a slow network. */
const answerTime = 10_000;
/** Milliseconds after which it has begun: a node that is there reads at once, but writes when its disk lets it. */
const readTime = 5000;

// The one place where markup is parsed; as text/xml nothing in it can run.
const markup = globalThis.trustedTypes?.createPolicy('markup', { createHTML: (text) => text });

/** The key of the node, once it has answered: the origin of what is written there. */
export let key;

/**
 * Asks the node.
 * @param {string} path relative to the page
 * @param {string} name of the answer's root
 * @param {{ body?: URLSearchParams, wait?: number, signal?: AbortSignal }} options wait in seconds
 * @returns {Promise<Element>} the answer's root
 * @throws {Unreachable | Failure}
 */
async function ask(path, name, { body, wait = 0, signal } = {}) {
  const deadline = AbortSignal.timeout(wait * 1000 + answerTime);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), wait * 1000 + (body ? answerTime : readTime));
  let status, text;
  try {
    const answer = await fetch(path, {
      method: body ? 'POST' : 'GET', body, cache: 'no-store',
      signal: AbortSignal.any([deadline, silence.signal].concat(signal ?? [])),
    });
    // However long the rest of it takes.
    clearTimeout(timer);
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    throw new Unreachable(error.message);
  } finally {
    clearTimeout(timer);
  }
  return root(text, name, status);
}

function root(text, name, status) {
  const document = new DOMParser().parseFromString(markup ? markup.createHTML(text) : text, 'text/xml');
  const element = document.documentElement;
  // A field of a message may have this name too, but stands in no namespace.
  const isBroken = [...document.getElementsByTagName('parsererror')].some(({ namespaceURI }) => namespaceURI);
  if (!isBroken && element.localName === 'failure') {
    throw new Failure(status, element.getAttribute('code'), element.textContent);
  }
  // Something else answers at this address, as before one logs in to a network: as good as nobody.
  if (isBroken || status !== 200 || element.localName !== name) throw new Unreachable(`No answer of a node: ${status}`);
  key = element.getAttribute('node') ?? key;
  return element;
}

const roomQuery = (room) => (room ? `&room=${encodeURIComponent(room)}` : '');

/** The newest messages of a room, in the order in which people read. */
export async function newest(room, count) {
  return page(await ask(`messages.php?view=chat&order=time&last=${count}${roomQuery(room)}`, 'chat'));
}

/** Those that stand before a message of the room; none at the room's beginning. */
export async function before(room, id, count) {
  return page(await ask(`messages.php?view=chat&order=time&before=${id}&limit=${count}${roomQuery(room)}`, 'chat'));
}

/** What lies after a position, in all rooms; held by the node for so many seconds while there is nothing. */
export async function past(position, wait, signal) {
  const mark = position.mark ? `&mark=${position.mark}` : '';
  const query = `messages.php?view=chat&rooms=all&past=${position.id}${mark}&limit=500&wait=${wait}`;
  return page(await ask(query, 'chat', { wait, signal }));
}

/** What lies after an id in a room, for counting. */
export async function pastIn(room, id, count) {
  return page(await ask(`messages.php?view=chat&past=${id}&limit=${count}${roomQuery(room)}`, 'chat'));
}

/** The rooms, those with the newest messages first. The main room's name is empty. */
export async function rooms() {
  const list = await ask('rooms.xml', 'rooms');
  return [...list.children].map((room) => ({ name: room.getAttribute('name') ?? '', last: number(room, 'last') }));
}

/** How the group is; held by the node for so many seconds while it is as it was at that revision. */
export async function status(revision, wait, signal) {
  const query = revision === undefined ? '' : `?revision=${revision}&wait=${wait}`;
  return group(await ask(`status.xml${query}`, 'status', { wait, signal }));
}

/** Posts a message; a key that was posted before stores nothing again. @returns {Promise<number>} its id */
export async function post({ user, text, room, key }) {
  const body = new URLSearchParams({ user, message: text, key });
  if (room) body.set('room', room);
  return number(await ask('add.php', 'success', { body }), 'id');
}

function page(chat) {
  return {
    position: { id: number(chat, 'next'), mark: chat.getAttribute('mark') },
    messages: [...chat.children].map(message),
  };
}

function message(element) {
  const fields = {};
  for (const field of element.children) fields[field.localName] = field.textContent;
  const stamp = BigInt(element.getAttribute('stamp'));
  const arrived = number(element, 'arrived');
  const latest = BigInt(arrived + tolerance) << 16n;
  const shown = stamp < latest ? stamp : latest;
  return {
    id: number(element, 'id'),
    origin: element.getAttribute('origin'),
    digest: element.getAttribute('digest'),
    user: fields.user ?? '',
    text: fields.text ?? '',
    room: fields.room ?? '',
    device: fields.device ?? '',
    /** Where it stands among others, and when that is in milliseconds since 1970. */
    shown,
    time: Number(shown >> 16n),
    arrived,
  };
}

function group(element) {
  const store = element.querySelector('store');
  return {
    node: element.getAttribute('node'),
    name: element.getAttribute('name'),
    page: element.getAttribute('page'),
    revision: element.getAttribute('revision'),
    /** What this machine's clock is ahead of the node's, in milliseconds. */
    clockAhead: Date.now() - number(element, 'now'),
    store: { messages: number(store, 'messages'), bytes: number(store, 'bytes'), limit: number(store, 'limit') },
    peers: [...element.querySelectorAll('peer')].map(peer),
    askers: [...element.querySelectorAll('asker')].map((asker) => ({
      node: asker.getAttribute('node'),
      asked: number(asker, 'asked'),
    })),
  };
}

function peer(element) {
  return {
    address: element.getAttribute('address'),
    name: element.getAttribute('name'),
    node: element.getAttribute('node'),
    state: element.getAttribute('state'),
    since: number(element, 'since'),
    current: number(element, 'current'),
    behind: number(element, 'behind'),
    asked: number(element, 'asked'),
    read: number(element, 'read'),
    unread: number(element, 'unread'),
    quarantined: number(element, 'quarantined') ?? 0,
    skipped: number(element, 'skipped') ?? 0,
    problem: element.textContent,
  };
}

function number(element, name) {
  const value = element.getAttribute(name);
  return value === null ? undefined : Number(value);
}
