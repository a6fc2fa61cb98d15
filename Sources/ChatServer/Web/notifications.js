// Messages that come while nobody looks, as the system shows such things: where the browser allows it and the person
// has asked for it.

import { byId } from './dom.js';
import { say } from './language.js';
import { hasLocks } from './leadership.js';
import { roomTitle } from './rooms.js';
import { cut, visible } from './text.js';

/** Characters of a message that are shown. */
const shownLength = 200;

export class Notifications {
  #settings;
  #live;

  constructor(settings, live) {
    this.#settings = settings;
    this.#live = live;
    this.#connect();
  }

  /** Says who has written, once for all tabs, unless one of them is in sight. */
  async show(messages) {
    if (!this.#settings.notify || !this.#live.isLeading || await isInSight()) return;
    if (messages.length === 0) return;
    const { text, room } = messages.at(-1);
    const body = messages.length === 1 ? cut(text, shownLength) : say('newMessages', { n: messages.length });
    const options = { body, tag: `tidings ${room}`, data: room };
    const [writers, rooms] = [messages.map((one) => visible(one.user)), messages.map((one) => roomTitle(one.room))];
    const title = `${listed(writers)} · ${listed(rooms)}`;
    try {
      const notification = new Notification(title, options);
      notification.onclick = () => {
        window.focus();
        location.hash = encodeURIComponent(room);
        notification.close();
      };
    } catch {
      // Browsers on telephones leave that to the worker.
      (await navigator.serviceWorker?.getRegistration())?.showNotification(title, options);
    }
  }

  async #connect() {
    const [choice, box, problem] = ['notify-choice', 'notify', 'notify-problem'].map(byId);
    choice.hidden = !(await hasLocks && 'Notification' in globalThis);
    if (choice.hidden) return;
    holdWhileSeen();
    const show = () => { box.checked = this.#settings.notify; };
    this.#settings.addEventListener('change', show);
    show();
    box.addEventListener('change', async () => {
      const isAllowed = !box.checked || await Notification.requestPermission() === 'granted';
      problem.hidden = isAllowed;
      problem.textContent = isAllowed ? '' : say('notifyRefused');
      this.#settings.set({ notify: box.checked && isAllowed });
    });
  }
}

const listed = (names) => [...new Set(names)].join(', ');

/** A tab that is seen holds this lock, together with all others that are. */
const sight = 'tidings.sight';

function holdWhileSeen() {
  let release = () => {};
  const hold = () => {
    release();
    if (document.visibilityState === 'hidden') return;
    const held = new Promise((resolve) => { release = resolve; });
    navigator.locks.request(sight, { mode: 'shared' }, () => held);
  };
  document.addEventListener('visibilitychange', hold);
  hold();
}

async function isInSight() {
  const { held } = await navigator.locks.query();
  return held.some(({ name }) => name === sight);
}
