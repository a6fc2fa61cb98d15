// The details of a message: its author, exact times, the devices that have it, and its earlier texts.

import { byId, container, make, makeButton } from '../browser/dom.js';
import { openRename } from '../group/peer-dialogs.js';
import { textsOf } from '../model/earlier-texts.js';
import { authorName, petnameOf } from '../model/persons.js';
import { cut, isOneEmoji, visible } from '../model/text.js';
import { idAsShown } from '../model/timeline.js';
import { fullTime, say } from '../model/words.js';
import * as node from '../node/node.js';
import { isOwnersAddress } from '../page/administration.js';
import { reactionNames } from './message-element.js';

/** Characters of an earlier text, at most: a message can have fifty of 16 KB. */
const mostShown = 2000;

/**
 * Connects the dialog with the details.
 * @returns {(element: HTMLElement) => void} shows the details of the message of an element
 */
export function connectDetails(live, { isMine, reached, authors, namesOf, asShown }) {
  const dialog = byId('details');
  const content = byId('details-content');
  let element;
  /** The versions of the message; null if the node does not answer, undefined until it has answered. */
  let versions;
  const show = () => {
    // An update would remove a selection, such as a key that somebody is copying.
    const isSelecting = content.contains(getSelection().anchorNode) && !getSelection().isCollapsed;
    if (!dialog.open || isSelecting) return;
    const { message } = element;
    const canRename = isOwnersAddress && !isMine(message);
    content.replaceChildren(...(message.id === undefined ? ofWaiting(element) : ofStored(message, authors, namesOf, canRename)));
    if (message.isDeleted && message.at > message.id) content.append(...row('state', ...deletion(reached(message.at))));
    else if (message.id !== undefined && isMine(message)) content.append(...receipts(reached(idAsShown(message))));
    content.append(...reactions(asShown(message)));
    if (isEdited()) content.append(...edits(versions && textsOf(versions, asShown(message).text)));
  };
  const isEdited = () => element.message.id !== undefined && asShown(element.message).isEdited;
  const load = async () => {
    const { digest } = element.message;
    const loaded = await node.versionsOf(digest).catch(() => null);
    // A deletion may have come meanwhile.
    if (element.message.digest !== digest || versions !== undefined) return;
    versions = loaded;
    show();
  };
  live.addEventListener('messages', ({ detail }) => {
    if (!element || !detail.some(({ digest, isDeleted }) => isDeleted && digest === element.message.digest)) return;
    versions = [];
    show();
  });
  live.addEventListener('group', show);
  dialog.addEventListener('close', () => {
    // The browser gives the focus back to the message, if that is still in the web page.
    if (document.activeElement === document.body) byId('scroller').focus();
  });
  return (shown) => {
    element = shown;
    versions = undefined;
    if (isEdited()) load();
    if (!dialog.open) dialog.showModal();
    show();
  };
}

function ofStored(message, authors, namesOf, canRename) {
  const { user, device, origin, written, time, arrived } = message;
  const doubt = authors.doubt(message);
  const petname = petnameOf(message);
  // One person may have taken another name, or several people may write there.
  const others = namesOf(origin).filter((name) => name !== authorName(message));
  return [
    ...row('author', make('bdi', '', authorName(message)),
      ...petname ? [make('p', 'hint', say('writesAs', { user: visible(user) }))] : [],
      ...doubt ? [make('p', 'problem', doubt)] : [],
      ...canRename ? [makeButton('link', say('rename'), () => openRename(petname ?? { node: origin, user }))] : []),
    ...device ? row('device', make('bdi', '', visible(device))) : [],
    ...row('deviceKey', make('code', '', origin)),
    ...others.length > 0 ? row('otherNames', list(others)) : [],
    ...written < time ? row('timeWritten', fullTime(written)) : [],
    ...row('timeSent', fullTime(time)),
    ...row('timeArrived', fullTime(arrived)),
  ];
}

/** Returns the details of a message that this person has written and the node has not stored. */
function ofWaiting(element) {
  const { user, time } = element.message;
  return [
    ...row('author', make('bdi', '', visible(user))),
    ...row('timeWritten', fullTime(time)),
    ...row('state', element.querySelector('.state').textContent),
  ];
}

/** Returns which devices claim to have a message. */
function receipts({ names, missing, of }) {
  if (of === 0) return row('state', say('onThisDevice'));
  return [
    ...names.length > 0 ? row('receiptFrom', list(names), make('p', 'hint', say('receiptHint'))) : [],
    ...missing.length > 0 ? row('noReceiptFrom', list(missing.map(waiting))) : [],
  ];
}

/** Returns who has given which reactions: below the message, only a pointer shows that. */
function reactions(message) {
  const given = (message.reactions ?? []).filter(({ emoji }) => isOneEmoji(emoji));
  return given.length > 0 ? row('reactions', ...given.map((one) => make('p', '', `${one.emoji} ${reactionNames(one)}`))) : [];
}

/** Returns who has heard of a deletion, and what it cannot reach. */
function deletion({ names, of }) {
  const heard = of > 0 ? [make('p', '', say('deletedHere', { heard: names.length, n: of }))] : [];
  return [...heard, make('p', 'hint', say('deletionHint'))];
}

/**
 * Returns when a message was edited last, and the texts that it had before.
 * @param {object | null | undefined} texts see `textsOf`; null and undefined as `versions` in `connectDetails`
 */
function edits(texts) {
  if (!texts) return row('earlierTexts', texts === null ? say('earlierNotLoaded') : '…');
  const { edit, earlier } = texts;
  const shown = earlier.map(({ text, time }) => {
    const element = make('p', 'earlier', cut(text, mostShown));
    element.dir = 'auto';
    return [make('time', 'hint', fullTime(time)), element];
  });
  return [...edit ? row('timeEdited', fullTime(edit.time)) : [], ...earlier.length > 0 ? row('earlierTexts', ...shown.flat()) : []];
}

const waiting = ({ name, days }) => (days > 0 ? say('waitingDays', { name, n: days }) : name);

const row = (key, ...values) => [make('dt', '', say(key)), container('dd', '', ...values)];

const list = (names) => container('ul', '', ...names.map((name) => container('li', '', make('bdi', '', name))));
