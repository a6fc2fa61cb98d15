// One tab asks the node for all of them: HTTP/1.1 gives a browser six connections to a node, and each request that
// waits takes one.

/**
 * Calls `lead` in one tab at a time, for as long as that tab lives.
 * @param {(signal: AbortSignal) => Promise<void>} lead returns when its signal is aborted
 * @param {{ postMessage(message: object): void, addEventListener: Function }} channel to the other tabs
 */
export function takeTurns(lead, channel) {
  if (navigator.locks) {
    // The browser hands the lock on when the tab is closed or dies.
    navigator.locks.request('tidings.lead', () => lead(new AbortController().signal));
  } else {
    leadSinceSeen(lead, channel);
  }
}

/**
 * Without locks, which browsers have on localhost and https only: the tab that came to the front last leads. Two that
 * lead for a moment do no harm: what comes twice is known by its id.
 */
function leadSinceSeen(lead, channel) {
  let turn;
  const stop = () => {
    turn?.abort();
    turn = undefined;
  };
  const start = () => {
    if (document.visibilityState === 'hidden' || turn) return;
    channel.postMessage({ type: 'leading' });
    turn = new AbortController();
    lead(turn.signal);
  };
  const leave = () => {
    if (!turn) return;
    stop();
    channel.postMessage({ type: 'left' });
  };
  channel.addEventListener('message', ({ data }) => {
    if (data.type === 'leading') stop();
    if (data.type === 'left') start();
  });
  document.addEventListener('visibilitychange', start);
  addEventListener('focus', start);
  addEventListener('pagehide', leave);
  start();
}

let queue = Promise.resolve();

/** Does something in one tab at a time, where the browser has locks; else one after another in this one. */
export function alone(name, work) {
  if (navigator.locks) return navigator.locks.request(`tidings.${name}`, work);
  queue = queue.then(work, work);
  return queue;
}
