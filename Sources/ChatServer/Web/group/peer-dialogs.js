// The dialogs with which people rename and remove a member, and leave the group.

import { container, make } from '../browser/dom.js';
import { lossesBelow, nameOf, peerName } from '../model/group.js';
import { visible } from '../model/text.js';
import { nameProblem } from '../model/validation.js';
import { say } from '../model/words.js';
import { changePeer, leaveGroup, showProblem } from '../page/administration.js';
import { button, field, form, labelled, makeDialog, oneAtATime, problemElement } from '../page/dialog.js';

let rename;

/**
 * Opens the dialog that renames a device, or a person.
 * @param {{ node: string, name?: string, user?: string }} renamed `user` is the name under which the person writes on the device
 */
export function openRename(renamed) {
  rename ??= makeRename();
  rename(renamed);
}

function makeRename() {
  let renamed;
  const input = make('input');
  input.autocapitalize = 'words';
  const problem = problemElement('rename-problem');
  const hint = make('p', 'hint');
  hint.id = 'rename-hint';
  const save = oneAtATime(async () => {
    const name = input.value.trim();
    const found = name === '' ? undefined : nameProblem(name);
    if (found) problem.replaceChildren(make('p', 'problem', say(...found)));
    else await close(dialog, problem, () => changePeer(renamed.node, 'rename', { name, user: renamed.user }));
  });
  const enter = form(save, 'save', ...field('renameName', 'rename-name', input, `${problem.id} ${hint.id}`), problem, hint);
  const dialog = makeDialog('rename', 'rename', enter);
  return (chosen) => {
    renamed = chosen;
    const { name = '', user } = renamed;
    input.value = name;
    hint.textContent = user === undefined ? say('renameHint') : say('renamePersonHint', { user: visible(user) });
    problem.replaceChildren();
    dialog.showModal();
    input.select();
  };
}

/**
 * Makes the dialog that asks before a member is removed, and says who goes with it.
 * @returns {(peer: object) => void} opens it
 */
export function connectRemove(live) {
  const question = make('p');
  const effects = make('div');
  const stay = () => [...effects.querySelectorAll('input:not(:checked)')].map(({ value }) => value).join(' ');
  const open = connectQuestion('remove', 'main danger', (peer) => changePeer(peer.node, 'remove', { stay: stay() }),
    question, effects, labelled('p', 'removeHint', 'hint'));
  return (peer) => {
    question.textContent = say('removeQuestion', { name: peerName(peer) });
    effects.replaceChildren(...removalEffects(peer, live.status));
    open(peer);
  };
}

/** Returns what a removal does, and the members that go, too, each with a tick that the person can take away. */
function removalEffects(peer, status) {
  const below = lossesBelow(peer);
  const boxes = below.map((key) => {
    const box = make('input');
    [box.type, box.value, box.checked] = ['checkbox', key, true];
    return container('label', 'choice', box, make('bdi', '', nameOf(key, status)));
  });
  const isForAll = peer.losses.includes(peer.node);
  const inviter = peer.invitedBy && peer.invitedBy !== status.node ? nameOf(peer.invitedBy, status) : undefined;
  return [
    // The others have removed a former member already.
    ...peer.removedBy ? [] : [make('p', '', say(isForAll ? 'removeForAll' : 'removeHere'))],
    ...!peer.removedBy && !isForAll && inviter ? [make('p', '', say('removeAsk', { name: inviter }))] : [],
    ...below.length > 0 ? [container('fieldset', '', make('legend', '', say('removeBelow')), ...boxes)] : [],
  ];
}

/** Makes the dialog that asks before the messages of a member are hidden. @returns {(peer: object) => void} opens it */
export function connectHide() {
  const question = make('p');
  const drop = make('input');
  drop.type = 'checkbox';
  const open = connectQuestion('hide', 'main', (peer) => changePeer(peer.node, 'hide', { drop: drop.checked && 'yes' }),
    question, labelled('p', 'hideHint', 'hint'), container('label', 'choice', drop, labelled('span', 'hideDrop')));
  return (peer) => {
    question.textContent = say('hideQuestion', { name: peerName(peer) });
    drop.checked = false;
    open(peer);
  };
}

/** Makes the dialog that asks before this device leaves its group. @returns {() => void} opens it */
export const connectLeave = () => connectQuestion('leave', 'main danger', leaveGroup,
  labelled('p', 'leaveQuestion'), labelled('p', 'leaveHint', 'hint'));

/**
 * Makes a dialog that asks before a request.
 * @param {string} name the id of the dialog, which is also the key of its title and of its button
 * @param {string} className the class of the button
 * @param {(peer?: object) => Promise<void>} send
 * @returns {(peer?: object) => void} opens it
 */
function connectQuestion(name, className, send, ...children) {
  let peer;
  const problem = problemElement(`${name}-problem`);
  const cancel = button('cancel', () => dialog.close());
  const confirm = button(name, oneAtATime(() => close(dialog, problem, () => send(peer))), className);
  const dialog = makeDialog(name, name, ...children, problem, container('div', 'choices', cancel, confirm));
  return (chosen) => {
    peer = chosen;
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
