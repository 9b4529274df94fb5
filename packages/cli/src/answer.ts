import type { Provenance } from '@repkit/client';
import type { RobotsTxt, Verdict } from '@repkit/core';
import { accessDetail } from './access-detail.js';
import type { FileProvenance, RobotsTxtSource } from './robots-txt-source.js';

/** What was asked: one URL as the user wrote it, and one product token. */
export interface Question {
  readonly url: string;
  readonly productToken: string;
}

/** By the rules of a robots.txt. */
interface AnswerByRules extends Question {
  readonly by: 'rules';
  readonly outcome: 'allowed' | 'disallowed';
  readonly provenance: FileProvenance | Provenance;
  readonly robotsTxt: RobotsTxt;
  readonly verdict: Verdict;
}

/** By how the attempt to get one ended. */
export interface AnswerByAccess extends Question {
  readonly by: 'access';
  readonly outcome: 'allowed' | 'disallowed' | 'unreachable';
  readonly reason: keyof typeof OUTCOME_OF_ACCESS;
  readonly provenance: Provenance;
  /** What happened, as a clause. */
  readonly detail: string;
}

export type Answer = AnswerByRules | AnswerByAccess;

export const OUTCOME_OF_ACCESS = {
  /** RFC 9309 2.2.2: a robots.txt may always be asked for, whatever became of the attempt. */
  'robots-txt': 'allowed',
  /** 2.3.1.3. */
  unavailable: 'allowed',
  /** 2.3.1.4. */
  unreachable: 'unreachable',
  /** 2.3.1.4, after "a reasonably long period of time". */
  'given-up': 'allowed',
  /** Koster 1996 3.1. */
  forbidden: 'disallowed',
} as const;

/** Puts the question to the robots.txt; `all` asks for every rule that matched. */
export async function answerTo(
  question: Question,
  source: Pick<RobotsTxtSource, 'robotsTxtFor'>,
  all: boolean,
): Promise<Answer> {
  const { url, productToken } = question;
  const { kind, robotsTxt, provenance } = await source.robotsTxtFor(url);
  if (kind !== 'rules') {
    const reason = new URL(url).pathname === '/robots.txt' ? 'robots-txt' : kind;
    const detail = accessDetail(provenance);
    return {
      ...question,
      by: 'access',
      outcome: OUTCOME_OF_ACCESS[reason],
      reason,
      provenance,
      detail,
    };
  }
  const verdict = robotsTxt.explain(url, productToken, { all });
  const outcome = verdict.allowed ? 'allowed' : 'disallowed';
  return { ...question, by: 'rules', outcome, provenance, robotsTxt, verdict };
}
