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

/** Deletes all values of this page, and the drafts of this tab. */
export function forgetValues() {
  isForgotten = true;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('tidings.')) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft ')) sessionStorage.removeItem(key);
  } catch {
    // This browser stores nothing.
  }
}
