// Checks texts and names before they are sent.

import { shortFieldBytes, shortFieldScalars } from './limits.js';
import { codePoint } from './text.js';

/** Characters that XML 1.0 cannot carry, such as U+0007 or an unpaired surrogate. */
const illegalInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
/** Also all control characters, and line and paragraph separators. */
const illegalInName = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]|\p{Surrogate}/u;

export function byteCount(text) {
  return new TextEncoder().encode(text).length;
}

/** Returns the first character of a text that the node refuses; null without one. */
export function illegalCharacter(text, illegal = illegalInText) {
  const match = illegal.exec(text);
  return match && codePoint(match[0]);
}

/** Returns the problem with the name of a person or a room as arguments for `say`; undefined for a valid name. */
export function nameProblem(name) {
  if (name === '') return ['nameMissing'];
  const character = illegalCharacter(name, illegalInName);
  if (character) return ['nameIllegal', { character }];
  const isTooLong = [...name].length > shortFieldScalars || byteCount(name) > shortFieldBytes;
  return isTooLong ? ['nameTooLong', { characters: shortFieldScalars, bytes: shortFieldBytes }] : undefined;
}

/** Returns the name of a new room for what the person has entered. People write "#kitchen" for the room "kitchen". */
export const newRoomName = (entered) => entered.normalize('NFC').trim().replace(/^#/, '').trim();

/** Like `nameProblem`. A new room also needs a name of which something can be seen. */
export const newRoomProblem = (name) => (isVisible(name) ? nameProblem(name) : ['nameInvisible']);

/** Like `nameProblem`, for what a room is about: one line. */
export function topicProblem(topic) {
  const character = illegalCharacter(topic, illegalInName);
  if (character) return ['illegalCharacter', { character }];
  return byteCount(topic) > shortFieldBytes ? ['topicTooLong', { bytes: shortFieldBytes }] : undefined;
}

/** Like `newRoomProblem`, for the name that a person chooses. */
export const newPersonProblem = (name) => (name === '' ? nameProblem(name) : newRoomProblem(name));

const isVisible = (name) => !/^[\p{DI}\p{White_Space}\p{Cc}\p{Cf}\u2800]*$/u.test(name);

export const isName = (text) => typeof text === 'string' && !nameProblem(text);

/** Like `isName`. The main room has an empty name. */
export const isRoomName = (name) => name === '' || isName(name);

/** Whether a value is a digest: 32 bytes as base64url, whose last character has two unused bits. */
export const isDigest = (value) => typeof value === 'string' && /^[\w-]{42}[AEIMQUYcgkosw048]$/.test(value);
