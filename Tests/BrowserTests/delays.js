// Makes the world of a page slow. The call at the end gets the seed. Each delay is between 0 and 300 ms, and one in
// fifty is 3 s. What a browser delivers in order stays in order.
((seed) => {
  const { setTimeout, clearTimeout } = globalThis;

  /** Returns a function with the delays of one kind, in milliseconds: the same ones for each page with this seed. */
  function delays(kind) {
    let state = 2_166_136_261;
    for (const letter of `${kind} ${seed}`) state = Math.imul(state ^ letter.codePointAt(), 16_777_619);
    const random = () => { // The generator mulberry32.
      state = state + 0x6D2B79F5 | 0;
      let mixed = Math.imul(state ^ state >>> 15, 1 | state);
      mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
      return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
    };
    return () => (random() < 1 / 50 ? 3000 : 300 * random());
  }

  /** Delays trusted events of a type before anything else gets them. */
  function delay(target, type, queue) {
    target.addEventListener(type, (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      queue.add(() => target.dispatchEvent(new event.constructor(type, event)));
    }, { capture: true });
  }

  /** Calls functions after a delay, in the order in which they came. */
  class Queue {
    #next;
    #last = Promise.resolve();
    #isClosed = false;
    constructor(kind) { this.#next = delays(kind); }
    add(call) {
      const { promise, resolve } = Promise.withResolvers();
      setTimeout(resolve, this.#next());
      this.#last = this.#last.then(() => promise).then(() => { if (!this.#isClosed) call(); });
    }
    close() { this.#isClosed = true; }
  }

  // Requests and answers. One that takes longer may be overtaken.
  const pause = (milliseconds, signal) => new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
  const [beforeRequest, beforeAnswer] = [delays('request'), delays('answer')];
  const { fetch } = globalThis;
  globalThis.fetch = async (resource, options) => {
    const signal = options?.signal ?? resource.signal;
    // The browser sends such a request even if the page is closed at this moment.
    if (!options?.keepalive) await pause(beforeRequest(), signal);
    const answer = await fetch(resource, options);
    await pause(beforeAnswer(), signal);
    return answer;
  };

  // Events from other tabs and of the address.
  for (const type of ['storage', 'hashchange']) delay(globalThis, type, new Queue(type));
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class BroadcastChannel extends Channel {
    #queue;
    constructor(name) {
      super(name);
      this.#queue = new Queue(`channel ${name}`);
      delay(this, 'message', this.#queue);
    }
    close() {
      this.#queue.close();
      super.close();
    }
  };

  // IndexedDB: the answers to requests for a database, the ends of transactions that read, and the beginnings of those
  // that write. These wait for a transaction before them, as behind those of another tab. It sends a request after
  // each answer, so that it does not end.
  const answers = new Queue('database');
  for (const name of ['open', 'deleteDatabase']) {
    const method = IDBFactory.prototype[name];
    IDBFactory.prototype[name] = function (...values) {
      const request = method.apply(this, values);
      delay(request, 'success', answers);
      return request;
    };
  }
  const reads = new Queue('read');
  const beforeWrite = delays('write');
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === 'readwrite') {
      const store = transaction.call(this, stores, mode).objectStore([stores].flat()[0]);
      const end = performance.now() + beforeWrite();
      const wait = () => { if (performance.now() < end) store.get(0).onsuccess = wait; };
      wait();
    }
    const result = transaction.call(this, stores, mode, options);
    if (mode !== 'readwrite') delay(result, 'complete', reads);
    return result;
  };
})
