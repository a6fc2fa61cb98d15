// The presence of the web page: from its loading until the person leaves it, and again when they come back. In between the
// browser may keep the web page in its back/forward cache, where nothing of it runs and no event of another tab arrives.

import { newChannel } from './browser.js';

let presence = new AbortController();

/** The signal that is aborted when the person leaves the web page. */
export const present = () => presence.signal;

/** Calls `act` with the signal of this presence, and again whenever the web page comes back. */
export function whilePresent(act) {
  act(present());
  onReturn(() => act(present()));
}

/** Calls `act` when the web page comes back from the cache, where it has missed what other tabs have done. */
export function onReturn(act) {
  addEventListener('pageshow', ({ persisted }) => { if (persisted) act(); });
}

/** The other tabs. Event: `message` from one of them. */
class OtherTabs extends EventTarget {
  #channel;

  constructor() {
    super();
    this.open();
  }

  /** Whether other tabs can be reached. */
  get isOpen() { return this.#channel !== undefined; }

  open() {
    this.#channel = newChannel('tidings');
    this.#channel?.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })));
  }

  close() {
    this.#channel?.close();
    this.#channel = undefined;
  }

  postMessage(message) { this.#channel?.postMessage(message); }
}

export const otherTabs = new OtherTabs();

addEventListener('pagehide', () => {
  presence.abort();
  // A message for a web page in the cache would end its stay there.
  otherTabs.close();
});
// This listener is the first one, so the others have the new presence.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  presence = new AbortController();
  otherTabs.open();
});
