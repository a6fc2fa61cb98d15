// Web and mail addresses in texts: where they end, and which of them become links.
//
// Many languages write no space after an address, and an address can have letters of every script. The rules:
//
// - White space, invisible characters, `"<>\` and backticks end an address. Outside ASCII, so do sentence ends, commas,
//   dashes, arrows and mathematical signs.
// - Punctuation such as . , : ; ! ? at the end of an address is not part of it. An apostrophe is part of an address if a
//   letter follows.
// - A bracket or quotation mark is part of an address if its partner is, too. Outside ASCII it also needs letters outside
//   ASCII before it in the same component, as in /wiki/東京（曖昧さ回避）. Components are separated by / ? # & and =.
// - A letter of a script without spaces is part of an address at the beginning of a component, after one of : _ - + @ $, and
//   in a component that has such a letter already, except after . , ; ! ? and closing brackets. Elsewhere it begins the next
//   word of the sentence. This is a guess: https://example.org/a日本語 ends after the "a", and https://example.org/日本語 is
//   a whole address, although its author may mean a sentence. Emoji are like such letters.
// - An address does not become a link if people could mistake another part of it for its host.
// - An address without a scheme begins with www. at the beginning of a word, or is a mail address. Its host is a domain: it ends
//   with letters after a dot, unlike that of npm@1.2.

/** Letters of scripts without spaces between words, and of Korean, whose endings follow foreign words without a space. */
export const unspaced = [
  'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Yi', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue',
  'Tai_Tham', 'Tai_Viet',
].map((script) => `\\p{scx=${script}}`).join('');

// Classes of characters.
const ascii = '[\\x00-\\x7f]';
const letters = '[[\\p{L}\\p{M}\\p{N}]--\\p{DI}]';
const adjoining = `[[[[\\p{L}\\p{N}]--\\p{DI}]&&[${unspaced}]]\\p{So}\\p{Emoji_Modifier}]`;
const spaced = `[${letters}--${adjoining}]`;
const joining = '[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Sinh}]]';
const bracket = '[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}]';
/** Characters that end an address, and brackets. */
const ends = `[\\s"<>\\\\\`\\p{Cc}\\p{Cf}\\p{Cs}\\p{DI}\\u2800…‥※${bracket}[[\\uff01-\\uff64]--${letters}]`
  + `[[\\p{Terminal_Punctuation}\\p{Pd}\\p{Sm}]--[${ascii}‐‑–]]]`;
/** Punctuation that is part of an address only if something else follows. */
const soft = `[[.,:;!?~\\^\\|[[\\p{Po}\\p{Pd}]--${ascii}]]--${ends}]`;
/** Characters that are part of words between certain letters: joiners in Persian, a dot in Catalan, quotes in Hebrew. */
const inner = [
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`, '(?<=l)·(?=l)', '(?<=\\p{scx=Hebr})[׳״](?=\\p{scx=Hebr})',
  '(?<=\\p{So})\\ufe0f',
].join('|');

const beginning = /https?:\/\//iy;
/** The end of a domain, as the browser writes it. */
const domain = /\.(?:[a-z]{2,}|xn--[a-z\d\-]+)$/;
const label = `(?:[${letters}\\p{So}\\p{Emoji_Modifier}_%]|${inner})+`;
const port = /:\d{1,5}/y;
/** Characters of the part of a mail address before the `@`, at most: RFC 5321, section 4.5.3.1.1. */
const longestLocal = 64;
/** Characters of a domain, at most. */
const longestDomain = 253;

let madePatterns;

/** Returns the patterns with large classes of characters. Browsers read them slowly, so only the first address makes them. */
const patterns = () => madePatterns ??= {
  host: new RegExp(`\\[[\\da-f:.]+\\]|${label}(?:-+${label})*(?:\\.${label}(?:-+${label})*)*`, 'ivy'),
  /**
   * A user's name before the host. In https://bank.example@evil.example, people mistake it for the host. With names of any length,
   * many addresses without a slash would take quadratic time.
   */
  userName: new RegExp(`[^${ends}\\/?#]{0,1000}@`, 'vy'),
  /** A text before `www.` whose last word goes on there, or which is the beginning of an address. */
  wordBefore: new RegExp(`[${spaced}.@\\/\\\\\\-]$`, 'v'),
  /** The part of a mail address before the `@`. It has no more than 64 characters. */
  local: new RegExp(`${spaced}[${spaced}_+'\\-]*(?:\\.[${spaced}_+'\\-]+)*$`, 'v'),
  /** A text before that part from which it cannot be told apart. */
  localBefore: new RegExp(`(?:[${spaced}@\\/\\\\%#$&!?=^]|:\\/\\/\\S*)$`, 'v'),
  /** A label of a host with a letter that may begin the next word. */
  mixedLabel: new RegExp(`^(?<own>[[^.]--${adjoining}]+)${adjoining}`, 'v'),
  /** A piece of the address behind its host. A comma before another address is not part of it. */
  piece: new RegExp(`(?![,;\\|]https?:\\/\\/)(?:${[
    `(?<spaced>(?:${spaced}|${inner})+)`,
    `(?<adjoining>${adjoining}+)`,
    `(?<apostrophe>['’](?=[${spaced}_]))`,
    `(?<bracket>${bracket})`,
    `(?<soft>${soft})`,
    `(?<other>[^${ends}${soft}'])`,
  ].join('|')})`, 'ivy'),
};
/** Brackets and quotation marks, each with the character that closes it. */
const partners = new Map([
  '()', '[]', '{}', '（）', '［］', '｛｝', '「」', '『』', '《》', '〈〉', '【】', '〔〕', '〖〗', '“”', '‘’', '„“', '‚‘',
  '«»', '‹›',
].map((pair) => [...pair]));

/** Returns the text that a pattern with the flag `y` finds at an index; an empty text without one. */
function textAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

/**
 * Returns the web address that begins at an index of a text, with its scheme or with www. It has a node, see `markup.js`, if it
 * becomes a link.
 * @param {string | undefined} mark the mark that has begun a bold, italic or struck part: an address ends before it
 * @returns {{ text: string, node?: { link: string, href?: string, host?: string } }}
 */
export function addressAt(text, start, mark) {
  const { host, userName, wordBefore } = patterns();
  const scheme = textAt(beginning, text, start);
  const goesOn = scheme === '' && wordBefore.test(text.slice(Math.max(0, start - 2), start));
  if (goesOn) return { text: text.slice(start, start + 'www.'.length) };
  const from = start + scheme.length;
  const written = textAt(host, text, from);
  if (written === '' || text.startsWith('://', from + written.length)) return { text: scheme };
  const own = ownHost(written);
  if (own !== undefined && own.length <= longestDomain && textAt(userName, text, from) === '') {
    let end = from + own.length;
    if (own === written) end += textAt(port, text, end).length;
    if (own === written && /[\/?#]/.test(text.charAt(end))) end = endOfPath(text, end);
    if (mark && text.endsWith(mark, end)) end -= mark.length;
    const link = text.slice(start, end);
    const href = scheme === '' ? `https://${link}` : link;
    const hostname = hostOf(href);
    const isLink = scheme === '' ? domain.test(hostname?.slice('www.'.length)) : hostname !== undefined;
    const shown = textAt(host, link, scheme.length);
    if (isLink) return { text: link, node: { link, ...scheme === '' && { href }, host: hiddenHost(shown, hostname) } };
  }
  // All of an address that does not become a link stays plain, also an address within it.
  return { text: text.slice(start, Math.max(from + written.length, endOfPath(text, from))) };
}

/**
 * Returns a host without the word that follows it, as in `example.orgです`: no host ends with a label of both Latin letters
 * and letters of scripts without spaces. Returns undefined if it is not clear where the host ends.
 */
function ownHost(written) {
  const { mixedLabel } = patterns();
  const labels = written.split('.');
  const mixed = labels.map((label) => mixedLabel.exec(label)?.groups.own);
  const last = mixed.pop();
  if (mixed.some((own = '', index) => index > 0 && /^[a-z]{2,}$/i.test(own))) return undefined;
  return last === undefined ? written : [...labels.slice(0, -1), last.replace(/-+$/, '')].join('.');
}

/** Returns the end of an address whose part before an index is read. */
function endOfPath(text, index) {
  let end = index;
  /** The open brackets, each with its partner and the end of the address without it. */
  const open = [];
  /** The last character, and the letters that the component has so far. */
  let last = '/';
  let [hasUnspaced, hasForeign] = [false, false];
  const { piece } = patterns();
  piece.lastIndex = index;
  for (let match; (match = piece.exec(text));) {
    const { 0: found, groups: { spaced, adjoining, bracket, soft } } = match;
    if (adjoining || '・･'.includes(found)) {
      if (hasUnspaced ? /[.,;!?\p{Pe}\p{Pf}]/u.test(last) : soft || !/[\/#&=:_\-+@$]/.test(last)) break;
      hasUnspaced = hasForeign = true;
    }
    // An address in a bracket is another one. To look for the partner behind it would take quadratic time.
    const isOther = text.startsWith('://', piece.lastIndex) || /^www$/i.test(found) && text[piece.lastIndex] === '.';
    if (open.length > 0 && isOther) break;
    if (bracket && open.at(-1)?.partner === bracket) {
      open.pop();
    } else if (bracket) {
      if (!partners.has(bracket) || bracket > '\x7f' && !hasForeign) break;
      open.push({ partner: partners.get(bracket), end });
    }
    if (/[\/?#&=]/.test(found)) hasUnspaced = hasForeign = false;
    if (spaced) hasForeign ||= /[^\x00-\x7f]/.test(found);
    if (!soft) end = piece.lastIndex;
    // A letter after `a(` or `a~` is judged as one after the "a".
    if (found !== '~' && !partners.has(found)) last = found.at(-1);
  }
  return open[0]?.end ?? end;
}

/**
 * Returns the mail addresses in a line, each with its place and its node. The time is linear in the length of the line.
 * @returns {{ start: number, end: number, node: { link: string, href: string, host?: string } }[]}
 */
export function mailsIn(line) {
  // Most texts have none, and need no patterns.
  return [...line.matchAll(/(?<=[^\s@])@(?=[^\s@]+\.[^\s@])/g)].flatMap(({ index }) => mailAround(line, index));
}

/** Returns the mail address around an `@` as a list; an empty one without an address. */
function mailAround(line, index) {
  const { host, local: localPart, localBefore } = patterns();
  const before = line.slice(Math.max(0, index - longestLocal - 2), index);
  const local = localPart.exec(before)?.[0] ?? '';
  const written = local && textAt(host, line, index + 1);
  // The underscores are marks.
  const own = written && ownHost(written)?.replace(/_+$/, '');
  if (!own?.includes('.') || own.length > longestDomain || local.length > longestLocal || /^www\./i.test(local)) return [];
  if (localBefore.test(before.slice(0, before.length - local.length))) return [];
  const [start, end] = [index - local.length, index + 1 + own.length];
  const hostname = hostOf(`https://${own}`);
  // As in git@host:path and user@host/resource.
  if (/^(?:[@\/]|:[\w\/~.])/.test(line.slice(end, end + 2)) || !domain.test(hostname)) return [];
  const node = { link: line.slice(start, end), href: `mailto:${local}@${hostname}`, host: hiddenHost(own, hostname) };
  return [{ start, end, node }];
}

/** Returns the host of an address as the browser writes it; undefined if the address is none. */
const hostOf = (url) => (URL.canParse(url) ? new URL(url).hostname : undefined);

/** Returns the host that a link opens, if people cannot read it in the address. */
const hiddenHost = (written, hostname) => (written.toLowerCase() === hostname ? undefined : hostname);
