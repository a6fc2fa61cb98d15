// The keyboard shortcuts, and the dialog that lists them.

import { byId } from '../browser/dom.js';
import { keyName, shortcutOf } from '../model/shortcuts.js';

const isMac = /^(Mac|iP)/.test(navigator.platform);

/** @param {(mark: string) => void} mark puts a mark around the selected text of the message box */
export function connectShortcuts(roomList, mark) {
  const dialog = byId('shortcuts');
  for (const key of document.querySelectorAll('kbd')) key.textContent = keyName(key.textContent, isMac);
  if (isMac) byId('find-room').setAttribute('aria-keyshortcuts', 'Meta+K');
  // The settings stay open below, with what the person has changed there.
  byId('open-shortcuts').addEventListener('click', () => dialog.showModal());

  const actions = {
    nextRoom: () => roomList.step(1, false),
    previousRoom: () => roomList.step(-1, false),
    nextUnreadRoom: () => roomList.step(1, true),
    previousUnreadRoom: () => roomList.step(-1, true),
    findRoom: () => roomList.find(),
    skipToMessageBox: () => byId('text').focus(),
    bold: () => mark('**'),
    italic: () => mark('_'),
    showShortcuts: () => dialog.showModal(),
  };
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open], :popover-open')) return;
    const { target } = event;
    const [isTyping, isChoice, isInBox] = ['input, textarea, select', 'select', '#text'].map((kind) => target.matches(kind));
    const shortcut = shortcutOf(event, { isMac, isTyping, isChoice, isInBox });
    if (!shortcut || shortcut === 'findRoom' && !roomList.canFind) return;
    // The browser writes a text where the focus is then.
    if (shortcut !== 'skipToMessageBox') event.preventDefault();
    actions[shortcut]();
  });
}
