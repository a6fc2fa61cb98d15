// Members whose messages the node hides.

/** Returns the keys of the hidden members of a status. */
export function hiddenIn({ peers, removed }) {
  return [...peers, ...removed].filter(({ hidden }) => hidden).map(({ node }) => node).sort();
}

/** Returns saved keys; none for a value of another form. */
export const hiddenFrom = (value) => (
  Array.isArray(value) && value.every((key) => typeof key === 'string') ? value : []);
