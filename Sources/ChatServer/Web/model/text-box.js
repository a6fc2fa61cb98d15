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
 * Returns the change that puts a mark around each line of the selected part of a text, or takes it away if it is there:
 * { from, to, text, selection }, the replaced part, its new text, and the selection in the changed text.
 */
export function marking(text, start, end, mark) {
  const selected = text.slice(start, end);
  const isMarked = text.slice(0, start).endsWith(mark) && text.startsWith(mark, end);
  if (isMarked) {
    const [from, to] = [start - mark.length, end + mark.length];
    const bare = selected.replaceAll(`${mark}\n${mark}`, '\n');
    return { from, to, text: bare, selection: [from, from + bare.length] };
  }
  // The web page shows a mark beside white space as a character.
  const marked = selected.replace(/\S(?:.*\S)?/g, (line) => mark + line + mark);
  const shown = marked === selected ? selected + mark + mark : marked;
  return { from: start, to: end, text: shown, selection: [start + shown.indexOf(mark) + mark.length, start + shown.lastIndexOf(mark)] };
}

/**
 * Whether a text that is pasted or dropped together with files says more than their names: a word processor adds a picture of
 * its text, and a file manager the names or paths of the files.
 */
export function saysMore(text, names) {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.some((line) => line && !names.some((name) => line.endsWith(name)));
}
