// Promises that end early, and pauses.

/** Resolves as the promise does, or with undefined as soon as the signal is aborted. */
export function unlessAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const end = () => resolve();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    // The signal may live as long as the tab.
    Promise.resolve(promise).then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** Resolves after some milliseconds; as soon as the signal is aborted, if there is one. */
export function pause(milliseconds, signal) {
  const over = new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  return signal ? unlessAborted(over, signal) : over;
}
