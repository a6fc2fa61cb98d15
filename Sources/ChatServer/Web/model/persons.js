// Which devices are one person, as the node says: those whose members name each other. The node decides it, see `person` in its
// status.

/** The persons of devices by their keys; a device that is a person of its own is missing. */
let persons = new Map();

/**
 * Takes the persons of a status.
 * @returns {boolean} whether they are others than before
 */
export function setPersons(status) {
  const now = new Map([status, ...status?.peers ?? []].filter((device) => device?.person).map(({ node, person }) => [node, person]));
  const isSame = now.size === persons.size && [...now].every(([node, person]) => persons.get(node) === person);
  persons = now;
  return !isSame;
}

/** Returns what all devices of one person have in common: the key of one of them. */
export const personOf = (node) => persons.get(node) ?? node;

/** Whether a person has other devices, too. */
export const hasOtherDevices = (node) => persons.has(node);

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
