// Messages that the node has not stored yet: what the web page says about them, and what the person can do with them.

import { atOnce, hasForm, isChange, isDue } from './changes.js';
import { visible } from './text.js';
import { isName, isRoomName } from './validation.js';
import { hasString, say } from './words.js';

/** A message whose first attempt begins later than this many milliseconds after Send has waited. */
const longestDelay = 60_000;

/** Whether a message can be edited: the node has refused it, or no attempt to send it has begun. */
export const isEditable = ({ isAttempted, problem }) => Boolean(problem) || isAttempted === false;

/** Whether a failure is one of the message: the node refuses it each time, until somebody changes it. */
export const isOfMessage = ({ status, code }) => (
  status < 500 && ![408, 429].includes(status) && !ofBrowser.includes(code) && !lacksTarget({ code }));

/** Whether a failure says that the node does not have the message that a change names. It may come from a peer. */
export const lacksTarget = ({ code }) => code === 'target-unknown';

/** Whether a refused change can be dropped because its message was deleted. An edit is kept for its text. */
export const isMoot = ({ kind }, { code }) => code === 'target-unfit' && isChange({ kind }) && kind !== 'edit';

/** The failures of the browser or its address: the node lets it not write, whatever the message is. */
const ofBrowser = ['foreign-origin', 'not-user', 'password-needed', 'session-needed'];

/** Whether a message is for another node than `node`, which answers at this address. */
export const isForeign = (message, node) => !message.problem && message.node !== undefined && message.node !== node;

/**
 * Returns the first message or change that can be sent. Later messages do not overtake one that a tab is editing; changes do, since they
 * are about messages that the node has.
 * @param {{ node: string, held: Set, tried: Set, now: number }} attempts the rooms of edited messages, and the post keys of
 *   messages that were tried before
 */
export function nextToSend(messages, { node, held, tried, now }) {
  return messages.find((message) => (!message.problem && !isForeign(message, node) && isDue(message, now)
    && (isChange(message) || !held.has(message.room)) && !tried.has(message.postKey)));
}

/** Whether a message is saved, if it can be. Before that, most messages are sent or saved within a moment. */
export const isReady = ({ order }, storage) => order !== undefined || storage !== 'saved';

/** Returns a message with another text. With a new post key, because the node may have refused it with the old one. */
export function edited({ problem: _, written, ...others }, { user, text, postKey }) {
  return { ...others, ...written && { written }, user, text, postKey, isAttempted: false };
}

/**
 * Returns a message that the node may have from now on. The first attempt decides whether the node gets the time of Send: every
 * attempt sends the same fields, also in another tab or after a reload. The node refuses other fields with the same post key.
 */
export function attempted(message, now, isReachable) {
  const hasWaited = now - message.time > longestDelay || !isReachable;
  return { written: hasWaited ? message.time : null, ...message, isAttempted: true };
}

/** Whether a message that was sent was shown as waiting before. */
export const wasWaiting = ({ written, time }, now) => Boolean(written) || now - time > atOnce;

const isJustWritten = ({ time }, now) => Math.abs(now - time) < atOnce;

/** Returns the numbers of unsent messages by room, without those that were written just now: most are sent at once. */
export function unsentByRoom(messages, now) {
  const counts = new Map();
  for (const message of messages) {
    if (!isJustWritten(message, now)) counts.set(message.room, (counts.get(message.room) ?? 0) + 1);
  }
  return counts;
}

/** Returns the last one of these messages by room. Changes do not count. */
export const lastUnsentByRoom = (messages, now) => new Map(
  messages.filter((message) => !isChange(message) && !isJustWritten(message, now)).map((message) => [message.room, message]));

/**
 * Returns what the web page says about a message.
 * @param {{ isEdited: boolean, isStored: boolean, isForeign: boolean, isLacking?: boolean, obstacle?: Failure, storage: string }}
 *   facts `isStored` if the node has stored it, `isLacking` if it lacks the message that this change names, `obstacle` is the failure of a node that cannot store any message at present
 */
export const stateOf = (message, facts) => say(...stateWith(message, facts));

/** Returns the same as arguments for `say`. */
function stateWith(message, { isEdited, isStored, isForeign, isLacking, obstacle, storage }) {
  if (isEdited) return ['beingEdited'];
  if (message.problem) return ['notSent', { why: reason(message.problem) }];
  if (isStored) return ['onThisDevice'];
  if (isForeign) return ['waitingForOther'];
  if (isLacking) return ['waitingBecause', { why: reason({ code: 'target-unknown' }) }];
  if (obstacle) return ['waitingBecause', { why: reason({ code: obstacle.code, sentence: obstacle.message }) }];
  return [message.order === undefined && storage !== 'saved' ? 'waitingNotSaved' : 'waiting'];
}

/** The signs of states; of all others, the words say why the message waits. */
const signs = { beingEdited: 'edited', notSent: 'problem', onThisDevice: 'stored', waiting: 'waiting' };

/**
 * Returns the sign of a message: `waiting`, `held` if the words say why it waits, `problem`, `edited`, or `stored` by the node.
 * The facts are those of `stateOf`.
 */
export const signOf = (message, facts) => signs[stateWith(message, facts)[0]] ?? 'held';

/**
 * Returns what the person can do with a message: 'edit' if it can be edited or discarded, 'discard' if only the latter although
 * the node may have it, 'drop' if it is a refused change, else ''.
 * @param {{ isEdited: boolean, isStored: boolean, isForeign: boolean, isDelayed: boolean, storage: string }} facts `isDelayed`
 *   if it was not sent within the time in which most are
 */
export function actionsOf(message, { isEdited, isStored, isForeign, isDelayed, storage }) {
  // A message that was written while the node was off waits longer than most. Buttons that come later would move it.
  const isHeld = message.problem || isForeign || isDelayed || message.written && isEditable(message);
  if (!isHeld || isStored || isEdited || !isReady(message, storage)) return '';
  if (isChange(message)) return 'drop';
  return isEditable(message) ? 'edit' : 'discard';
}

/** Whether a value from the browser has the form of an edit, see `kept/edits.js`. */
export function isEdit({ message, text } = {}) {
  const { room, user, text: old, digest, proof, postKey } = message ?? {};
  return typeof text === 'string' && isName(user) && isRoomName(room) && hasForm({ kind: 'edit', text: old, digest, proof: proof ?? postKey });
}

/** Returns the draft of a room after the edit of a message has ended without being sent: what was typed stays. */
export const draftAfterEdit = ({ text, old, draft }) => (text === old ? draft : [text, draft].filter(Boolean).join('\n'));

/** Returns what the web page says instead of a text about a change. */
export function changeText({ kind, text, react, topic, alias }) {
  if (kind !== 'room') return say(`change-${kind}`, { text, emoji: react });
  const given = Object.entries({ alias, topic }).filter(([, value]) => value);
  return given.map(([key, value]) => say(`change-${key}`, { text: visible(value) })).join('\u00a0· ');
}

/** Returns the reason of a failure in this language; for an unknown code the node's English sentence. */
function reason({ code, sentence }) {
  return hasString(`failure-${code}`) ? say(`failure-${code}`) : sentence;
}
