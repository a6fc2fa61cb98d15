// Which shortcut a key stands for.

import { isOfInputMethod } from './enter.js';

/** The shortcuts of letters in the message box. Elsewhere, only K has one. */
const ofLetters = { k: 'findRoom', b: 'bold', i: 'italic' };

/**
 * Returns the shortcut of a key event, by the key of its text in the list of shortcuts; undefined without one.
 * @param {KeyboardEvent} event
 * @param {{ isMac: boolean, isTyping: boolean, isChoice: boolean, isInBox: boolean }} context whether the keyboard is that of a
 *   Mac; whether the focus is in a field, and whether that is a list of choices, which Alt and an arrow key open, or the message box
 */
export function shortcutOf(event, { isMac, isTyping, isChoice, isInBox }) {
  const { key, code, altKey, shiftKey } = event;
  const [command, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (isOfInputMethod(event) || other) return undefined;
  if (altKey && !command && !isChoice) {
    if (key === 'ArrowDown') return shiftKey ? 'nextUnreadRoom' : 'nextRoom';
    if (key === 'ArrowUp') return shiftKey ? 'previousUnreadRoom' : 'previousRoom';
  }
  // On many keyboards, the slash needs Shift.
  if (command && !altKey && key === '/') return 'showShortcuts';
  const letter = letterOf(key, code);
  // A character or a pasted text. The space bar scrolls.
  if (!isTyping && !altKey && (command ? letter === 'v' : key.length === 1 && key !== ' ')) return 'skipToMessageBox';
  return command && !altKey && !shiftKey && (isInBox || letter === 'k') ? ofLetters[letter] : undefined;
}

/**
 * Returns the letter of a key, also with Caps Lock. With a keyboard for other letters, such as the Russian one, only the position
 * of the key says that.
 */
const letterOf = (key, code) => (key > '\x7f' ? code.replace('Key', '') : key).toLowerCase();

/** Returns the name of a key in the list of shortcuts. A Mac has other keys. */
export const keyName = (key, isMac) => (isMac && { Alt: '⌥', Ctrl: '⌘', Shift: '⇧' }[key]) || key;
