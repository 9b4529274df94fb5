import { crawlerName, isGoverned, type Rule, type Verdict } from '@repkit/core';
import type { CheckResult, ResultByAccess } from '../input/check-result.js';
import { type NamedCrawler, notGovernedText, stepText } from '../options/crawler-option.js';
import { ago, duration, type Paint, padded, shown, visible, width } from '../program/terminal.js';

const UNREACHABLE = 'unreachable';
const NOT_GOVERNED = 'not-governed';
/** Longer URLs overflow instead of widening the column. */
const MAX_URL_COLUMNS = 80;

/** The widths of columns. */
export type Columns = ReturnType<typeof columnsFor>;

/** Returns columns wide enough for each URL and crawler. */
export function columnsFor(urls: readonly string[], crawlers: readonly NamedCrawler[]) {
  const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, width(visible(text))), 0);
  return {
    outcome: (crawlers.every(isGoverned) ? UNREACHABLE : NOT_GOVERNED).length,
    url: Math.min(widest(urls), MAX_URL_COLUMNS),
    crawler: widest(crawlers.map(crawlerName)),
  };
}

export const OUTCOME_STYLES = {
  allowed: 'green',
  disallowed: 'red',
  unreachable: 'yellow',
  [NOT_GOVERNED]: 'dim',
  unstated: 'dim',
} as const;

export const ROBOTS_TXT_ALLOWED = 'robots.txt itself is always allowed';

/** Returns the line of one result without its line break. */
export function resultLine(result: CheckResult, columns: Columns, paint: Paint): string {
  return [
    paint(OUTCOME_STYLES[result.outcome], result.outcome.replace('-', ' ').padEnd(columns.outcome)),
    padded(visible(result.url), columns.url),
    padded(visible(crawlerName(result.crawler)), columns.crawler),
    reasonText(result),
  ].join('  ');
}

/** Returns why a result is as it is, as the crawler documents. */
export function reasonText(result: CheckResult): string {
  const { crawler, outcome, profile } = result;
  if (profile?.kind === 'policy-token') {
    return `${outcome === 'unstated' ? 'no group names it' : decidingText(result)}; labels are a draft`;
  }
  if (typeof crawler === 'string') return decidingText(result);
  if (!isGoverned(crawler)) return notGovernedText(crawler);
  if (crawler.governs === undefined) return decidingText(result);
  const may = outcome === 'allowed' ? 'may' : 'may not';
  return `content ${may} be used for ${crawler.governs}: ${decidingText(result)}`;
}

/** Returns why a result is as it is: the deciding rule with its line, or the access. */
export function decidingText(result: CheckResult): string {
  if (result.by === 'access') return accessText(result);
  const { profile } = result;
  const { group } = result.verdict;
  const why = verdictText(result.verdict);
  // The other steps follow RFC 9309.
  const isSpecial = profile?.step === 'fallback-group' || profile?.step === 'star-ignored';
  return isSpecial ? `${why}; ${visible(stepText(profile, group))}` : why;
}

const WITHOUT_RULE = {
  'no-rule': 'no rule matches',
  'no-group': 'no group applies',
  'robots-txt': ROBOTS_TXT_ALLOWED,
} as const;

/** Returns the deciding rule with its line, or why none applies. */
export function verdictText({ rule, reason }: Verdict): string {
  return rule === undefined ? WITHOUT_RULE[reason] : `${ruleText(rule)} (line ${rule.line})`;
}

function accessText({ reason, detail, provenance }: ResultByAccess): string {
  const { source, ageMs, fetchedAt, unreachableSince = fetchedAt } = provenance;
  const what = visible(detail);
  // The site may have recovered since.
  const when = source === 'fetched' ? '' : `, ${ago(ageMs)}`;
  const failingMs = fetchedAt + ageMs - unreachableSince;
  const texts = {
    unavailable: `no robots.txt (${what})`,
    unreachable: `disallowed while robots.txt is unreachable (${what}${when})`,
    // Some crawlers do not wait.
    'given-up':
      failingMs < 1000
        ? `crawled although robots.txt is unreachable (${what})`
        : `robots.txt has been unreachable for ${duration(failingMs)} (${what})`,
    forbidden: `the whole site is restricted (${what})`,
    'robots-txt': ROBOTS_TXT_ALLOWED,
  };
  return texts[reason];
}

/** Returns a rule with the standard spelling of its field. */
export function ruleText({ kind, pattern }: Pick<Rule, 'kind' | 'pattern'>): string {
  const field = kind === 'allow' ? 'Allow:' : 'Disallow:';
  return `${field} ${shown(pattern)}`.trimEnd();
}
