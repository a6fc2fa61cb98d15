// The names of rooms: as titles, in addresses, and in the search. The name of the main room is empty.

import { folded } from './authors.js';
import { searchable, visible } from './text.js';
import { isDigest, isName, isRoomName, newRoomName, newRoomProblem, topicProblem } from './validation.js';
import { say } from './words.js';

/** The names that people have given to rooms later, by the rooms' names: { alias, form, isShared }, `form` folded. */
let aliases = new Map();

/** Notes rooms with their later names: { name, alias }. */
export function setAliases(rooms) {
  const named = rooms.filter(({ name, alias }) => alias && alias !== name)
    .map(({ name, alias }) => ({ name, alias, form: folded(alias) }));
  const names = new Set(rooms.map(({ name }) => folded(name)));
  const uses = Map.groupBy(named, ({ form }) => form);
  aliases = new Map(named.map(({ name, alias, form }) => (
    [name, { alias, form, isShared: names.has(form) || uses.get(form).length > 1 }])));
}

/** Returns saved rooms with topics and later names; none if they do not have the expected form. */
export function titlesFrom(value) {
  const isText = (text) => text === undefined || typeof text === 'string';
  const isTitled = ({ name, topic, alias }) => isRoomName(name) && isText(topic) && isText(alias);
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && isTitled(one)) ? value : [];
}

/** Returns the first name of a room as people see it. */
export const ownTitle = (name) => (name === '' ? say('mainRoom') : visible(name));

/** Returns the name of a room as people see it: its later name, with the first one if another room has that name, too. */
export function roomTitle(name) {
  if (!aliases.has(name)) return ownTitle(name);
  const { alias, form, isShared } = aliases.get(name);
  return isShared || name !== '' && form === folded(say('mainRoom')) ? `${visible(alias)} (${ownTitle(name)})` : visible(alias);
}

/**
 * Returns what a person gives to a room: { topic, alias }, without what is as before. A topic or an alias cannot be removed, but a room
 * with a name gets that again if the person enters none.
 * @param {{ name: string, topic?: string, alias?: string }} room
 * @param {{ alias: string, topic: string }} entered the values of the fields, which began with those of the room
 */
export function givenTo(room, entered) {
  const before = { alias: room.alias ?? room.name, topic: room.topic ?? '' };
  const after = { alias: newRoomName(entered.alias) || room.name, topic: entered.topic.normalize('NFC').trim() };
  // A name such as #1 is not the one that a person gets who enters it: a field that nobody has changed gives nothing.
  const isGiven = ([key, value]) => value !== '' && ![entered[key], value].includes(before[key]);
  return Object.fromEntries(Object.entries(after).filter(isGiven));
}

/**
 * Returns the problems of what a person enters, see `givenTo`: { alias, topic }, each as arguments for `say`; undefined for a valid
 * value.
 */
export function givenProblems(room, entered) {
  const { alias, topic } = givenTo(room, entered);
  const removes = { alias: room.name === '' && room.alias && !newRoomName(entered.alias), topic: room.topic && !entered.topic.trim() };
  return {
    alias: alias || removes.alias ? newRoomProblem(alias ?? '') : undefined,
    topic: removes.topic ? ['topicKept'] : topic && topicProblem(topic),
  };
}

/**
 * Returns the address of a room within the web page, such as #kitchen, or of a message in it, such as #kitchen/ and its digest. A /
 * in the name is escaped, so no room has the address of a message.
 */
export const addressOf = (name, digest) => `#${encodeURIComponent(name)}${digest ? `/${digest}` : ''}`;

/**
 * Returns the room and the message with such an address: { room, digest }. The main room if the address does not contain a valid
 * name; no digest if it is that of a room.
 */
export function readAddress(hash) {
  const end = hash.lastIndexOf('/');
  const digest = end > 0 && isDigest(hash.slice(end + 1)) ? hash.slice(end + 1) : undefined;
  const name = decoded(digest ? hash.slice(1, end) : hash.slice(1));
  return { room: isName(name) ? name : '', digest };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Returns the rooms whose titles contain a text, whatever its case and accents; undefined without a text. */
export function foundRooms(rooms, entered) {
  const wanted = searchable(entered.trim());
  return wanted === '' ? undefined : rooms.filter(({ name }) => searchable(roomTitle(name)).includes(wanted));
}

/**
 * Returns the room that people may mistake for the one with an entered name, by its first or its later name.
 * @param {string[]} names the names of all rooms
 * @returns {string | undefined} undefined without such a room, and if there is a room with exactly the entered name
 */
export function similarRoom(names, entered) {
  if (names.includes(entered)) return undefined;
  const form = (name) => folded(newRoomName(name));
  return names.find((name) => [form(name || say('mainRoom')), aliases.get(name)?.form].includes(form(entered)));
}
