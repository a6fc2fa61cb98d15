// Makes dialogs. Those that most visits do not use are not part of index.html.

import { connectDialog } from '../browser/back.js';
import { copyText } from '../browser/clipboard.js';
import { byId, container, drawn, make, makeButton } from '../browser/dom.js';
import { translate } from '../browser/language.js';
import { say } from '../model/words.js';

/** Gives a dialog its label as a title, and the button "Close". */
export function completeDialog(dialog) {
  const close = makeButton('icon close', '', () => dialog.close());
  close.dataset.label = 'close';
  close.append(drawn('close'));
  dialog.prepend(container('header', '', labelled('h2', dialog.dataset.label), close));
  translate(dialog);
  connectDialog(dialog);
}

/**
 * Makes a dialog and adds it to the web page.
 * @param {string} label the key of its title
 */
export function makeDialog(id, label, ...children) {
  const dialog = container('dialog', 'pairing', ...children);
  dialog.id = id;
  dialog.dataset.label = label;
  dialog.ariaLabel = say(label);
  document.body.append(dialog);
  completeDialog(dialog);
  dialog.addEventListener('close', () => {
    // The browser gives the focus back to the button that opened the dialog, if that is still in the web page. If not, the focus
    // leaves the closed dialog only when the web page is drawn next.
    const { activeElement } = document;
    if (activeElement !== document.body && !dialog.contains(activeElement)) return;
    (byId('group').open ? byId('group').querySelector('.close') : byId('open-group')).focus();
  });
  return dialog;
}

/** Returns an element whose text follows the language of the web page. */
export function labelled(tag, key, className) {
  const element = make(tag, className);
  element.dataset.text = key;
  return element;
}

/** Returns a button. @param {string} key the key of its text */
export function button(key, act, className) {
  const element = labelled('button', key, className);
  element.addEventListener('click', act);
  return element;
}

/**
 * Returns a button that copies the text of an element, and a line that says so.
 * @param {string} key the key of the text of the button, and `done` that of the line
 */
export function copying(key, done, element) {
  const line = make('p', 'hint copied');
  line.role = 'status';
  const copy = button(key, async () => {
    if (await copyText(element.value ?? element.textContent, copy.parentElement)) line.textContent = say(done);
    else element.select?.();
  }, 'main');
  copy.textContent = say(key);
  return [copy, line];
}

/**
 * Returns a form whose fields are lost with its answer: the browser does not keep them.
 * @param {string} key the key of the text of the button that submits it
 */
export function form(act, key, ...children) {
  const submit = labelled('button', key, 'main');
  submit.type = 'submit';
  const element = container('form', '', ...children, submit);
  element.autocomplete = 'off';
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
  return element;
}

/** Returns an element in which problems appear. A screen reader reads them out. */
export function problemElement(id) {
  const element = make('div');
  element.id = id;
  element.role = 'alert';
  return element;
}

/** Returns a label and its field. The description is the element `describedBy`. */
export function field(key, id, element, describedBy) {
  element.id = id;
  if (describedBy) element.setAttribute('aria-describedby', describedBy);
  const label = labelled('label', key);
  label.htmlFor = id;
  return [label, element];
}

/** Runs an action that is not to run twice at the same time. */
export function oneAtATime(act) {
  let isRunning = false;
  return async (...values) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await act(...values);
    } finally {
      isRunning = false;
    }
  };
}
