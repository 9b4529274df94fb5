/** The verdicts about what the page shows, computed beside it. */
import { useEffect, useState } from 'preact/hooks';
import { Analyser } from '../analysis/analyser.js';
import type { VerdictsAnswer } from '../analysis/answer.js';
import { useApp } from '../state/app-context.js';

/** `undefined` until the first answer; then always the newest there is. */
export function useVerdicts(): VerdictsAnswer | undefined {
  const { store } = useApp();
  const [answer, setAnswer] = useState<VerdictsAnswer>();
  useEffect(() => {
    const analyser = new Analyser<'verdicts'>(setAnswer);
    let asked: unknown[] = [];
    const ask = () => {
      const { robotsTxt, dialect, urls, productTokens } = store.state;
      const question = [robotsTxt, dialect, urls, productTokens];
      if (question.every((part, index) => part === asked[index])) return;
      asked = question;
      analyser.ask({ kind: 'verdicts', robotsTxt, dialect, urls, productTokens });
    };
    ask();
    const unsubscribe = store.subscribe(ask);
    return () => {
      unsubscribe();
      analyser.close();
    };
  }, [store]);
  return answer;
}
