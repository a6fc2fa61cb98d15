// What the text box accepts, and what it says about a text before somebody sends it.

import { textBytes } from './limits.js';
import { byteCount } from './validation.js';

/** The counter appears when this many bytes or fewer are left. */
const counterFrom = 2048;

/** Characters beyond the limit that are counted, at most: a person hears of more only that they are more. */
const mostSurplus = 10_000;
/** UTF-16 code units that are divided into characters at once: the time of a browser grows with the square of the length. */
const blockLength = 512;

/**
 * Returns the number of characters at the end of a text that do not fit into the limit. A character is a grapheme cluster, which a
 * person sees as one: an emoji, or a letter with its accents. One that is longer than a block counts several times.
 *
 * Linear in the length of the text. Stops soon after `mostSurplus`.
 */
function surplus(text) {
  const segmenter = new Intl.Segmenter();
  let [left, count] = [textBytes, 0];
  for (let from = 0; from < text.length && count <= mostSurplus;) {
    const segments = [...segmenter.segment(text.slice(from, from + blockLength))];
    // The last character may go on in the next block.
    if (segments.length > 1 && from + blockLength < text.length) segments.pop();
    for (const { segment } of segments) {
      left -= byteCount(segment);
      from += segment.length;
      if (left < 0) count += 1;
    }
  }
  return count;
}

/**
 * Returns whether a text is too long, whether there is nothing to send in it, and the counter as arguments for `say`, undefined
 * while much space is left.
 */
export function measure(text) {
  const left = textBytes - byteCount(text);
  const isBlank = text.trim() === '';
  if (left >= 0) return { isTooLong: false, isBlank, counter: left > counterFrom ? undefined : ['bytesLeft', { n: left }] };
  const count = surplus(text);
  const values = { n: Math.min(count, mostSurplus), isMore: count > mostSurplus };
  return { isTooLong: true, isBlank, counter: ['charactersTooMany', values] };
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
