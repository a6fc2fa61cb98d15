// The person's settings: saved in the browser, the same in all tabs.

import { byId, showOrHide, touchKeyboard } from '../browser/dom.js';
import { setLanguage } from '../browser/language.js';
import { NotLoaded } from '../browser/loading.js';
import { follow, read, write } from '../browser/storage.js';
import { settingsFrom } from '../model/saved-settings.js';
import { initial, visible } from '../model/text.js';
import { newPersonProblem } from '../model/validation.js';
import { language, languages, say } from '../model/words.js';

const storageKey = 'tidings.settings';

/** Events: `change` when a setting was changed in any tab, or is previewed in this one. */
export class Settings extends EventTarget {
  #values = { name: '', names: [], language: '', theme: 'system', notify: false };
  /** What is chosen in the open dialog and not saved yet. */
  #preview = {};
  /** The key of the reason why the last attempt to load the chosen language has failed; undefined if it has not. */
  languageProblem;
  #languageAttempts = 0;

  constructor() {
    super();
    this.#read();
    follow(storageKey, () => {
      this.#read();
      this.#apply();
    });
    /** Resolves when the web page has a language. */
    this.ready = this.#apply();
  }

  /** The person's name; empty until they enter one. */
  get name() { return this.#values.name; }
  /** All names that the person has used in this browser. */
  get names() { return this.#values.names; }
  get language() { return this.#preview.language ?? this.#values.language; }
  get theme() { return this.#preview.theme ?? this.#values.theme; }
  /** Whether the person wants notifications while the web page is in the background. */
  get notify() { return this.#preview.notify ?? this.#values.notify; }

  /** Applies settings to this tab only. */
  preview(changes) {
    Object.assign(this.#preview, changes);
    this.#apply();
  }

  cancel() {
    if (Object.keys(this.#preview).length === 0) return;
    this.#preview = {};
    this.#apply();
  }

  /** Saves the previewed settings and the name. */
  save(name) {
    Object.assign(this.#values, this.#preview, { name });
    this.#preview = {};
    if (this.name && !this.names.includes(this.name)) this.names.push(this.name);
    write(storageKey, this.#values);
    this.#apply();
  }

  #read() {
    Object.assign(this.#values, settingsFrom(read(storageKey)));
  }

  async #apply() {
    const { theme } = this;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const colour of document.querySelectorAll('[name=theme-color]')) {
      const { scheme } = colour.dataset;
      colour.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
    }
    this.dispatchEvent(new Event('change'));
    if (await this.#applyLanguage()) this.dispatchEvent(new Event('change'));
  }

  /** @returns whether the language or its problem has changed */
  async #applyLanguage() {
    const attempt = this.#languageAttempts += 1;
    const before = this.languageProblem;
    let isNew = false;
    let problem;
    try {
      isNew = await setLanguage(this.language || undefined);
    } catch (error) {
      if (!(error instanceof NotLoaded) || !language) throw error;
      problem = error.reason;
    }
    // A later choice has its own outcome.
    if (attempt === this.#languageAttempts) this.languageProblem = problem;
    return isNew || this.languageProblem !== before;
  }
}

/**
 * Connects the form of the first visit, which asks for a name, and the settings dialog.
 * @param {Authors} authors tells which names other devices use
 */
export function connectSettings(settings, authors) {
  const dialog = byId('settings');
  const [welcome, firstName, name, choice, languageNotice] = ['welcome', 'first-name', 'name', 'language', 'language-problem']
    .map(byId);
  const themes = [...dialog.querySelectorAll('[name=theme]')];

  const show = () => {
    welcome.hidden = settings.name !== '';
    byId('composer').hidden = settings.name === '';
    byId('my-name').textContent = byId('my-name').title = settings.name;
    byId('open-settings').title = say('settings');
    byId('my-avatar').textContent = initial(settings.name);
    byId('my-name').hidden = byId('my-avatar').hidden = settings.name === '';
    const named = Object.entries(languages).map(([tag, own]) => Object.assign(new Option(own, tag), { lang: tag }));
    choice.replaceChildren(new Option(say('sameAsBrowser'), ''), ...named);
    choice.value = settings.language;
    const { languageProblem } = settings;
    showOrHide(languageNotice, languageProblem && `${say(languageProblem)} ${say('languageNotLoaded')}`);
    for (const theme of themes) theme.checked = theme.value === settings.theme;
  };
  /** Saves a valid name, or shows the problem with an invalid one. @returns whether the name was saved */
  const saveName = (input, problem) => {
    const entered = input.value.trim();
    const found = newPersonProblem(entered);
    problem.hidden = !found;
    problem.textContent = found ? say(...found) : '';
    input.ariaInvalid = String(!problem.hidden);
    if (problem.hidden) settings.save(entered);
    else input.focus();
    return problem.hidden;
  };

  /** Says that another device uses the entered name. The person may choose it: that device may be theirs, too. */
  const showWarning = (input, warning) => {
    const entered = input.value.trim();
    const other = entered === settings.name ? undefined : authors.ofOtherDevice(entered);
    warning.textContent = other === undefined ? '' : say('nameOfOther', { name: visible(other) });
  };

  for (const input of [firstName, name]) {
    input.addEventListener('input', () => showWarning(input, byId(`${input.id}-warning`)));
  }
  settings.addEventListener('change', show);
  show();
  welcome.noValidate = true;
  welcome.addEventListener('submit', (event) => {
    event.preventDefault();
    if (saveName(firstName, byId('first-name-problem'))) byId('text').focus();
  });
  byId('open-settings').addEventListener('click', () => {
    name.value = settings.name;
    showWarning(name, byId('name-warning'));
    name.ariaInvalid = 'false';
    for (const id of ['name-problem', 'notify-problem']) byId(id).hidden = true;
    // A touch keyboard would cover the other settings.
    name.autofocus = !touchKeyboard.matches;
    dialog.showModal();
  });
  choice.addEventListener('change', () => settings.preview({ language: choice.value }));
  for (const theme of themes) theme.addEventListener('change', () => settings.preview({ theme: theme.value }));
  dialog.querySelector('form').addEventListener('submit', (event) => {
    if (!saveName(name, byId('name-problem'))) event.preventDefault();
  });
  dialog.addEventListener('close', () => settings.cancel());
}
