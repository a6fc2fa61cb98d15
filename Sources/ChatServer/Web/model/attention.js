// Which messages ask for this person's attention: mentions of the person.

import { formatted, hasOwnMention } from './markup.js';
import { knownUsers } from './mentions.js';

/** Whether messages mention this person, by the names that were known at that time. */
let checked = new WeakMap();
let checkedWith;

/** Whether a message mentions this person. */
export function mentionsMe(message) {
  if (message.isDeleted || !message.text?.includes('@')) return false;
  if (checkedWith !== knownUsers()) [checked, checkedWith] = [new WeakMap(), knownUsers()];
  if (!checked.has(message)) checked.set(message, hasOwnMention(formatted(message.text)));
  return checked.get(message);
}
