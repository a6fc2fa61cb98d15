// Links to messages: where a link leads, and why its message cannot be shown.

import { readAddress, roomTitle } from './room-names.js';
import { isShown } from './timeline.js';

const isLoopback = ({ hostname }) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Returns the place in this web page to which a link leads, see `readAddress`; undefined for a link to another one. The same path
 * at another host may belong to another node. But most people write at an address of their own computer, and at the computer of a
 * reader that means the reader's node.
 * @param {string} link
 * @param {string} page the address of this web page
 */
export function placeOf(link, page) {
  const [one, other] = [link, page].map((address) => new URL(address));
  const isOwn = ['origin', 'pathname', 'search'].every((part) => one[part] === other[part]);
  const place = (isOwn || isLoopback(one)) && one.hash.length > 1 ? readAddress(one.hash) : undefined;
  return isOwn || place?.digest ? place : undefined;
}

/**
 * Returns why a message is not shown, as arguments for `say`; undefined for one that can be shown.
 * @param {object | null | undefined} message null if the node does not have it, undefined if the node does not answer
 * @param {string} room the room in which it should be
 */
export function linkProblem(message, room) {
  if (message === undefined) return ['linkUnanswered'];
  if (message?.isDeleted) return ['linkDeleted'];
  if (message === null || !isShown(message) && !message.isFolded) return ['linkUnknown'];
  return message.room === room ? undefined : ['linkElsewhere', { room: roomTitle(message.room) }];
}
