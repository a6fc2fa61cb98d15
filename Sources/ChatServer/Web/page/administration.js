// The requests that change the peers of the node, and what their failures mean for a person. The node accepts them from its
// owner only.

import { paragraph } from '../browser/dom.js';
import { failureText } from '../model/failure-text.js';
import { say } from '../model/words.js';
import { Failure, Unreachable, request } from '../node/node.js';
import { ownerSession } from '../node/session.js';
import { becomeOwner } from './owner-dialog.js';

/** Seconds that the inviting node may need to answer, beyond those of other requests: its addresses are tried first. */
const joinWait = 30;

/** Whether the owner's sessions count at the address of the web page: on the node's own machine, and at its proxy with TLS. */
export const isOwnersAddress = location.protocol === 'https:'
  || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(location.hostname);

/**
 * Sends a request as the node's owner. If this browser is not the owner's, shows how it becomes that, and waits.
 * @param {{ wait?: number, isQuiet?: boolean }} options `wait` in seconds; a quiet request fails instead of showing something
 */
async function ask(path, name, body, { wait, isQuiet } = {}) {
  for (;;) {
    const used = ownerSession.value;
    try {
      return await request(path, name, { body, wait, session: used });
    } catch (error) {
      if (error.code !== 'not-owner') throw error;
      ownerSession.end(used);
      if (isQuiet) throw error;
      if (!ownerSession.value) await becomeOwner(error);
    }
  }
}

/**
 * Makes an invitation.
 * @param {boolean} makesGroup whether a node with peers over plain HTTP may get a group
 * @returns {Promise<{ link: string, expires: number | undefined, uses: number, code: string[] }>} `code` are the rows of
 *   the QR code; without `expires` it ends with the process of the node
 */
export async function invite(seconds, uses, makesGroup) {
  const body = new URLSearchParams({ seconds, uses });
  if (makesGroup) body.set('group', 'new');
  return invitation(await ask('invite', 'invitation', body));
}

/** Makes an address for the browser of a phone. @returns as {@link invite} */
export const invitePhone = async () => invitation(await ask('add-phone', 'invitation', new URLSearchParams()));

const invitation = (answer) => ({
  link: answer.getAttribute('link'),
  expires: answer.hasAttribute('expires') ? Number(answer.getAttribute('expires')) : undefined,
  uses: Number(answer.getAttribute('uses')),
  code: answer.textContent.split('\n').filter((row) => /^[01]+$/.test(row)),
});

/**
 * Returns the sessions of the users, the oldest first.
 * @param {{ end?: string, isQuiet?: boolean }} options `end`: the id of a session that ends
 * @returns {Promise<{ id: string, begun: number, name: string }[]>} `name` is the browser with its system, or that of a key
 */
export async function sessions({ end, isQuiet } = {}) {
  const answer = await ask('sessions', 'sessions', new URLSearchParams(end ? { end } : {}), { isQuiet });
  return [...answer.children].map((session) => ({
    id: session.getAttribute('id'), begun: Number(session.getAttribute('begun')), name: session.getAttribute('name'),
  }));
}

/**
 * Joins the group of an invitation.
 * @param {'carry' | 'leave' | undefined} consent whether the person agrees that the group reads the messages of this device, or that
 *   the device leaves a group in which nobody else is
 * @returns {Promise<string>} the name of the inviting node
 */
export async function join(link, consent) {
  const body = new URLSearchParams({ link });
  if (consent) body.set(consent, 'yes');
  return (await ask('join', 'paired', body, { wait: joinWait })).getAttribute('name');
}

/**
 * @param {'rename' | 'pause' | 'resume' | 'remove' | 'keep' | 'let-in' | 'hide' | 'unhide' | 'same' | 'not-same'} change
 * @param {{ name?: string, user?: string, stay?: string, drop?: 'yes' }} values the new name, of the member or of a user there; the keys of
 *   the members that stay, with spaces between them; whether the values of hidden messages are erased, too
 */
export async function changePeer(peer, change, values = {}) {
  const body = new URLSearchParams({ peer, change });
  for (const [name, value] of Object.entries(values)) if (value) body.set(name, value);
  await ask('peer', 'success', body);
}

export const leaveGroup = () => ask('leave', 'success', new URLSearchParams());

/** Shows in an element what a failure means and what to do. */
export function showProblem(element, error) {
  if (error instanceof Unreachable) return element.replaceChildren(paragraph(say('unreachableUnknown'), 'problem'));
  if (!(error instanceof Failure)) throw error;
  const { text, reasons } = failureText(error);
  element.replaceChildren(paragraph(text, 'problem'), ...reasons.map((reason) => {
    const why = paragraph(reason, 'why');
    why.lang = 'en';
    return why;
  }));
}
