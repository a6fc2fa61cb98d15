// The dialogs with which people rename and remove a device that came by an invitation.

import { changePeer, showProblem } from './administration.js';
import { button, container, field, form, labelled, makeDialog, oneAtATime, problemElement } from './dialog.js';
import { make } from './dom.js';
import { peerName } from './model/group.js';
import { nameProblem } from './model/validation.js';
import { say } from './model/words.js';

/** Makes the dialog that renames a peer. @returns {(peer: object) => void} opens it */
export function connectRename() {
  let peer;
  const input = make('input');
  input.autocapitalize = 'words';
  const problem = problemElement('rename-problem');
  const hint = labelled('p', 'renameHint', 'hint');
  hint.id = 'rename-hint';
  const rename = oneAtATime(async () => {
    const name = input.value.trim();
    const found = name === '' ? undefined : nameProblem(name);
    if (found) problem.replaceChildren(make('p', 'problem', say(...found)));
    else await close(dialog, problem, () => changePeer(peer.node, 'rename', name));
  });
  const enter = form(rename,
    ...field('renameName', 'rename-name', input, `${problem.id} ${hint.id}`), problem, hint,
    labelled('button', 'save', 'main'));
  const dialog = makeDialog('rename', 'rename', enter);
  return (chosen) => {
    peer = chosen;
    input.value = peer.name ?? '';
    problem.replaceChildren();
    dialog.showModal();
    input.select();
  };
}

/** Makes the dialog that asks before a peer is removed. @returns {(peer: object) => void} opens it */
export function connectRemove() {
  let peer;
  const problem = problemElement('remove-problem');
  const question = make('p');
  const cancel = button('cancel', () => dialog.close());
  const remove = oneAtATime(() => close(dialog, problem, () => changePeer(peer.node, 'remove')));
  const dialog = makeDialog('remove', 'remove', question, labelled('p', 'removeHint', 'hint'), problem,
    container('div', 'choices', cancel, button('remove', remove, 'main danger')));
  return (chosen) => {
    peer = chosen;
    question.textContent = say('removeQuestion', { name: peerName(peer) });
    problem.replaceChildren();
    dialog.showModal();
    cancel.focus();
  };
}

/** Closes a dialog after its request has succeeded. */
async function close(dialog, problem, send) {
  try {
    await send();
    dialog.close();
  } catch (error) {
    showProblem(problem, error);
  }
}
