// The emoji with their names, loaded when somebody uses them first, and those that this person has chosen.

import { NotLoaded, load } from '../browser/loading.js';
import { read, write } from '../browser/storage.js';
import { EmojiNames, oftenUsed, withChosen } from '../model/emoji.js';
import { language } from '../model/words.js';

const chosenKey = 'tidings.emoji';

/** The loaded emoji, and the language of their names. */
let loaded;
let loadedFor;

/**
 * Returns the emoji of each group, and their names in the language of the web page.
 * @returns {Promise<{ groups: Map<string, string[]>, names: EmojiNames }>}
 * @throws {NotLoaded}
 */
export async function loadEmoji() {
  const wanted = language;
  if (loadedFor === wanted) return loaded;
  const files = ['list', ...new Set([wanted, 'en'])];
  const [list, ...languages] = await Promise.all(files.map((name) => load(`emoji/${name}.js`)));
  const groups = new Map(Object.entries(list.groups).map(([key, group]) => [key, group.split(' ')]));
  loaded = { groups, names: new EmojiNames([...groups.values()].flat(), languages.map((one) => one.names)) };
  loadedFor = wanted;
  return loaded;
}

/** Returns the emoji that an entered text names, the best first, each as { emoji, name }; none if they cannot be loaded. */
export async function findEmoji(entered) {
  const { names } = await loadEmoji().catch((error) => {
    if (!(error instanceof NotLoaded)) throw error;
    return { names: new EmojiNames([], []) };
  });
  return names.find(entered, oftenChosen()).map((emoji) => ({ emoji, name: names.of(emoji) }));
}

/** Returns the emoji that this person uses often. */
export const oftenChosen = () => oftenUsed(read(chosenKey));

/** Saves that this person has chosen an emoji. */
export const noteChosen = (emoji) => write(chosenKey, withChosen(read(chosenKey), emoji));
