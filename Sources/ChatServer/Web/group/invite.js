// The dialog with which people make an invitation: how long it counts, then the link and its QR code.

import { container, make, setText } from '../browser/dom.js';
import { MadeInvitation, timeChoices, usesChoices } from '../model/invitation.js';
import { say } from '../model/words.js';
import { invite, showProblem } from '../page/administration.js';
import { button, copying, field, form, labelled, makeDialog, oneAtATime, problemElement } from '../page/dialog.js';
import { qrCode } from '../page/qr-code.js';

/** Milliseconds between two looks at whether the shown invitation has ended. */
const lookPause = 1000;

/** Makes the dialog. @returns {() => void} opens it */
export function connectInvite(live) {
  const [time, count] = [make('select'), make('select')];
  const problem = problemElement('invite-problem');
  const question = make('div');
  const result = make('div');
  const joined = make('p', 'joined');
  joined.role = 'status';
  const ended = make('p', 'warning');
  ended.role = 'status';
  const choose = form(() => start(false), 'makeInvitation',
    labelled('p', 'inviteHint', 'hint'),
    ...field('inviteTime', 'invite-time', time), ...field('inviteUses', 'invite-uses', count));
  const confirm = button('makeGroup', () => start(true), 'main');
  question.append(labelled('p', 'groupQuestion'),
    container('div', 'choices', button('cancel', () => dialog.close()), confirm));
  const dialog = makeDialog('invite', 'invite', joined, ended, choose, question, result, problem);

  /** The shown invitation, and the timer that looks whether it has ended. */
  let made, timer;
  /** Shows one of the steps. */
  const showStep = (step) => {
    for (const part of [choose, question, result]) part.hidden = part !== step;
    if (step !== result) {
      clearInterval(timer);
      made = undefined;
      result.replaceChildren();
    }
    problem.replaceChildren();
  };
  const start = oneAtATime(async (makesGroup) => {
    problem.replaceChildren();
    const seconds = Number(time.value);
    try {
      const invitation = await invite(seconds, Number(count.value), makesGroup);
      live.tell('invited');
      live.dispatchEvent(new Event('invited'));
      showResult(invitation, seconds);
    } catch (error) {
      if (error.code !== 'group-not-confirmed') return showProblem(problem, error);
      showStep(question);
      confirm.focus();
    }
  });
  const showResult = (invitation, seconds) => {
    made = new MadeInvitation(invitation, seconds, live.status);
    ended.textContent = '';
    result.replaceChildren(...ofInvitation(invitation));
    showStep(result);
    result.querySelector('button').focus();
    timer = setInterval(look, lookPause);
    // It may have ended before the answer came.
    look();
  };
  /** Offers the shown invitation while somebody can use it, and then a new one. */
  const look = () => {
    if (!made) return;
    const end = made.end(live.status, Date.now());
    if (!end) return setText(result.querySelector('#invitation-ends'), made.offer(live.status));
    const hadFocus = result.contains(document.activeElement);
    showStep(choose);
    ended.textContent = end;
    if (hadFocus) time.focus();
  };
  live.addEventListener('group', look);
  dialog.addEventListener('close', () => showStep(choose));
  return () => {
    fill(time, timeChoices(), 86_400);
    fill(count, usesChoices(), 1);
    joined.textContent = ended.textContent = '';
    showStep(choose);
    dialog.showModal();
    time.focus();
  };
}

/** Fills a list of choices in the language of the web page. Keeps what was chosen before. */
function fill(select, choices, usual) {
  const chosen = select.value || usual;
  select.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  select.value = chosen;
}

function ofInvitation({ link, code }) {
  const text = make('textarea');
  text.readOnly = true;
  text.dir = 'ltr';
  text.spellcheck = false;
  text.value = link;
  text.addEventListener('focus', () => text.select());
  const ends = make('p');
  ends.id = 'invitation-ends';
  const advice = make('p', 'warning', say('invitationAdvice'));
  advice.id = 'invitation-advice';
  const [copy, copied] = copying('copyLink', 'linkCopied', text);
  copy.setAttribute('aria-describedby', `${ends.id} ${advice.id}`);
  const label = make('label', '', say('invitationLink'));
  [text.id, label.htmlFor] = ['invitation-link', 'invitation-link'];
  return [
    ...code.length > 0 ? [qrCode(code, say('invitationCode'))] : [], label, text, copy, copied, ends, advice,
    make('p', 'hint', say('invitationUse')),
  ];
}
