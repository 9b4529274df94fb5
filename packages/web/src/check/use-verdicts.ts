/** The verdicts about what the page shows, computed beside it. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Analyser } from '../analysis/analyser.js';
import type { VerdictsAnswer } from '../analysis/answer.js';
import type { Failed } from '../analysis/latest-work.js';
import { useSelected } from '../state/app-context.js';

/** `undefined` until the first answer; then always the newest there is, or that there is none. */
export function useVerdicts(robotsTxt: string): VerdictsAnswer | Failed | undefined {
  const dialect = useSelected((state) => state.dialect);
  const urls = useSelected((state) => state.urls);
  const productTokens = useSelected((state) => state.productTokens);
  const [answer, setAnswer] = useState<VerdictsAnswer | Failed>();
  const analyser = useRef<Analyser<'verdicts'>>(undefined);
  useLayoutEffect(() => {
    const made = new Analyser<'verdicts'>(setAnswer);
    analyser.current = made;
    return () => made.close();
  }, []);
  // Before the page is painted: painting ten thousand URLs in their field takes its time too.
  useLayoutEffect(() => {
    analyser.current?.ask({ kind: 'verdicts', robotsTxt, dialect, urls, productTokens });
  }, [robotsTxt, dialect, urls, productTokens]);
  return answer;
}
