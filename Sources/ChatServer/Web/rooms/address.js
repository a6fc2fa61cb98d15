// The room in the address of the web page.

import { afterReturn, layersInHistory } from '../browser/back.js';
import { addressOf, roomAt } from '../model/room-names.js';

/**
 * Returns the main room if the address does not contain a valid room name.
 * @param {Location | HTMLAnchorElement} address the address of the web page, or a link to a room
 */
export const roomInAddress = (address = location) => roomAt(address.hash);

/** Opens a room. Going back from it leads to the room before, and not to the list in which the person chose it. */
export function goTo(room) {
  afterReturn(() => {
    if (layersInHistory() === 0) {
      location.hash = addressOf(room);
    } else {
      // WebKit would keep the state of the entry, and with it the layer.
      history.replaceState(null, '');
      location.replace(addressOf(room));
    }
  });
}
