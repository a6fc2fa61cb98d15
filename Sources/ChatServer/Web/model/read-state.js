// What a person has read: in each room all messages up to an id, except ranges of lower ids that they have skipped. Also the
// unread counts as they were last known.

import { intersection } from './ranges.js';
import { isName } from './validation.js';

/** Unread messages of a room are counted up to this number. */
export const countLimit = 500;
/** Rooms for which the browser remembers what was read, at most. The node lists 500. */
const mostRooms = 5000;
/** Rooms whose counts are saved, at most: those with unread messages, then those with the newest messages. */
const mostCounts = 500;

const isRoom = (name) => name === '' || isName(name);
const isNumber = (value) => Number.isSafeInteger(value) && value >= 0;

/**
 * Returns what was read by a saved value: { node, readUpTo, skipped }. These are the node's public key, and ids and ranges of
 * ids by the name of the room.
 * @returns undefined on the first visit and for a value that does not have the expected form
 */
export function readFrom(value) {
  const entries = Object.entries(value?.readUpTo ?? {});
  const isValid = entries.length <= mostRooms && entries.every(([name, id]) => isRoom(name) && id >= 0);
  return value?.readUpTo && isValid ? value : undefined;
}

/** Returns the ranges of the ids of a room that are unread; none on the first visit, when everything counts as read. */
export function unreadRanges(read, name) {
  if (!read) return [];
  const readUpTo = Object.hasOwn(read.readUpTo, name) ? read.readUpTo[name] : 0;
  return [...(Object.hasOwn(read.skipped ?? {}, name) ? read.skipped[name] : []), [readUpTo + 1, Infinity]];
}

/** Returns what was read when these ranges of a room are unread. The last one has no end. */
export function withUnread({ node, readUpTo, skipped }, name, ranges) {
  const { [name]: _, ...others } = skipped ?? {};
  const finite = ranges.filter(([, to]) => to < Infinity);
  const [from] = ranges.at(-1);
  return {
    node,
    readUpTo: { ...readUpTo, [name]: from - 1 },
    skipped: finite.length > 0 ? { ...others, [name]: finite } : others,
  };
}

/**
 * Returns the ids up to which the rooms were read, after the node has listed its rooms: { name, last }. On the first visit,
 * everything counts as read. The ids of a wiped store begin at 1 again, so higher ids are lowered to that of the newest
 * message. The node lists only the most recent rooms: the others keep their ids.
 */
export function readAsListed(read, rooms) {
  const listed = new Map(rooms.map(({ name, last }) => [name, last]));
  if (!read) return Object.fromEntries(listed);
  return Object.fromEntries(
    Object.entries(read.readUpTo).map(([name, id]) => [name, Math.min(id, listed.get(name) ?? Infinity)]));
}

/** Whether a room with messages up to the id `last` may have unread ones. */
export const mayHaveUnread = (read, { name, last }) => intersection(unreadRanges(read, name), [[1, last]]).length > 0;

/** Returns the id of the newest message of a room, as the node has told it or as it was saved; 0 without one. */
export const newestId = ({ last, savedLast }) => last || savedLast;

/** Returns the saved counts for a node as [name, unread, isCounted, last]; none if they do not have the expected form. */
export function countsFrom(value, node) {
  const isCount = ([name, unread, isCounted, last]) => isRoom(name) && isNumber(unread)
    && unread <= countLimit && typeof isCounted === 'boolean' && isNumber(last);
  const isValid = node && value?.node === node && Array.isArray(value.counts) && value.counts.length <= mostCounts
    && value.counts.every((count) => Array.isArray(count) && isCount(count));
  return isValid ? value.counts : [];
}

/** Returns the counts of rooms in the form in which they are saved: see `countsFrom`. */
export function savedCounts(rooms) {
  return rooms.filter((room) => newestId(room) > 0 || room.unread > 0)
    .sort((one, other) => (other.unread > 0) - (one.unread > 0) || newestId(other) - newestId(one)).slice(0, mostCounts)
    .map((room) => (
      [room.name, Math.min(room.unread, countLimit), room.isCounted && room.unread <= countLimit, newestId(room)]));
}
