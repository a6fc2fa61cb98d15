// Small values that all tabs share, as JSON in localStorage.

/** Returns undefined for a missing or invalid value, and in a browser that stores nothing. */
export function read(storageKey) {
  try {
    return JSON.parse(localStorage.getItem(storageKey)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether everything was deleted. Until this page is loaded again it saves nothing. */
let isForgotten = false;

export function write(storageKey, value) {
  if (isForgotten) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify(value));
  } catch {
    // This browser stores nothing. The value lasts until the tab is closed.
  }
}

export function remove(storageKey) {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // This browser stores nothing.
  }
}

/** Returns the keys of all values of this page. */
export function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith('tidings.'));
  } catch {
    return [];
  }
}

/** Deletes all values of this page. */
export function forgetValues() {
  isForgotten = true;
  keys().forEach(remove);
}
