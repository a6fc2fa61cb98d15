// Checks texts and names before they are sent.

import { shortFieldBytes, shortFieldScalars } from './limits.js';
import { codePoint } from './text.js';

export function byteCount(text) {
  return new TextEncoder().encode(text).length;
}

/** Returns the first character that XML 1.0 cannot carry, such as U+0007 or an unpaired surrogate; null without one. */
export function illegalCharacter(text) {
  const match = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.exec(text);
  return match && codePoint(match[0]);
}

/** Returns the problem with the name of a person or a room as arguments for `say`; undefined for a valid name. */
export function nameProblem(name) {
  if (name === '') return ['nameMissing'];
  const character = illegalCharacter(name);
  if (character) return ['nameIllegal', { character }];
  const isTooLong = [...name].length > shortFieldScalars || byteCount(name) > shortFieldBytes;
  return isTooLong ? ['nameTooLong', { characters: shortFieldScalars, bytes: shortFieldBytes }] : undefined;
}

export const isName = (text) => !nameProblem(text);
