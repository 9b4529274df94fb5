/** Limits on how long a promise is awaited, and waits of any length. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum delay of a Node.js timer in milliseconds: 24 days. A longer one ends after 1 ms. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Each timer runs in this many slices, so that a stalled event loop costs at most one slice. */
export const PARTS = 4;

/** Settles as the promise does, or rejects after this many milliseconds; late results are ignored. */
export async function withTimeout<Value>(
  ms: number,
  promise: Promise<Value>,
  lateError: () => Error = () => new Error(`no response within ${ms} ms`),
): Promise<Value> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = startTimer(ms, () => reject(lateError()));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop();
  }
}

/** Calls `onEnd` after this many milliseconds, unless the returned function is called before. */
export function startTimer(ms: number, onEnd: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number): void => {
    timer = setTimeout(() => (left > 1 ? wait(left - 1) : onEnd()), ms / PARTS);
  };
  wait(PARTS);
  return () => clearTimeout(timer);
}

/**
 * Resolves after this many milliseconds, which may exceed `LONGEST_TIMER`, or rejects with the signal's reason as soon as it is
 * aborted.
 */
export async function sleepLong(ms: number, signal: AbortSignal | undefined): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= LONGEST_TIMER) {
    const sleeping = sleep(Math.min(leftMs, LONGEST_TIMER), undefined, { signal });
    // Node.js rejects with its own error.
    await sleeping.catch(() => signal?.throwIfAborted());
  }
}

/** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted. */
export async function unlessAborted<Value>(signal: AbortSignal | undefined, promise: Promise<Value>): Promise<Value> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const options = { signal: ended.signal, once: true };
    signal.addEventListener('abort', () => reject(signal.reason), options);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    ended.abort();
  }
}
