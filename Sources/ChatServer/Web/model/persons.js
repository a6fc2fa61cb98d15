// Which devices are one person, and what its owner calls the persons who write, as the node says in its status. Devices are one person
// if their members name each other.

import { visible } from './text.js';

/** The persons of devices by their keys; a device that is a person of its own is missing. */
let persons = new Map();
/** The petnames by the person and the name under which it writes. */
let petnames = new Map();

/**
 * Takes the persons of a status.
 * @returns {boolean} whether they, or their petnames, are others than before
 */
export function setPersons(status) {
  const before = JSON.stringify([[...persons], [...petnames]]);
  persons = new Map([status, ...status?.peers ?? []].filter((device) => device?.person).map(({ node, person }) => [node, person]));
  petnames = new Map((status?.petnames ?? []).map((one) => [petnameKey({ origin: one.node, user: one.user }), one]));
  return JSON.stringify([[...persons], [...petnames]]) !== before;
}

const petnameKey = ({ origin, user }) => `${personOf(origin)} ${user}`;

/** Returns what the owner calls an author as { node, user, name }; undefined without a petname. */
export const petnameOf = (author) => petnames.get(petnameKey(author));

/** Returns all petnames. */
export const allPetnames = () => [...petnames.values()];

/** Returns the name of an author as people see it. */
export const authorName = (author) => visible(petnameOf(author)?.name ?? author.user);

/** Returns the names of the people who write on a device, as people see them. @param {object[]} people see `withAuthors` */
export const namesOn = (node, people) => [...new Set(people.filter(({ origin }) => origin === node).map(authorName))];

/** Returns the user with whose colour a device is shown: the person who wrote there last, or its name. @param people as above */
export const userOfDevice = (node, name, people) => people.find(({ origin }) => origin === node)?.user ?? name;

/** Returns what all devices of one person have in common: the key of one of them. */
export const personOf = (node) => persons.get(node) ?? node;

/** Whether two devices are one person. */
export const isSamePerson = (one, other) => one !== undefined && personOf(one) === personOf(other);

/**
 * Returns peers in groups, one for each person, in the order of the first of each. The device that names a person comes first: at all
 * nodes the same one.
 */
export function byPerson(peers) {
  const groups = new Map();
  for (const peer of peers) {
    const key = persons.get(peer.node) ?? peer;
    const known = groups.get(key) ?? [];
    groups.set(key, key === peer.node ? [peer, ...known] : [...known, peer]);
  }
  return [...groups.values()];
}
