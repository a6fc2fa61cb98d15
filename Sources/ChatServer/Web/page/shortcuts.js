// The keyboard shortcuts, and the dialog that lists them.

import { byId } from '../browser/dom.js';
import { keyName, shortcutOf } from '../model/shortcuts.js';

const isMac = /^(Mac|iP)/.test(navigator.platform);

export function connectShortcuts(roomList) {
  const dialog = byId('shortcuts');
  for (const key of dialog.querySelectorAll('kbd')) key.textContent = keyName(key.textContent, isMac);
  if (isMac) byId('find-room').setAttribute('aria-keyshortcuts', 'Meta+K');
  // The settings stay open below, with what the person has changed there.
  byId('open-shortcuts').addEventListener('click', () => dialog.showModal());

  const actions = {
    nextRoom: () => roomList.step(1, false),
    previousRoom: () => roomList.step(-1, false),
    nextUnreadRoom: () => roomList.step(1, true),
    previousUnreadRoom: () => roomList.step(-1, true),
    findRoom: () => roomList.find(),
    showShortcuts: () => dialog.showModal(),
  };
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return;
    const { target } = event;
    const context = { isMac, isTyping: target.matches('input, textarea, select'), isChoice: target.matches('select') };
    const shortcut = shortcutOf(event, context);
    if (!shortcut || shortcut === 'findRoom' && !roomList.canFind) return;
    event.preventDefault();
    actions[shortcut]();
  });
}
