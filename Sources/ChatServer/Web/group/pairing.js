// The controls in the group panel with which people invite devices, join a group, and change the devices that came by an
// invitation.

import { byId, container, make } from '../browser/dom.js';
import { groupChoices, peerChoices, removedChoices } from '../model/group.js';
import { say } from '../model/words.js';
import { changePeer, isOwnersAddress, showProblem } from '../page/administration.js';
import { oneAtATime } from '../page/dialog.js';
import { connectInvite } from './invite.js';
import { connectJoin } from './join.js';
import { connectHide, connectLeave, connectRemove, openRename } from './peer-dialogs.js';
import { connectPhones } from './phones.js';

/** Milliseconds for which a button that has just replaced another one ignores clicks: they may belong to a double click. */
const doubleClickTime = 500;

/**
 * Makes the controls of the panel.
 * @param {() => void} show shows the panel again
 */
export function connectPairing(live, show) {
  if (!isOwnersAddress) {
    return {
      isAllowed: false, buttons: () => make('p', 'hint', say('pairingElsewhere')), controls: () => [], keep: () => [],
      leave: () => [],
    };
  }
  const panel = byId('group');
  const joined = make('p', 'joined visually-hidden');
  joined.role = 'status';
  panel.append(joined);

  /** The buttons that the open panel has shown last for each peer, and since when, by its key. */
  const shown = new Map();
  panel.addEventListener('close', () => shown.clear());
  const note = (peer) => {
    const [before, names] = [shown.get(peer.node), peerChoices(peer).join()];
    if (before?.names !== names) shown.set(peer.node, { names, since: before ? Date.now() : -Infinity });
  };
  /** The last failure of a change, and the key of its peer. */
  let problem;
  const change = oneAtATime(async (peer, wanted) => {
    problem = undefined;
    if (Date.now() - shown.get(peer.node)?.since < doubleClickTime) return;
    try {
      await changePeer(peer.node, wanted);
    } catch (error) {
      problem = { node: peer.node, error };
    }
    show();
  });
  const acts = {
    invite: connectInvite(live), join: connectJoin(live), phones: connectPhones(),
    rename: openRename, remove: connectRemove(live), leave: connectLeave(),
    pause: (peer) => change(peer, 'pause'), resume: (peer) => change(peer, 'resume'),
    keepMember: (peer) => change(peer, 'keep'), letIn: (peer) => change(peer, 'let-in'),
    hide: connectHide(), unhide: (peer) => change(peer, 'unhide'),
    same: (peer) => change(peer, 'same'), notSame: (peer) => change(peer, 'not-same'),
  };
  // One listener for all buttons, because an update of the panel makes other buttons.
  const press = ({ target }) => {
    const pressed = target.closest('button[data-act]');
    if (!pressed) return;
    const key = pressed.closest('li')?.dataset.key;
    acts[pressed.dataset.act]([...live.status.peers, ...live.status.removed].find(({ node }) => node === key));
  };
  for (const id of ['group-content', 'start']) byId(id).addEventListener('click', press);
  return {
    isAllowed: true,
    buttons: (status) => keyed(container('div', 'choices',
      ...groupChoices(status).map((choice, index) => panelButton(choice, index === 0 ? 'main' : undefined)))),
    controls: (peer) => {
      note(peer);
      return controls(peer, peerChoices(peer), problem);
    },
    keep: (removed) => controls(removed, removedChoices(removed), problem),
    leave: () => [keyed(container('div', 'choices', panelButton('leave')), 'leave')],
  };
}

/** Returns the buttons for a member or a removed one, and the failure of the last change of it. */
function controls(peer, choices, problem) {
  if (choices.length === 0) return [];
  const buttons = choices.map((choice) => {
    const made = panelButton(choice, 'link');
    made.setAttribute('aria-describedby', `${peer.state ? 'peer' : 'removed'}-${peer.node}`);
    return made;
  });
  const parts = [keyed(container('div', 'peer-choices', ...buttons))];
  if (problem?.node === peer.node) {
    const alertElement = make('div');
    alertElement.role = 'alert';
    showProblem(alertElement, problem.error);
    parts.push(alertElement);
  }
  if (peer.state === 'unconfirmed') parts.unshift(make('p', '', say('adviceUnconfirmed')));
  return parts;
}

/** Names an element for `update`, which then keeps it and the focus within it. */
function keyed(element, key = 'buttons') {
  element.dataset.key = key;
  return element;
}

/** Returns a button whose action `connectPairing` knows by its name. To confirm a peer is to resume it. */
function panelButton(name, className) {
  const made = make('button', className, say(name));
  made.dataset.act = name === 'confirm' ? 'resume' : name;
  made.dataset.key = name;
  return made;
}
