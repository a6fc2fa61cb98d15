// Small values that all tabs share, as JSON in localStorage. In a browser that stores nothing, or no more, a value lasts until
// the tab is closed.

import { attempt, browser } from './browser.js';

/** Returns undefined for a missing or invalid value, and in a browser that stores nothing. */
export const read = (storageKey) => attempt(() => JSON.parse(browser.localStorage.getItem(storageKey)));

/** Whether everything was deleted. Until this page is loaded again it saves nothing. */
let isForgotten = false;

export function write(storageKey, value) {
  if (!isForgotten) attempt(() => browser.localStorage.setItem(storageKey, JSON.stringify(value)));
}

export const remove = (storageKey) => attempt(() => browser.localStorage.removeItem(storageKey));

/** Returns the keys of all values of this page. */
export const keys = () => attempt(() => Object.keys(browser.localStorage).filter((key) => key.startsWith('tidings.'))) ?? [];

/** Deletes all values of this page. */
export function forgetValues() {
  isForgotten = true;
  keys().forEach(remove);
}
