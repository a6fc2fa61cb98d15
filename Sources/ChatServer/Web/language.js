// The language of the page: the one that the person chose, else the first known one of the browser's languages. Its texts
// are in a module of their own, which is loaded when the language is used.

/** The name of each language in that language, by tag. */
export const languages = {
  en: 'English', ru: 'Русский', zh: '中文', pt: 'Português', ja: '日本語', ko: '한국어',
};

/** Characters that change the text direction. A name in a sentence must not turn the rest of the sentence. */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

let strings;
/** The texts of a part of the page that most visits do not use, and the beginning of the names of their files. */
let laterStrings = {};
let laterFiles;
let rules;
let numbers;
/** The locale of days and times: the words of the page's language, in the form of the browser's locale. */
export let locale;
/** The locale of times of day without a date. */
let clockLocale;
export let language;
/** The language that was set last. Its texts may still be loading. */
let wantedLanguage;

/**
 * Loads the texts of a language and shows them.
 * @param {string | undefined} chosen a tag; undefined for the browser's language
 * @returns {Promise<boolean>} whether the language of the page has changed
 * @throws {TypeError} if the texts cannot be loaded
 */
export async function setLanguage(chosen) {
  const known = (chosen ? [chosen] : navigator.languages).map(base).find((tag) => Object.hasOwn(languages, tag));
  const wanted = wantedLanguage = known ?? 'en';
  if (wanted === language) return false;
  const files = laterFiles ? ['strings', laterFiles] : ['strings'];
  const [loaded, later] = await Promise.all(files.map((name) => import(`./${name}-${wanted}.js`)));
  if (wanted !== wantedLanguage) return false;
  ({ strings } = loaded);
  if (later) laterStrings = later.strings;
  language = wanted;
  locale = localeOf(language);
  clockLocale = hasTwelveHours(navigator.language) ? locale : navigator.language;
  rules = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(navigator.language);
  document.documentElement.lang = language;
  translate(document);
  return true;
}

/**
 * Loads the texts of the files whose names begin with `files`, in the language of the page and in those that are set later.
 * @throws {TypeError} if the texts cannot be loaded
 */
export async function addTexts(files) {
  if (laterFiles === files) return;
  const wanted = wantedLanguage;
  const later = await import(`./${files}-${wanted}.js`);
  // The language was changed in the meantime.
  if (wanted !== wantedLanguage) return addTexts(files);
  [laterFiles, laterStrings] = [files, later.strings];
}

const base = (tag) => tag.split('-')[0].toLowerCase();

/**
 * Returns a locale with the words of a language, and with the order, clock, calendar and digits of the browser's locale:
 * "Tuesday, 24 November 2026 at 15:01" for English texts in a German browser.
 */
function localeOf(language) {
  const own = navigator.language;
  if (base(own) === language) return own;
  const { calendar, numberingSystem, hourCycle } = new Intl.DateTimeFormat(own, { hour: 'numeric' }).resolvedOptions();
  const made = (region) => String(new Intl.Locale(language, { region, calendar, numberingSystem, hourCycle }));
  const { region } = new Intl.Locale(own).maximize();
  // Without the region, English would be that of America. Region 001 is the world.
  const isKnown = new Intl.Locale(new Intl.DateTimeFormat(made(region)).resolvedOptions().locale).region === region;
  return made(isKnown || language !== 'en' ? region : '001');
}

/** Whether the clock of a locale has "3:01 PM": in these words, it depends on the language. */
function hasTwelveHours(tag) {
  return new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12;
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

export const hasString = (key) => Object.hasOwn(strings, key) || Object.hasOwn(laterStrings, key);

/**
 * Returns a text of the language with values in place of its {names}. The value `n` selects the plural form; if `isMore` is
 * true, a plus sign follows it.
 */
export function say(key, values = {}) {
  const entry = strings[key] ?? laterStrings[key];
  const form = typeof entry === 'string' ? entry : entry[rules.select(values.n)] ?? entry.other;
  const plus = (name) => (name === 'n' && values.isMore ? '+' : '');
  return form.replace(/\{(\w+)\}/g, (_, name) => text(values[name]) + plus(name));
}

/** Returns a number with the digits and separators of the locale. */
export const number = (value) => numbers.format(value);

/** Formats a value for a sentence. Text is isolated, so that its direction does not change the sentence. */
function text(value) {
  if (typeof value === 'number') return number(value);
  return `\u2068${String(value).replace(directionControls, '')}\u2069`;
}

const format = (options, localeNow = () => locale) => {
  let made, madeFor;
  return (time) => {
    if (madeFor !== localeNow()) [made, madeFor] = [new Intl.DateTimeFormat(localeNow(), options), localeNow()];
    return made.format(time);
  };
};

export const clockTime = format({ hour: 'numeric', minute: '2-digit' }, () => clockLocale);
export const dayAndTime = format({ dateStyle: 'medium', timeStyle: 'short' });
export const fullTime = format({ dateStyle: 'full', timeStyle: 'medium' });
const weekday = format({ weekday: 'long', day: 'numeric', month: 'long' });
const date = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Returns "Today", "Yesterday", a day without its year if it is in this year, or a date. */
export function dayName(time) {
  const day = new Date(time);
  const today = new Date();
  const days = Math.round((new Date(today).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0 || days === 1) {
    return sentenceCase(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day'));
  }
  return sentenceCase(day.getFullYear() === today.getFullYear() ? weekday(time) : date(time));
}

/**
 * Returns a duration before now in words, such as "3 minutes ago", in the largest unit that fits. It is a part of sentences,
 * so its words are those of the page's language.
 */
export function ago(milliseconds) {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  for (const [unit, size] of [['day', 86_400], ['hour', 3600], ['minute', 60]]) {
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  }
  return seconds < 10 ? say('justNow') : relative.format(-seconds, 'second');
}

/** Returns a number of bytes with three digits and a unit, such as "3.36 MB", which no line break separates. */
export function size(bytes) {
  const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length);
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step - 1], maximumSignificantDigits: 3 })
    .format(bytes / 1000 ** step).replace(' ', '\u00a0');
}

function sentenceCase(text) {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
