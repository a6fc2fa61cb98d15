// What the web page says above and between the messages about its own state, and in which state.

import { counted } from './group.js';
import { isSameDay } from './timeline.js';
import { clockTime, dayAndTime, say } from './words.js';

/**
 * Returns what the web page says while the node does not answer, or lets this browser not read and write; undefined otherwise.
 * @param {{ isReachable: boolean, refusal: string | undefined, since: number | undefined }} reachability see `Live`
 * @param {'saved' | 'slow' | 'none'} storage whether this browser saves unsent messages, see `Outbox`
 */
export function unreachableText({ isReachable, refusal, since }, storage) {
  if (isReachable) return refusal && say(`refusal-${refusal}`);
  const state = since ? say('unreachable', { time: timeOrDay(since) }) : say('unreachableUnknown');
  return `${state} ${say({ saved: 'unsentSaved', slow: 'unsentSlow', none: 'unsentNotSaved' }[storage])}`;
}

/** Returns a time in the past, with its date if it was not today. */
const timeOrDay = (time) => (isSameDay(time, Date.now()) ? clockTime(time) : dayAndTime(time));

/** Whether the node serves another version of the web client than the one that runs here since before an upgrade. */
export const isOutOfDate = (version, status) => Boolean(status?.webVersion) && status.webVersion !== version;

/**
 * Whether a person sees the beginning of a chat: there is no message in the main room, and nobody else is in the group.
 * @param {{ isMain: boolean, isEmpty: boolean }} room
 * @param {object | undefined} status undefined while the node does not answer
 */
export const isStart = ({ isMain, isEmpty }, status) => (
  isMain && isEmpty && status !== undefined && counted(status).length === 0);

/**
 * Returns what the web page says instead of messages, `empty`, which is undefined if it shows some; and what it says above the
 * first one, `beginning`, if `isAtBeginning`.
 * @param {{ isMain: boolean, isEmpty: boolean, isWhole: boolean }} room whether it is the main room, has no messages, and is
 *   shown from its first message on
 * @param {'nothing' | 'no messages' | undefined} kept what this browser has kept of the room while the node does not answer
 * @param {boolean} isWaiting whether messages of the room wait until they are sent
 */
export function emptiness({ isMain, isEmpty, isWhole }, kept, isWaiting) {
  const isUnknown = kept === 'nothing';
  const hasMessages = isWaiting || !(isEmpty || kept === 'no messages' || isUnknown);
  return {
    empty: hasMessages ? undefined : say(isUnknown ? 'notKept' : isMain ? 'empty' : 'emptyRoom'),
    beginning: say(isUnknown ? 'notKept' : 'beginning'),
    isAtBeginning: isWhole || isUnknown,
  };
}
