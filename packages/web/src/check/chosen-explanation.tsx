/** The chosen verdict, explained; while it is shown its lines are lit in the editor. */
import type { RobotsTxt } from '@repkit/core';
import { useEffect, useMemo } from 'preact/hooks';
import { useApp, useSelected } from '../state/app-context.js';
import { explainQuestion, linesOf } from './explain.js';
import { Explanation } from './explanation.js';

export interface ChosenExplanationProps {
  readonly file: RobotsTxt;
  /** Whether the view still asks what was chosen. */
  readonly isAsked?: boolean;
  /** Says how a verdict is chosen. */
  readonly hint: string;
}

export function ChosenExplanation({ file, isAsked = true, hint }: ChosenExplanationProps) {
  const { store } = useApp();
  const chosen = useSelected((state) => state.chosen);
  const verdict = useMemo(
    () => (isAsked && chosen ? explainQuestion(file, chosen) : undefined),
    [file, chosen, isAsked],
  );
  useEffect(() => {
    store.change({ lit: verdict && linesOf(verdict) });
  }, [verdict]);
  useEffect(() => () => store.change({ lit: undefined }), []);
  if (chosen === undefined || verdict === undefined) return <p class="hint">{hint}</p>;
  return <Explanation question={chosen} verdict={verdict} file={file} />;
}
