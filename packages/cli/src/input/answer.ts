import type { Provenance } from '@repkit/client';
import { OUTCOME_OF_ACCESS } from '@repkit/client/access';
import type { RobotsTxt, Verdict } from '@repkit/core';
import type { FileProvenance, RobotsTxtSource } from './read-robots.js';

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

/** What came of asking for a robots.txt that is not there, as a clause: `status 404`, `the connection was refused`. */
export function accessDetail(provenance: Provenance): string {
  const { access, reason, detail, url, hops } = provenance;
  if (reason === 'refused-address') return `${detail}; write --allow ${hostOf(url)} to ask it`;
  if (access === 'unreachable' && detail !== undefined) return detail;
  switch (reason) {
    case 'too-many-redirects':
      // The last one was not followed.
      return `more than ${hops.length - 1} redirects`;
    case 'redirect-loop':
      return 'the redirects form a loop';
    case 'empty':
      return `${statusText(provenance)}, and nothing in it`;
    default:
      return statusText(provenance);
  }
}

/** The status of the answer that decided; where none came, that. */
export function statusText({ status, url }: Pick<Provenance, 'status' | 'url'>): string {
  if (status === undefined) return 'no answer';
  return url.startsWith('ftp:') ? `FTP reply ${status}` : `status ${status}`;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}
