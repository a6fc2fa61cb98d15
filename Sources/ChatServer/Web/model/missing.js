// What the web page says about unread messages that this browser has not kept, while the node does not answer.

import { say } from './words.js';

/** The sentences above and below the kept messages; undefined at an end where no messages are missing. See `UnreadMessages`. */
export function missingTexts({ count, isMore, earlier, later }) {
  // How many are missing on one of two sides is not known.
  const text = earlier && later ? say('missing') : say('missingCount', { n: count, isMore });
  return { earlier: earlier ? text : undefined, later: later ? text : undefined };
}

/**
 * Returns the sentence, `earlier` or `later`, that is below the line for unread messages; undefined if a message is. The line
 * separates the first unread message, which may be a missing one.
 * @param {boolean} hasUnread whether one of the kept messages is unread
 */
export function lineSide({ earlier, later }, hasUnread) {
  return earlier ? 'earlier' : later && !hasUnread ? 'later' : undefined;
}
