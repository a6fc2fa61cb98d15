// Changes of messages that wait in this browser: edits, deletions, reactions and withdrawals of reactions. They are objects of
// the queue, as messages are, and have a `kind`:
//
//   edit         digest, proof, text
//   deletion     digest, proof
//   reaction     re, react
//   withdrawal   digest, proof, re, react
//   room         topic or alias, or both: what the room of the message is about, and the name under which people see it
//
// `digest` and `proof` are the digest and the post key of the message or reaction that is changed. There is no digest while that
// one waits in the queue itself. `re` is the digest of the message that has the reaction, `react` its emoji.

/** Milliseconds within which a message or a change is sent at once. */
export const atOnce = 1000;
const kinds = ['edit', 'deletion', 'reaction', 'withdrawal', 'room'];
/** Milliseconds for which a change can be held back so that the person can undo it, at most. */
export const longestHold = 60_000;

export const isChange = ({ kind }) => kind !== undefined;

/** Whether a change from the browser's database has all that its kind needs. */
export function hasForm({ kind, digest, proof, text, re, react, topic, alias }) {
  const isText = (value) => typeof value === 'string' && value !== '';
  const given = [topic, alias].filter((value) => value !== undefined);
  if (kind === 'room') return given.length > 0 && given.every(isText);
  if (!kinds.includes(kind) || digest !== undefined && !isText(digest)) return false;
  const reacts = kind === 'reaction' || kind === 'withdrawal';
  return (kind === 'reaction' || isText(proof)) && (kind !== 'edit' || isText(text)) && (!reacts || isText(re) && isText(react));
}

/** Returns the parameters of `add.php` for a message or a change of the queue. */
export function parametersOf({ kind, user, text, room, postKey, written, re, react, digest, proof, topic, alias }) {
  const all = { user, key: postKey, ...written > 0 && { written } };
  switch (kind) {
    case 'edit': return { ...all, message: text, edits: digest, proof };
    case 'deletion':
    case 'withdrawal': return { ...all, deletes: digest, proof };
    case 'reaction': return { ...all, re, react };
    case 'room': return { ...all, ...room && { room }, ...topic && { topic }, ...alias && { alias } };
    default: return { ...all, message: text, ...room && { room }, ...re && { re } };
  }
}

/**
 * Whether the node can get a change now: what it changes is stored, and the time in which the person can undo it is over. A hold
 * far in the future comes from a clock that was set back since.
 */
export const isDue = (change, now) => !waitsForTarget(change) && holdOf(change, now) === 0;

/** Whether a change waits for a message or a reaction of the queue, whose digest is not known. */
export const waitsForTarget = ({ kind, digest }) => isChange({ kind }) && !['reaction', 'room'].includes(kind) && digest === undefined;

/** Returns the milliseconds for which a change is held back. */
export function holdOf({ notBefore }, now) {
  const left = notBefore - now;
  return left > 0 && left <= longestHold ? left : 0;
}

/** The name under which a reaction is remembered: those with the same name are one for all readers. */
export const reactionName = ({ re, react, user }) => `${re} ${react} ${user}`;

/**
 * Returns what is remembered of an object of the queue that the node has stored, so that this browser can change it later;
 * undefined for a change that cannot be changed. Its key is `of`.
 */
export function receipt(stored, digest, time) {
  const { kind, postKey } = stored;
  if (!digest || isChange(stored) && kind !== 'reaction') return undefined;
  return { of: kind === 'reaction' ? reactionName(stored) : digest, digest, postKey, time };
}

/** Whether a change is one of a message: of a stored one, or of one that waits in the queue. */
export function concerns({ kind, digest, proof, re }, message) {
  if (kind === 'reaction' || kind === 'withdrawal') return re === message.digest;
  return digest !== undefined && digest === message.digest || message.postKey !== undefined && proof === message.postKey;
}

/**
 * Returns a message as the web page shows it: with the changes that wait, and with those whose ids its node's copy lacks.
 * @param {object} message a stored message or one of the queue; `version` is the end of the log when the node wrote its copy
 * @param {object[]} changes in the order in which they are sent. One that the node has stored has its `id`
 * @returns {object} the message itself without a change; else a copy. `waits` says whether an edit or a deletion waits for longer
 *   than most, `waitingReactions` has the emoji of the reactions and withdrawals that do
 */
export function withChanges(message, changes, now) {
  const isNews = ({ problem, id }) => !problem && !(id <= message.version);
  const news = changes.filter((change) => concerns(change, message) && isNews(change));
  if (news.length === 0) return message;
  const emoji = news.filter(({ id, time }) => id === undefined && Math.abs(now - time) >= atOnce).map(({ react }) => react);
  return { ...news.reduce(withChange, message), waits: emoji.includes(undefined), waitingReactions: emoji.filter(Boolean) };
}

/** Whether an edit or the deletion of a message has not come back from the node: `shown` is the message with its changes. */
export const isChanging = (message, shown) => (
  shown.text !== message.text || shown.isDeleted !== message.isDeleted || shown.isEdited !== message.isEdited);

function withChange(message, change) {
  const { kind, text, react, user, node } = change;
  if (message.isDeleted) return message;
  const reactions = message.reactions ?? [];
  const isSame = (author) => author.isLocal && author.user === user;
  const given = reactions.find(({ emoji }) => emoji === react);
  const isGiven = given?.by.some(isSame) === true;
  switch (kind) {
    case 'edit': return { ...message, text, isEdited: true };
    case 'deletion': return { ...message, text: undefined, isTextGone: true, isDeleted: true, isEdited: false, reactions: [] };
    case 'reaction': {
      if (isGiven) return message;
      const by = [...given?.by ?? [], { origin: node, user, isLocal: true }];
      return { ...message, reactions: replaced(reactions, { emoji: react, count: (given?.count ?? 0) + 1, by }) };
    }
    default: {
      if (!isGiven) return message;
      const by = given.by.filter((one) => !isSame(one));
      return { ...message, reactions: replaced(reactions, { ...given, count: given.count - 1, by }) };
    }
  }
}

/** Returns reactions with another one for an emoji; without it if nobody gives it. */
function replaced(reactions, reaction) {
  const isOld = ({ emoji }) => emoji === reaction.emoji;
  const all = reactions.some(isOld) ? reactions.map((one) => (isOld(one) ? reaction : one)) : [...reactions, reaction];
  return all.filter(({ count }) => count > 0);
}
