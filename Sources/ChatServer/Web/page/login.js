// The dialog in which a person enters the password of the node.

import { make, paragraph } from '../browser/dom.js';
import { pause } from '../model/abort.js';
import { hasString, say } from '../model/words.js';
import { Failure, request } from '../node/node.js';
import { ownerSession, userSession } from '../node/session.js';
import { field, form, makeDialog, oneAtATime, problemElement } from './dialog.js';

let dialog;

/** @param {() => void} act is called when this browser has a session */
export function askPassword(act) {
  dialog ??= makeLogin(act);
  if (!dialog.open) dialog.showModal();
}

/** Milliseconds between two tries while the node compares the passwords of others, and the number of tries. */
const [tryPause, mostTries] = [1000, 60];

/** Sends a password until the node has compared it. @returns {Promise<Element>} the answer */
async function compared(password, problem) {
  for (let left = mostTries; ; left -= 1) {
    try {
      return await request('session', 'session', { body: new URLSearchParams({ password }) });
    } catch (error) {
      if (error.code !== 'too-many-passwords' || left <= 1) throw error;
      problem.replaceChildren(paragraph(say('refusal-too-many-passwords'), 'problem'));
      await pause(tryPause);
    }
  }
}

function makeLogin(act) {
  const password = make('input');
  password.type = 'password';
  password.autocomplete = 'current-password';
  const problem = problemElement('login-problem');
  const logIn = oneAtATime(async () => {
    problem.replaceChildren();
    try {
      const answer = await compared(password.value, problem);
      const session = answer.getAttribute('role') === 'owner' ? ownerSession : userSession;
      if (!session.save(answer.getAttribute('id'))) return problem.replaceChildren(paragraph(say('sessionNotSaved'), 'problem'));
      password.value = '';
      made.close();
      act();
    } catch (error) {
      const key = error instanceof Failure && hasString(`refusal-${error.code}`) ? `refusal-${error.code}` : 'unreachableUnknown';
      problem.replaceChildren(paragraph(say(key), 'problem'));
      password.select();
    }
  });
  const made = makeDialog('login', 'enterPassword', form(logIn, 'logIn', ...field('password', 'login-password', password), problem));
  return made;
}
