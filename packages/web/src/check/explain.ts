/** Why a verdict is what it is. */
import type { RobotsTxt, Verdict } from '@repkit/core';
import type { LitLines, Question } from '../state/app-state.js';

/** The verdict with every rule that matched; `undefined` where the question, which a link may bring, is none. */
export function explainQuestion(
  file: RobotsTxt,
  { url, productToken }: Question,
): Verdict | undefined {
  try {
    return file.explain(url, productToken, { all: true });
  } catch {
    return undefined;
  }
}

/** The lines that a verdict is about. */
export function linesOf({ rule, group, matched = [] }: Verdict): LitLines {
  return {
    deciding: rule?.line,
    lost: matched.flatMap(({ line, lost }) => (lost === undefined ? [] : [line])),
    userAgentLines: group?.userAgentLines ?? [],
  };
}
