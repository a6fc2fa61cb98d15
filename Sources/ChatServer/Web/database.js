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
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    setTimeout(reject, patience, new Error('The browser opens no database.'));
  });
  return opening;
}

/** Runs one request in a transaction of its own; done when it is on the disk. */
async function run(store, mode, request) {
  const database = await open();
  return new Promise((resolve, reject) => {
    setTimeout(reject, patience, new Error('The browser does not store.'));
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const answer = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(answer.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

export const all = (store) => run(store, 'readonly', (objects) => objects.getAll());
export const get = (store, key) => run(store, 'readonly', (objects) => objects.get(key));
export const put = (store, object) => run(store, 'readwrite', (objects) => objects.put(object));
export const remove = (store, key) => run(store, 'readwrite', (objects) => objects.delete(key));
