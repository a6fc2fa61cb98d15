// Light markdown in texts: bold, italic, struck through, code, quotes, lists and mentions. It changes only the display. Each character of
// a text stays in the web page, and those of the markup are hidden, so a copied text is the text that was written.
//
// The rules are those of other chats rather than CommonMark: markup ends with its line, except for code blocks. In doubt,
// a text stays as it is: snake_case, 2 * 3 * 4, :-*, ^_^.
//
// A formatted text is a list of nodes. A node is a string, or an object: with `tag` and `children`; with `mark`, hidden
// characters; or with `link`, an address that is shown as it is, with `href` if it lacks a scheme, and `host` if people cannot
// see from the address which host it opens. A block has the direction of its own text. A mention is an element with `mention`:
// `own` for one of this person.

import { addressAt, mailsIn, unspaced } from './links.js';
import { knownUsers, mentionIn } from './mentions.js';

/** Quotes within quotes, at most. */
const mostQuotes = 3;
/** Formatted parts of one text, at most: the rest stays as it is, so that no text makes the web page slow. */
const mostParts = 500;

// With the flag u instead of v, Chromium finds no emoji and no rare Chinese letter in a class before `$`.
/** The text before and after the characters that begin a bold, italic or struck part, and those that end one. */
const beforeOpening = new RegExp(
  `(?:^|[\\s\\p{Ps}\\p{Pi}"'*_~\\u2013\\u2014\\u3000-\\u303f\\uff00-\\uff20${unspaced}])$`, 'v');
const beforeClosing = /[\p{L}\p{M}\p{N}[\p{Po}--[\/\\]]\p{Pe}\p{Pf}\p{Extended_Pictographic}\ufe0f_~]$/v;
const afterClosing = new RegExp(`^(?:$|[\\s\\p{P}~\\p{Extended_Pictographic}${unspaced}])`, 'v');
/** The end of a text after which a backtick is an apostrophe. */
const letterBefore = new RegExp(`(?![${unspaced}])[\\p{L}\\p{N}]$`, 'v');
const word = /[\p{L}\p{N}\p{Extended_Pictographic}]/v;

/** Everything within a line that may be markup or a link. The longest run of the same character counts as one. */
const token = /`+|\*+|_+|~+|@|https?:\/\/|www\./gi;
/** The elements of the runs that are marks. */
const elementOf = { '*': 'em', _: 'em', '**': 'strong', '~~': 's' };

const quoted = /^>(?: |(?=\n?$))/;
const item = /^([ \t]{0,12})(?:([-*] )|\d{1,3}[.)] )(?=\S)/;
/** The first line of a code block has a language such as swift, or already code. Its last line may have code, too. */
const fenceStart = /^```(?:[\w+#.-]*[ \t]*\n)?(?=[^`]*$)/;
const fenceEnd = /(?<!`)```[ \t]*\n?$/;

/**
 * Returns a text as nodes. Line breaks stay characters: the element that shows the nodes keeps white space.
 * @param {object} users the names that the text can mention, see `usersOf`
 */
export function formatted(text, users = knownUsers()) {
  const root = make();
  const lines = text.replace(/\r\n?/g, '\n').split(/(?<=\n)/).map((line) => ({ marks: '', text: line }));
  appendBlocks(root, lines, { quotes: 0, partsLeft: mostParts, users });
  return root.children;
}

/** Returns the text of nodes as it was written. */
export const written = (nodes) => joined(nodes, (mark) => mark);

/** Returns a text without the characters of its markup, as for a notification, except those that say what does not hold. */
export const unmarked = (text) => joined(formatted(text), (mark) => (mark === '~~' ? mark : '')).trim();

/** Whether nodes have a mention of this person. */
export const hasOwnMention = (nodes) => nodes.some(({ mention, children }) => mention === 'own' || children && hasOwnMention(children));

function joined(nodes, shown) {
  return nodes.map((node) => (typeof node === 'string' ? node
    : node.link ?? (node.mark === undefined ? joined(node.children, shown) : shown(node.mark)))).join('');
}

const make = (tag, ...children) => ({ tag, children });

/** Adds nodes to a node. Joins texts that follow each other, and drops empty ones: browsers need long for many of them. */
function append({ children }, ...nodes) {
  for (const node of nodes) {
    if (node === '') continue;
    if (typeof node === 'string' && typeof children.at(-1) === 'string') children[children.length - 1] += node;
    else children.push(node);
  }
}

// MARK: Blocks

/** @param {{ marks: string, text: string }[]} lines each with its line break, and the marks of quotes before it */
function appendBlocks(parent, lines, state) {
  const ends = fenceEnds(lines);
  for (let start = 0; start < lines.length;) {
    const end = state.partsLeft <= 0 ? start : appendFence(parent, lines, start, ends, state)
      || appendQuote(parent, lines, start, state) || appendList(parent, lines, start, state);
    if (end <= start) appendLine(parent, lines[start], state);
    start = Math.max(end, start + 1);
  }
}

/** Returns for each line the index of the first line from there on that ends with three backticks. */
function fenceEnds(lines) {
  let next;
  return lines.map(({ text }, index) => (fenceEnd.test(text) ? index : undefined)).reverse()
    .map((index) => { next = index ?? next; return next; }).reverse();
}

// Each of the following functions appends the block that begins in the line `start`, if there is one. It returns the index
// of the line after the block, else 0.

function appendFence(parent, lines, start, ends, state) {
  const opening = fenceStart.exec(lines[start].text)?.[0];
  const last = ends[start + 1];
  if (opening === undefined || last === undefined) return 0;
  const code = make('code');
  let isBlank = true;
  for (let index = start; index <= last; index += 1) {
    const { marks, text } = lines[index];
    const from = index === start ? opening.length : 0;
    const to = index === last ? text.search(fenceEnd) : text.length;
    append(code, mark(marks + text.slice(0, from)), text.slice(from, to), mark(text.slice(to)));
    isBlank &&= !/\S/.test(text.slice(from, to));
  }
  if (isBlank) return 0;
  append(appendBlock(parent, 'pre', state), code);
  return last + 1;
}

function appendQuote(parent, lines, start, state) {
  if (state.quotes >= mostQuotes || !/^> +\S/.test(lines[start].text)) return 0;
  const most = Math.min(lines.length, start + state.partsLeft);
  let end = start + 1;
  while (end < most && quoted.test(lines[end].text)) end += 1;
  const inner = lines.slice(start, end).map(({ marks, text }) => {
    const [sign] = quoted.exec(text);
    return { marks: marks + sign, text: text.slice(sign.length) };
  });
  const block = appendBlock(parent, 'blockquote', state);
  state.partsLeft -= inner.length;
  state.quotes += 1;
  appendBlocks(block, inner, state);
  state.quotes -= 1;
  return end;
}

function appendBlock(parent, tag, state) {
  const block = { ...make(tag), isBlock: true };
  append(parent, block);
  state.partsLeft -= 1;
  return block;
}

/** A list has two items at least: a single line such as "1. May" or "- Yes, she said." is none. */
function appendList(parent, lines, start, state) {
  let end = start;
  const most = Math.min(lines.length, start + state.partsLeft);
  while (end < most && item.test(lines[end].text)) end += 1;
  if (end < start + 2) return 0;
  const [,, bullet] = item.exec(lines[start].text);
  append(parent, make(bullet ? 'ul' : 'ol', ...lines.slice(start, end).map((line) => listItem(line, state))));
  return end;
}

/** Returns a list item. A number is shown as it was written, a bullet instead of its character. */
function listItem({ marks, text }, state) {
  const element = { ...make('li'), isBlock: true };
  const [start, space, bullet] = item.exec(text);
  const sign = bullet ? { ...make('span', mark(bullet)), isBullet: true } : make('span', start.slice(space.length));
  append(element, mark(marks), space, sign);
  state.partsLeft -= 1;
  appendLine(element, { marks: '', text: text.slice(start.length) }, state);
  return element;
}

/** Returns a part of the text that is in the web page but hidden. */
function mark(text) {
  return text === '' ? '' : { mark: text };
}

// MARK: Within a line

function appendLine(parent, { marks, text }, state) {
  append(parent, mark(marks));
  token.lastIndex = 0;
  if (!token.test(text)) return append(parent, text);
  const parents = [parent];
  for (const { text: part, node, begins, ends } of paired(pieces(text, state), state)) {
    if (begins) {
      parents.push(make(begins));
      append(parents.at(-2), parents.at(-1));
    }
    append(parents.at(-1), node ?? (begins || ends ? mark(part) : part));
    if (ends) parents.pop();
  }
}

/** Returns a line as pieces: plain text; code and links, each with its node; and runs of characters that may be marks. */
function pieces(line, state) {
  const found = [];
  const codeEnds = endsOfCode(line);
  const mentionAt = mentionIn(line, state.users);
  const mails = mailsIn(line);
  /** The mark that may have begun the last part, and the index up to which the line is in pieces. */
  let opened;
  let rest = 0;
  const add = (piece) => {
    if (piece.opens) opened = piece.text;
    if (piece.text !== '') found.push(piece);
    rest += piece.text.length;
  };
  token.lastIndex = 0;
  for (let match; state.partsLeft > 0 && (match = token.exec(line));) {
    const { 0: run, index } = match;
    while (mails[0]?.start < rest) mails.shift();
    const [mail] = mails[0]?.start <= index ? mails.splice(0, 1) : [];
    const mentioned = run === '@' && !mail ? mentionAt(index) : undefined;
    if (run === '@' && !mail && !mentioned) continue;
    add({ text: line.slice(rest, mail?.start ?? index) });
    if (mail) add(link({ text: line.slice(mail.start, mail.end), node: mail.node }, state));
    else if (mentioned) add(mention(line.slice(index, mentioned.end), mentioned, state));
    else if (codeEnds.has(index)) add(code(line.slice(index, codeEnds.get(index)), run.length, state));
    else if (run[0] === '`') add({ text: run });
    else if (Object.hasOwn(elementOf, run)) add(delimiter(line, run, index, found.at(-1)?.node));
    else add('*_~'.includes(run[0]) ? { text: run } : link(addressAt(line, index, opened), state));
    token.lastIndex = rest;
  }
  add({ text: line.slice(rest) });
  return found;
}

function link(piece, state) {
  if (piece.node) state.partsLeft -= 1;
  return piece;
}

/** Returns the end of the code that begins at a backtick, by the index of the backtick. */
function endsOfCode(line) {
  const next = new Map();
  const ends = new Map();
  // Most lines have no code. To look for it is what takes the longest in a text with many lines.
  if (line.indexOf('`') === line.lastIndexOf('`')) return ends;
  for (const { 0: { length }, index } of [...line.matchAll(/`+/g)].reverse()) {
    const close = next.get(length);
    next.set(length, index);
    if (close === undefined || letterBefore.test(line.slice(Math.max(0, index - 2), index))) continue;
    const text = line.slice(index + length, close);
    // A single backtick before a space is no mark.
    if (length === 1 ? /^\S/.test(text) : /\S/.test(text)) ends.set(index, close + length);
  }
  return ends;
}

/** Whether somebody who goes on at the end of a text writes code, which may have no end yet. */
export function endsInCode(text) {
  const lines = text.split('\n');
  let isFence = false;
  for (const line of lines) if ((isFence ? fenceEnd : fenceStart).test(line)) isFence = !isFence;
  const line = lines.at(-1);
  const ends = endsOfCode(line);
  let end = 0;
  for (const { 0: { length }, index } of line.matchAll(/`+/g)) {
    if (index < end) continue;
    end = ends.get(index) ?? index + length;
    const isSign = letterBefore.test(line.slice(Math.max(0, index - 2), index)) || length === 1 && /^\s/.test(line.slice(end));
    if (!ends.has(index) && !isSign) return true;
  }
  return isFence;
}

/** Returns a mention. Its element has the direction of the name. */
function mention(text, { isOwn }, state) {
  state.partsLeft -= 1;
  return { text, node: { ...make('bdi', text), mention: isOwn ? 'own' : 'other' } };
}

function code(text, marks, state) {
  state.partsLeft -= 1;
  return { text, node: make('code', mark(text.slice(0, marks)), text.slice(marks, -marks), mark(text.slice(-marks))) };
}

/**
 * Returns a run of asterisks, underscores or tildes with whether it can begin or end a part.
 * @param {object | undefined} node the code or link directly before the run
 */
function delimiter(line, text, index, node) {
  const end = index + text.length;
  const [before, after] = [line.slice(Math.max(0, index - 2), index), line.slice(end, end + 2)];
  // In the face *_* the character in the middle is no mark.
  if (/[*_]$/.test(before) && /^[*_]/.test(after)) return { text };
  return {
    text,
    opens: /^\S/.test(after) && beforeOpening.test(before),
    closes: before !== '' && (node || beforeClosing.test(before)) && afterClosing.test(after),
  };
}

/** Marks the pieces that begin and end bold, italic and struck parts with the name of the element, in `begins` and `ends`. */
function paired(all, state) {
  /** By mark: the index of the last piece that may begin a part. So a part contains no other part of the same mark. */
  const open = new Map();
  let words = 0;
  all.forEach((piece, index) => {
    const begin = open.get(piece.text);
    if (piece.closes && begin !== undefined && all[begin].words < words && state.partsLeft > 0) {
      all[begin].begins = piece.ends = elementOf[piece.text];
      // Marks within the part that did not end there are no marks.
      for (const [text, other] of open) if (other >= begin) open.delete(text);
      state.partsLeft -= 1;
    } else if (piece.opens) {
      open.set(piece.text, index);
    } else if (word.test(piece.text)) {
      words += 1;
    }
    piece.words ??= words;
  });
  return all;
}
