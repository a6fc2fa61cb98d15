// Small values that all tabs share, as JSON in localStorage. In a browser that stores nothing, or no more, a value lasts until
// the tab is closed.

import { attempt, browser } from './browser.js';
import { onReturn } from './presence.js';

/** Returns undefined for a missing or invalid value, and in a browser that stores nothing. */
export const read = (storageKey) => attempt(() => JSON.parse(browser.localStorage.getItem(storageKey)));

/** Whether everything was deleted. Until this web page is loaded again it saves nothing. */
let isForgotten = false;

export function write(storageKey, value) {
  if (!isForgotten) attempt(() => browser.localStorage.setItem(storageKey, JSON.stringify(value)));
}

export const remove = (storageKey) => attempt(() => browser.localStorage.removeItem(storageKey));

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
  keys().forEach(remove);
}
