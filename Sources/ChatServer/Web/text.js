// What people wrote, as nodes of the page: only ever text, never markup.

/** Up to white space, quotes and angle brackets, and up to what could turn the direction of the text around. */
const address = /https?:\/\/[^\s<>"'\u0000-\u0020\u007f-\u00a0\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gi;
/** Ends of sentences, which belong to no address. */
const sentenceEnds = '.,:;!?…。，、！？';

/** Text with its links, and with its line breaks for an element that keeps white space. */
export function linked(text) {
  const fragment = document.createDocumentFragment();
  const plain = text.replace(/\r\n?/g, '\n');
  let rest = 0;
  for (const match of plain.matchAll(address)) {
    const url = trimmed(match[0]);
    if (!isWebAddress(url)) continue;
    fragment.append(plain.slice(rest, match.index), link(url));
    rest = match.index + url.length;
  }
  fragment.append(plain.slice(rest));
  return fragment;
}

/** Without the end of the sentence around it, and without brackets that were opened before it. */
function trimmed(url) {
  const count = (brackets) => url.split(brackets).length - 1;
  let closedBefore = count(/[)\]}]/) - count(/[([{]/);
  let end = url.length;
  while (end > 0) {
    const last = url[end - 1];
    if (')]}'.includes(last) && closedBefore > 0) closedBefore -= 1;
    else if (!sentenceEnds.includes(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}

function isWebAddress(text) {
  try {
    const url = new URL(text);
    // What stands before an @ would pass for the host.
    return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

function link(url) {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.textContent = url;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer nofollow';
  anchor.referrerPolicy = 'no-referrer';
  return anchor;
}

/** Characters that cannot be seen, but for those of which emoji and some scripts are made. */
const invisible = /(?![\u200c\u200d\ufe0f\u{e0020}-\u{e007f}])[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A name as it can be told from others: what cannot be seen in it is spelled out. */
export function visible(name) {
  const isSeen = /[^\p{C}\p{Z}\p{M}]/u.test(name);
  return name.replace(isSeen ? invisible : /./gsu, (scalar) => `⟨${codePoint(scalar)}⟩`);
}

/** As U+0007. */
const codePoint = (scalar) => `U+${scalar.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The first characters of a text, none of them cut in two. */
export const cut = (text, count) => [...text].slice(0, count).join('');

/** A few emoji and nothing else, which are shown large. */
export function isEmoji(text) {
  return text.length <= 32 && /^(?:\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f\s]*|\p{Regional_Indicator}{2}\s*)+$/u.test(text);
}

/** The first letter of a name, as people count letters. */
export function initial(name) {
  const letters = name.replace(invisible, '').trim();
  const [first = { segment: '?' }] = new Intl.Segmenter().segment(letters);
  // One letter can be joined out of many.
  return first.segment.length <= 12 ? first.segment.toLocaleUpperCase() : String.fromCodePoint(letters.codePointAt(0));
}

/** 0 … 359, the same for the same author everywhere. */
export function hue(author) {
  let hash = 2166136261;
  for (const unit of author) hash = Math.imul(hash ^ unit.codePointAt(0), 16777619);
  return (hash >>> 0) % 360;
}

/** Limits of the protocol. */
export const longestText = 16 * 1024;
const longestName = { scalars: 64, bytes: 256 };

export function byteCount(text) {
  return new TextEncoder().encode(text).length;
}

/** The first character that no message can hold (XML 1.0), as U+0007; half a character alone is one, too. */
export function illegalCharacter(text) {
  const match = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.exec(text);
  return match && codePoint(match[0]);
}

/** What is wrong with a name, as `say` takes it. */
export function nameProblem(name) {
  if (name === '') return ['nameMissing'];
  const character = illegalCharacter(name);
  if (character) return ['nameIllegal', { character }];
  const isTooLong = [...name].length > longestName.scalars || byteCount(name) > longestName.bytes;
  return isTooLong ? ['nameTooLong'] : undefined;
}

export const isName = (text) => !nameProblem(text);
