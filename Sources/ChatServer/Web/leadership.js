// One tab asks the node for all of them: HTTP/1.1 gives a browser six connections to a node, and each request that
// waits takes one.

/**
 * Whether the browser gives locks: on localhost and https only, and not where it is told to keep nothing for this page.
 */
export const hasLocks = navigator.locks?.query().then(() => true, () => false) ?? Promise.resolve(false);

/**
 * Calls `lead` in one tab at a time, for as long as that tab lives.
 * @param {(signal: AbortSignal) => Promise<void>} lead returns when its signal is aborted
 * @param {{ postMessage(message: object): void, addEventListener: Function }} channel to the other tabs
 */
export async function takeTurns(lead, channel) {
  if (await hasLocks) {
    // The browser hands the lock on when the tab is closed or dies.
    navigator.locks.request('tidings.lead', () => lead(new AbortController().signal));
  } else {
    leadSinceSeen(lead, channel);
  }
}

/**
 * Without locks: the tab that came to the front last leads. Two that lead for a moment do no harm: what comes twice is
 * known by its id.
 */
function leadSinceSeen(lead, channel) {
  let turn;
  /** When this tab began to lead, in milliseconds, with a fraction by which two that begin together differ. */
  let since;
  const announce = () => channel.postMessage({ type: 'leading', detail: since });
  const stop = () => {
    turn?.abort();
    turn = undefined;
  };
  const start = () => {
    if (document.visibilityState === 'hidden' || turn) return;
    since = Date.now() + Math.random();
    announce();
    turn = new AbortController();
    lead(turn.signal);
  };
  const leave = () => {
    if (!turn) return;
    stop();
    channel.postMessage({ type: 'left' });
  };
  channel.addEventListener('message', ({ data }) => {
    // Of two that began at once, each of which hears of the other, one stays.
    if (data.type === 'leading' && turn) (data.detail > since ? stop : announce)();
    if (data.type === 'left') start();
  });
  document.addEventListener('visibilitychange', start);
  addEventListener('focus', start);
  addEventListener('pagehide', leave);
  start();
}

let queue = Promise.resolve();

/** Does something in one tab at a time, where the browser gives locks; else one after another in this one. */
export async function alone(name, work) {
  if (await hasLocks) return navigator.locks.request(`tidings.${name}`, work);
  queue = queue.then(work, work);
  return queue;
}
