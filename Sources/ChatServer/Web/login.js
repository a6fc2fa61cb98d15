// The dialog in which a person enters the password of the node.

import { field, form, labelled, makeDialog, oneAtATime, problemElement } from './dialog.js';
import { make, paragraph } from './dom.js';
import { hasString, say } from './model/words.js';
import { Failure, request } from './node.js';
import { ownerSession, userSession } from './session.js';

let dialog;

/** @param {() => void} act is called when this browser has a session */
export function askPassword(act) {
  dialog ??= makeLogin(act);
  if (!dialog.open) dialog.showModal();
}

function makeLogin(act) {
  const password = make('input');
  password.type = 'password';
  password.autocomplete = 'current-password';
  const problem = problemElement('login-problem');
  const submit = labelled('button', 'logIn', 'main');
  const logIn = oneAtATime(async () => {
    problem.replaceChildren();
    try {
      const answer = await request('session', 'session', { body: new URLSearchParams({ password: password.value }) });
      const session = answer.getAttribute('role') === 'owner' ? ownerSession : userSession;
      if (!session.save(answer.getAttribute('id'))) return problem.replaceChildren(paragraph(say('ownerNotSaved'), 'problem'));
      password.value = '';
      made.close();
      act();
    } catch (error) {
      const key = error instanceof Failure && hasString(`refusal-${error.code}`) ? `refusal-${error.code}` : 'unreachableUnknown';
      problem.replaceChildren(paragraph(say(key), 'problem'));
      password.select();
    }
  });
  const made = makeDialog('login', 'enterPassword', form(logIn, ...field('password', 'login-password', password), problem, submit));
  return made;
}
