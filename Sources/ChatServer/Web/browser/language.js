// Loads the texts of the web page's language, and sets those of the elements of index.html.

import { strings as english } from '../languages/en.js';
import { browserLocale, knownLanguage, language, say, speak } from '../model/words.js';
import { load } from './loading.js';

/** The language that was set last. Its texts may still be loading. */
let wantedLanguage;

/**
 * Loads the texts of a language and shows them.
 * @param {string | undefined} chosen a tag; undefined for the browser's language
 * @returns {Promise<boolean>} whether the language of the web page has changed
 * @throws {NotLoaded} The web page then keeps its language; if it had none, it is in English.
 */
export async function setLanguage(chosen) {
  const tags = navigator.languages ?? [];
  const wanted = wantedLanguage = knownLanguage(chosen ? [chosen] : tags);
  if (wanted === language) return false;
  try {
    // English is loaded with the web page.
    const { strings } = wanted === 'en' ? { strings: english } : await load(`languages/${wanted}.js`);
    if (wanted !== wantedLanguage) return false;
    show(wanted, strings, tags);
    return true;
  } catch (error) {
    if (!language) show('en', english, tags);
    if (wanted !== wantedLanguage) return false;
    throw error;
  }
}

function show(tag, strings, tags) {
  speak(tag, strings, browserLocale(tags));
  document.documentElement.lang = tag;
  translate(document);
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
