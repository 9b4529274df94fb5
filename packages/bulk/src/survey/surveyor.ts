/** Rows about robots.txt files, and the counts of what they say. */
import { OUTCOME_OF_ACCESS, type Policy } from '@repkit/client/access';
import {
  type Dialect,
  type DialectName,
  dialects,
  parseRobotsTxt,
  type RobotsTxt,
} from '@repkit/core';
import { type ArchiveEntry, entryAccess } from '../archive/entry.js';
import type { Row } from './columns.js';
import { type FileFacts, fileFacts } from './file-facts.js';
import { BYTE_RANGES, RANGES, rangeOf, type Tallies, tableFor } from './tallies.js';

export interface SurveyOptions {
  readonly productTokens: readonly string[];
  readonly policy: Policy;
  readonly dialect: DialectName;
  /** Whether the meaning of rules is looked at too. */
  readonly isLinted: boolean;
}

/** The verdict of `/`. */
type Verdict = 'allowed' | 'disallowed' | 'unreachable' | 'redirect';

/** A row for each product token, in their order. Bounded by the parsing limit (RFC 9309 2.5). */
export function surveyRows(entry: ArchiveEntry, options: SurveyOptions, tallies: Tallies): Row[] {
  const { status, body } = entry;
  tallies.count('files', 'all');
  tallies.count('status', String(status ?? 'not known'));
  const access = entryAccess(entry, options.policy);
  if (access !== 'body') {
    const without: Verdict = access === 'redirect' ? access : OUTCOME_OF_ACCESS[access];
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
    bytes: body.length,
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

function countFile(facts: FileFacts, encoding: string, bytes: number, tallies: Tallies): void {
  const { groups, rules, sitemaps, severities, codes, aiNamed, aiBlocked, aiRecords } = facts;
  tallies.count('files', 'read');
  tallies.count('encoding', encoding);
  tallies.count('bytes', rangeOf(bytes, BYTE_RANGES));
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

export interface Disagreement {
  readonly dialects: readonly DialectName[];
  /** The first target about which one of them differs. */
  readonly witness: string;
}

/** The same body as every other dialect reads it. */
export class OtherDialects {
  readonly #own: RobotsTxt;
  readonly #others: readonly { readonly name: DialectName; readonly robotsTxt: RobotsTxt }[];

  /** @param everyonesLines user-agent lines that name everyone */
  constructor(own: RobotsTxt, body: Uint8Array, everyonesLines: number) {
    this.#own = own;
    this.#others = (OTHERS.get(own.dialect) ?? [])
      // One line names the first group and all of them.
      .filter(({ onlyEveryone }) => everyonesLines > 1 || !onlyEveryone)
      .map(({ name }) => ({ name, robotsTxt: parseRobotsTxt(body, { dialect: name }) }));
  }

  /**
   * Undefined where they agree on `/` and the targets: elsewhere they may still differ. Up to three targets a matcher is
   * asked without being compiled, which would take far longer than all that is asked.
   */
  disagreement(
    token: string,
    isAllowedAtAll: boolean,
    targets: readonly string[],
  ): Disagreement | undefined {
    const asked = ['/', ...targets];
    const own = this.#own.matcher(token);
    const said = [isAllowedAtAll, ...targets.map((target) => own.isAllowed(target))];
    const differing: DialectName[] = [];
    let first = asked.length;
    for (const { name, robotsTxt } of this.#others) {
      const other = robotsTxt.matcher(token);
      const at = asked.findIndex((target, index) => other.isAllowed(target) !== said[index]);
      if (at === -1) continue;
      differing.push(name);
      first = Math.min(first, at);
    }
    const witness = asked[first];
    return witness === undefined ? undefined : { dialects: differing, witness };
  }
}

/** For each dialect the others, and whether they differ in nothing but which groups of everyone apply. */
const OTHERS = new Map(
  Object.values(dialects).map((own) => [
    own,
    (Object.keys(dialects) as DialectName[])
      .filter((name) => dialects[name] !== own)
      .map((name) => ({ name, onlyEveryone: differInEveryoneOnly(own, dialects[name]) })),
  ]),
);

function differInEveryoneOnly(one: Dialect, other: Dialect): boolean {
  const known = ['name', 'groups'];
  const keys = (Object.keys(one) as (keyof Dialect)[]).filter((key) => !known.includes(key));
  return one.groups.named === other.groups.named && keys.every((key) => one[key] === other[key]);
}
