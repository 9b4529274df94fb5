/** The comparison of the two texts of the page, made anew when one of them changes. */
import { useEffect, useState } from 'preact/hooks';
import { useSelected } from '../state/app-context.js';
import { Comparer } from './comparer.js';
import type { Comparison } from './comparison.js';

/** So long nobody types before the texts are compared again. */
const QUIET_MS = 200;

/** `undefined` until the texts, as they are now, have been compared. */
export function useComparison(): Comparison | undefined {
  const before = useSelected((state) => state.before);
  const after = useSelected((state) => state.robotsTxt);
  const dialect = useSelected((state) => state.dialect);
  const [comparison, setComparison] = useState<Comparison>();
  const [comparer] = useState(() => new Comparer(setComparison));
  useEffect(() => {
    setComparison(undefined);
    const timer = setTimeout(() => comparer.ask({ before, after, dialect }), QUIET_MS);
    return () => {
      clearTimeout(timer);
      comparer.close();
    };
  }, [comparer, before, after, dialect]);
  return comparison;
}
