// Where the person writes.

import { byId } from './dom.js';
import { say } from './language.js';
import { byteCount, illegalCharacter, longestText } from './text.js';

/** Bytes that are left when the counter appears. */
const counterFrom = 2048;

/**
 * Connects the text box: Enter sends, Shift and Enter break the line.
 * @param {(text: string) => Promise<void>} send done when the text is kept elsewhere
 * @returns {{ open(room: string): void, show(): void }} what is written in one room stays there
 */
export function connectComposer(send) {
  const form = byId('composer');
  const [text, button, counter, problem] = ['text', 'send', 'counter', 'composer-problem'].map(byId);
  let draft;

  const measure = () => {
    const left = longestText - byteCount(text.value);
    counter.hidden = left > counterFrom;
    counter.textContent = counter.hidden ? '' : say(left >= 0 ? 'bytesLeft' : 'bytesTooMany', { n: Math.abs(left) });
    counter.classList.toggle('over', left < 0);
    button.disabled = left < 0 || text.value.trim() === '';
    problem.hidden = true;
    // Chromium looks for it line by line, which takes seconds with each key in a megabyte that was pasted.
    text.dir = left < 0 ? getComputedStyle(text).direction : 'auto';
    fit();
  };
  const fit = () => {
    text.style.height = 'auto';
    text.style.height = `${text.scrollHeight}px`;
  };
  /** Says why it is not sent, to those who do not see the counter as well. */
  const refuse = (sentence) => {
    problem.textContent = sentence;
    problem.hidden = false;
    if (counter.textContent === sentence) counter.hidden = true;
  };
  const submit = () => {
    if (counter.classList.contains('over')) return refuse(counter.textContent);
    if (button.disabled) return;
    const character = illegalCharacter(text.value);
    if (character) return refuse(say('illegalCharacter', { character }));
    const place = draft;
    // Until the outbox has it, the draft is what is left of it if the tab dies.
    send(text.value).then(() => keep(place, place === draft ? text.value : ''));
    text.value = '';
    measure();
    text.focus();
  };
  const keep = (place, value) => {
    try {
      sessionStorage.setItem(place, value);
    } catch {
      // It is still in the box.
    }
  };

  text.addEventListener('input', () => { keep(draft, text.value); measure(); });
  text.addEventListener('keydown', (event) => {
    // 229: what Safari says of the Enter that ends a composition.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  });
  // A telephone is turned, or letters become larger.
  new ResizeObserver(fit).observe(text);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });

  return {
    open(room) {
      draft = `draft ${room}`;
      try {
        text.value = sessionStorage.getItem(draft) ?? '';
      } catch {
        text.value = '';
      }
      measure();
    },
    show: measure,
  };
}
