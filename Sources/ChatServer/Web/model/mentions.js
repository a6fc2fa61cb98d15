// Mentions: `@` and the name under which somebody writes, as in "@Anna Berg, look". A mention is no field of a message: it is found
// in the text, among the names that this tab knows. Also which people the message box offers after an `@`.

import { unspaced } from './links.js';
import { allPetnames, authorName } from './persons.js';
import { searchable } from './text.js';
import { isShown } from './timeline.js';
import { isName } from './validation.js';

/** People who are remembered, at most: the ones who wrote last. */
const mostPeople = 500;
/** Of these, at most so many of one node: names are free. */
const mostOfOrigin = 20;
/** Milliseconds by which the time of a person who is remembered can be ahead. */
const day = 86_400_000;
/** People who are offered, at most, and UTF-16 units between the `@` and the caret. */
export const mostOffered = 8;
const longestEntered = 64;

/** Where a word continues across a boundary: the character before, and after. */
const wordBefore = new RegExp(`[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]$`, 'v');
const wordAfter = new RegExp(`^_?[[\\p{L}\\p{N}]--[${unspaced}]]`, 'v');
/** A character that changes the one before it. */
const modifier = /^[\p{M}\p{Emoji_Modifier}\u200d\ufe0f]/v;

/** Returns a text without the difference of case. Each character keeps its index. */
const withoutCase = (text) => text.replace(/[A-Z]|[^\x00-\x7f]/gu, (scalar) => {
  const lower = scalar.toUpperCase().toLowerCase();
  return lower.length === scalar.length ? lower : scalar;
});

/** Whether a mention can begin at the index of an `@`: not within a word, as in addresses of mail. */
function canBegin(text, index) {
  const before = text.slice(Math.max(0, index - 2), index);
  return !before.endsWith('@') && !wordBefore.test(before);
}

// MARK: In a text

/**
 * Returns the names that a text can mention, for `mentionIn`: a tree with a node for each beginning of a name. `isOwn` is undefined in
 * a node that is no whole name.
 * @param {string[]} names the names of all people, as they write them
 * @param {string[]} own those of this person
 */
export function usersOf(names, own) {
  const root = { next: new Map(), isOwn: undefined };
  const others = names.filter((name) => !own.some((one) => isOwnWithSigns(name, one)));
  for (const [name, isOwn] of [...others.map((name) => [name, false]), ...own.map((name) => [name, true])]) {
    let node = root;
    for (const unit of withoutCase(name).split('')) {
      if (!node.next.has(unit)) node.next.set(unit, { next: new Map(), isOwn: undefined });
      node = node.next.get(unit);
    }
    node.isOwn = isOwn;
  }
  return root;
}

/**
 * Whether a name is another one with signs or spaces behind it. With the name "Anna," somebody would take the mention in
 * "@Anna, look" from Anna.
 */
function isOwnWithSigns(name, own) {
  const [all, beginning] = [name, own].map(withoutCase);
  return all.length > beginning.length && all.startsWith(beginning) && !/^[\s'’-]?[\p{L}\p{M}\p{N}]/u.test(all.slice(beginning.length));
}

/** The names that this tab knows, and those of them that decide whether a text mentions this person. */
let known = usersOf([], []);
let ownNames;
let knownOwn = known;
export const knownUsers = () => known;
export const knownOwnUsers = () => knownOwn;
export function setUsers(names, own) {
  known = usersOf(names, own);
  const longer = names.filter((name) => own.some((one) => withoutCase(name).startsWith(withoutCase(one))));
  const key = JSON.stringify([own, longer.sort()]);
  if (key !== ownNames) [ownNames, knownOwn] = [key, usersOf(longer, own)];
}

/**
 * Returns a function that finds the mention at the index of an `@` in a line: { end, isOwn }, undefined without one. Of several
 * names, the longest one counts. The time is linear in the length of the line.
 */
export function mentionIn(line, users) {
  let all;
  return (index) => {
    if (users.next.size === 0 || !canBegin(line, index)) return undefined;
    all ??= withoutCase(line);
    let found;
    for (let end = index + 1, node = users; (node = node.next.get(all[end]));) {
      end += 1;
      if (node.isOwn !== undefined && !goesOn(all.slice(Math.max(index + 1, end - 2), end), line.slice(end, end + 3))) {
        found = { end, isOwn: node.isOwn };
      }
    }
    return found;
  };
}

/** Whether the last word of a name goes on after it. */
const goesOn = (name, after) => modifier.test(after) || wordBefore.test(name) && wordAfter.test(after);

/** Whether a text may mention one of some names. */
export function mayMention(text, names) {
  if (!text?.includes('@')) return false;
  const all = withoutCase(text);
  return names.some((name) => all.includes(`@${withoutCase(name)}`));
}

// MARK: People

/** Returns the people of a saved value, as { user, origin, time }; none if it does not have the expected form. */
export function peopleFrom(value) {
  const latest = Date.now() + day;
  const isPerson = (one) => isName(one?.user) && typeof one.origin === 'string' && one.time <= latest;
  return Array.isArray(value) && value.length <= mostPeople && value.every(isPerson) ? value : [];
}

/** Returns people with the authors of messages, the one who wrote last first. */
export function withAuthors(people, messages) {
  const all = new Map();
  const newestFirst = [...people, ...messages].sort((one, other) => other.time - one.time);
  const counts = new Map();
  for (const { user, origin, time } of newestFirst) {
    const count = counts.get(origin) ?? 0;
    if (user === '' || count >= mostOfOrigin || all.has(`${origin} ${user}`)) continue;
    counts.set(origin, count + 1);
    all.set(`${origin} ${user}`, { user, origin, time });
  }
  return [...all.values()].slice(0, mostPeople);
}

/** Returns the place of the text that completes a mention: { start, entered }, `start` of the `@`; undefined without one. */
export function entryAt(text, caret) {
  const from = Math.max(0, caret - longestEntered);
  const start = text.lastIndexOf('@', caret - 1);
  if (caret < 1 || start < from || !canBegin(text, start)) return undefined;
  const entered = text.slice(start + 1, caret);
  return /\n|^\s|\s$/.test(entered) ? undefined : { start, entered };
}

/** Whether a typed text is all that a completion would make of it. A mention counts in any case. */
export const isWhole = (typed, whole) => withoutCase(typed) === withoutCase(whole);

/**
 * Returns the people whom an entered text may mean, each as { user, origin }: first the authors of the room, then the others, those
 * who wrote last first.
 * @param {object[]} messages the loaded messages of the room, in display order. Those about members are by devices
 * @param {object[]} people see `withAuthors`
 * @param {(person: object) => boolean} isOffered
 */
export function offered(entered, messages, people, isOffered) {
  const wanted = searchable(entered);
  const found = new Map();
  const petnamed = allPetnames().map(({ user, node }) => ({ user, origin: node }));
  const seen = new Set();
  for (const person of [...messages.filter(isShown).toReversed(), ...people, ...petnamed]) {
    if (found.size >= mostOffered) break;
    const author = `${person.origin} ${person.user}`;
    if (seen.has(author)) continue;
    seen.add(author);
    // A mention means all who write under a name.
    const key = withoutCase(person.user);
    if (found.has(key) || person.user === '' || !isOffered(person)) continue;
    if ([authorName(person), person.user].some((name) => hasWord(name, wanted))) found.set(key, { user: person.user, origin: person.origin });
  }
  return [...found.values()];
}

/** Whether a name has a word that begins with a text, which may go on with the next words of the name. */
function hasWord(name, wanted) {
  const all = searchable(name);
  return all.startsWith(wanted) || [...all.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].some(({ index }) => all.startsWith(wanted, index));
}
