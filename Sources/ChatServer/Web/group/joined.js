// Says that devices have joined the group while the web page is open.

import { peerName } from '../model/group.js';
import { say } from '../model/words.js';
import { hideNotice, showNotice } from '../page/notices.js';

/**
 * Shows a notice for each peer, until somebody closes it in one of the tabs.
 * @param {boolean} hasJoined whether this node has entered the group by an invitation of the peer
 */
export function showJoined(live, peers, hasJoined) {
  for (const peer of peers) {
    const text = say(hasJoined ? 'joinedHere' : 'joinedByInvitation', { name: peerName(peer) });
    const close = () => {
      hideJoined(peer.node);
      live.tell('joined-read', peer.node);
    };
    showNotice(nameOf(peer.node), text, { label: say('understood'), act: close });
    // While a dialog is open, a screen reader does not read out the notices behind it.
    for (const element of document.querySelectorAll('dialog[open] > .joined')) {
      element.textContent = text;
      element.dataset.node = peer.node;
    }
  }
}

/** Hides the notice about a peer that has left the group, or that somebody has closed in another tab. */
export function hideJoined(node) {
  hideNotice(nameOf(node));
  for (const element of document.querySelectorAll(`.joined[data-node="${node}"]`)) element.textContent = '';
}

const nameOf = (node) => `joined ${node}`;
