// What the text box accepts, and what it says about a text before somebody sends it.

import { textBytes } from './limits.js';
import { byteCount } from './validation.js';

/** The counter appears when this many bytes or fewer are left. */
const counterFrom = 2048;

/**
 * Returns whether a text is too long, whether there is nothing to send in it, and the counter as arguments for `say`, undefined
 * while much space is left.
 */
export function measure(text) {
  const left = textBytes - byteCount(text);
  const isTooLong = left < 0;
  const counter = left > counterFrom ? undefined : [isTooLong ? 'bytesTooMany' : 'bytesLeft', { n: Math.abs(left) }];
  return { isTooLong, isBlank: text.trim() === '', counter };
}

/**
 * Whether a text that is pasted or dropped together with files says more than their names: a word processor adds a picture of
 * its text, and a file manager the names or paths of the files.
 */
export function saysMore(text, names) {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.some((line) => line && !names.some((name) => line.endsWith(name)));
}
