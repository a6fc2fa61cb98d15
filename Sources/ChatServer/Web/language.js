// The language of the page: the one that the person chose, else the first known one of the browser's languages.

import { languages, strings } from './strings.js';

/** Characters that change the text direction. A name in a sentence must not turn the rest of the sentence. */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The index of the language in the rows of the table. */
let column;
let rules;
let numbers;
/** The language with the browser's region: British English has 24 hours on the clock, American English 12. */
let locale;
export let language;

/** @param {string | undefined} chosen a tag; undefined for the browser's language */
export function setLanguage(chosen) {
  const wanted = chosen ? [chosen] : navigator.languages;
  const known = wanted.map((tag) => tag.split('-')[0].toLowerCase()).find((tag) => tag in languages);
  language = known ?? 'en';
  locale = navigator.languages.find((tag) => tag.split('-')[0].toLowerCase() === language) ?? language;
  column = Object.keys(languages).indexOf(language);
  rules = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(locale);
  document.documentElement.lang = language;
  translate(document);
}

/** Sets the texts of index.html. */
function translate(root) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll('[data-label]')) {
    element.ariaLabel = say(element.dataset.label);
    if (element.matches('button')) element.title = element.ariaLabel;
  }
  for (const element of root.querySelectorAll('[data-placeholder]')) {
    element.placeholder = say(element.dataset.placeholder);
  }
}

export const hasString = (key) => Object.hasOwn(strings, key);

/** Returns a string of the table with values in place of its {names}. The value `n` selects the plural form. */
export function say(key, values = {}) {
  const entry = strings[key][column];
  const form = typeof entry === 'string' ? entry : entry[rules.select(values.n)] ?? entry.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => text(values[name]));
}

/** Formats a value for a sentence. Text is isolated, so that its direction does not change the sentence. */
function text(value) {
  if (typeof value === 'number') return numbers.format(value);
  return `\u2068${String(value).replace(directionControls, '')}\u2069`;
}

const format = (options) => {
  let made, madeFor;
  return (time) => {
    if (madeFor !== locale) [made, madeFor] = [new Intl.DateTimeFormat(locale, options), locale];
    return made.format(time);
  };
};

export const clockTime = format({ hour: 'numeric', minute: '2-digit' });
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

/** Returns a duration before now in words, such as "3 minutes ago", in the largest unit that fits. */
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
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
