import { run } from '../../src/routes/thread.js';
import type { StartAnalysisThreads } from '../../src/work/analysis-pool.js';

/** Runs analyses in this process, on copies as threads get them. */
export const startInProcess: StartAnalysisThreads = () => ({
  run: (analysis, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // As with a thread, nothing is computed before the caller continues.
      setImmediate(() => {
        run(structuredClone(analysis)).then((result) => resolve(structuredClone(result)), reject);
      });
    }),
  destroy: async () => {},
});
