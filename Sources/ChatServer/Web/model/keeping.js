// Which rooms, and which of their messages, the browser keeps for the time in which the node does not answer.

import { newestId } from './reading.js';
import { Timeline, isShown } from './timeline.js';

/** Messages of a room that are kept, at most. */
export const keptCount = 100;
/** Rooms whose newest messages are kept although they are not open, at most. */
const mostUnopened = 10;
/** Rooms of which messages are kept, at most. */
export const mostKept = 500;

/**
 * Returns the rooms whose newest messages are kept although they are not open: first those with unread messages, then those with
 * the newest messages.
 * @param {object[]} rooms all rooms, see `Rooms`
 * @param {string} open the name of the open room
 * @param {(room: object) => number} activity a number that is higher for rooms with newer messages
 */
export function roomsToKeep(rooms, open, activity) {
  return rooms.filter((room) => room.name !== open && newestId(room) > 0)
    .sort((one, other) => (other.unread > 0) - (one.unread > 0) || activity(other) - activity(one)).slice(0, mostUnopened);
}

/**
 * Returns the names of kept rooms that are dropped, because somebody may make rooms without end: those with the oldest messages.
 * @param {string[]} names the names of all kept rooms
 */
export function roomsToDrop(names, rooms, activity) {
  const activities = new Map(rooms.map((room) => [room.name, activity(room)]));
  const rank = (name) => activities.get(name) ?? 0;
  return names.toSorted((one, other) => rank(other) - rank(one)).slice(mostKept);
}

/**
 * Returns a timeline with the kept messages of a room and those that have come, or were changed, since.
 * @param {{ messages: object[] } | undefined} kept see `keptFrom`
 * @param {{ messages: object[], isEnd: boolean } | undefined} since the messages after those up to which the room was known
 * @returns undefined if the node has to be asked for the end of the room: there are more messages, or some before the kept ones
 */
export function continued(kept, since) {
  if (!kept || !since?.isEnd) return undefined;
  const timeline = new Timeline();
  timeline.prepend(kept.messages);
  return timeline.add(since.messages).outside.length === 0 ? timeline : undefined;
}

/**
 * Returns what the browser has kept of a room: `messages`; `no messages` if it has none as far as the browser knows; else `nothing`.
 * @param {{ messages: object[], upTo: number } | undefined} kept see `keptFrom`
 * @param {number} newestId the highest known id of the room's messages; 0 without one
 * @param {boolean} knowsAll whether the browser knows all rooms that had messages when the node answered last: another one is new
 */
export function keptState(kept, newestId, knowsAll) {
  if (kept?.messages.some(isShown)) return 'messages';
  const upTo = kept?.upTo ?? (knowsAll ? 0 : -1);
  return newestId <= upTo ? 'no messages' : 'nothing';
}

/** Returns the form in which the messages of a timeline with the end of a room are kept: see `keptFrom`. */
export function toKeep(room, timeline, upTo) {
  const messages = timeline.messages.filter(({ isFolded }) => !isFolded).slice(-keptCount);
  return { room, messages, upTo: Math.max(timeline.highestId, upTo) };
}
