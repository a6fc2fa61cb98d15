// Loads modules that the bundle does not contain: the used language, and emoji.

/** A module cannot be loaded. `reason` is the key of a text. */
export class NotLoaded extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** The module that the web page names. The folders are beside it, also when the other modules are one bundle. */
const entrance = document.querySelector('script[type="module"]').src;
/** The number of failed attempts. */
let failures = 0;
/** The addresses of the loaded modules. */
const loaded = new Set();

/** @throws {NotLoaded} */
export async function load(path) {
  // Firefox remembers a module that could not be loaded, so each further attempt has an address of its own.
  const address = new URL(`${path}${failures > 0 ? `?${failures}` : ''}`, entrance);
  try {
    const module = await import(address.href);
    loaded.add(address.href);
    return module;
  } catch {
    failures += 1;
    // After an upgrade, the node has no files of the version that this tab has loaded.
    const answer = await fetch(address).catch(() => undefined);
    throw new NotLoaded(answer?.status === 404 ? 'upgraded' : 'unreachableUnknown');
  }
}

/** Requests the loaded modules once more: a service worker that has just started saves them when it serves them. */
export function loadAgain() {
  for (const address of loaded) fetch(address).catch(() => {});
}
