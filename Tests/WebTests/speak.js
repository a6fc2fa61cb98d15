import * as words from '../../Sources/ChatServer/Web/model/words.js';

/** The texts of each language, by tag. */
export const tables = Object.fromEntries(await Promise.all(Object.keys(words.languages).map(
  async (tag) => [tag, (await import(`../../Sources/ChatServer/Web/languages/${tag}.js`)).strings])));

/** Makes a language that of the page, in a browser with a locale. */
export const speak = (tag, locale) => words.speak(tag, tables[tag], locale);
