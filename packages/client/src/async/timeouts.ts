/** Limits on how long a promise is awaited. */

/** A delay of this process, which cannot receive results meanwhile, counts as at most one part of a time limit. */
const PARTS = 4;

/** Settles as the promise does, or rejects after this many milliseconds; late results are ignored. */
export async function withTimeout<Value>(
  ms: number,
  promise: Promise<Value>,
  lateError: () => Error = () => new Error(`no response within ${ms} ms`),
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > 1 ? wait(left - 1) : reject(lateError())), ms / PARTS);
    };
    wait(PARTS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles as the promise does, or rejects with the signal's reason as soon as it is aborted. */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  promise: Promise<Value>,
): Promise<Value> {
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
