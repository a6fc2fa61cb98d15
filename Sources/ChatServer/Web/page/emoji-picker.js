// The picker of emoji: a dialog with a search, the emoji that this person uses often, and all others by group.

import { container, make, makeButton, placeAt, setText, touchKeyboard } from '../browser/dom.js';
import { NotLoaded } from '../browser/loading.js';
import { EmojiNames, moved } from '../model/emoji.js';
import { isOfInputMethod } from '../model/enter.js';
import { language, say } from '../model/words.js';
import { makeDialog } from './dialog.js';
import { loadEmoji, noteChosen, oftenChosen } from './emoji-data.js';

/** Pixels between the picker and its place. */
const distance = 8;
/** Milliseconds after which an open picker tries again to load the emoji: the node may answer again. */
const retryPause = 2000;

let picker;

/**
 * Opens the picker.
 * @param {{ x: number, y: number }} place the picker is above or below it
 * @param {(emoji: string) => void} act gets the chosen emoji
 */
export function pickEmoji(place, act) {
  picker ??= new EmojiPicker();
  return picker.open(place, act);
}

class EmojiPicker {
  #field = make('input');
  #status = make('p', 'hint');
  /** The emoji that are used often, then the groups. */
  #all = container('div', 'emoji', make('section'));
  #found = make('div', 'emoji');
  /** A button for each group, once they are loaded. */
  #jumps = make('nav');
  #dialog = makeDialog('emoji-picker', 'emoji', this.#field, this.#status, this.#all, this.#found, this.#jumps);
  #often;
  #names = new EmojiNames([], []);
  /** The language of the names, once they are loaded. */
  #language;
  /** Why they are not loaded. */
  #problem;
  #retry;
  #act;

  constructor() {
    this.#field.type = 'search';
    this.#field.autocomplete = 'off';
    this.#status.role = 'status';
    this.#field.addEventListener('input', () => this.#search());
    this.#dialog.addEventListener('keydown', (event) => this.#pressed(event));
    this.#dialog.addEventListener('click', ({ target }) => this.#choose(target.closest('.emoji button')));
    this.#dialog.addEventListener('focusin', ({ target }) => { if (target.closest('.emoji')) this.#makeStop(target); });
  }

  async open(place, act) {
    this.#act = act;
    this.#often = oftenChosen();
    this.#all.firstChild.replaceWith(this.#section(say('emoji-often'), this.#often));
    this.#field.value = '';
    this.#field.placeholder = this.#field.ariaLabel = say('findEmoji');
    // A touch keyboard would cover the emoji.
    this.#field.autofocus = !touchKeyboard.matches;
    this.#search();
    this.#dialog.showModal();
    this.#all.scrollTop = 0;
    const isLow = place.y > innerHeight / 2;
    placeAt(this.#dialog, { x: place.x, y: place.y + (isLow ? -distance - this.#dialog.offsetHeight : distance) });
    await this.#loadAndShow();
  }

  async #loadAndShow() {
    clearTimeout(this.#retry);
    const before = this.#problem;
    await this.#load();
    // A search would take the focus from a found emoji.
    if (!before || this.#problem !== before) this.#search();
    if (this.#problem) this.#retry = setTimeout(() => { if (this.#dialog.open) this.#loadAndShow(); }, retryPause);
  }

  async #load() {
    const wanted = language;
    if (this.#language === wanted) return;
    try {
      const { groups, names } = await loadEmoji();
      const emoji = [...groups].map(([key, group]) => [say(`emoji-${key}`), group]);
      [this.#names, this.#language, this.#problem] = [names, wanted, undefined];
      this.#all.firstChild.querySelectorAll('button').forEach((button) => this.#name(button));
      this.#all.replaceChildren(this.#all.firstChild, ...emoji.map(([title, group]) => this.#section(title, group)));
      this.#jumps.ariaLabel = say('emoji');
      this.#jumps.replaceChildren(
        ...[[say('emoji-often'), ['⭐']], ...emoji].map(([title, [sign]], index) => this.#jump(title, sign, index)));
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      this.#problem = error.reason;
    }
  }

  #section(title, emoji) {
    const section = container('section', '', make('h3', '', title), this.#grid(title, emoji));
    // Until somebody scrolls to the group, the style sheet estimates its height.
    section.style.setProperty('--count', emoji.length);
    return section;
  }

  /** Returns a button that scrolls to a group. */
  #jump(title, sign, index) {
    const element = makeButton('', sign, () => {
      const { children } = this.#all;
      this.#all.scrollTop = children[index].offsetTop - children[0].offsetTop;
    });
    element.title = element.ariaLabel = title;
    return element;
  }

  #grid(title, emoji) {
    const grid = container('div', 'grid', ...emoji.map((one) => {
      const button = make('button', '', one);
      button.tabIndex = -1;
      this.#name(button);
      return button;
    }));
    grid.role = 'group';
    grid.ariaLabel = title;
    return grid;
  }

  #name(button) { button.title = button.ariaLabel = this.#names.of(button.textContent); }

  #search() {
    const isSearch = this.#field.value.trim() !== '';
    const found = this.#names.find(this.#field.value, this.#often);
    this.#all.hidden = isSearch;
    this.#jumps.hidden = isSearch;
    this.#found.hidden = !isSearch;
    this.#found.replaceChildren(this.#grid(say('findEmoji'), found));
    const problem = this.#problem && `${say(this.#problem)} ${say('emojiNotLoaded')}`;
    setText(this.#status, problem ?? (isSearch && found.length === 0 ? say('noEmojiFound') : ''));
    this.#makeStop(this.#buttons[0]);
  }

  /** Returns the buttons of the emoji that are shown. */
  get #buttons() { return [...this.#dialog.querySelectorAll('.emoji:not([hidden]) button')]; }

  /** Lets the Tab key stop at one of the emoji. The arrow keys go to the others. */
  #makeStop(button) {
    this.#dialog.querySelectorAll('.emoji [tabindex="0"]').forEach((one) => { one.tabIndex = -1; });
    if (button) button.tabIndex = 0;
  }

  #pressed(event) {
    const { key, target } = event;
    const buttons = this.#buttons;
    const index = buttons.indexOf(target);
    if (target === this.#field && !isOfInputMethod(event)) {
      if (key === 'ArrowDown') buttons[0]?.focus();
      else if (key === 'Enter') this.#choose(this.#found.querySelector('button'));
      else return;
    } else if (index >= 0) {
      const grids = [...this.#dialog.querySelectorAll('.emoji:not([hidden]) .grid')];
      const columns = getComputedStyle(target.parentElement).gridTemplateColumns.split(' ').length;
      const to = moved(index, key, grids.map((grid) => grid.childElementCount), columns);
      // A letter is one of the search.
      const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (to !== undefined || isLetter) (buttons[to] ?? this.#field).focus();
      if (to === undefined) return;
    } else return;
    event.preventDefault();
  }

  #choose(button) {
    if (!button) return;
    noteChosen(button.textContent);
    this.#dialog.close();
    this.#act(button.textContent);
  }
}
