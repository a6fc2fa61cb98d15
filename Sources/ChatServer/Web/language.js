// Loads the texts of the page's language, and sets those of the elements of index.html.

import { browserLocale, knownLanguage, language, say, speak } from './model/words.js';

/** The language that was set last. Its texts may still be loading. */
let wantedLanguage;
/** The number of failed attempts to load texts. */
let failures = 0;

/**
 * Loads the texts of a language and shows them.
 * @param {string | undefined} chosen a tag; undefined for the browser's language
 * @returns {Promise<boolean>} whether the language of the page has changed
 * @throws {TypeError} if the texts cannot be loaded
 */
export async function setLanguage(chosen) {
  const tags = navigator.languages ?? [];
  const wanted = wantedLanguage = knownLanguage(chosen ? [chosen] : tags);
  if (wanted === language) return false;
  const strings = await load(wanted);
  if (wanted !== wantedLanguage) return false;
  speak(wanted, strings, browserLocale(tags));
  document.documentElement.lang = language;
  translate(document);
  return true;
}

/** Firefox remembers a module that could not be loaded, so each further attempt has an address of its own. */
async function load(tag) {
  try {
    return (await import(`./languages/${tag}.js${failures > 0 ? `?${failures}` : ''}`)).strings;
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** Sets the texts of the elements within `root` that name them, as those of index.html do. */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll('[data-label]')) {
    element.ariaLabel = say(element.dataset.label);
    if (element.matches('button')) element.title = element.ariaLabel;
  }
  for (const element of root.querySelectorAll('[data-placeholder]')) {
    element.placeholder = say(element.dataset.placeholder);
  }
}
