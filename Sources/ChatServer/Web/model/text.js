// Names and texts as people may see them.

/** Scripts in which a joiner between two letters changes the letters. */
const joining = ['Arab', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr'];
const joined = `[[\\p{L}\\p{M}]&&[${joining.map((script) => `\\p{scx=${script}}`).join('')}]]`;
const invisible = '[\\p{C}\\p{Zl}\\p{Zp}\\p{DI}\\u2800]';
const hasInvisible = new RegExp(invisible, 'v');
/** Sequences of characters with invisible ones that belong there: emoji, and letters with a joiner. */
const belonging = `\\p{RGI_Emoji}|(?<=${joined})[\\u200c\\u200d](?=${joined})`;
let belongingOrInvisible;

/** Replaces each invisible character of a name that is not part of an emoji or of letters. */
function replaceInvisible(name, by) {
  if (!hasInvisible.test(name)) return name;
  // A browser takes 40 ms to read a pattern with all emoji, so the page does without it until a name needs it.
  belongingOrInvisible ??= new RegExp(`${belonging}|(${invisible})`, 'gv');
  return name.replace(belongingOrInvisible, (found, scalar) => (scalar ? by(scalar) : found));
}

/** Returns a name with its invisible characters as code points, so that it looks different from all other names. */
export function visible(name) {
  const mark = (scalar) => `⟨${codePoint(scalar)}⟩`;
  return /[^\p{C}\p{Z}\p{M}\p{DI}]/u.test(name) ? replaceInvisible(name, mark) : name.replace(/./gsu, mark);
}

/** Returns the same text for names that differ only in case, in accents, or in the form of their characters. */
export const searchable = (text) => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toUpperCase().toLowerCase()
  .normalize('NFC');

/** Returns the Unicode notation of a character, such as U+0007. */
export const codePoint = (scalar) => `U+${scalar.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns the first characters of a text and cuts no surrogate pair. */
export const cut = (text, count) => [...text].slice(0, count).join('');

/** Returns the first characters of a text in one line. It reads no more of a long text than that may need. */
export const firstWords = (text, count) => cut(text.trimStart().slice(0, 4 * count).replace(/\s+/g, ' ').trim(), count);

/** Whether a text is a few emoji and nothing else. Such a text is shown large. */
export function isEmoji(text) {
  const emoji = /^(?:\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f\s]*|\p{Regional_Indicator}{2}\s*)+$/u;
  return text.length <= 32 && emoji.test(text);
}

let oneEmoji;

/** Whether a text is one emoji of Unicode's list. */
export function isOneEmoji(text) {
  // See `replaceInvisible`.
  oneEmoji ??= /^\p{RGI_Emoji}$/v;
  return oneEmoji.test(text);
}

/** Returns the first letter of a name: its first grapheme cluster, in upper case. */
export function initial(name) {
  const letters = replaceInvisible(name, () => '').trim();
  const [first = { segment: '?' }] = new Intl.Segmenter().segment(letters);
  // A cluster can have any number of combining characters.
  return first.segment.length <= 12 ? first.segment.toLocaleUpperCase() : String.fromCodePoint(letters.codePointAt(0));
}

/** Returns a hue from 0 to 359: the FNV-1a hash of the author, the same on every device. */
export function hue(author) {
  let hash = 2166136261;
  for (const unit of author) hash = Math.imul(hash ^ unit.codePointAt(0), 16777619);
  return (hash >>> 0) % 360;
}
