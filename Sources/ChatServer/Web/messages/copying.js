// Copies messages as they were written: with the characters of their markup, and several ones with authors and times. Of a
// selection within a code block, the code alone.

import { authorName } from '../model/persons.js';
import { dayAndTime } from '../model/words.js';

/** @param {HTMLElement} root the element with the messages */
export function connectCopying(root) {
  document.addEventListener('copy', (event) => {
    const selection = getSelection();
    // In a text box the browser copies by itself.
    if (selection.isCollapsed || event.target.closest?.('textarea, input')) return;
    const copied = selectedText(root, selection.getRangeAt(0));
    if (copied === '') return;
    event.clipboardData.setData('text/plain', copied);
    event.preventDefault();
  });
}

/** Returns the selected parts of messages; an empty text if the texts of no messages are selected. */
function selectedText(root, range) {
  const isSelected = (element) => range.intersectsNode(element);
  const parts = [...root.querySelectorAll('.message:not(.note)')].filter(isSelected)
    .map((element) => ({ message: element.message, part: selectedPart(element.querySelector('.text'), range) }))
    .filter(({ part }) => part !== '');
  if (parts.length === 1) return selectedCode(root, range) ?? parts[0].part;
  return parts.map(({ message, part }) => `[${dayAndTime(message.time)}] ${authorName(message)}: ${part}`).join('\n');
}

/** Returns the selected part of a code block; undefined if other parts of the text are selected, too. */
function selectedCode(root, range) {
  const { startContainer: start } = range;
  const block = (start.closest ? start : start.parentElement).closest('pre');
  if (!block || !root.contains(block)) return undefined;
  const code = range.cloneRange();
  // A triple click and the mouse go beyond the end of the block.
  if (!block.contains(range.endContainer)) code.setEndAfter(block);
  const rest = range.cloneRange();
  rest.setStart(code.endContainer, code.endOffset);
  const text = block.closest('.text');
  if (!text.contains(rest.endContainer)) rest.setEndAfter(text);
  if (rest.toString().trim() !== '') return undefined;
  const copied = code.cloneContents();
  for (const mark of copied.querySelectorAll('.mark')) mark.remove();
  // In a terminal, a line break after the last line would run it.
  return copied.textContent.replace(/\n$/, '');
}

/** Returns the selected part of a text. */
function selectedPart(text, range) {
  const all = document.createRange();
  all.selectNodeContents(text);
  const [startsBefore, endsAfter] = [
    range.compareBoundaryPoints(Range.START_TO_START, all) <= 0, range.compareBoundaryPoints(Range.END_TO_END, all) >= 0];
  if (startsBefore && endsAfter) return text.textContent;
  const part = all.cloneRange();
  if (!startsBefore) part.setStart(range.startContainer, range.startOffset);
  if (!endsAfter) part.setEnd(range.endContainer, range.endOffset);
  const before = all.cloneRange();
  before.setEnd(part.startContainer, part.startOffset);
  const from = before.toString().length;
  return text.textContent.slice(...withMarks(text, from, from + part.toString().length));
}

/**
 * Extends a part of a text by the hidden characters beside it, if there are some within it, too. So **bold** text is copied
 * with all asterisks, but a word within `code` without the backticks.
 */
function withMarks(text, from, to) {
  const marks = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let end = 0; walker.nextNode();) {
    const { parentElement, length } = walker.currentNode;
    end += length;
    if (parentElement.classList.contains('mark')) marks.push({ start: end - length, end });
  }
  if (!marks.some(({ start, end }) => start < to && end > from)) return [from, to];
  for (const { start, end } of marks) if (start === to) to = end;
  for (const { start, end } of marks.toReversed()) if (end === from) from = start;
  return [from, to];
}
