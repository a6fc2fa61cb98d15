// System notifications of new messages while no tab is visible, if the person wants them and the browser allows them.

import { browser } from '../browser/browser.js';
import { byId, showOrHide } from '../browser/dom.js';
import { hasLocks, isAnyTabVisible, tellVisibility } from '../browser/leadership.js';
import { plainText } from '../model/plain-text.js';
import { notificationOf } from '../model/titles.js';
import { say } from '../model/words.js';
import { goTo } from './address.js';

export class Notifications {
  #settings;
  #live;
  /** The shown notifications of this tab, by their tags. */
  #shown = new Map();

  constructor(settings, live) {
    this.#settings = settings;
    this.#live = live;
    this.#connect();
  }

  /** Shows one notification for all tabs, unless one of them is visible. */
  async show(messages) {
    const isAllowed = this.#settings.notify && browser.Notification?.permission === 'granted';
    if (!isAllowed || !this.#live.isLeading || await isAnyTabVisible()) return;
    if (messages.length === 0) return;
    const { title, body, room } = notificationOf(messages, plainText);
    const tag = `tidings ${room}`;
    const options = { body, tag, data: { room, digests: messages.map(({ digest }) => digest) } };
    try {
      const notification = new browser.Notification(title, options);
      this.#shown.set(tag, notification);
      notification.onclick = () => {
        window.focus();
        goTo(room);
        notification.close();
      };
    } catch {
      // On phones only the service worker can show notifications.
      (await browser.serviceWorker?.getRegistration())?.showNotification(title, options);
    }
  }

  /** Closes the notifications of messages that were deleted. */
  async close(digests) {
    const close = (notification) => {
      if (notification.data?.digests?.some((digest) => digests.has(digest))) notification.close();
    };
    this.#shown.forEach(close);
    (await (await browser.serviceWorker?.getRegistration())?.getNotifications?.())?.forEach(close);
  }

  async #connect() {
    const [choice, box, problem] = ['notify-choice', 'notify', 'notify-problem'].map(byId);
    choice.hidden = !(await hasLocks && browser.Notification);
    if (choice.hidden) return;
    tellVisibility();
    const show = () => { box.checked = this.#settings.notify; };
    this.#settings.addEventListener('change', show);
    show();
    box.addEventListener('change', async () => {
      // The person may press "Done" before they answer the question of the browser.
      this.#settings.preview({ notify: box.checked });
      const isRefused = box.checked && await browser.Notification.requestPermission() !== 'granted';
      showOrHide(problem, isRefused && say('notifyRefused'));
      if (isRefused && this.#settings.notify) this.#refuse();
    });
  }

  /** Does not want notifications any more, because the browser blocks them. */
  #refuse() {
    this.#settings.preview({ notify: false });
    if (!byId('settings').open) this.#settings.save(this.#settings.name);
  }
}
