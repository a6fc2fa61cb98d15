// The session of the node's owner in this browser. All tabs share it. It ends with the node's process.

import { follow, read, remove, write } from './storage.js';

const storageKey = 'tidings.owner-session';

/** Returns undefined if this browser is not the owner's. */
export const session = () => read(storageKey);

/** @returns {boolean} false in a browser that saves nothing */
export function saveSession(value) {
  write(storageKey, value);
  return session() === value;
}

/** Forgets a session that the node does not know any more. */
export function endSession(value) {
  if (session() === value) remove(storageKey);
}

/** Calls `act` when another tab has begun a session. */
export const followSession = (act) => follow(storageKey, () => { if (session()) act(); });
