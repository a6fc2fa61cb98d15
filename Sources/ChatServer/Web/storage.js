// Small values that all tabs share, as JSON in localStorage.

/** Returns undefined for a missing or invalid value, and in a browser that stores nothing. */
export function read(storageKey) {
  try {
    return JSON.parse(localStorage.getItem(storageKey)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function write(storageKey, value) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(value));
  } catch {
    // This browser stores nothing. The value lasts until the tab is closed.
  }
}
