// The text box of the open room, and the refusal of pasted and dropped files.

import { byId, showOrHide, touchKeyboard } from '../browser/dom.js';
import { drafts, replies } from '../kept/drafts.js';
import { EnterKey, isOfInputMethod } from '../model/enter.js';
import { plainText } from '../model/plain-text.js';
import { quotedLength } from '../model/quotation.js';
import { roomTitle } from '../model/room-names.js';
import { marking, measure, saysMore } from '../model/text-box.js';
import { firstWords } from '../model/text.js';
import { illegalCharacter } from '../model/validation.js';
import { say } from '../model/words.js';
import { pickEmoji } from '../page/emoji-picker.js';
import { connectCompletion } from './completion.js';
import { quotations } from './quotations.js';

/**
 * Connects the text box: Enter sends, Shift and Enter break the line; on a touch keyboard Enter breaks it. Ctrl and Enter
 * send everywhere. Each room has a draft of its own.
 * @param {(text: string, re?: string) => Promise<void>} send resolves when the text is saved elsewhere; `re` is the digest of the
 *   message to which it replies
 * @param {Edits} edits the edits of messages. In the text box an edit replaces the room's draft
 * @param {(room: string) => void} sendEdit sends the edit of a room
 * @param {() => void} editLast begins to edit this person's last message of the open room
 * @param {(entered: string) => object[]} peopleFor returns the people whom a text after an `@` may mean
 * @param {(digest: string) => void} showMessage shows a message in its place
 * @returns {{ open(room: string): void, show(): void, mark(mark: string): void, reply(message: object): void }} `open` shows the
 *   edit or the draft of a room, `mark` puts a mark around the selected text, see `marking`, `reply` makes the draft of the open room
 *   a reply to a message
 */
export function connectComposer({ send, edits, sendEdit, editLast, peopleFor, showMessage }) {
  const form = byId('composer');
  const [text, button, counter, problem] = ['text', 'send', 'counter', 'composer-problem'].map(byId);
  let room;

  const update = () => {
    const { isTooLong, isBlank, counter: left } = measure(text.value);
    showOrHide(counter, left && say(...left));
    counter.classList.toggle('over', isTooLong);
    button.disabled = isTooLong || isBlank;
    problem.hidden = true;
    // For a megabyte of text, Chromium takes seconds after each key to find the direction of every line.
    text.dir = isTooLong ? getComputedStyle(text).direction : 'auto';
    fit();
  };
  const fit = () => {
    // If the form became lower meanwhile, Firefox would scroll the messages, as if the person had left the newest one.
    form.style.minHeight = `${form.offsetHeight}px`;
    text.style.height = 'auto';
    text.style.height = `${text.scrollHeight}px`;
    form.style.minHeight = '';
  };
  /** Says why something is not sent. Screen readers read it out; they do not read out the counter. */
  const refuse = (sentence) => {
    problem.textContent = sentence;
    problem.hidden = false;
    if (counter.textContent === sentence) counter.hidden = true;
  };
  const submit = () => {
    if (counter.classList.contains('over')) return refuse(counter.textContent);
    if (edits.in(room) && measure(text.value).isBlank) return refuse(say('editedBlank'));
    if (button.disabled || edits.isBeginning(room)) return;
    const character = illegalCharacter(text.value);
    if (character) return refuse(say('illegalCharacter', { character }));
    // The browser keeps the draft until the outbox has the text: it survives a crash of the tab in between.
    if (edits.in(room)) sendEdit(room);
    else {
      const isSaved = send(text.value, replies.text(room) || undefined);
      drafts.remove(room, isSaved);
      replies.remove(room, isSaved);
    }
    showText();
    text.focus();
  };
  const show = () => {
    // A screen reader reads it out when the focus moves here from the list of rooms.
    text.ariaLabel = room ? say('messageTo', { room: roomTitle(room) }) : say('messageToMain');
    const edit = edits.in(room);
    byId('editing').hidden = !edit;
    const words = edit ? [say(edit.isOfSent ? 'editingSent' : 'editing'), firstWords(plainText(edit.message), quotedLength)] : [];
    byId('editing-text').textContent = words.join(' ');
    showReply();
    update();
  };
  /** Says to which message the draft is a reply. An edit is none. */
  const showReply = () => {
    const isReply = replies.has(room) && !edits.in(room);
    byId('replying').hidden = !isReply;
    const { author, text: quoted } = isReply ? quotations.of(replies.text(room), room) : {};
    const heading = author ? say('replyingTo', { user: author }) : say('replyingToUnknown');
    byId('replying-text').textContent = isReply ? [heading, quoted].join(' ') : '';
  };
  /** Shows the edit of the room, else its draft. */
  const showText = () => {
    text.value = edits.in(room)?.text ?? drafts.text(room);
    completion.reset();
    show();
  };
  const cancelEdit = () => {
    edits.cancel(room);
    text.focus();
  };
  const cancelReply = () => {
    replies.set(room, '');
    show();
    text.focus();
  };
  const keep = () => {
    if (edits.in(room)) edits.type(room, text.value); else drafts.set(room, text.value);
  };

  text.addEventListener('input', () => { keep(); update(); });
  drafts.addEventListener('adopted', ({ detail }) => { if (detail === room && !edits.in(room)) showText(); });
  edits.addEventListener('change', ({ detail }) => {
    if (detail.room !== room) return;
    showText();
    text.setSelectionRange(text.value.length, text.value.length);
    if (detail.problem) refuse(say(detail.problem));
  });
  replies.addEventListener('adopted', ({ detail }) => { if (detail === room) showReply(); });
  quotations.addEventListener('change', () => { if (replies.has(room)) showReply(); });
  byId('cancel-edit').addEventListener('click', cancelEdit);
  byId('replying-text').addEventListener('click', () => showMessage(replies.text(room)));
  byId('cancel-reply').addEventListener('click', cancelReply);
  form.addEventListener('keydown', (event) => {
    const cancel = edits.in(room) ? cancelEdit : replies.has(room) ? cancelReply : undefined;
    if (event.key !== 'Escape' || isOfInputMethod(event) || !cancel) return;
    event.preventDefault();
    cancel();
  });
  byId('open-emoji').addEventListener('click', ({ currentTarget }) => {
    const { left: x, top: y } = currentTarget.getBoundingClientRect();
    pickEmoji({ x, y }, (emoji) => {
      text.focus();
      // As a key does: at the caret, and it can be undone.
      document.execCommand('insertText', false, emoji);
    });
  });
  const completion = connectCompletion(text, peopleFor);
  const enterKey = new EnterKey();
  for (const type of ['compositionstart', 'compositionend', 'keydown', 'keyup', 'beforeinput']) {
    text.addEventListener(type, (event) => {
      const action = enterKey.handle(event, touchKeyboard.matches);
      if (type === 'keydown' && completion.press(event)) return;
      const isUnwanted = type === 'beforeinput' && action === 'nothing';
      if (action === 'send' || isUnwanted) event.preventDefault();
      if (action === 'send') submit();
    });
  }
  text.addEventListener('keydown', (event) => scrollMessages(event, text));
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' || isOfOther(event) || text.value !== '' || edits.in(room)) return;
    event.preventDefault();
    editLast();
  });
  const showEnterKey = () => { text.enterKeyHint = touchKeyboard.matches ? 'enter' : 'send'; };
  touchKeyboard.addEventListener('change', showEnterKey);
  showEnterKey();
  /** Refuses pictures and files. Without this, a dropped file would replace the web page. */
  const refuseFiles = (event) => {
    const { type, target, clipboardData: data = event.dataTransfer } = event;
    // The text itself is not known before the drop.
    const isText = type === 'dragover' ? data.types.includes('text/plain') : hasText(data);
    if (!data.types.includes('Files') || isText && (type === 'paste' || target === text)) return;
    event.preventDefault();
    if (type !== 'dragover') refuse(say('noFiles'));
  };
  for (const type of ['paste', 'dragover', 'drop']) document.addEventListener(type, refuseFiles);
  // The width changes when a phone is turned, the height with the font size.
  new ResizeObserver(fit).observe(text);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });

  return {
    open(opened) {
      room = opened;
      showText();
    },
    show,
    mark(mark) {
      const change = marking(text.value, text.selectionStart, text.selectionEnd, mark);
      text.setSelectionRange(change.from, change.to);
      document.execCommand('insertText', false, change.text);
      text.setSelectionRange(...change.selection);
    },
    reply({ digest }) {
      edits.cancel(room);
      replies.set(room, digest);
      show();
      text.focus();
    },
  };
}

/** Scrolls the messages with PageUp and PageDown, if the text box has nothing to scroll. */
function scrollMessages(event, text) {
  const direction = { PageUp: -1, PageDown: 1 }[event.key];
  // The height of the text box includes its borders.
  if (!direction || isOfOther(event) || text.scrollHeight > text.offsetHeight) return;
  event.preventDefault();
  byId('scroller').scrollBy(0, direction * byId('scroller').clientHeight * .875);
}

/** Whether a key is not for the web page. With a modifier key, it selects text or changes the tab; an input method moves among its choices. */
const isOfOther = (event) => (
  ['Shift', 'Control', 'Alt', 'Meta'].some((key) => event.getModifierState(key)) || isOfInputMethod(event));

const hasText = (data) => saysMore(data.getData('text/plain'), [...data.files].map(({ name }) => name));
