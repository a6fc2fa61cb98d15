// The emoji that the web page offers, the search for them by names and keywords, and the names that the message box completes.

import { unspaced } from './links.js';
import { endsInCode } from './markup.js';
import { isOneEmoji, searchable } from './text.js';

/** The reactions that the menu of a message offers. */
export const favourites = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** Emoji that are offered first, at most. */
const mostOften = 24;
/** Found emoji, at most. */
const mostFound = 100;

/** Returns the entered emoji; undefined for another text. Keyboards may leave out the character that colours an emoji. */
export function emojiIn(entered) {
  const text = entered.trim();
  return [text, `${text}\ufe0f`].find(isOneEmoji);
}

/** Whether a text may be an emoji. To read the pattern of all emoji would delay the picker by 40 ms. */
const mayBeEmoji = (text) => text.length <= 32 && /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u.test(text);

/** Returns the emoji that the picker offers first: those chosen last, then the favourites. */
export function oftenUsed(chosen) {
  // Another program at this address may have saved something else.
  const valid = Array.isArray(chosen) ? chosen.filter((one) => typeof one === 'string' && mayBeEmoji(one)) : [];
  return [...new Set([...valid, ...favourites])].slice(0, mostOften);
}

/** Returns the emoji to save after one more choice. */
export const withChosen = (chosen, emoji) => [...new Set([emoji, ...oftenUsed(chosen)])].slice(0, mostOften);

/** Whether a word can begin within a text, because the script has no spaces. */
const isUnspaced = new RegExp(`[${unspaced}]`, 'v');

/** Returns a text with its words as they are compared: a space between words, and on both sides of the sign |. */
const asWords = (text) => searchable(text).replace(/[^\p{L}\p{M}\p{N}+|\n]+/gu, ' ').replace(/ ?\| ?/g, ' | ');

/** Emoji with their names in some languages. */
export class EmojiNames {
  #emoji;
  #names;
  #languages;
  /** The lines of each language as words. */
  #lines;

  /**
   * @param {string[]} emoji in the order in which they are found
   * @param {string[]} languages for each language, that of the web page first, a line for each emoji: name|keyword|keyword
   */
  constructor(emoji, languages) {
    this.#emoji = emoji;
    this.#languages = languages;
    this.#names = new Map((languages[0]?.split('\n') ?? []).map((line, index) => [emoji[index], line.split('|', 1)[0]]));
  }

  /** Returns the name of an emoji; the emoji itself without a name. Screen readers have names of their own for it. */
  of(emoji) { return this.#names.get(emoji) ?? emoji; }

  /**
   * Returns the emoji that an entered text names, the best first: the whole name or keyword, the beginning of the name, the
   * beginnings of words in the name, and of words in name and keywords. An entered emoji is found, too.
   * @param {string[]} preferred emoji that stand before others that are as good
   */
  find(entered, preferred) {
    const own = mayBeEmoji(entered) && emojiIn(entered);
    if (own) return [own];
    const query = asWords(entered.replaceAll('|', ' ')).trim();
    if (query === '') return [];
    this.#lines ??= this.#languages.map((text) => asWords(text).split('\n').map((line) => ` ${line.trim()} | `));
    const parts = query.split(' ').map((word) => (isUnspaced.test(word) ? word : ` ${word}`));
    const rankOf = (index) => Math.min(unfound, ...this.#lines.map((lines) => rank(lines[index], query, parts)));
    return this.#emoji
      .map((emoji, index) => ({ emoji, rank: rankOf(index) }))
      .filter((one) => one.rank < unfound)
      .sort((a, b) => a.rank - b.rank || preferred.includes(b.emoji) - preferred.includes(a.emoji))
      .slice(0, mostFound)
      .map(({ emoji }) => emoji);
  }
}

const unfound = 5;

/** The beginning of a name: of less than two letters, many are faces such as :D. */
const beginning = /^(?:\p{L}\p{M}*){2}[\p{L}\p{M}\p{N}_+\-]{0,60}$/v;
const wordBefore = /[\p{L}\p{M}\p{N}:]$/v;

/**
 * Returns the place of the name of an emoji that somebody types: { start, entered }, `start` of the `:` before it; undefined without
 * one, as in 10:30, in addresses and in code.
 */
export function emojiEntryAt(text, caret) {
  const start = text.lastIndexOf(':', caret - 1);
  const entered = text.slice(start + 1, caret);
  if (start < 0 || !beginning.test(entered) || wordBefore.test(text.slice(Math.max(0, start - 2), start))) return undefined;
  return endsInCode(text.slice(0, start)) ? undefined : { start, entered };
}

/**
 * Returns how well an emoji answers a query: 0 for the best.
 * @param {string} line the name and keywords as words, with the sign | behind each
 * @param {string[]} parts the words of the query as they begin in a text
 */
function rank(line, query, parts) {
  const isIn = (text) => parts.every((part) => text.includes(part));
  if (!isIn(line)) return unfound;
  if (line.startsWith(` ${query} |`)) return 0;
  if (line.includes(`| ${query} |`)) return 1;
  if (line.startsWith(` ${query}`)) return 2;
  return isIn(line.slice(0, line.indexOf('|'))) ? 3 : 4;
}

/**
 * Returns the index of the emoji to which an arrow key, Home or End moves the focus: -1 above the first row, undefined for
 * another key.
 * @param {number} index that of the emoji with the focus, counted over all groups
 * @param {number[]} sizes the number of emoji in each group. A group begins a new row
 * @param {number} columns
 */
export function moved(index, key, sizes, columns) {
  const starts = sizes.map((_, group) => sizes.slice(0, group).reduce((sum, size) => sum + size, 0));
  const last = sizes.reduce((sum, size) => sum + size, 0) - 1;
  const beside = { ArrowLeft: Math.max(0, index - 1), ArrowRight: Math.min(last, index + 1), Home: 0, End: last }[key];
  if (beside !== undefined || !['ArrowUp', 'ArrowDown'].includes(key)) return beside;
  const rows = starts.flatMap((start, group) => (
    Array.from({ length: Math.ceil(sizes[group] / columns) }, (_, row) => ({
      from: start + row * columns, to: Math.min(start + (row + 1) * columns, start + sizes[group]) - 1,
    }))));
  const row = rows.findIndex(({ to }) => index <= to);
  const next = row + (key === 'ArrowUp' ? -1 : 1);
  if (next === rows.length) return index;
  return next < 0 ? -1 : Math.min(rows[next].from + index - rows[row].from, rows[next].to);
}
