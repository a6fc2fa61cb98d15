// The picture of a person or a device: the first letter of the name on a colour.

import { make } from '../browser/dom.js';
import { personOf } from '../model/persons.js';
import { hue, initial } from '../model/text.js';

/** Returns the first letter of the name of an author or a device on its colour. A petname changes only the letter. */
export function avatar(user, origin, name = user) {
  const element = make('span', 'avatar', initial(name));
  element.ariaHidden = 'true';
  colour(element, user, origin);
  return element;
}

/** Gives an element, and those in it, the colour of an author or a device. */
export function colour(element, user, origin) {
  element.style.setProperty('--hue', hue(`${personOf(origin)} ${user}`));
}
