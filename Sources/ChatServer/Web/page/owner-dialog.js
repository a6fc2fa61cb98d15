// The dialog that says how this browser becomes the owner's.

import { make } from '../browser/dom.js';
import { commandIn } from '../model/failure-text.js';
import { ownerSession } from '../node/session.js';
import { copying, labelled, makeDialog } from './dialog.js';

/** The dialog, and its line that says that the command was copied. */
let dialog, copied;
const command = make('code', 'command');
command.dir = 'ltr';

/**
 * Shows what the owner has to type. Resolves when another tab has begun a session of the owner.
 * @param {Failure} failure of the request that only the owner may send
 * @throws {Failure} the same one, if the person closes the dialog
 */
export function becomeOwner(failure) {
  if (!dialog) {
    const [copy, line] = copying('copyText', 'textCopied', command);
    copied = line;
    dialog = makeDialog('owner', 'ownerOnly', labelled('p', 'pairing-not-owner'), command, copy, copied);
    ownerSession.follow(() => dialog.close('owner'));
  }
  command.textContent = commandIn(failure);
  dialog.returnValue = copied.textContent = '';
  dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener('close', () => {
      if (dialog.returnValue === 'owner') resolve();
      else reject(failure);
    }, { once: true });
  });
}
