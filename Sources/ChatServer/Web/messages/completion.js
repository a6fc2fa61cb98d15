// The list above the text box from which the person completes a mention or the name of an emoji. The focus stays in the text box.

import { byId, container, make } from '../browser/dom.js';
import { emojiEntryAt } from '../model/emoji.js';
import { isModified, isOfInputMethod } from '../model/enter.js';
import { entryAt, isWhole, mostOffered } from '../model/mentions.js';
import { authorName } from '../model/persons.js';
import { visible } from '../model/text.js';
import { say } from '../model/words.js';
import { avatar } from '../page/avatar.js';
import { findEmoji, noteChosen } from '../page/emoji-data.js';
import { doubtMark } from './message-element.js';

/**
 * What the list offers for a text before the caret: `label` is the key of the list's name, `entryAt` returns the place of that text,
 * `find` what it may mean, `textOf` what is inserted instead, with `end` behind it, and `show` the children of an option. `note` saves
 * a choice.
 */
const emoji = {
  label: 'emoji', entryAt: emojiEntryAt, find: findEmoji, textOf: (found) => found.emoji, end: '',
  show: (found) => [make('span', 'sign', found.emoji), make('bdi', '', found.name)],
  note: (found) => noteChosen(found.emoji),
};
const mentions = {
  label: 'people', entryAt, textOf: ({ user }) => `@${user}`, end: ' ',
  show(person) {
    const name = authorName(person);
    return [
      avatar(person.user, person.origin, name), make('bdi', '', name), ...person.doubt ? [doubtMark(person.doubt)] : [],
      ...name === visible(person.user) ? [] : [make('bdi', 'hint', `@${visible(person.user)}`)],
    ];
  },
};

/**
 * Connects the list with a text box.
 * @param {(entered: string) => object[]} peopleFor returns the people whom a text after an `@` may mean
 * @returns {{ press(event: KeyboardEvent): boolean, reset(): void }} `press` returns whether the list has used a key; `reset` begins anew
 *   for another text
 */
export function connectCompletion(text, peopleFor) {
  const list = byId('completions');
  const kinds = [emoji, { ...mentions, find: peopleFor }];
  /** What is offered, of which kind, and where the text for it begins; undefined if there is no such text. */
  let [found, kind, start] = [[], undefined, undefined];
  let chosen = 0;
  /** The place for which the person has chosen something, or closed the list. */
  let closedAt;
  /** Where the caret is behind a space that a completion has added, as long as nobody has typed since. */
  let spacedAt;

  const mark = (index) => {
    chosen = index;
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === chosen);
    list.children[chosen]?.scrollIntoView({ block: 'nearest' });
    if (found.length > 0) text.setAttribute('aria-activedescendant', list.children[chosen].id);
    else text.removeAttribute('aria-activedescendant');
  };
  const show = (all) => {
    found = all.slice(0, mostOffered);
    list.replaceChildren(...found.map((one, index) => option(kind.show(one), index)));
    list.hidden = found.length === 0;
    if (!list.hidden) list.ariaLabel = say(kind.label);
    mark(0);
  };
  const close = () => {
    start = undefined;
    if (found.length > 0) show([]);
  };
  const entryOf = (one) => (text.selectionStart === text.selectionEnd ? one.entryAt(text.value, text.selectionStart) : undefined);
  /** Offers what completes the text before the caret. */
  const offer = async () => {
    const wanted = kinds.find(entryOf);
    const entry = wanted && entryOf(wanted);
    if (entry?.start !== closedAt) closedAt = undefined;
    if (!entry || closedAt !== undefined) return close();
    [kind, start] = [wanted, entry.start];
    const all = await wanted.find(entry.entered);
    // The person may have gone on while the emoji were loading.
    if (kind === wanted && start === entry.start && entryOf(wanted)?.entered === entry.entered) show(all);
  };
  const dismiss = () => {
    closedAt = start;
    close();
  };
  const choose = (index) => {
    const { value, selectionStart: caret } = text;
    const [from, whole] = [start, kind.textOf(found[index])];
    kind.note?.(found[index]);
    dismiss();
    // The caret may stand within the name.
    const [rest] = /^[^\s@]*/.exec(value.slice(caret));
    const isOfName = whole.slice(caret - from).toLowerCase().startsWith(rest.toLowerCase());
    text.setSelectionRange(from, caret + (isOfName ? rest.length : 0));
    // As keys do, so that it can be undone.
    const end = /^\s/.test(value.slice(text.selectionEnd)) ? '' : kind.end;
    document.execCommand('insertText', false, whole + end);
    spacedAt = end === '' ? undefined : text.selectionStart;
  };
  /** Whether the chosen name stands in the text already. Enter then does what it does without the list. */
  const isTyped = () => isWhole(text.value.slice(start, text.selectionStart), kind.textOf(found[chosen]));

  text.addEventListener('input', () => {
    spacedAt = undefined;
    offer();
  });
  // The list closes when the caret leaves the name.
  document.addEventListener('selectionchange', () => {
    if (start !== undefined && kind.entryAt(text.value, text.selectionStart)?.start !== start) close();
  });
  text.addEventListener('blur', close);
  // The text box keeps the focus, and on a phone the keyboard.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].indexOf(target.closest('[role=option]'));
    if (index >= 0) choose(index);
  });

  const press = (event) => {
    const { key } = event;
    if (isOfInputMethod(event) || isModified(event)) return false;
    if (key === ' ' && text.selectionStart === spacedAt && text.selectionEnd === spacedAt) {
      // Somebody types the space that is there already.
      spacedAt = undefined;
      event.preventDefault();
      return true;
    }
    if (found.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: found.length - 1 }[key];
    if (step) mark((chosen + step) % found.length);
    else if (key === 'Tab' || key === 'Enter' && !isTyped()) choose(chosen);
    else if (key === 'Escape') dismiss();
    else return false;
    event.preventDefault();
    // Escape also cancels a reply, and arrow keys move elsewhere.
    event.stopImmediatePropagation();
    return true;
  };
  const reset = () => {
    closedAt = spacedAt = undefined;
    close();
  };
  return { press, reset };
}

function option(children, index) {
  const element = container('li', '', ...children);
  element.id = `completion-${index}`;
  element.role = 'option';
  return element;
}
