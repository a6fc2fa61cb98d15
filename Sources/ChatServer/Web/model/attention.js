// Which messages ask for this person's attention: mentions of the person, and what the person has chosen for each room.

import { formatted, hasOwnMention } from './markup.js';
import { knownOwnUsers } from './mentions.js';
import { isRoomName } from './validation.js';

/** The levels of a room: which messages notify. */
const levels = ['all', 'mentions', 'none'];
const hour = 3_600_000;
/** Milliseconds for which a room is muted, at most. A later end comes from a clock that was set back since. */
const longestMute = 48 * hour;
/** Rooms with a choice, at most. */
const mostRooms = 5000;

/** Whether messages mention this person, by the names that were known at that time. */
let checked = new WeakMap();
let checkedWith;

/** Whether a message mentions this person. */
export function mentionsMe(message) {
  if (message.isDeleted || !message.text?.includes('@')) return false;
  if (checkedWith !== knownOwnUsers()) [checked, checkedWith] = [new WeakMap(), knownOwnUsers()];
  if (!checked.has(message)) checked.set(message, hasOwnMention(formatted(message.text, knownOwnUsers())));
  return checked.get(message);
}

// MARK: What the person has chosen for a room

/**
 * Whether a message of a room notifies, and counts in the title of the tab.
 * @param {{ level: string, mutedUntil: number, isHidden: boolean }} choice what the person has chosen for the room
 */
export const isWanted = (choice, isMention, now) => !choice.isHidden && !isMuted(choice, now)
  && (choice.level === 'all' || choice.level === 'mentions' && isMention);

export const isMuted = ({ mutedUntil }, now) => mutedUntil > now && mutedUntil - now <= longestMute;

/** Returns a room with only its wanted unread messages: its mentions, if the person wants to hear only of these. */
export function wantedUnread(room, choice, now) {
  if (isWanted(choice, false, now)) return room;
  return isWanted(choice, true, now) ? { ...room, unread: room.mentions } : { ...room, unread: 0, isCounted: true };
}

/** Returns the time at which the next mute ends; undefined if no room is muted. */
export function nextMuteEnd(all, now) {
  const muted = [...all.values()].filter((choice) => isMuted(choice, now));
  return muted.length > 0 ? Math.min(...muted.map(({ mutedUntil }) => mutedUntil)) : undefined;
}

/** Returns the end of a mute: in an hour, or at 8 o'clock on the next day. */
export function muteEnd(length, now) {
  if (length === 'hour') return now + hour;
  const day = new Date(now);
  day.setDate(day.getDate() + 1);
  return day.setHours(8, 0, 0, 0);
}

/** What the person hears of a room without a choice: everything. */
const standard = { level: 'all', mutedUntil: 0 };
export const attentionOf = (all, name) => all.get(name) ?? standard;

/** Returns the choices for the rooms by name; without those of a form that another program has saved. */
export function attentionFrom(saved) {
  const isChoice = (one) => Array.isArray(one) && isRoomName(one[0]) && levels.includes(one[1]) && Number.isFinite(one[2]);
  const isValid = Array.isArray(saved) && saved.length <= mostRooms && saved.every(isChoice);
  return new Map(isValid ? saved.map(([name, level, mutedUntil]) => [name, { level, mutedUntil }]) : []);
}

/** Returns the form in which choices are saved; without mutes that have ended. */
export const savedAttention = (all, now) => [...all]
  .map(([name, choice]) => [name, choice.level, isMuted(choice, now) ? choice.mutedUntil : 0])
  .filter(([, level, mutedUntil]) => level !== standard.level || mutedUntil > 0);

/** Returns the choices with another one for a room: { level } or { mutedUntil }. */
export const withAttention = (all, name, change) => new Map([...all, [name, { ...attentionOf(all, name), ...change }]]);
