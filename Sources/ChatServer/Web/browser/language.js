// Loads the texts of the web page's language, and sets those of the elements of index.html.

import { strings as english } from '../languages/en.js';
import { browserLocale, knownLanguage, language, say, speak } from '../model/words.js';

/** The texts of a language cannot be loaded. `reason` is the key of a text. */
export class LanguageNotLoaded extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** The language that was set last. Its texts may still be loading. */
let wantedLanguage;
/** The number of failed attempts to load texts. */
let failures = 0;

/**
 * Loads the texts of a language and shows them.
 * @param {string | undefined} chosen a tag; undefined for the browser's language
 * @returns {Promise<boolean>} whether the language of the web page has changed
 * @throws {LanguageNotLoaded} The web page then keeps its language; if it had none, it is in English.
 */
export async function setLanguage(chosen) {
  const tags = navigator.languages ?? [];
  const wanted = wantedLanguage = knownLanguage(chosen ? [chosen] : tags);
  if (wanted === language) return false;
  try {
    const strings = await load(wanted);
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

/** The module that the web page names. The folder of languages is beside it, also when the modules are one bundle. */
const entrance = document.querySelector('script[type="module"]').src;

/** English is loaded with the web page. @throws {LanguageNotLoaded} */
async function load(tag) {
  if (tag === 'en') return english;
  // Firefox remembers a module that could not be loaded, so each further attempt has an address of its own.
  const address = new URL(`languages/${tag}.js${failures > 0 ? `?${failures}` : ''}`, entrance);
  try {
    return (await import(address.href)).strings;
  } catch {
    failures += 1;
    // After an upgrade, the node has no files of the version that this tab has loaded.
    const answer = await fetch(address).catch(() => undefined);
    throw new LanguageNotLoaded(answer?.status === 404 ? 'upgraded' : 'unreachableUnknown');
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
