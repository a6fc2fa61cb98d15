// Removes deleted texts from the rooms that the browser keeps for the time in which the node does not answer.

import * as database from '../browser/database.js';

/** Replaces kept messages by their copies without texts. The open room is saved by `Feed`, but only while its end is loaded. */
export function dropDeletedTexts(messages) {
  const deleted = new Map(messages.map((message) => [message.digest, message]));
  database.update('rooms', (rooms) => ({
    put: rooms.filter(({ messages: kept }) => Array.isArray(kept) && kept.some((one) => deleted.has(one?.digest)))
      .map((room) => ({ ...room, messages: room.messages.map((one) => deleted.get(one?.digest) ?? one) })),
    remove: [],
  })).catch(() => {});
}
