// The room in the address of the page: the part after "#", percent-encoded. The main room's name is empty.

import { afterReturn, layersInHistory } from './back.js';
import { isName } from './model/validation.js';

/**
 * Returns the main room if the address does not contain a valid room name.
 * @param {Location | HTMLAnchorElement} address the address of the page, or a link to a room
 */
export function roomInAddress(address = location) {
  try {
    const name = decodeURIComponent(address.hash.slice(1));
    return isName(name) ? name : '';
  } catch {
    return '';
  }
}

export const addressOf = (room) => `#${encodeURIComponent(room)}`;

/** Opens a room. Going back from it leads to the room before, and not to the list in which the person chose it. */
export function goTo(room) {
  afterReturn(() => {
    if (layersInHistory() > 0) location.replace(addressOf(room));
    else location.hash = addressOf(room);
  });
}
