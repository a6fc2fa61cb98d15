// What the person can do with a message.

import { isChange } from './changes.js';
import { isNote } from './timeline.js';

/**
 * Returns the items of a message's menu; undefined if it has none.
 * @param {object} message as the web page shows it
 * @param {{ isMine: boolean, hasKey: boolean, canWrite: boolean, isUnsent: boolean }} facts whether this person wrote the message,
 *   whether this browser knows its post key, whether the person has a name, and whether no attempt to send the message has begun
 * @returns {{ items: string[], canReact: boolean, isOfOtherBrowser: boolean } | undefined} `isOfOtherBrowser` if the person wrote
 *   it and cannot change it here
 */
export function menuOf(message, { isMine, hasKey, canWrite, isUnsent }) {
  if (isNote(message) || isChange(message)) return undefined;
  const hasText = message.text !== undefined;
  const isStored = message.id !== undefined;
  const canChange = canWrite && isMine && hasKey && !message.isDeleted;
  const items = [
    ...canReply(message, canWrite) ? ['reply'] : [],
    ...canChange && hasText ? ['edit'] : [],
    ...hasText ? ['copyText'] : [],
    ...hasText && isStored ? ['copyLink'] : [],
    ...isStored && !isMine && !message.isDeleted ? ['markUnread'] : [],
    'details',
    ...canChange ? [isUnsent ? 'discard' : 'delete'] : [],
  ];
  return {
    items,
    canReact: canReply(message, canWrite),
    isOfOtherBrowser: canWrite && isMine && !hasKey && !message.isDeleted,
  };
}

/** Whether a person can reply and react to a message. */
export const canReply = (message, canWrite) => canWrite && message.id !== undefined && message.text !== undefined && !isNote(message);
