// Texts of messages without their markup.

import { unmarked } from './markup.js';
import { say } from './words.js';

/** Returns the text of a message without its markup, or a sentence instead of a text that is gone. */
export function plainText({ text, isDeleted }) {
  if (isDeleted) return say('textDeleted');
  return text === undefined ? say('textGone') : unmarked(text);
}
