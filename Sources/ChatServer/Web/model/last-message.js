// The last message of a room, as the list of rooms shows it.

import { doubtSign } from './authors.js';
import { authorName } from './persons.js';
import { plainText } from './plain-text.js';
import { firstWords } from './text.js';
import { compare, isShown, newest } from './timeline.js';
import { say } from './words.js';

/** Characters of a message in the list, at most. */
export const shownLength = 100;
/** UTF-16 units of a text that are read for it, at most: markup and white space need some of them. */
const readLength = 400;

/** The beginnings of texts by their messages: the list shows all its rooms again at each change and while it is scrolled. */
const beginnings = new WeakMap();

/**
 * Returns the last message of a room in display order, without those that are no messages of persons: a deleted one only if all are
 * deleted; undefined if there is none among these.
 * @param {object[]} messages of one room, in any order. Of one message there may be several copies: the newest counts
 */
export function lastOf(messages) {
  const shown = newest(messages).filter(isShown).sort(compare);
  return shown.findLast((one) => !one.isDeleted) ?? shown.at(-1);
}

/** Whether the last message that was known is shown no more, as after its deletion: another one has to be found. */
export function isLost(known, messages) {
  if (!known || known.isDeleted) return false;
  const last = lastOf([known, ...messages.filter(({ digest }) => digest === known.digest)]);
  return !last || Boolean(last.isDeleted);
}

/**
 * Returns the author and the beginning of a message, which stand in one line: { author, text }. Each has its own direction.
 * @param {boolean} isInDoubt whether people may mistake the author for another one
 */
export function lastLine(message, isMine, isInDoubt) {
  const user = isInDoubt ? `${authorName(message)} ${doubtSign}` : authorName(message);
  const author = isMine ? say('ownLast', { text: '' }) : say('announced', { user, text: '' });
  return { author: author.replace('\u2068\u2069', ''), text: beginningOf(message) };
}

function beginningOf(message) {
  const { text } = message;
  // The sentence instead of a text that is gone depends on the language.
  if (text === undefined) return plainText(message);
  if (!beginnings.has(message)) beginnings.set(message, firstWords(plainText({ text: text.slice(0, readLength) }), shownLength));
  return beginnings.get(message);
}
