// Promises that end early.

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
