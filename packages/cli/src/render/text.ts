import type { Rule, Verdict } from '@repkit/core';
import type { Answer, AnswerByAccess, Question } from '../input/answer.js';
import { ago, clipped, duration, type Paint, padded, visible, width } from './terminal.js';

/** How wide the columns of the results are. */
export interface Columns {
  readonly url: number;
  readonly productToken: number;
}

/** Longer URLs stand out to the right instead of pushing every other line there. */
const MAX_URL_COLUMNS = 80;
const MAX_PATTERN_LENGTH = 120;

/** The columns that fit all the questions. */
export function columnsFor(questions: readonly Question[]): Columns {
  let url = 0;
  let productToken = 0;
  for (const question of questions) {
    url = Math.max(url, width(visible(question.url)));
    productToken = Math.max(productToken, width(visible(question.productToken)));
  }
  return { url: Math.min(url, MAX_URL_COLUMNS), productToken };
}

const STYLES = { allowed: 'green', disallowed: 'red', unreachable: 'yellow' } as const;

const ROBOTS_TXT_ALLOWED = 'robots.txt itself is always allowed';

/** The line of one answer, without its line end. */
export function resultLine(answer: Answer, columns: Columns, paint: Paint): string {
  return [
    paint(STYLES[answer.outcome], answer.outcome.padEnd('unreachable'.length)),
    padded(visible(answer.url), columns.url),
    padded(visible(answer.productToken), columns.productToken),
    why(answer),
  ].join('  ');
}

function why(answer: Answer): string {
  if (answer.by === 'access') return accessText(answer);
  return verdictText(answer.verdict);
}

/** What decided: a rule with its line, or that there is none. */
export function verdictText(verdict: Verdict): string {
  switch (verdict.reason) {
    case 'rule':
    case 'empty-rule':
      return `${ruleText(verdict.rule)} (line ${verdict.rule.line})`;
    case 'no-rule':
      return 'no rule matches';
    case 'no-group':
      return 'no group applies';
    case 'robots-txt':
      return ROBOTS_TXT_ALLOWED;
  }
}

function accessText({ reason, detail, provenance }: AnswerByAccess): string {
  const { source, ageMs, fetchedAt, unreachableSince } = provenance;
  const what = visible(detail);
  switch (reason) {
    case 'unavailable':
      return `no robots.txt (${what})`;
    case 'unreachable': {
      // It may be well again; who wonders is told when that was.
      const when = source === 'fetched' ? '' : `, ${ago(ageMs)}`;
      return `disallowed while robots.txt is unreachable (${what}${when})`;
    }
    case 'given-up': {
      const failingMs = fetchedAt + ageMs - (unreachableSince ?? fetchedAt);
      return `robots.txt has been unreachable for ${duration(failingMs)} (${what})`;
    }
    case 'forbidden':
      return `the site as a whole is restricted (${what})`;
    case 'robots-txt':
      return ROBOTS_TXT_ALLOWED;
  }
}

/** A rule as it is usually written, whatever the spelling of its field in the file. */
export function ruleText({ kind, pattern }: Pick<Rule, 'kind' | 'pattern'>): string {
  const field = kind === 'allow' ? 'Allow:' : 'Disallow:';
  return `${field} ${clipped(visible(pattern), MAX_PATTERN_LENGTH)}`.trimEnd();
}
