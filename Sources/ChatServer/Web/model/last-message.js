// The last message of a room, as the list of rooms shows it.

import { authorName } from './persons.js';
import { plainText } from './plain-text.js';
import { cut } from './text.js';
import { compare, isShown, newest } from './timeline.js';
import { say } from './words.js';

/** Characters of a message in the list, at most. */
const shownLength = 100;

/**
 * Returns the last message of a room in display order, without deleted ones and without those that are no messages of persons;
 * undefined if there is none among these.
 * @param {object[]} messages of one room, in any order. Of one message there may be several copies: the newest counts
 */
export const lastOf = (messages) => newest(messages).filter((one) => isShown(one) && !one.isDeleted).sort(compare).at(-1);

/** Whether the last message that was known is shown no more, as after its deletion: another one has to be found. */
export const isLost = (known, messages) => (
  known !== undefined && lastOf([known, ...messages.filter(({ digest }) => digest === known.digest)]) === undefined);

/** Returns the beginning of a text in one line. */
export const beginningOf = (text) => cut(text.replace(/\s+/g, ' ').trim(), shownLength);

/** Returns the author and the beginning of a message, which stand in one line: { author, text }. Each has its own direction. */
export function lastLine(message, isMine) {
  const author = isMine ? say('ownLast', { text: '' }) : say('announced', { user: authorName(message), text: '' });
  return { author: author.replace('\u2068\u2069', ''), text: beginningOf(plainText(message)) };
}
