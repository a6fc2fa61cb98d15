// The keyboard shortcuts, and the dialog that lists them.

import { byId } from './dom.js';
import { isOfInputMethod } from './model/enter.js';

const isMac = /^(Mac|iP)/.test(navigator.platform);

export function connectShortcuts(roomList) {
  const dialog = byId('shortcuts');
  // A Mac has other keys.
  const names = isMac ? { Alt: '⌥', Ctrl: '⌘', Shift: '⇧' } : {};
  for (const key of dialog.querySelectorAll('kbd')) key.textContent = names[key.textContent] ?? key.textContent;
  // The settings stay open below, with what the person has changed there.
  byId('open-shortcuts').addEventListener('click', () => dialog.showModal());
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isOfInputMethod(event) || document.querySelector('dialog[open], :popover-open')) return;
    if (act(event)) event.preventDefault();
  });

  /** Does what a key stands for. @returns whether it stands for something */
  function act(event) {
    const { key, code, altKey, shiftKey, target } = event;
    const [command, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
    const direction = { ArrowDown: 1, ArrowUp: -1 }[key];
    // In a list of choices, Alt and an arrow open the list.
    if (direction && altKey && !command && !other && !target.matches('select')) return roomList.step(direction, shiftKey);
    // With a keyboard for other letters, such as the Russian one, only the place of the key says that it is K.
    const isK = key === 'k' || (key > '\x7f' && code === 'KeyK');
    if (isK && command && !other && !altKey && !shiftKey) return roomList.find();
    const isTyping = target.matches('input, textarea, select');
    if (key !== '?' || altKey || command || other || isTyping) return false;
    dialog.showModal();
    return true;
  }
}
