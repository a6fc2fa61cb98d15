// The names of the authors that this tab has met, to find names that people may mistake for other names.

import { allPetnames, isSamePerson, petnameOf } from './persons.js';
import { visible } from './text.js';
import { say } from './words.js';

/** Folded names that are remembered, at most. The first ones are forgotten first. */
const mostNames = 5000;
/** Names with the same folded form that are remembered, at most: of all origins, and of one. */
const mostVariants = 50;
const mostVariantsOfOrigin = 4;
/** Origins of a name that are remembered, at most: more than the devices that one person usually has. */
const mostOrigins = 8;

const scripts = 'Latn Cyrl Grek Armn Cher Copt Lisu Geor Hebr Arab Deva Thai Ethi'.split(' ');
/** The scripts whose letters may stand in one word: one script, or those with which one language is written. */
const writings = [
  ...scripts.map((script) => [script]),
  ['Latn', 'Hani', 'Hira', 'Kana'], ['Latn', 'Hani', 'Hang'], ['Latn', 'Hani', 'Bopo'],
].map((all) => new RegExp(`^[${listed(all)}\\p{scx=Zyyy}\\p{scx=Zinh}]+$`, 'u'));
/** The letters of all other scripts. */
const rest = new RegExp(`^[^${listed([...scripts, 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo'])}]+$`, 'u');

function listed(all) {
  return all.map((script) => `\\p{scx=${script}}`).join('');
}

/** Stands after a name that people may mistake for another one. */
export const doubtSign = '⚠\ufe0e';

/** Whether the device tells an author from another one, for a doubt as in `doubtOf`: not if only the letters are in doubt. */
export const needsDevice = (doubt) => doubt !== undefined && doubt[0] !== 'nameMixed';

/** Whether a word of a name has letters of scripts that no language mixes, such as Latin and Cyrillic. */
export function mixesScripts(name) {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => ![...writings, rest].some((writing) => writing.test(word)));
}

/** Returns the form that is the same for names which differ only by case, compatible and invisible characters. */
export function folded(name) {
  const fold = (text) => text.normalize('NFKC').replace(/[\p{C}\p{DI}\u2800]/gu, '').toUpperCase().toLowerCase();
  return fold(fold(name)).replace(/\s+/gu, ' ').trim();
}

/** Returns the number of names that an origin uses. */
const variants = (names, origin) => [...names.values()].filter((origins) => origins.has(origin)).length;

/** Events: `change` when a name has arrived that is or looks like one of another device; `noted` with the messages of each `note`. */
export class Authors extends EventTarget {
  /** By folded form: the origins of each name. */
  #known = new Map();
  /** The origin of the messages that were posted at this node; undefined without one. */
  #ownOrigin;

  note(messages) {
    let isSimilar = false;
    for (const { user, origin, isLocal } of messages) {
      if (isLocal) this.#ownOrigin = origin;
      const form = folded(user);
      const names = this.#known.get(form) ?? new Map();
      const origins = names.get(user) ?? new Set();
      if (origins.has(origin) || origins.size >= mostOrigins) continue;
      if (!names.has(user) && (names.size >= mostVariants || variants(names, origin) >= mostVariantsOfOrigin)) continue;
      names.set(user, origins.add(origin));
      isSimilar ||= names.size > 1 || origins.size > 1;
      this.#known.delete(form);
      this.#known.set(form, names);
    }
    while (this.#known.size > mostNames) this.#known.delete(this.#known.keys().next().value);
    this.dispatchEvent(new CustomEvent('noted', { detail: messages }));
    if (isSimilar) this.dispatchEvent(new Event('change'));
  }

  /** Returns a name of another person's device that is or looks the same; undefined without one. */
  ofOtherDevice(name) {
    const isOther = (origin) => !isSamePerson(origin, this.#ownOrigin);
    return [...this.#known.get(folded(name)) ?? []].find(([, origins]) => [...origins].some(isOther))?.[0];
  }

  /** Returns why people may mistake an author for another one, as a sentence; undefined without a reason. */
  doubt(author) {
    const doubt = this.doubtOf(author);
    return doubt && say(...doubt);
  }

  /** Returns the same as arguments for `say`. */
  doubtOf({ user, origin }) {
    if (petnameOf({ user, origin })) return undefined;
    const form = folded(user);
    // An author with a petname is not shown under the other name.
    const isOther = (name, other) => !isSamePerson(other, origin) && !petnameOf({ user: name, origin: other });
    const known = [...this.#known.get(form) ?? []].filter(([name, origins]) => [...origins].some((other) => isOther(name, other)));
    const petnames = allPetnames().filter(({ name, node }) => folded(name) === form && !isSamePerson(node, origin));
    const others = [...known.map(([name]) => name), ...petnames.map(({ name }) => name)];
    const similar = others.find((name) => name !== user);
    if (similar !== undefined) return ['nameSimilar', { name: visible(similar) }];
    if (others.length > 0) return ['nameTwice'];
    return mixesScripts(user) ? ['nameMixed'] : undefined;
  }
}
