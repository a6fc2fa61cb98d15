// Under which ids the messages were first found whose texts are gone, by digest. A node can get such a text from a peer: the
// message then arrives again under a higher id, with the same digest, and is not a new one.

/** Messages that are remembered, at most. The ones noted first are forgotten first, and count as new if they return. */
const longest = 1000;

/** Returns the ids by digest of a saved value; undefined for one that does not have the expected form. */
export const goneFrom = (value) => (Array.isArray(value) ? new Map(value.filter(Array.isArray)) : undefined);

/**
 * Returns the known ids with those of further messages whose texts are gone, and with those that another tab has saved since;
 * undefined if there are no further ones.
 */
export function noted(known, messages, saved) {
  const found = messages.filter(({ isTextGone, digest }) => isTextGone && !known.has(digest));
  if (found.length === 0) return undefined;
  const all = new Map([...known, ...found.map(({ digest, id }) => [digest, id]), ...saved ?? []]);
  return new Map([...all].slice(-longest));
}

/** Returns the id under which this browser first found a message. */
export const firstId = (known, { digest, id }) => Math.min(id, known.get(digest) ?? id);
