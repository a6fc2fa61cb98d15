// The service worker of this web page, and those that other programs left at this address.

import { browser, trusted } from './browser.js';
import { loadAgain } from './loading.js';

/** Saves the web client in the browser, which allows it on localhost and over https. */
export async function registerWorker() {
  if (!browser.serviceWorker) return;
  const policy = trusted('worker', { createScriptURL: (url) => url });
  try {
    browser.serviceWorker.addEventListener('controllerchange', loadAgain);
    await unregisterWorkers((script) => script !== address('sw.js'));
    await browser.serviceWorker.register(policy.createScriptURL('sw.js'));
  } catch {
    // The browser does not save the web client.
  }
}

/**
 * Removes service workers whose scope is within that of this web page.
 * @param {(script: string) => boolean} isChosen decides by the address of a worker's script
 */
export async function unregisterWorkers(isChosen) {
  for (const registration of await browser.serviceWorker.getRegistrations()) {
    const { scope, active, waiting, installing } = registration;
    const { scriptURL } = active ?? waiting ?? installing ?? {};
    if (scope.startsWith(address('./')) && isChosen(scriptURL)) await registration.unregister();
  }
}

const address = (path) => new URL(path, document.baseURI).href;
