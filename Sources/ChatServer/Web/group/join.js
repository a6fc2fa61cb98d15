// The dialog with which people use an invitation.

import { container, make, paragraph } from '../browser/dom.js';
import { inviterOf, linkIn } from '../model/invitation.js';
import { visible } from '../model/text.js';
import { say } from '../model/words.js';
import { join, showProblem } from '../page/administration.js';
import { button, field, form, labelled, makeDialog, oneAtATime, problemElement } from '../page/dialog.js';

/** Makes the dialog. @returns {() => void} opens it */
export function connectJoin(live) {
  const input = make('input');
  Object.assign(input, { dir: 'ltr', spellcheck: false, autocapitalize: 'none', placeholder: 'tidings:…' });
  const problem = problemElement('join-problem');
  const [question, result] = [make('div'), make('div')];
  const state = make('p', 'hint');
  state.role = 'status';
  const hint = labelled('p', 'joinHint', 'hint');
  hint.id = 'join-hint';
  const enter = form(() => start(), 'joinGroup', hint, ...field('invitation', 'join-link', input, `${hint.id} ${problem.id}`));
  const questionText = make('div');
  const carry = button('carryMessages', () => start('carry'), 'main');
  const leave = button('leaveAndJoin', () => start('leave'), 'main');
  question.append(questionText, container('div', 'choices', button('cancel', () => dialog.close()), carry, leave));
  const resultText = make('p');
  const done = button('understood', () => dialog.close(), 'main');
  result.append(resultText, done);
  const dialog = makeDialog('join', 'join', enter, question, result, state, problem);

  const showStep = (step) => {
    for (const part of [enter, question, result]) part.hidden = part !== step;
    problem.replaceChildren();
    state.textContent = '';
  };
  const start = oneAtATime(async (consent) => {
    const link = linkIn(input.value);
    problem.replaceChildren();
    if (link === '') {
      problem.append(make('p', 'problem', say('linkMissing')));
      input.focus();
      return;
    }
    state.textContent = say('joining');
    try {
      const name = await joinKnown(live, link, consent);
      showStep(result);
      resultText.textContent = say('joined', { name: visible(name) });
      state.textContent = '';
      input.value = '';
      done.focus();
    } catch (error) {
      if (error.code === 'messages-not-carried') {
        showStep(question);
        questionText.replaceChildren(paragraph(say('carryQuestion', { n: live.status.store.messages })));
        [carry.hidden, leave.hidden] = [false, true];
        carry.focus();
      } else if (error.code === 'only-member') {
        showStep(question);
        questionText.replaceChildren(paragraph(say('onlyMemberQuestion')));
        [carry.hidden, leave.hidden] = [true, false];
        leave.focus();
      } else {
        showStep(enter);
        showProblem(problem, error);
        input.focus();
      }
    }
  });
  input.addEventListener('input', () => problem.replaceChildren());
  return () => {
    showStep(enter);
    input.value = '';
    dialog.showModal();
    input.focus();
  };
}

/** Joins. Meanwhile the web page, in all tabs, does not announce the inviting device as one that has joined. */
async function joinKnown(live, link, consent) {
  const key = inviterOf(link);
  const tell = (type) => {
    live.tell(type, key);
    live.dispatchEvent(new CustomEvent(type, { detail: key }));
  };
  tell('joining');
  try {
    return await join(link, consent);
  } catch (error) {
    tell('not-joined');
    throw error;
  }
}
