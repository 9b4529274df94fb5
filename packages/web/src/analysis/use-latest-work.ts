/** The answer of a worker to the question that a view has now. */
import { useEffect, useState } from 'preact/hooks';
import { SETTLED_MS } from '../state/use-settled.js';
import { type Failed, LatestWork, type WorkPort } from './latest-work.js';

/** `undefined` until the question as it is now is answered. It must always have the same members. */
export function useLatestWork<Question extends object, Answer>(
  start: () => WorkPort<Question>,
  question: Question,
): Answer | Failed | undefined {
  const [answer, setAnswer] = useState<Answer | Failed>();
  const [work] = useState(() => new LatestWork<Question, Answer>(start, setAnswer));
  useEffect(() => () => work.close(), [work]);
  useEffect(() => {
    setAnswer(undefined);
    const timer = setTimeout(() => work.ask(question), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      work.forget();
    };
  }, [work, ...Object.values(question)]);
  return answer;
}
