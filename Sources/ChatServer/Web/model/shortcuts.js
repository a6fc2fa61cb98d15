// Which shortcut a key stands for.

import { isOfInputMethod } from './enter.js';

/** The shortcuts of letters; the marks around the selected text in the message box. */
const ofLetters = { k: 'findRoom' };
const ofLettersInBox = { b: 'bold', i: 'italic', ...ofLetters };

/**
 * Returns the shortcut of a key event, by the key of its text in the list of shortcuts; undefined without one.
 * @param {KeyboardEvent} event
 * @param {{ isMac: boolean, isChoice: boolean, isInBox: boolean }} context whether the keyboard is that of a Mac; whether the focus is
 *   in a list of choices, which Alt and an arrow key open, or in the message box
 */
export function shortcutOf(event, { isMac, isChoice, isInBox }) {
  const { key, code, altKey, shiftKey } = event;
  const [command, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (isOfInputMethod(event) || other) return undefined;
  if (altKey && !command && !isChoice) {
    if (key === 'ArrowDown') return shiftKey ? 'nextUnreadRoom' : 'nextRoom';
    if (key === 'ArrowUp') return shiftKey ? 'previousUnreadRoom' : 'previousRoom';
  }
  // On many keyboards, the slash needs Shift.
  if (command && !altKey && key === '/') return 'showShortcuts';
  if (command && !altKey && !shiftKey) return (isInBox ? ofLettersInBox : ofLetters)[letterOf(key, code)];
  return undefined;
}

/** Whether a key that is pressed outside of all fields is for a text: it writes a character or pastes. The space bar scrolls. */
export function isOfText(event, { isMac, isTyping }) {
  const { key, code, ctrlKey, metaKey, altKey } = event;
  if (isTyping || altKey || isOfInputMethod(event)) return false;
  if (isMac ? metaKey : ctrlKey) return letterOf(key, code) === 'v';
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;
}

/**
 * Returns the letter of a key, also with Caps Lock. With a keyboard for other letters, such as the Russian one, only the position
 * of the key says that.
 */
const letterOf = (key, code) => (key > '\x7f' ? code.replace('Key', '') : key).toLowerCase();

/** Returns the name of a key in the list of shortcuts. A Mac has other keys. */
export const keyName = (key, isMac) => (isMac && { Alt: '⌥', Ctrl: '⌘', Shift: '⇧' }[key]) || key;
