// Notices above the messages, each shown until its reason is over.

import { byId, make, makeButton } from '../browser/dom.js';

/** Milliseconds for which a notice is shown that only says what the person has just done. */
const briefTime = 4000;

/** By name: { text, element }. */
const shown = new Map();
let briefTimer;

/**
 * Shows a notice, or replaces the one with the same name. Without a text, hides that.
 * @param {{ label: string, act: () => void }[]} buttons optional
 */
export const showNotice = (name, text, ...buttons) => show(byId('notices'), name, text, buttons);

/** Shows a notice that is soon over. It lies over the messages, so that they do not move twice. @returns its element */
export const showPassing = (name, text, ...buttons) => show(byId('passing-notices'), name, text, buttons);

function show(parent, name, text, buttons) {
  if (!text) return hideNotice(name);
  // A screen reader would read out the same text again.
  if (shown.get(name)?.text === text) return shown.get(name).element;
  hideNotice(name);
  const element = parent.appendChild(make('p', 'notice', text));
  for (const { label, act } of buttons) element.append(' ', makeButton('', label, act));
  shown.set(name, { text, element });
  return element;
}

export function hideNotice(name) {
  shown.get(name)?.element.remove();
  shown.delete(name);
}

/** Shows for some seconds what the person has just done. */
export function showBriefly(text) {
  showPassing('brief', text);
  clearTimeout(briefTimer);
  briefTimer = setTimeout(() => hideNotice('brief'), briefTime);
}
