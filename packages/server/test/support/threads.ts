import { run } from '../../src/routes/thread.js';
import type { StartThreads } from '../../src/work/threads.js';

/** Runs tasks in this process, on copies as threads get them. */
export const startInProcess: StartThreads = () => ({
  run: (task, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // As with a thread, nothing is computed before the caller continues.
      setImmediate(() => {
        run(structuredClone(task)).then((result) => resolve(structuredClone(result)), reject);
      });
    }),
  destroy: async () => {},
});
