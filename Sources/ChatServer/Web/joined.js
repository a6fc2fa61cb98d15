// Says that devices have joined the group while the page is open. Loaded when that happens.

import { peerName } from './group-model.js';
import { addTexts, say } from './language.js';
import { hideNotice, showNotice } from './notices.js';

/**
 * Shows a notice for each peer, until somebody closes it in one of the tabs.
 * @param {boolean} isFirstGroup whether this node got its group at the same time: then it has joined the peer
 */
export async function showJoined(live, peers, isFirstGroup) {
  await addTexts('strings-pairing').catch(() => undefined);
  for (const peer of peers) {
    const text = say(isFirstGroup ? 'joinedHere' : 'joinedByInvitation', { name: peerName(peer) });
    const notice = `joined ${peer.node}`;
    const close = () => {
      hideNotice(notice);
      live.tell('joined-read', peer.node);
    };
    showNotice(notice, text, { label: say('understood'), act: close });
    // While a dialog is open, a screen reader does not read out the notices behind it.
    for (const element of document.querySelectorAll('dialog[open] > .joined')) element.textContent = text;
  }
  if (isConnected) return;
  isConnected = true;
  live.addEventListener('joined-read', ({ detail }) => hideNotice(`joined ${detail}`));
}

/** Whether this module follows the other tabs. */
let isConnected = false;
