// The list above the text box from which the person completes a mention. The focus stays in the text box.

import { byId, make } from '../browser/dom.js';
import { isOfInputMethod } from '../model/enter.js';
import { entryAt, isWhole } from '../model/mentions.js';
import { authorName } from '../model/persons.js';
import { visible } from '../model/text.js';
import { avatar } from '../page/avatar.js';
import { doubtMark } from './message-element.js';

/**
 * Connects the list with a text box.
 * @param {(entered: string) => object[]} peopleFor returns the people whom a text after an `@` may mean
 * @returns {{ press(event: KeyboardEvent): boolean, reset(): void }} `press` returns whether the list has used a key; `reset` begins anew
 *   for another text
 */
export function connectCompletion(text, peopleFor) {
  const list = byId('completions');
  let people = [];
  let chosen = 0;
  let start;
  /** The place of the `@` for which the person has chosen somebody, or closed the list. */
  let closedAt;

  const mark = (index) => {
    chosen = index;
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === chosen);
    list.children[chosen]?.scrollIntoView({ block: 'nearest' });
    if (people.length > 0) text.setAttribute('aria-activedescendant', list.children[chosen].id);
    else text.removeAttribute('aria-activedescendant');
  };
  const show = (found) => {
    people = found;
    list.replaceChildren(...people.map(option));
    list.hidden = people.length === 0;
    mark(0);
  };
  const close = () => { if (people.length > 0) show([]); };
  /** Offers people for the text before the caret. */
  const offer = () => {
    const { value, selectionStart: caret, selectionEnd } = text;
    const entry = caret === selectionEnd ? entryAt(value, caret) : undefined;
    if (entry?.start !== closedAt) closedAt = undefined;
    if (!entry || closedAt !== undefined) return close();
    ({ start } = entry);
    show(peopleFor(entry.entered));
  };
  const dismiss = () => {
    closedAt = start;
    close();
  };
  const choose = (index) => {
    const { value, selectionStart: caret } = text;
    const { user } = people[index];
    dismiss();
    // The caret may stand within the name.
    const [rest] = /^[^\s@]*/.exec(value.slice(caret));
    const isOfName = user.slice(caret - start - 1).toLowerCase().startsWith(rest.toLowerCase());
    text.setSelectionRange(start, caret + (isOfName ? rest.length : 0));
    // As keys do, so that it can be undone.
    document.execCommand('insertText', false, `@${user}${/^\s/.test(value.slice(text.selectionEnd)) ? '' : ' '}`);
  };

  /** Whether the chosen name stands in the text already. Enter then does what it does without the list. */
  const isTyped = () => isWhole(text.value.slice(start, text.selectionStart), `@${people[chosen].user}`);

  text.addEventListener('input', offer);
  // The list closes when the caret leaves the name.
  document.addEventListener('selectionchange', () => {
    if (people.length > 0 && entryAt(text.value, text.selectionStart)?.start !== start) close();
  });
  text.addEventListener('blur', close);
  // The text box keeps the focus, and on a phone the keyboard.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].indexOf(target.closest('[role=option]'));
    if (index >= 0) choose(index);
  });

  const press = (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (people.length === 0 || isOfInputMethod(event) || shiftKey || ctrlKey || metaKey || altKey) return false;
    const step = { ArrowDown: 1, ArrowUp: people.length - 1 }[key];
    if (step) mark((chosen + step) % people.length);
    else if (key === 'Tab' || key === 'Enter' && !isTyped()) choose(chosen);
    else if (key === 'Escape') dismiss();
    else return false;
    event.preventDefault();
    // Escape also cancels a reply, and arrow keys move elsewhere.
    event.stopImmediatePropagation();
    return true;
  };
  const reset = () => {
    closedAt = undefined;
    close();
  };
  return { press, reset };
}

function option(person, index) {
  const name = authorName(person);
  const element = make('li');
  element.id = `completion-${index}`;
  element.role = 'option';
  element.append(avatar(person.user, person.origin, name), make('bdi', '', name));
  if (person.doubt) element.append(doubtMark(person.doubt));
  if (name !== visible(person.user)) element.append(make('bdi', 'hint', `@${visible(person.user)}`));
  return element;
}
