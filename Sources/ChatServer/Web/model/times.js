// What a message says about its times.

import { arrivedLate, isSameDay, isShown, waited } from './timeline.js';
import { clockTime, dayAndTime, fullTime, say } from './words.js';

/** Returns when a message was sent and, if it waited before that, when it was written: { shown, full }. */
export function timesOf(message) {
  const { time, written } = message;
  if (!waited(message)) return { shown: clockTime(time), full: fullTime(time) };
  return {
    shown: say('writtenAndSent', { written: timeBeside(time, written), sent: clockTime(time) }),
    full: say('writtenAndSent', { written: fullTime(written), sent: fullTime(time) }),
  };
}

/** Returns the sentence about a message that arrived late; undefined for others. */
export function lateSentence(message) {
  return arrivedLate(message) ? say('arrivedLate', { time: timeBeside(message.time, message.arrived) }) : undefined;
}

/** Whether a message says of a late arrival what the one before it says, which is of the same day and no quiet line. */
export const arrivedAlike = (message, previous) => (
  Boolean(previous && isShown(previous)) && isSameDay(message.time, previous.time)
  && lateSentence(message) === lateSentence(previous));

/** Returns a time as text beside another time of the same message: with its date if that is another one. */
function timeBeside(other, time) {
  return isSameDay(other, time) ? clockTime(time) : dayAndTime(time);
}
