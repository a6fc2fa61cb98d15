// What a failed request to invite, to join or to change a peer means for a person.

import { hasString, say } from './words.js';

/** The failures about which the sentence of the node says more: the reason for each address, for example. */
const withReason = ['inviter-unreachable', 'not-listening'];

/**
 * Returns the sentence of the page about a failure, and the one of the node if it says more.
 * @param {{ code: string, message: string }} failure as the node has answered; `message` is in English
 */
export function failureText({ code, message }) {
  const isKnown = hasString(`pairing-${code}`);
  return {
    text: isKnown ? say(`pairing-${code}`) : say('pairingFailed'),
    reason: isKnown && !withReason.includes(code) ? undefined : message,
  };
}
