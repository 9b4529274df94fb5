import type { RobotsTxt, Verdict } from '@repkit/core';
import type { Provenance, RobotsTxtFor } from './robots-txt-source.js';

/** What was asked: one URL as the user wrote it, and one product token. */
export interface Question {
  readonly url: string;
  readonly productToken: string;
}

/** The answer to one question: by the rules of a robots.txt, or by how the attempt to get one ended. */
export type Answer =
  | (Question & {
      readonly outcome: 'allowed' | 'disallowed';
      readonly by: 'rules';
      readonly provenance: Provenance;
      readonly robotsTxt: RobotsTxt;
      readonly verdict: Verdict;
    })
  | (Question & {
      readonly outcome: 'allowed' | 'unreachable';
      readonly by: 'access';
      readonly provenance: Provenance;
      readonly detail: string;
    });

/** Puts the question to the robots.txt; `all` asks for every rule that matched. */
export async function answerTo(
  question: Question,
  robotsTxtFor: RobotsTxtFor,
  all: boolean,
): Promise<Answer> {
  const { url, productToken } = question;
  const source = await robotsTxtFor(url);
  const { provenance } = source;
  if (source.kind !== 'parsed') {
    const outcome = source.kind === 'unavailable' ? 'allowed' : 'unreachable';
    return { ...question, outcome, by: 'access', provenance, detail: source.detail };
  }
  const { robotsTxt } = source;
  const verdict = robotsTxt.explain(url, productToken, { all });
  const outcome = verdict.allowed ? 'allowed' : 'disallowed';
  return { ...question, outcome, by: 'rules', provenance, robotsTxt, verdict };
}
