// The room in the address of the web page, and the message to which it leads.

import { afterReturn, layersInHistory } from '../browser/back.js';
import { addressOf, readAddress } from '../model/room-names.js';

/**
 * Returns the main room if the address does not contain a valid room name.
 * @param {Location | HTMLAnchorElement} address the address of the web page, or a link to a room
 */
export const roomInAddress = (address = location) => readAddress(address.hash).room;

/**
 * Takes the message out of the address of the web page: it is shown once, and the next link to it changes the address again.
 * @returns {string | undefined} its digest
 */
export function takeMessage() {
  const { room, digest } = readAddress(location.hash);
  if (digest) history.replaceState(history.state, '', addressOf(room));
  return digest;
}

/** Opens a room, or a message in it. Going back from it leads to the room before, and not to the list in which the person chose it. */
export function goTo(room, digest) {
  afterReturn(() => {
    if (layersInHistory() === 0) {
      location.hash = addressOf(room, digest);
    } else {
      // WebKit would keep the state of the entry, and with it the layer.
      history.replaceState(null, '');
      location.replace(addressOf(room, digest));
    }
  });
}
