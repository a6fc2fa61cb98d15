// The elements of one message: text, time, author, day.

import { container, drawn, make } from '../browser/dom.js';
import { doubtSign, needsDevice } from '../model/authors.js';
import { beginning, isLong } from '../model/folding.js';
import { formatted } from '../model/markup.js';
import { authorName } from '../model/persons.js';
import { plainText } from '../model/plain-text.js';
import { isEmoji, isOneEmoji, visible } from '../model/text.js';
import { isNote, waited } from '../model/timeline.js';
import { lateSentence, timesOf } from '../model/times.js';
import { clockTime, dayName, number, say } from '../model/words.js';
import { avatar, colour } from '../page/avatar.js';
import { fragment } from './formatted.js';
import { quotations } from './quotations.js';

/** Returns the element of a message: a bubble with its text and facts. `doubt` as in `describe`, the others as in `fill`. */
export function messageElement(message, doubt, shown, isNew) {
  const element = container('div', 'message', make('div', 'bubble'));
  fill(element, message, doubt, shown, isNew);
  return element;
}

/**
 * Makes an element one of the articles between which the arrow keys move the focus, see `MessageFocus`. A screen reader
 * then reads out the author and the time, also of a message without a heading of its own, and the text.
 * @param {any[]} [doubt] why people may mistake the author for another one, see `Authors.doubtOf`: the device may be read out, too
 */
export function describe(element, message, doubt) {
  const { id, postKey, device, time } = message;
  element.role = 'article';
  element.tabIndex = -1;
  const shownDevice = needsDevice(doubt) && device && visible(device);
  element.ariaLabel = [authorName(message), shownDevice, clockTime(time)].filter(Boolean).join(', ');
  const text = element.querySelector('.text');
  text.id = `text-${id ?? postKey}`;
  element.setAttribute('aria-describedby', text.id);
}

/** Returns a button of a message. Tab reaches it only from within its message. */
export function messageButton(className, text) {
  const button = make('button', className, text);
  button.tabIndex = -1;
  return button;
}

/**
 * Shows a message in an element, instead of the one that the element has shown so far.
 * @param {object} [shown] the message with the changes of it that wait in this browser
 * @param {boolean} [isNew] whether it is marked as new
 */
export function fill(element, message, doubt, shown = message, isNew = false) {
  element.dataset.id = message.id;
  element.message = message;
  if (isNote(message)) {
    element.querySelector('.bubble').replaceChildren();
    return element.classList.add('note');
  }
  const reactions = (shown.reactions ?? []).filter(({ emoji }) => isOneEmoji(emoji));
  const bubble = element.querySelector('.bubble');
  const { activeElement } = document;
  const focused = bubble.contains(activeElement) ? activeElement : undefined;
  bubble.replaceChildren(...content(shown), facts(shown, isNew), ...reactions.length > 0 ? [reactionRow(reactions, shown.waitingReactions)] : []);
  describe(element, message, doubt);
  if (focused) giveFocusBack(element, focused);
  // Tab reaches the controls of the message that has the focus, see `MessageFocus`.
  if (element.contains(document.activeElement)) for (const control of bubble.querySelectorAll('a, button')) control.tabIndex = 0;
}

/** Returns the quotation of a message, if it is a reply, and its text, or a sentence instead of a text that is gone. */
export function content(message) {
  const text = message.isTextGone ? make('p', 'text gone', plainText(message)) : textElement(message.text);
  return message.re && !message.isDeleted ? [quotations.element(message.re, message.room), text] : [text];
}

/** Moves the focus to the button that has taken the place of the focused one, else to the message. */
function giveFocusBack(element, { dataset }) {
  const same = dataset.emoji && [...element.querySelectorAll('.reaction')].find((one) => one.dataset.emoji === dataset.emoji);
  (same ?? element).focus({ preventScroll: true });
}

/** Shows one button for successive folded messages, in the first of them. */
export function showFolded(element, isFirst) {
  const bubble = element.querySelector('.bubble');
  bubble.replaceChildren();
  element.removeAttribute('role');
  element.removeAttribute('tabindex');
  if (!isFirst) return;
  bubble.append(messageButton('link unfold-messages', say('unfoldMessages')));
  element.role = 'article';
  element.tabIndex = -1;
}

/** Returns the names of those who give a reaction, as far as the node lists them. */
export function reactionNames({ count, by }) {
  const more = count > by.length ? [`+${number(count - by.length)}`] : [];
  return [...by.map(authorName), ...more].join(', ');
}

/**
 * Returns the reactions to a message: buttons that give or withdraw them, with the names of those who give them.
 * @param {string[]} [waiting] the emoji of which a change waits
 */
function reactionRow(reactions, waiting = []) {
  return container('div', 'reactions', ...reactions.map((reaction) => {
    const { emoji, count, own } = reaction;
    const element = messageButton('reaction', count > 1 ? `${emoji} ${number(count)}` : emoji);
    element.dataset.emoji = emoji;
    element.ariaPressed = String(own !== undefined);
    const waits = waiting.includes(emoji);
    if (waits) element.append(drawn('waiting'));
    element.title = [reactionNames(reaction), ...waits ? [say('changeWaits')] : []].join(', ');
    element.ariaLabel = `${emoji} ${element.title}`;
    return element;
  }));
}

/** Returns the element of a text; of the beginning of a long one. `fold` makes it lower when it is on the web page. */
export function textElement(text) {
  const element = make('div', 'text');
  element.dir = 'auto';
  element.classList.toggle('emoji', isEmoji(text));
  element.classList.toggle('long', isLong(text));
  const { nodes, rest } = beginning(formatted(text));
  element.append(fragment(nodes));
  if (rest !== '') element.append(make('span', 'rest', rest));
  return element;
}

/** Folds the texts that are too high. Their height is known once they are on the web page. */
export function fold(elements) {
  const long = elements.map((element) => element.querySelector('.text.long:not(.folded)')).filter(Boolean);
  // Measures all texts before it changes any: a measurement after a change costs a layout.
  const isHigh = long.map((text) => (
    text.querySelector('.rest') || text.clientHeight === 0 || text.scrollHeight > text.clientHeight));
  long.forEach((text, index) => (isHigh[index] ? foldOne(text) : text.classList.remove('long')));
}

function foldOne(text) {
  text.classList.add('folded');
  const button = messageButton('unfold', say('showAll'));
  button.ariaExpanded = 'false';
  text.after(button);
}

/** Shows all of a folded text, or folds it again. `button` is the one below the text. */
export function toggleFold(button) {
  const text = button.previousElementSibling;
  if (text.querySelector('.rest')) text.replaceChildren(fragment(formatted(text.textContent)));
  const isFolded = text.classList.toggle('folded');
  text.classList.toggle('long', isFolded);
  button.textContent = say(isFolded ? 'showAll' : 'showLess');
  button.ariaExpanded = String(!isFolded);
}

/** Returns the time and the state of a message as a button that opens the details. */
function facts(message, isNew) {
  const element = factsButton();
  const late = lateSentence(message);
  element.append(
    ...isNew ? [make('span', 'new', say('isNew'))] : [], timeElement(message),
    ...message.isEdited ? [make('span', 'edited', say('edited'))] : [],
    ...message.waits ? [stateElement('changing', 'waiting', say('changeWaits'))] : [], ...late ? [make('span', 'late', late)] : []);
  nameFacts(element);
  return element;
}

/**
 * Returns a drawn sign with its words. They are visible if the sign does not say it all, else a pointer that rests on the sign shows
 * them, with `more`, and the details have them.
 */
function stateElement(className, sign, words, more = []) {
  const element = make('span', className);
  showState(element, sign, words, more);
  return element;
}

/** Shows another sign and other words. @returns whether they are others than before */
export function showState(element, sign, words, more = []) {
  element.title = [words, ...more].join(', ');
  if (element.dataset.sign === sign && element.textContent === words) return false;
  element.dataset.sign = sign;
  element.replaceChildren(...sign === 'edited' ? [] : [drawn(sign === 'held' ? 'waiting' : sign)], make('span', 'words', words));
  return true;
}

export function factsButton() {
  const button = messageButton('facts');
  button.ariaHasPopup = 'dialog';
  return button;
}

/** Makes a screen reader say of the button that it opens the details, before its visible texts. */
export function nameFacts(button) {
  button.ariaLabel = [say('details'), ...[...button.children].filter(({ hidden }) => !hidden).map(({ textContent }) => textContent)].join(', ');
}

function timeElement(message) {
  const { shown, full } = timesOf(message);
  const element = make('time', waited(message) ? 'waited' : '', shown);
  element.dateTime = new Date(message.time).toISOString();
  element.title = full;
  return element;
}

/** Returns the heading of a day. Its property `time` is the time of the day's first message. */
export function dayHeading(time) {
  const heading = container('h2', 'day', make('span', '', dayName(time)));
  heading.time = time;
  return heading;
}

/** Returns the heading of successive messages: who wrote them. */
export function authorHeading(author, doubt) {
  const heading = make('h3', 'author');
  heading.author = author;
  showDoubt(heading, doubt);
  return heading;
}

/** Returns the sign of a doubt. @param {string} why see `Authors.doubt` */
export function doubtMark(why) {
  const mark = make('span', 'doubt', doubtSign);
  mark.role = 'img';
  mark.title = mark.ariaLabel = why;
  return mark;
}

/** Shows in a heading why people may mistake the author for another one, and on which device it writes; only the name without a doubt. */
export function showDoubt(heading, doubt) {
  const { author } = heading;
  const name = authorName(author);
  colour(heading, author.user, author.origin);
  heading.replaceChildren(avatar(author.user, author.origin, name), make('bdi', 'name', name));
  if (!doubt) return;
  heading.append(' ', doubtMark(say(...doubt)), ...needsDevice(doubt) && author.device ? [' ', make('bdi', 'device', visible(author.device))] : []);
}
