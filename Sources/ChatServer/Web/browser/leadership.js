// What one tab does for all. The leader sends the requests: over HTTP/1.1 a browser opens six connections to a node, and each
// waiting request occupies one.

import { pause, unlessAborted } from '../model/abort.js';
import { locks } from './browser.js';
import { otherTabs, present, whilePresent } from './presence.js';

/** Whether the browser has locks that its tabs share. */
export const hasLocks = locks.then((manager) => manager !== undefined);

/**
 * Runs `work` while this tab has a lock. The lock ends with the work, and at the latest when the person leaves the web page: a
 * web page in the back/forward cache would keep it for minutes.
 * @param {LockOptions} options
 * @param {(lock: Lock | null, signal: AbortSignal) => any} work its signal is aborted when the person leaves the web page
 * @returns what `work` returns; undefined if the person leaves the web page before
 */
async function locked(name, options, work) {
  const signal = present();
  // Otherwise a web page in the cache would be next in the queue for the lock.
  const cancellable = options.ifAvailable ? options : { ...options, signal };
  try {
    const manager = await locks;
    return await manager.request(`tidings.${name}`, cancellable, (lock) => unlessAborted(work(lock, signal), signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Calls `lead` in one tab at a time, for as long as that tab is open.
 * @param {(signal: AbortSignal) => Promise<void>} lead returns when its signal is aborted
 */
export function leadInTurns(lead) {
  whilePresent(async (signal) => {
    // The browser gives the lock to another tab when this one is closed or crashes.
    if (await hasLocks) locked('lead', {}, () => lead(signal));
    else if (!signal.aborted) leadWhenVisible(lead, signal);
  });
}

/**
 * Without locks, the tab that became visible last leads. For a moment two tabs may lead; each tab then receives
 * messages twice and drops the second copy by its id.
 */
function leadWhenVisible(lead, signal) {
  let turn;
  /** When this tab began to lead, in milliseconds; a random fraction decides between tabs that begin together. */
  let since;
  const announce = () => otherTabs.postMessage({ type: 'leading', detail: since });
  const stop = () => {
    turn?.abort();
    turn = undefined;
  };
  const start = () => {
    if (document.visibilityState === 'hidden' || turn) return;
    since = Date.now() + Math.random();
    announce();
    turn = new AbortController();
    lead(turn.signal);
  };
  const leave = () => {
    if (!turn) return;
    stop();
    otherTabs.postMessage({ type: 'left' });
  };
  otherTabs.addEventListener('message', ({ data }) => {
    // Of two tabs that lead, the one that began later stays.
    if (data.type === 'leading' && turn) (data.detail > since ? stop : announce)();
    if (data.type === 'left') start();
  }, { signal });
  document.addEventListener('visibilitychange', () => {
    // Without a channel, each visible tab leads itself: the connections do not suffice for hidden ones, too.
    if (document.visibilityState === 'hidden' && !otherTabs.isOpen) stop(); else start();
  }, { signal });
  addEventListener('focus', start, { signal });
  signal.addEventListener('abort', leave);
  start();
}

/** Milliseconds for which other tabs may ask about an event. With a slow database, another tab may send a message again. */
const memory = 60_000;

/** Returns whether this tab is the first one that asks about an event: in one tab if the browser has locks. */
export async function isFirst(event) {
  return !await hasLocks || new Promise((resolve) => {
    locked(event, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && pause(memory);
    });
  });
}

let queue = Promise.resolve();

/**
 * Runs `work` in one tab at a time if the browser has locks; else after the previous work of this tab.
 * @param {(signal: AbortSignal) => Promise} work begins nothing new after its signal is aborted
 */
export async function alone(name, work) {
  if (await hasLocks) return locked(name, {}, (_, signal) => work(signal));
  const next = () => work(present());
  queue = queue.then(next, next);
  return queue;
}

/** The names that this tab holds in a browser without locks. */
const held = new Set();

/**
 * Holds a name until the person leaves this web page, or until the returned function is called. Without locks, other tabs do not
 * know of it.
 * @returns {Promise<(() => Promise<void>) | undefined>} ends the hold; undefined if the name is in use
 */
export async function hold(name) {
  if (!await hasLocks) {
    if (held.has(name)) return undefined;
    held.add(name);
    return async () => { held.delete(name); };
  }
  return new Promise((resolve) => {
    const request = locked(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve();
      return new Promise((release) => { resolve(() => { release(); return request; }); });
    });
  });
}

/** Runs `work`, during which no tab can hold the name. @returns undefined if a tab holds it */
export async function unlessHeld(name, work) {
  if (!await hasLocks) return held.has(name) ? undefined : work();
  return locked(name, { mode: 'shared', ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/** Lets other tabs know while this one is visible, if the browser has locks: all visible tabs share one. */
export function tellVisibility() {
  let release = () => {};
  const follow = () => {
    release();
    if (document.visibilityState === 'hidden') return;
    const held = new Promise((resolve) => { release = resolve; });
    locked('visible', { mode: 'shared' }, () => held);
  };
  document.addEventListener('visibilitychange', follow);
  whilePresent(follow);
}

/** Returns whether a tab is visible, in a browser with locks. */
export async function isAnyTabVisible() {
  const { held } = await (await locks).query();
  return held.some(({ name }) => name === 'tidings.visible');
}
