// The person's settings as the browser saves them.

import { isName } from './validation.js';
import { languages } from './words.js';

const isValid = {
  name: (name) => name === '' || isName(name),
  names: (names) => Array.isArray(names) && names.every(isName),
  language: (tag) => tag === '' || Object.hasOwn(languages, tag),
  theme: (theme) => ['system', 'light', 'dark'].includes(theme),
  notify: (notify) => typeof notify === 'boolean',
};

/** Returns the saved settings that have the expected form. Another program at this address can have saved others. */
export const settingsFrom = (saved) => Object.fromEntries(
  Object.entries(isValid).filter(([key, test]) => test(saved?.[key])).map(([key]) => [key, saved[key]]));
