// What a failed request to invite, to join or to change a peer means for a person.

import { hasString, say } from './words.js';

/**
 * Returns the sentence of the web page about a failure, and what the node says beyond it, in English: the problem of each
 * address, for example.
 * @param {{ code: string, message: string }} failure as the node has answered. Its lines after the first one have the details
 * @returns {{ text: string, reasons: string[] }}
 */
export function failureText({ code, message }) {
  const lines = message.split('\n');
  if (!hasString(`pairing-${code}`)) return { text: say('pairingFailed'), reasons: lines };
  if (code === 'not-owner') return { text: say('pairing-not-owner'), reasons: [commandIn({ message })] };
  // The web page refers to the sentence that says how to restart the node.
  return { text: say(`pairing-${code}`), reasons: code === 'not-listening' ? lines : lines.slice(1) };
}

/** Returns the command with which the owner of the node opens the web page, from a failure with the code `not-owner`. */
export const commandIn = ({ message }) => message.split('\n')[1] ?? 'tidings open';
