// The interfaces that a browser may lack or refuse, as in a private window, with site data blocked, or over plain HTTP. Only
// this module decides which of them the web page can use. `theme.js` and `sw.js` run without it.

/** Returns the value of a function; undefined if it throws or returns null. */
export function attempt(get) {
  try {
    return get() ?? undefined;
  } catch {
    return undefined;
  }
}

/** Each interface is undefined if the browser lacks it or refuses it. Its methods can still throw, as on a full disk. */
export const browser = {
  get localStorage() { return attempt(() => globalThis.localStorage); },
  get indexedDB() { return attempt(() => globalThis.indexedDB); },
  get caches() { return attempt(() => globalThis.caches); },
  get serviceWorker() { return attempt(() => navigator.serviceWorker); },
  get clipboard() { return attempt(() => navigator.clipboard); },
  get Notification() { return attempt(() => globalThis.Notification); },
};

/** Resolves with the locks that all tabs share; with undefined over plain HTTP, and in a browser that stores nothing. */
export const locks = (async () => {
  try {
    await navigator.locks.query();
    return navigator.locks;
  } catch {
    return undefined;
  }
})();

/** Returns a channel to the other tabs; undefined if the browser has none. */
export const newChannel = (name) => attempt(() => new BroadcastChannel(name));

/** Returns a policy that makes trusted types; the rules themselves in a browser without such types. */
export const trusted = (name, rules) => attempt(() => globalThis.trustedTypes.createPolicy(name, rules)) ?? rules;

/** Shows a number on the icon of the installed web page; none for 0. */
export async function showBadge(count) {
  try {
    await navigator.setAppBadge(count);
  } catch {
    // The browser shows no number on icons, or the person has not allowed notifications.
  }
}

/** Returns 128 random bits as text. `crypto.randomUUID` exists on localhost and over https only. */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
