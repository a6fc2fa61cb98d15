// The sentences, numbers and times of the web page in its language.

/** The name of each language in that language, by tag. */
export const languages = {
  de: 'Deutsch', en: 'English', es: 'Español', fr: 'Français', ja: '日本語', ko: '한국어', pt: 'Português', ru: 'Русский', zh: '中文',
};

/** Characters that change the text direction. A name in a sentence must not turn the rest of the sentence. */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

let strings;
let rules;
let numbers;
export let language;
/** The locale of days and times: the words of the web page's language, in the form of the browser's locale. */
export let locale;
/** The locale of times of day without a date. */
let clockLocale;

const base = (tag) => tag.split('-')[0].toLowerCase();

/** Returns the first of the browser's languages that is a valid tag (BCP 47); `en` if none is. */
export const browserLocale = (tags) => tags.find(isTag) ?? 'en';

/** Browsers use settings of the system such as `C` and `de-DE@euro`. */
function isTag(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Returns the tag of the first language that the web page has, of those that a person or the browser prefers; else `en`. */
export const knownLanguage = (tags) => tags.map(base).find((tag) => Object.hasOwn(languages, tag)) ?? 'en';

/**
 * Makes a language that of the web page.
 * @param {object} texts the texts of the language by key, with one form for each plural category
 * @param {string} own the browser's locale
 */
export function speak(tag, texts, own) {
  [language, strings] = [tag, texts];
  locale = localeOf(language, own);
  clockLocale = hasTwelveHours(own) ? locale : own;
  rules = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(own);
}

/**
 * Returns a locale with the words of a language, and with the order, clock, calendar and digits of the browser's locale:
 * "Tuesday, 24 November 2026 at 15:01" for English texts in a German browser.
 */
function localeOf(language, own) {
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

export const hasString = (key) => Object.hasOwn(strings, key);

/**
 * Returns a text of the language with values instead of its {names}. The value `n` selects the plural form; if `isMore` is
 * true, a plus sign follows it.
 */
export function say(key, values = {}) {
  const entry = strings[key];
  const form = typeof entry === 'string' ? entry : entry[rules.select(values.n)] ?? Object.values(entry).at(-1);
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

const shortWeekday = format({ weekday: 'short' });
const shortDay = format({ day: 'numeric', month: 'short' });
const shortDate = format({ dateStyle: 'short' });

/** Returns the days from a time to now: 0 for today. */
const daysSince = (time) => Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / 86_400_000);

/** Returns a time in a few characters: the clock of today, a day of the week, a day of this year, or a date. */
export function shortTime(time) {
  const days = daysSince(time);
  if (days === 0) return clockTime(time);
  if (days > 0 && days < 7) return shortWeekday(time);
  return new Date(time).getFullYear() === new Date().getFullYear() ? shortDay(time) : shortDate(time);
}

/** Returns "Today", "Yesterday", a day without its year if it is in this year, or a date. */
export function dayName(time) {
  const day = new Date(time);
  const today = new Date();
  const days = daysSince(time);
  if (days === 0 || days === 1) {
    return sentenceCase(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day'));
  }
  return sentenceCase(day.getFullYear() === today.getFullYear() ? weekday(time) : date(time));
}

/**
 * Returns a duration before now in words, such as "3 minutes ago", in the largest unit that fits. It is a part of sentences,
 * so its words are those of the web page's language.
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
