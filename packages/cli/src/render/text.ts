import { crawlerName, isGoverned, type Rule, type Verdict } from '@repkit/core';
import type { CheckResult, Query, ResultByAccess } from '../input/check-result.js';
import { notGovernedText, stepText } from '../options/crawler-option.js';
import { ago, duration, type Paint, padded, shown, visible, width } from '../program/terminal.js';

/** Column widths of the results. */
export interface Columns {
  readonly outcome: number;
  readonly url: number;
  readonly crawler: number;
}

const UNREACHABLE = 'unreachable';
const NOT_GOVERNED = 'not-governed';
/** Longer URLs overflow instead of widening the column. */
const MAX_URL_COLUMNS = 80;

/** Returns columns wide enough for all queries. */
export function columnsFor(queries: readonly Query[]): Columns {
  let url = 0;
  let crawler = 0;
  for (const query of queries) {
    url = Math.max(url, width(visible(query.url)));
    crawler = Math.max(crawler, width(visible(crawlerName(query.crawler))));
  }
  const isGovernedAll = queries.every((query) => isGoverned(query.crawler));
  const { length } = isGovernedAll ? UNREACHABLE : NOT_GOVERNED;
  return { outcome: length, url: Math.min(url, MAX_URL_COLUMNS), crawler };
}

const STYLES = {
  allowed: 'green',
  disallowed: 'red',
  unreachable: 'yellow',
  [NOT_GOVERNED]: 'dim',
} as const;

export const ROBOTS_TXT_ALLOWED = 'robots.txt itself is always allowed';

/** Returns the line of one result without its line break. */
export function resultLine(result: CheckResult, columns: Columns, paint: Paint): string {
  return [
    paint(STYLES[result.outcome], result.outcome.replace('-', ' ').padEnd(columns.outcome)),
    padded(visible(result.url), columns.url),
    padded(visible(crawlerName(result.crawler)), columns.crawler),
    reasonText(result),
  ].join('  ');
}

function reasonText(result: CheckResult): string {
  const { crawler, outcome } = result;
  if (typeof crawler === 'string') return decidingText(result);
  if (!isGoverned(crawler)) return notGovernedText(crawler);
  if (crawler.governs === undefined) return decidingText(result);
  const may = outcome === 'allowed' ? 'may' : 'may not';
  return `content ${may} be used for ${crawler.governs}: ${decidingText(result)}`;
}

function decidingText(result: CheckResult): string {
  if (result.by === 'access') return accessText(result);
  const { profile } = result;
  const { group } = result.verdict;
  const why = verdictText(result.verdict);
  // The other steps follow RFC 9309.
  const isSpecial = profile?.step === 'fallback-group' || profile?.step === 'star-ignored';
  return isSpecial ? `${why}; ${visible(stepText(profile, group))}` : why;
}

/** Returns the deciding rule with its line, or why none applies. */
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

function accessText({ reason, detail, provenance }: ResultByAccess): string {
  const { source, ageMs, fetchedAt, unreachableSince } = provenance;
  const what = visible(detail);
  switch (reason) {
    case 'unavailable':
      return `no robots.txt (${what})`;
    case 'unreachable': {
      // The site may have recovered since.
      const when = source === 'fetched' ? '' : `, ${ago(ageMs)}`;
      return `disallowed while robots.txt is unreachable (${what}${when})`;
    }
    case 'given-up': {
      const failingMs = fetchedAt + ageMs - (unreachableSince ?? fetchedAt);
      return `robots.txt has been unreachable for ${duration(failingMs)} (${what})`;
    }
    case 'forbidden':
      return `the whole site is restricted (${what})`;
    case 'robots-txt':
      return ROBOTS_TXT_ALLOWED;
  }
}

/** Returns a rule with the standard spelling of its field. */
export function ruleText({ kind, pattern }: Pick<Rule, 'kind' | 'pattern'>): string {
  const field = kind === 'allow' ? 'Allow:' : 'Disallow:';
  return `${field} ${shown(pattern)}`.trimEnd();
}
