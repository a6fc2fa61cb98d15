// The newest messages of rooms, which the browser keeps for the time in which the node does not answer.

import * as database from '../browser/database.js';
import { roomsToDrop, toKeep } from '../model/keeping.js';
import { keptFrom } from '../model/reading.js';
import { isHidden } from '../node/node.js';

/** Returns what the browser has kept of a room, see `keptFrom`. @throws if the browser stores nothing */
export async function keptOf(room) {
  const kept = keptFrom(await database.get('rooms', room));
  // A tab that was closed at once may have saved hidden messages.
  return kept && { ...kept, messages: kept.messages.filter((message) => !isHidden(message)) };
}

/**
 * Keeps the newest messages of a room.
 * @param {Timeline} timeline has the end of the room
 * @param {number} upTo an id up to which all messages of the room are known
 */
export const keep = (room, timeline, upTo) => database.put('rooms', toKeep(room, timeline, upTo));

/** Forgets all rooms, because their messages are others now. */
export const forgetKept = () => database.clear('rooms').catch(() => {});

/** Drops the rooms that are too many, see `roomsToDrop`. */
export async function dropSurplus(rooms) {
  const names = await database.keys('rooms');
  for (const name of roomsToDrop(names, rooms.all, (room) => rooms.activity(room))) await database.remove('rooms', name);
}

/** Replaces kept messages by their copies without texts. The open room is saved by `Feed`, but only while its end is loaded. */
export function dropDeletedTexts(messages) {
  const deleted = new Map(messages.map((message) => [message.digest, message]));
  database.update('rooms', (rooms) => ({
    put: rooms.filter(({ messages: kept }) => Array.isArray(kept) && kept.some((one) => deleted.has(one?.digest)))
      .map((room) => ({ ...room, messages: room.messages.map((one) => deleted.get(one?.digest) ?? one) })),
    remove: [],
  })).catch(() => {});
}
