// The dialog with which people make an invitation: how long it counts, then the link and its QR code.

import { invite, showProblem } from './administration.js';
import { button, field, form, group, labelled, makeDialog, oneAtATime, problemPlace } from './dialog.js';
import { make } from './dom.js';
import { dayAndTime, locale, number, say } from './model/words.js';
import { qrCode } from './qr-code.js';

/** The choices of the time for which an invitation counts: the number, its unit, and the seconds of the unit. */
const times = [[30, 'minute', 60], [1, 'day', 86_400], [1, 'week', 604_800]];
/** The choices of how many devices can use an invitation. */
const uses = [1, 5, 20];

/** Makes the dialog. @returns {() => void} opens it */
export function connectInvite(live) {
  const [time, count] = [make('select'), make('select')];
  const problem = problemPlace('invite-problem');
  const question = make('div');
  const result = make('div');
  const joined = make('p', 'joined');
  joined.role = 'status';
  const choose = form(() => start(false),
    labelled('p', 'inviteHint', 'hint'),
    ...field('inviteTime', 'invite-time', time), ...field('inviteUses', 'invite-uses', count),
    labelled('button', 'makeInvitation', 'main'));
  const confirm = button('makeGroup', () => start(true), 'main');
  question.append(labelled('p', 'groupQuestion'),
    group('div', 'choices', button('cancel', () => dialog.close()), confirm));
  const dialog = makeDialog('invite', 'invite', joined, choose, question, result, problem);

  /** Shows one of the steps. */
  const showStep = (step) => {
    for (const part of [choose, question, result]) part.hidden = part !== step;
    problem.replaceChildren();
  };
  const start = oneAtATime(async (makesGroup) => {
    problem.replaceChildren();
    try {
      const invitation = await invite(Number(time.value), Number(count.value), makesGroup);
      live.tell('invited');
      live.dispatchEvent(new Event('invited'));
      showResult(invitation);
    } catch (error) {
      if (error.code !== 'group-not-confirmed') return showProblem(problem, error);
      showStep(question);
      confirm.focus();
    }
  });
  const showResult = (invitation) => {
    showStep(result);
    result.replaceChildren(...ofInvitation(invitation, live.group?.clockAhead ?? 0));
    result.querySelector('button').focus();
  };
  return () => {
    fill(time, times.map(([value, unit, seconds]) => [value * seconds, duration(value, unit)]), 86_400);
    fill(count, uses.map((value) => [value, number(value)]), 1);
    joined.textContent = '';
    result.replaceChildren();
    showStep(choose);
    dialog.showModal();
    time.focus();
  };
}

/** Returns a duration in the words of the page, such as "30 minutes". */
const duration = (value, unit) => (
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value));

/** Fills a list of choices in the language of the page. Keeps what was chosen before. */
function fill(select, choices, usual) {
  const chosen = select.value || usual;
  select.replaceChildren(...choices.map(([value, text]) => {
    const option = make('option', '', text);
    option.value = value;
    return option;
  }));
  select.value = chosen;
}

/** @param {number} clockAhead milliseconds by which the clock of this machine is ahead of the node's */
function ofInvitation({ link, expires, uses: n, code }, clockAhead) {
  const text = make('textarea');
  text.readOnly = true;
  text.dir = 'ltr';
  text.spellcheck = false;
  text.value = link;
  text.addEventListener('focus', () => text.select());
  const ends = make('p', '', expires === undefined
    ? say('invitationUnset', { n }) : say('invitationEnds', { n, time: dayAndTime(expires + clockAhead) }));
  ends.id = 'invitation-ends';
  const advice = make('p', 'warning', say('invitationAdvice'));
  advice.id = 'invitation-advice';
  const copied = make('p', 'hint');
  copied.role = 'status';
  const copy = make('button', 'main', say('copyLink'));
  copy.type = 'button';
  copy.setAttribute('aria-describedby', `${ends.id} ${advice.id}`);
  copy.addEventListener('click', async () => {
    copied.textContent = say(await isCopied(text) ? 'linkCopied' : 'linkNotCopied');
  });
  const label = make('label', '', say('invitationLink'));
  [text.id, label.htmlFor] = ['invitation-link', 'invitation-link'];
  return [
    ...code.length > 0 ? [qrCode(code, say('invitationCode'))] : [], label, text, copy, copied, ends, advice,
    make('p', 'hint', say('invitationUse')),
  ];
}

/** Copies the text of a field. Selects it, so that a person can copy it if the browser refuses. */
async function isCopied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    return false;
  }
}
