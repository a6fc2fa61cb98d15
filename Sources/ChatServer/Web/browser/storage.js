// Small values that all tabs share, as JSON in localStorage. In a browser that stores nothing, or no more, a value lasts until
// the tab is closed.
//
// A browser may write localStorage to its disk only after a minute, so one that is killed loses what was changed last. The
// database is written at once, so it has each value, too, with the time of its change.

import { attempt, browser } from './browser.js';
import * as database from './database.js';
import { onReturn } from './presence.js';

const timeKey = 'tidings.changed';
/** Milliseconds after which a browser has certainly written localStorage. */
const day = 86_400_000;

/** Returns undefined for a missing or invalid value, and in a browser that stores nothing. */
export const read = (storageKey) => attempt(() => JSON.parse(browser.localStorage.getItem(storageKey)));

/** When this web page was loaded, and the time of the last change in localStorage, as it has found it. */
const loaded = Date.now();
const found = read(timeKey) ?? 0;
/** The keys of the values that this web page has changed. */
const changed = new Set();
/** Whether everything was deleted. Until this web page is loaded again it saves nothing. */
let isForgotten = false;

export const write = (storageKey, value) => change(storageKey, JSON.stringify(value));

export const remove = (storageKey) => change(storageKey);

/** @param {string} [text] the value as JSON; none to remove it */
function change(key, text) {
  if (isForgotten) return;
  const at = Math.max(Date.now(), (read(timeKey) ?? 0) + 1);
  changed.add(key);
  attempt(() => {
    if (text === undefined) browser.localStorage.removeItem(key);
    else browser.localStorage.setItem(key, text);
    browser.localStorage.setItem(timeKey, at);
  });
  database.put('values', { key, text, at }).catch(() => {});
}

/**
 * Takes values from the database that are newer than localStorage was. They are shown like those of another tab. What another tab
 * changes since this page was loaded is in localStorage.
 */
async function restore() {
  const all = await database.all('values');
  const lost = all.filter(({ key, at }) => at > found && at < loaded && !changed.has(key));
  for (const { key, text } of lost) change(key, text);
  if (lost.length > 0) dispatchEvent(new StorageEvent('storage'));
  // By then, localStorage was written without the values that were removed.
  const old = all.filter(({ key, text, at }) => text === undefined && at < found - day && !changed.has(key));
  for (const { key } of old) await database.remove('values', key);
}

/** Resolves when the values of the database are restored. */
export const restored = restore().catch(() => {});

/** Returns the keys of all values of this web page. */
export const keys = () => attempt(() => Object.keys(browser.localStorage).filter((key) => key.startsWith('tidings.'))) ?? [];

/**
 * Calls `act` when another tab has changed a value whose key begins with `prefix`: with its key, or without one if any of the
 * values may have changed.
 */
export function follow(prefix, act) {
  addEventListener('storage', ({ key }) => { if (key === null || key.startsWith(prefix)) act(key ?? undefined); });
  onReturn(() => act());
}

/** Deletes all values of this web page. */
export function forgetValues() {
  isForgotten = true;
  for (const key of keys()) browser.localStorage.removeItem(key);
}
