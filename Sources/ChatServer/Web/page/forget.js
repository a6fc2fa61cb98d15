// Deletes everything that this browser keeps for the node, after a question.

import { browser } from '../browser/browser.js';
import * as database from '../browser/database.js';
import { byId, showOrHide } from '../browser/dom.js';
import { forgetValues } from '../browser/storage.js';
import { unregisterWorkers } from '../browser/worker.js';
import { say } from '../model/words.js';

/** Connects the button in the settings with the dialog that asks first. */
export function connectForget(live, outbox) {
  const dialog = byId('forget');
  const show = () => {
    const n = outbox.messages.length;
    showOrHide(byId('forget-unsent'), n > 0 && say('forgetUnsent', { n }));
  };
  outbox.addEventListener('change', show);
  byId('open-forget').addEventListener('click', () => {
    show();
    dialog.showModal();
  });
  byId('cancel-forget').addEventListener('click', () => dialog.close());
  dialog.querySelector('form').addEventListener('submit', async () => {
    await forget();
    live.tell('forgotten');
    start();
  });
  live.addEventListener('forgotten', () => {
    // This tab may have saved values in the meantime.
    forget().then(start);
  });
}

async function forget() {
  forgetValues();
  // Also if the browser deletes the database later.
  database.clear('values').catch(() => {});
  await Promise.allSettled([database.forget(), forgetCaches(), unregisterWorkers(() => true)]);
}

async function forgetCaches() {
  for (const name of await browser.caches.keys()) if (name.startsWith('tidings ')) await browser.caches.delete(name);
}

/** Loads the web page as on a first visit. */
function start() {
  location.replace('./');
}
