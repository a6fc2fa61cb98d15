// Small values that all tabs share, as JSON in localStorage.

/** Returns undefined for a missing or invalid value, and in a browser that stores nothing. */
export function read(place) {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function write(place, value) {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // This browser stores nothing. The value lasts until the tab is closed.
  }
}
