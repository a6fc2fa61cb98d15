// A swipe over a message begins a reply, on touch screens.

import { pulledBy, replyDistance } from '../model/swipe.js';

/**
 * @param {HTMLElement} root the element with the messages
 * @param {(message: HTMLElement) => boolean} canReply
 * @param {(message: HTMLElement) => void} reply
 */
export function connectSwiping(root, canReply, reply) {
  /** The touched message, where the finger was, and how far the message was pulled. */
  let message, points, pulled;
  const end = () => {
    message?.classList.remove('swiped', 'replies');
    message = undefined;
  };
  const on = (type, act) => root.addEventListener(type, act, { passive: true });
  const add = ({ touches: [{ clientX: x, clientY: y }], timeStamp: time }) => points.push({ x, y, time });

  on('touchstart', (event) => {
    end();
    const touched = event.target.closest('.message:not(.note)');
    // A finger may be changing a selection.
    if (!touched || event.touches.length > 1 || !getSelection().isCollapsed || !canReply(touched)) return;
    [message, points, pulled] = [touched, [], 0];
    add(event);
  });
  on('touchmove', (event) => {
    if (!message) return;
    add(event);
    const isRightToLeft = getComputedStyle(root).direction === 'rtl';
    pulled = pulledBy(points, { width: document.documentElement.clientWidth, isRightToLeft });
    if (pulled === undefined) return end();
    message.classList.toggle('swiped', pulled > 0);
    message.classList.toggle('replies', pulled >= replyDistance);
    message.style.setProperty('--pulled', `${isRightToLeft ? -pulled : pulled}px`);
  });
  on('touchend', () => {
    const replied = message && pulled >= replyDistance ? message : undefined;
    end();
    if (replied) reply(replied);
  });
  for (const type of ['touchcancel', 'contextmenu']) on(type, end);
}
