// IndexedDB with promises, for data that is needed after the tab is closed. A request may take any time: some browsers never
// open a database after an update. Callers that can't wait go on without the answer.

import { browser } from './browser.js';

/** The version of the database's form: each one adds to the ones before. */
const version = 3;
/** Messages and reactions of this browser whose post keys are kept, at most. The oldest ones are dropped. */
const mostPosted = 10_000;
/** Milliseconds for which a deletion is awaited. If a tab does not close the database, the browser deletes it later. */
const longestDeletion = 2000;

let opening;
const closing = new EventTarget();
/** Whether the database was deleted. Until this web page is loaded again it opens no new one. */
let isForgotten = false;

/** @throws if this browser stores nothing, as in some private windows */
function open() {
  if (isForgotten) throw new Error('The database was deleted.');
  opening ??= new Promise((resolve, reject) => {
    const request = browser.indexedDB.open('tidings', version);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result: database } = request;
      if (oldVersion < 1) {
        // The queue of unsent messages, in the order in which they were written.
        database.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
        // The newest messages of each room, to show them while the node does not answer.
        database.createObjectStore('rooms', { keyPath: 'room' });
      }
      // The post keys of the last messages that were sent from here, see `receipt`.
      if (oldVersion < 2) database.createObjectStore('posted', { keyPath: 'of' }).createIndex('time', 'time');
      // The values of localStorage, see `storage.js`.
      database.createObjectStore('values', { keyPath: 'key' });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opening = undefined;
        closing.dispatchEvent(new Event('close'));
      };
      // A newer web client with another version of the database waits until this one is closed.
      database.onversionchange = () => { database.close(); forget(); };
      database.onclose = forget;
      resolve(database);
    };
  });
  // The next call tries again.
  opening.catch(() => { opening = undefined; });
  return opening;
}

/** Calls `act` when the database was closed: somebody deletes it, or a newer web client changes it. */
export const onClose = (act) => closing.addEventListener('close', act);

/** Runs requests in a transaction of their own. Resolves when the transaction is complete. */
async function run(store, mode, request) {
  const database = await open();
  return new Promise((resolve, reject) => {
    // Only the queue has to be on the disk at once: the node has the messages of the rooms.
    const durability = store === 'outbox' ? 'strict' : 'relaxed';
    const stores = store === 'outbox' ? [store, 'posted'] : store;
    const transaction = begin(() => database.transaction(stores, mode, { durability }));
    const answer = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(answer.result);
    // Of a transaction that ends with the deletion of the database, Chromium tells only that a request has failed.
    transaction.onerror = transaction.onabort = ({ target }) => reject(target.error);
  });
}

/** Begins a transaction. If the browser has closed the database without an event, as Safari may, the next call opens it again. */
function begin(transaction) {
  try {
    return transaction();
  } catch (error) {
    opening = undefined;
    throw error;
  }
}

export const get = (store, key) => run(store, 'readonly', (objects) => objects.get(key));
export const all = (store) => run(store, 'readonly', (objects) => objects.getAll());
export const put = (store, object) => run(store, 'readwrite', (objects) => objects.put(object));
export const keys = (store) => run(store, 'readonly', (objects) => objects.getAllKeys());
export const remove = (store, key) => run(store, 'readwrite', (objects) => objects.delete(key));
export const clear = (store) => run(store, 'readwrite', (objects) => objects.clear());

/**
 * Changes objects in one transaction, within which no other tab changes any. A new object gets its key.
 * @param {(all: object[]) => { put: object[], remove: any[], posted?: object[] }} decide returns the objects to write and the
 *   keys to remove, and for the queue also the objects to write to the store `posted`
 * @returns what `decide` has returned
 */
export const update = (store, decide) => run(store, 'readwrite', (objects) => {
  const answer = {};
  const reading = objects.getAll();
  reading.onsuccess = () => {
    try {
      answer.result = decide(reading.result);
      answer.result.remove.forEach((key) => objects.delete(key));
      for (const object of answer.result.put) {
        objects.put(object).onsuccess = ({ target }) => { object[objects.keyPath] = target.result; };
      }
      if (answer.result.posted?.length > 0) putPosted(reading.transaction.objectStore('posted'), answer.result.posted);
    } catch {
      reading.transaction.abort();
    }
  };
  return answer;
});

function putPosted(objects, posted) {
  for (const object of posted) objects.put(object);
  objects.count().onsuccess = ({ target }) => {
    const surplus = target.result - mostPosted;
    if (surplus <= 0) return;
    objects.index('time').getAllKeys(null, surplus).onsuccess = (event) => {
      for (const key of event.target.result) objects.delete(key);
    };
  };
}

/** Deletes the database with all its objects. */
export function forget() {
  isForgotten = true;
  return new Promise((resolve, reject) => {
    setTimeout(resolve, longestDeletion);
    const request = browser.indexedDB.deleteDatabase('tidings');
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
}
