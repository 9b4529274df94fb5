/** Rows about robots.txt files, and the counts of what they say. */
import { type DialectName, parseRobotsTxt } from '@repkit/core';
import type { ArchiveEntry } from '../archive/entry.js';
import type { Row } from './columns.js';
import { OtherDialects } from './disagreement.js';
import { type FileFacts, fileFacts } from './file-facts.js';
import { OCTET_RANGES, RANGES, rangeOf, type Tallies, tableFor } from './tallies.js';

export interface SurveyOptions {
  readonly productTokens: readonly string[];
  readonly dialect: DialectName;
  /** Whether the meaning of rules is looked at too. */
  readonly isLinted: boolean;
}

/** What a response says about `/` where it is no robots.txt (RFC 9309 2.3.1). */
type Verdict = 'allowed' | 'disallowed' | 'unreachable' | 'redirect';

/** A row for each product token, in their order. Bounded by the parsing limit (RFC 9309 2.5). */
export function surveyRows(entry: ArchiveEntry, options: SurveyOptions, tallies: Tallies): Row[] {
  const { status, body } = entry;
  tallies.count('files', 'all');
  tallies.count('status', String(status ?? 'not known'));
  const without = verdictWithout(status);
  if (without !== undefined) {
    return options.productTokens.map((token) => {
      tallies.count(tableFor('verdict', token), without);
      return rowOf(entry, token, without);
    });
  }
  const robotsTxt = parseRobotsTxt(body, { dialect: options.dialect });
  const facts = fileFacts(robotsTxt, options.isLinted);
  const { encoding } = robotsTxt;
  const truncated = robotsTxt.truncated || entry.truncated;
  countFile(facts, encoding, body.length, tallies);
  const others = new OtherDialects(robotsTxt, body, facts.everyonesLines);
  const ofFile = {
    truncated,
    encoding,
    groups: facts.groups,
    rules: facts.rules,
    sitemaps: facts.sitemaps,
    aiNamed: facts.aiNamed.join(' '),
    aiBlocked: facts.aiBlocked.join(' '),
    aiRecords: inText(facts.aiRecords),
    errors: facts.severities.error,
    warnings: facts.severities.warning,
    infos: facts.severities.info,
    diagnostics: inText(facts.codes),
  };
  return options.productTokens.map((token) => {
    const isAllowed = robotsTxt.isAllowed('/', token);
    const verdict = isAllowed ? 'allowed' : 'disallowed';
    const crawlDelay = facts.hasCrawlDelay ? robotsTxt.crawlDelay(token) : undefined;
    const disagreement = others.disagreement(token, isAllowed, facts.probes);
    tallies.count(tableFor('verdict', token), verdict);
    if (crawlDelay !== undefined) {
      tallies.count(tableFor('crawl-delay', token), rangeOf(crawlDelay, RANGES));
    }
    for (const name of disagreement?.dialects ?? []) {
      tallies.count(tableFor('disagreement', token), name);
    }
    return {
      ...rowOf(entry, token, verdict),
      ...ofFile,
      crawlDelay,
      disagreeing: disagreement?.dialects.join(' ') ?? '',
      witness: disagreement?.witness ?? '',
    };
  });
}

/** RFC 9309 2.3.1.2 to 2.3.1.4; undefined where the body decides. */
function verdictWithout(status: number | undefined): Verdict | undefined {
  if (status === undefined || (status >= 200 && status < 300)) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 400 && status < 500 ? 'allowed' : 'unreachable';
}

function rowOf(
  { site, url, status, body, truncated, place }: ArchiveEntry,
  token: string,
  verdict: Verdict,
): Row {
  return {
    site,
    url,
    token,
    status,
    octets: body.length,
    truncated,
    encoding: undefined,
    groups: undefined,
    rules: undefined,
    verdict,
    crawlDelay: undefined,
    sitemaps: undefined,
    aiNamed: undefined,
    aiBlocked: undefined,
    aiRecords: undefined,
    errors: undefined,
    warnings: undefined,
    infos: undefined,
    diagnostics: undefined,
    disagreeing: undefined,
    witness: undefined,
    archive: place.file,
    offset: place.offset,
  };
}

function countFile(facts: FileFacts, encoding: string, octets: number, tallies: Tallies): void {
  const { groups, rules, sitemaps, severities, codes, aiNamed, aiBlocked, aiRecords } = facts;
  tallies.count('files', 'read');
  tallies.count('encoding', encoding);
  tallies.count('octets', rangeOf(octets, OCTET_RANGES));
  tallies.count('groups', rangeOf(groups, RANGES));
  tallies.count('rules', rangeOf(rules, RANGES));
  if (sitemaps > 0) tallies.count('files', 'with a sitemap');
  if (facts.hasCrawlDelay) tallies.count('files', 'with a crawl-delay');
  if (aiNamed.length > 0) tallies.count('files', 'that name an AI crawler');
  for (const token of aiNamed) tallies.count('ai-named', token);
  for (const token of aiBlocked) tallies.count('ai-blocked', token);
  for (const field of aiRecords.keys()) tallies.count('ai-records', field);
  for (const [severity, count] of Object.entries(severities)) {
    if (count > 0) tallies.count('severity', severity);
  }
  for (const code of codes.keys()) tallies.count('codes', code);
}

/** `unknown-field=2 html=1`: a text in every format, and easily taken apart again. */
function inText(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([key, count]) => `${key}=${count}`).join(' ');
}
