// IndexedDB with promises, for data that is needed after the tab is closed.

import { browser } from './browser.js';

/** Milliseconds after which the database counts as unavailable: some browsers never open it after an update. */
const timeout = 2000;

let opening;
/** Whether the database was deleted. Until this page is loaded again it opens no new one. */
let isForgotten = false;

/** @throws if this browser stores nothing, as in some private windows */
function open() {
  if (isForgotten) throw new Error('The database was deleted.');
  opening ??= new Promise((resolve, reject) => {
    const request = browser.indexedDB.open('tidings', 1);
    request.onupgradeneeded = () => {
      // The queue of unsent messages, in the order in which they were written.
      request.result.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
      // The newest messages of each room, to show them while the node does not answer.
      request.result.createObjectStore('rooms', { keyPath: 'room' });
    };
    const fail = () => {
      opening = undefined;
      reject(request.error ?? new Error('The browser does not open its database.'));
    };
    const timer = setTimeout(fail, timeout);
    request.onerror = fail;
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      const forget = () => { opening = undefined; };
      // A newer web client with another version of the database waits until this one is closed.
      database.onversionchange = () => { database.close(); forget(); };
      database.onclose = forget;
      resolve(database);
    };
  });
  return opening;
}

/** Runs one request in a transaction of its own. Resolves when the transaction is complete. */
async function run(store, mode, request) {
  const database = await open();
  let timer;
  return new Promise((resolve, reject) => {
    timer = setTimeout(reject, timeout, new Error('The browser does not answer requests to its database.'));
    // Only the queue has to be on the disk at once: the node has the messages of the rooms.
    const durability = store === 'outbox' ? 'strict' : 'relaxed';
    const transaction = database.transaction(store, mode, { durability });
    const answer = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(answer.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  }).finally(() => clearTimeout(timer));
}

export const all = (store) => run(store, 'readonly', (objects) => objects.getAll());
export const get = (store, key) => run(store, 'readonly', (objects) => objects.get(key));
export const put = (store, object) => run(store, 'readwrite', (objects) => objects.put(object));
/** Replaces an object in one transaction. @returns the new object; undefined if the store does not have the key */
export const change = (store, key, changed) => run(store, 'readwrite', (objects) => {
  const answer = {};
  const reading = objects.get(key);
  reading.onsuccess = () => {
    if (reading.result === undefined) return;
    answer.result = changed(reading.result);
    objects.put(answer.result);
  };
  return answer;
});
export const clear = (store) => run(store, 'readwrite', (objects) => objects.clear());
export const remove = (store, key) => run(store, 'readwrite', (objects) => objects.delete(key));

/** Deletes the database with all its objects. If a tab does not close the database, the browser deletes it later. */
export function forget() {
  isForgotten = true;
  return new Promise((resolve, reject) => {
    setTimeout(resolve, timeout);
    const request = browser.indexedDB.deleteDatabase('tidings');
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
}
