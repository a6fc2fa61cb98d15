// What a quotation says about the message to which another one is a reply.

import { authorName } from './persons.js';
import { plainText } from './plain-text.js';
import { roomTitle } from './room-names.js';
import { firstWords } from './text.js';
import { say } from './words.js';

/** Characters of a quoted text, at most. */
export const quotedLength = 160;

/**
 * Returns { author, text, room, isGone }. `room` is the name of the quoted message's room if that is not the room of the reply.
 * @param {object | null | undefined} target the message as it is now; null if the node does not have it, undefined while the node
 *   has not answered
 * @param {{ isAway?: boolean, isAnyHidden?: boolean }} facts whether the node does not answer now, and whether it hides members:
 *   then it does not say whether it has a message of them
 */
export function quotation(target, room, { isAway, isAnyHidden } = {}) {
  if (target === undefined) return { author: '', text: isAway ? say('targetNotKept') : '…', isGone: true };
  if (target === null) return { author: '', text: say(isAnyHidden ? 'hiddenOrNotHere' : 'notHereYet'), isGone: true };
  return {
    author: authorName(target),
    text: target.isFolded ? '…' : firstWords(plainText(target), quotedLength),
    room: target.room === room ? undefined : roomTitle(target.room),
    isGone: target.text === undefined,
  };
}
