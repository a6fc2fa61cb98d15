// The dialog with which the owner adds phones, and ends the sessions of browsers.

import { container, make, update } from '../browser/dom.js';
import { visible } from '../model/text.js';
import { dayAndTime, say } from '../model/words.js';
import { invitePhone, sessions, showProblem } from '../page/administration.js';
import { button, labelled, makeDialog, oneAtATime, problemElement } from '../page/dialog.js';
import { qrCode } from '../page/qr-code.js';

/** Milliseconds between two looks at the sessions while the dialog is open. */
const lookPause = 2000;

/** Makes the dialog. @returns {() => void} opens it */
export function connectPhones() {
  const problem = problemElement('phones-problem');
  const listProblem = problemElement('sessions-problem');
  const added = make('p', 'joined');
  added.role = 'status';
  const code = make('div');
  const list = make('ul', 'sessions');
  const dialog = makeDialog('phones', 'phones', labelled('p', 'phonesHint', 'hint'), added, code,
    button('addPhone', () => add(), 'main'), problem, labelled('h3', 'sessions'), list, listProblem);

  /** The known sessions by their ids, and the timer that looks at them. */
  let [known, timer] = [new Set()];
  const run = async (place, act) => {
    try {
      await act();
      place.replaceChildren();
    } catch (error) {
      showProblem(place, error);
    }
  };
  const look = (options) => run(listProblem, async () => {
    const now = await sessions(options);
    if (code.hasChildNodes() && now.some(({ id }) => !known.has(id))) {
      code.replaceChildren();
      added.textContent = say('phoneAdded');
    }
    known = new Set(now.map(({ id }) => id));
    update(list, now.length > 0 ? now.toReversed().map((session) => item(session, () => look({ end: session.id })))
      : [make('li', 'hint', say('noSessions'))]);
  });
  const add = oneAtATime(() => run(problem, async () => {
    added.textContent = '';
    const invitation = await invitePhone();
    if (!dialog.open) return;
    // A session that begins later is that of the phone.
    known = new Set((await sessions({ isQuiet: true })).map(({ id }) => id));
    code.replaceChildren(...ofPhone(invitation));
  }));
  /** The number of times that the dialog was opened. */
  let opening = 0;
  const follow = async (isQuiet, own) => {
    await look({ isQuiet });
    if (dialog.open && own === opening) timer = setTimeout(follow, lookPause, true, own);
  };
  dialog.addEventListener('close', () => {
    clearTimeout(timer);
    code.replaceChildren();
    problem.replaceChildren();
  });
  return () => {
    added.textContent = '';
    dialog.showModal();
    opening += 1;
    follow(false, opening);
  };
}

function item({ id, begun, name }, end) {
  const element = make('li');
  element.dataset.key = id;
  const text = make('bdi', '', visible(name));
  text.id = `session-${id}`;
  const ending = button('endSession', end, 'link');
  ending.textContent = say('endSession');
  ending.setAttribute('aria-describedby', text.id);
  element.append(container('p', '', text), make('span', 'hint', say('sessionSince', { time: dayAndTime(begun) })), ending);
  return element;
}

function ofPhone({ link, expires, code }) {
  const address = make('code', 'command', link);
  address.dir = 'ltr';
  return [
    ...code.length > 0 ? [qrCode(code, say('phoneCode'))] : [], make('p', '', say('phoneUse', { time: dayAndTime(expires) })),
    address, ...link.startsWith('http:') ? [make('p', 'warning', say('plainNetwork'))] : [],
  ];
}
