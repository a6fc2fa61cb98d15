// Chooses one tab, the leader, that sends requests for all tabs: over HTTP/1.1 a browser opens six connections to a
// node, and each waiting request occupies one.

import { locks } from './browser.js';

/** Whether the browser has locks that its tabs share. */
export const hasLocks = locks.then((manager) => manager !== undefined);

/**
 * Calls `lead` in one tab at a time, for as long as that tab is open.
 * @param {(signal: AbortSignal) => Promise<void>} lead returns when its signal is aborted
 * @param {{ postMessage(message: object): void, addEventListener: Function }} channel to the other tabs
 */
export async function takeTurns(lead, channel) {
  if (await hasLocks) {
    // The browser gives the lock to another tab when this one is closed or crashes.
    navigator.locks.request('tidings.lead', () => lead(new AbortController().signal));
  } else {
    leadWhenVisible(lead, channel);
  }
}

/**
 * Without locks, the tab that became visible last leads. For a moment two tabs may lead; each tab then receives
 * messages twice and drops the second copy by its id.
 */
function leadWhenVisible(lead, channel) {
  let turn;
  /** When this tab began to lead, in milliseconds; a random fraction decides between tabs that begin together. */
  let since;
  const announce = () => channel.postMessage({ type: 'leading', detail: since });
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
    channel.postMessage({ type: 'left' });
  };
  channel.addEventListener('message', ({ data }) => {
    // Of two tabs that lead, the one that began later stays.
    if (data.type === 'leading' && turn) (data.detail > since ? stop : announce)();
    if (data.type === 'left') start();
  });
  document.addEventListener('visibilitychange', start);
  addEventListener('focus', start);
  addEventListener('pagehide', leave);
  start();
}

/** Milliseconds for which other tabs may ask about an event. */
const memory = 5000;

/** Returns whether this tab is the first one that asks about an event: in one tab if the browser has locks. */
export async function isFirst(event) {
  return !await hasLocks || new Promise((resolve) => {
    navigator.locks.request(`tidings.${event}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise((forget) => { setTimeout(forget, memory); });
    });
  });
}

let queue = Promise.resolve();

/** Runs `work` in one tab at a time if the browser has locks; else after the previous work of this tab. */
export async function alone(name, work) {
  if (await hasLocks) return navigator.locks.request(`tidings.${name}`, work);
  queue = queue.then(work, work);
  return queue;
}

/** The names that this tab holds in a browser without locks. */
const held = new Set();

/**
 * Holds a name until the person closes this tab, or until the returned function is called. Without locks, other tabs do not
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
    const request = navigator.locks.request(`tidings.${name}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve();
      return new Promise((release) => { resolve(() => { release(); return request; }); });
    });
  });
}

/** Runs `work`, during which no tab can hold the name. @returns undefined if a tab holds it */
export async function unlessHeld(name, work) {
  if (!await hasLocks) return held.has(name) ? undefined : work();
  const options = { mode: 'shared', ifAvailable: true };
  return navigator.locks.request(`tidings.${name}`, options, (lock) => (lock ? work() : undefined));
}
