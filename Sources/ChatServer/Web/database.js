// IndexedDB as promises: what has to outlive the tab.

/** Milliseconds after which a database that does not answer, as in some browsers after an update, counts as none. */
const patience = 2000;

let opening;

/** @throws where this browser keeps nothing, as in some private windows */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('tidings', 1);
    request.onupgradeneeded = () => {
      // Unsent messages in the order in which they were written.
      request.result.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
      // The newest messages of each room, to be read while the node is away.
      request.result.createObjectStore('rooms', { keyPath: 'room' });
    };
    const fail = () => {
      opening = undefined;
      reject(request.error ?? new Error('The browser opens no database.'));
    };
    const timer = setTimeout(fail, patience);
    request.onerror = fail;
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      const forget = () => { opening = undefined; };
      // A later page that keeps things differently waits for this.
      database.onversionchange = () => { database.close(); forget(); };
      database.onclose = forget;
      resolve(database);
    };
  });
  return opening;
}

/** Runs one request in a transaction of its own; done when it is on the disk. */
async function run(store, mode, request) {
  const database = await open();
  let timer;
  return new Promise((resolve, reject) => {
    timer = setTimeout(reject, patience, new Error('The browser does not store.'));
    // What the node has as well need not be on the disk at once.
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
export const clear = (store) => run(store, 'readwrite', (objects) => objects.clear());
export const remove = (store, key) => run(store, 'readwrite', (objects) => objects.delete(key));
