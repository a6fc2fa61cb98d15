// Loads the texts of the web page's language, and sets those of the elements of index.html.

import { browserLocale, knownLanguage, language, say, speak } from '../model/words.js';
import { byId } from './dom.js';
import { load } from './loading.js';
import { read, write } from './storage.js';

/** The language that this browser has shown last. The service worker has saved its texts. */
const shownKey = 'tidings.shown-language';
/** The language that was set last. Its texts may still be loading. */
let wantedLanguage;

/**
 * Loads the texts of a language and shows them.
 * @param {string | undefined} chosen a tag; undefined for the browser's language
 * @returns {Promise<boolean>} whether the language of the web page has changed
 * @throws {NotLoaded} The web page then keeps its language. If it had none, it has the last one of this browser, or English, and
 *   none at all if it can load neither.
 */
export async function setLanguage(chosen) {
  const tags = navigator.languages ?? [];
  const wanted = wantedLanguage = knownLanguage(chosen ? [chosen] : tags);
  if (wanted === language) return false;
  try {
    return await show(wanted, tags);
  } catch (error) {
    for (const other of [knownLanguage([String(read(shownKey))]), 'en']) {
      if (!language) await show(other, tags).catch(() => {});
    }
    if (!language) byId('not-loaded').hidden = false;
    if (language && wanted !== wantedLanguage) return false;
    throw error;
  }
}

/** Shows the texts of a language, unless the web page has one and another is wanted by then. @throws {NotLoaded} */
async function show(tag, tags) {
  const { strings } = await load(`languages/${tag}.js`);
  if (language && tag !== wantedLanguage) return false;
  speak(tag, strings, browserLocale(tags));
  write(shownKey, tag);
  document.documentElement.lang = tag;
  translate(document);
  return true;
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
