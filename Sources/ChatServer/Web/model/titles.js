// What the titles of the tab and of notifications say, and how counts of messages are written.

import { mentionsMe } from './attention.js';
import { authorName } from './persons.js';
import { roomTitle } from './room-names.js';
import { cut } from './text.js';
import { number, say } from './words.js';

/** Characters of a message in a notification, at most. */
const shownLength = 200;

/** Returns a number of messages as digits, with a plus sign if there are more. */
export const countText = ({ count, isMore }) => (isMore ? `${number(count)}+` : number(count));

/** Returns a number of unread messages as a sentence. */
export const unreadText = ({ count, isMore }) => say('unreadCount', { n: count, isMore });

/** Returns a number of unread mentions of this person as a sentence. */
export const mentionText = ({ count, isMore }) => say('mentionCount', { n: count, isMore });

/** Returns the name of the button that opens the list of rooms, with the unread messages of the other rooms. */
export const openerLabel = (unread) => (unread.count === 0 ? say('rooms') : `${say('rooms')}, ${unreadText(unread)}`);

/** Returns the title of the tab: the unread messages of all rooms of which the person wants to hear, and the name of the open room. */
export const tabTitle = (room, unread) => (
  `${unread.count > 0 ? `(${countText(unread)}) ` : ''}${roomTitle(room)} · Tidings`);

/**
 * Returns the notification of new messages: { title, body, room }. A press on it opens the room of the newest one. If some of them
 * mention this person, it is that of the newest mention.
 * @param {object[]} messages by id, at least one
 * @param {(message: object) => string} plainText returns the text of a message without its markup
 */
export function notificationOf(messages, plainText) {
  const mention = messages.findLast(mentionsMe);
  if (mention) {
    const { room } = mention;
    const title = say('mentionedYou', { user: authorName(mention), room: roomTitle(room) });
    return { title, body: cut(plainText(mention), shownLength), room };
  }
  const listed = (names) => [...new Set(names)].join(', ');
  const { room } = messages.at(-1);
  return {
    title: `${listed(messages.map(authorName))} · ${listed(messages.map((one) => roomTitle(one.room)))}`,
    body: messages.length === 1 ? cut(plainText(messages[0]), shownLength) : say('newMessages', { n: messages.length }),
    room,
  };
}
