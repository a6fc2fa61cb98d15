// The names of rooms: as titles, in addresses, and in the search. The name of the main room is empty.

import { folded } from './authors.js';
import { searchable, visible } from './text.js';
import { isName, newRoomName } from './validation.js';
import { say } from './words.js';

/** Returns the name of a room as people see it. */
export const roomTitle = (name) => (name === '' ? say('mainRoom') : visible(name));

/** Returns the address of a room within the web page, such as #kitchen. */
export const addressOf = (name) => `#${encodeURIComponent(name)}`;

/** Returns the room with such an address; the main room if the address does not contain a valid name. */
export function roomAt(hash) {
  try {
    const name = decodeURIComponent(hash.slice(1));
    return isName(name) ? name : '';
  } catch {
    return '';
  }
}

/** Returns the rooms whose titles contain a text, whatever its case and accents; undefined without a text. */
export function foundRooms(rooms, entered) {
  const wanted = searchable(entered.trim());
  return wanted === '' ? undefined : rooms.filter(({ name }) => searchable(roomTitle(name)).includes(wanted));
}

/**
 * Returns the room that people may mistake for the one with an entered name.
 * @param {string[]} names the names of all rooms
 * @returns {string | undefined} undefined without such a room, and if there is a room with exactly the entered name
 */
export function similarRoom(names, entered) {
  if (names.includes(entered)) return undefined;
  const form = (name) => folded(newRoomName(name));
  return names.find((name) => form(name || say('mainRoom')) === form(entered));
}
