// Whose messages are not shown: the node leaves out those of hidden members, and the web page folds what removed members have
// written since.

/** Removed members that are remembered, at most. The node lists 64. */
const mostRemoved = 64;

/**
 * Returns what a status says: { hidden, removed }. `hidden` are the keys of the hidden members, and `removed` has the times of the
 * removals by key.
 */
export function hidingOf({ peers, removed }) {
  const hidden = [...peers, ...removed].filter((member) => member.hidden).map(({ node }) => node).sort();
  return { hidden, removed: Object.fromEntries(removed.map(({ node, since }) => [node, since])) };
}

/** Returns a saved value of that form; one without any member if the value has another form. */
export function hidingFrom(value) {
  const { hidden, removed } = value ?? {};
  const times = Object.values(removed ?? {});
  const isValid = Array.isArray(hidden) && times.length <= mostRemoved && times.every(Number.isFinite);
  return isValid ? { hidden, removed: removed ?? {} } : { hidden: [], removed: {} };
}

/** Whether a message came from a removed member after its removal. */
export const isFoldedBy = ({ removed }, { origin, arrived }) => Object.hasOwn(removed, origin) && arrived > removed[origin];
