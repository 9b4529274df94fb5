/** The comparison of the two texts of the page, made anew when one of them changes. */
import type { Failed } from '../analysis/latest-work.js';
import { useLatestWork } from '../analysis/use-latest-work.js';
import { useSelected } from '../state/app-context.js';
import type { Comparison, ComparisonRequest } from './comparison.js';

/** `undefined` until the texts, as they are now, have been compared. */
export function useComparison(): Comparison | Failed | undefined {
  const before = useSelected((state) => state.before);
  const after = useSelected((state) => state.robotsTxt);
  const dialect = useSelected((state) => state.dialect);
  return useLatestWork<ComparisonRequest, Comparison>(startWorker, { before, after, dialect });
}

function startWorker(): Worker {
  return new Worker(new URL('./comparison-worker.ts', import.meta.url), { type: 'module' });
}
