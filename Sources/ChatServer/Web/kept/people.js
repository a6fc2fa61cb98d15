// The people who have written, as far as this browser has seen. Texts can mention them, and names are compared with theirs, before
// their messages are loaded.

import { follow, read, write } from '../browser/storage.js';
import { peopleFrom, setUsers, withAuthors } from '../model/mentions.js';
import { isShown } from '../model/timeline.js';

const storageKey = 'tidings.people';

const authorOf = ({ user, origin }) => `${origin} ${user}`;

/** Event: `change` when there are further people, with the names that could not be mentioned before. */
export class People extends EventTarget {
  /** The people who wrote last, first: { user, origin, time }. */
  all = peopleFrom(read(storageKey));
  #ownNames;

  /** @param {() => string[]} ownNames returns the names of this person */
  constructor(ownNames) {
    super();
    this.#ownNames = ownNames;
    this.update();
    follow(storageKey, () => this.#add(peopleFrom(read(storageKey))));
  }

  /** Notes the authors of messages. */
  note(messages) { this.#add(messages.filter(isShown)); }

  #add(authors) {
    const [known, names] = [authorOf, ({ user }) => user].map((key) => new Set(this.all.map(key)));
    this.all = withAuthors(this.all, authors);
    if (this.all.every((one) => known.has(authorOf(one)))) return;
    // Other tabs may have saved people whom this one has not seen.
    this.all = withAuthors(this.all, peopleFrom(read(storageKey)));
    write(storageKey, this.all);
    this.update();
    const added = new Set(this.all.map(({ user }) => user).filter((user) => !names.has(user)));
    this.dispatchEvent(new CustomEvent('change', { detail: [...added] }));
  }

  /** Lets texts mention these people and this person, as after a change of the own names. */
  update() { setUsers(this.all.map(({ user }) => user), this.#ownNames()); }
}
