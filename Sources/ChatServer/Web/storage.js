// What the browser keeps for all tabs, as far as it keeps anything.

/** What localStorage holds as JSON; nothing where the browser keeps nothing. */
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
    // It holds until the tab is closed.
  }
}
