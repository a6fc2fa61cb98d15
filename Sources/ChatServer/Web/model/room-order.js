// Which rooms the list shows, and in which order.

import { attentionFrom, savedAttention } from './attention.js';
import { isRoomName } from './validation.js';

/** Pinned or hidden rooms, at most. */
const mostRooms = 5000;

/**
 * Returns what the person has chosen for the rooms: { order, pinned, hidden, attention }. The order is `activity` or `name`; `pinned`
 * and `hidden` are sets of names. A room in both is hidden. For `attention`, see `attentionFrom`.
 * @param {object | undefined} saved a saved value. Another program at this address can have saved one of another form
 */
export function choicesFrom(saved) {
  const { order, pinned, hidden, attention } = saved ?? {};
  return {
    order: order === 'name' ? 'name' : 'activity', pinned: namesFrom(pinned), hidden: namesFrom(hidden), attention: attentionFrom(attention),
  };
}

function namesFrom(names) {
  const isValid = Array.isArray(names) && names.length <= mostRooms && names.every(isRoomName);
  return new Set(isValid ? names : []);
}

/** Returns the form in which choices are saved. */
export const savedChoices = ({ order, pinned, hidden, attention }, now) => (
  { order, pinned: [...pinned], hidden: [...hidden], attention: savedAttention(attention, now) });

/** Returns the choices with a room that is pinned, hidden, or neither. */
export function marked(choices, name, mark) {
  const without = (names) => [...names].filter((other) => other !== name);
  return {
    ...choices,
    pinned: new Set([...without(choices.pinned), ...(mark === 'pinned' ? [name] : [])]),
    hidden: new Set([...without(choices.hidden), ...(mark === 'hidden' ? [name] : [])]),
  };
}

/**
 * Returns the rooms in the chosen order, the pinned ones first, and the hidden ones.
 * @param {object[]} rooms all rooms by name
 * @param {(room: object) => number} activity a number that is higher for rooms with newer messages
 */
export function arranged(rooms, { order, pinned, hidden }, activity) {
  const all = order === 'activity' ? rooms.toSorted((one, other) => activity(other) - activity(one)) : rooms;
  const isPinned = ({ name }) => pinned.has(name);
  const shown = all.filter(({ name }) => !hidden.has(name));
  return {
    listed: [...shown.filter(isPinned), ...shown.filter((room) => !isPinned(room))],
    hidden: all.filter(({ name }) => hidden.has(name)),
  };
}

/** Returns rooms in the order in which their names were shown before; new rooms come last. */
export function inShownOrder(rooms, names) {
  const ranks = new Map(names.map((name, index) => [name, index]));
  const rank = ({ name }) => ranks.get(name) ?? ranks.size;
  return rooms.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Returns the room after or before the open one in the list, which has no end; undefined without such a room.
 * @param {string} current the name of the open room. If the list does not have it, the first room is the next one, and the
 *   last room the previous one
 * @param {1 | -1} direction
 * @param {boolean} isUnread whether only rooms with unread messages count
 */
export function nextRoom(listed, current, direction, isUnread) {
  const index = listed.findIndex(({ name }) => name === current);
  const others = [...listed.slice(index + 1), ...listed.slice(0, Math.max(index, 0))];
  const isWanted = ({ unread }) => !isUnread || unread > 0;
  return direction > 0 ? others.find(isWanted) : others.findLast(isWanted);
}

/** Returns the unread messages of rooms: their number, and whether there are more. */
export const unreadIn = (rooms) => ({
  count: rooms.reduce((sum, { unread }) => sum + unread, 0),
  isMore: rooms.some(({ isCounted }) => !isCounted),
});

/** Returns the unread mentions of this person in rooms, as `unreadIn`. */
export const mentionsIn = (rooms) => unreadIn(rooms.map((room) => ({ ...room, unread: room.mentions })));
