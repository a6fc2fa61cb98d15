// The people who have written, as far as this browser has seen, so that texts can mention them before their messages are loaded.

import { read, write } from '../browser/storage.js';
import { peopleFrom, setUsers, withAuthors } from '../model/mentions.js';
import { isShown } from '../model/timeline.js';

const storageKey = 'tidings.people';

/** Event: `change` when further names can be mentioned, with these names. */
export class People extends EventTarget {
  /** The people who wrote last, first: { user, origin, time }. */
  all = peopleFrom(read(storageKey));
  #ownNames;

  /** @param {() => string[]} ownNames returns the names of this person */
  constructor(ownNames) {
    super();
    this.#ownNames = ownNames;
    this.update();
  }

  /** Notes the authors of messages. */
  note(messages) {
    const before = new Set(this.all.map(({ user }) => user));
    const isNew = ({ user }) => !before.has(user);
    this.all = withAuthors(this.all, messages.filter(isShown));
    if (!this.all.some(isNew)) return;
    // Other tabs may have saved people whom this one has not seen.
    this.all = withAuthors(this.all, peopleFrom(read(storageKey)));
    write(storageKey, this.all);
    this.update();
    this.dispatchEvent(new CustomEvent('change', { detail: [...new Set(this.all.filter(isNew).map(({ user }) => user))] }));
  }

  /** Lets texts mention these people and this person, as after a change of the own names. */
  update() { setUsers(this.all.map(({ user }) => user), this.#ownNames()); }
}
