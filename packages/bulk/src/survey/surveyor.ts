/** Creates survey rows about robots.txt files and counts their values. */
import { changedPolicy, policyFor } from '@repkit/client/access';
import {
  type Access,
  type Crawler,
  crawlDelayFor,
  crawlerName,
  type Dialect,
  type DialectName,
  decide,
  dialectFor,
  dialects,
  matcherFor,
  type Outcome,
  type RobotsFile,
  type RobotsTxt,
  robotsFile,
} from '@repkit/core';
import { type Preference, preferences } from '@repkit/core/preferences';
import { type ArchiveEntry, entryAccess, isRedirect } from '../archive/entry.js';
import type { RuleOverrides } from '../filter/rules.js';
import { COLUMN_NAMES, type Row } from './columns.js';
import { type FileFacts, fileFacts } from './file-facts.js';
import { BYTE_RANGES, RANGES, rangeOf, type Tallies, tableFor } from './tallies.js';

export interface SurveyOptions {
  readonly crawlers: readonly Crawler[];
  readonly overrides: RuleOverrides;
  /** Whether to run the full lint. */
  readonly isLinted: boolean;
}

/** Verdict for `/`. */
type Verdict = Outcome | 'redirect';

/** Returns a row per product token, in order. Time is bounded by the parsing limit (RFC 9309 2.5). */
export function surveyRows(entry: ArchiveEntry, options: SurveyOptions, tallies: Tallies): Row[] {
  const { status, body } = entry;
  tallies.count('files', 'all');
  tallies.count('status', String(status ?? 'not known'));
  const { overrides } = options;
  const verdictIn = (access: Access, crawler: Crawler): Verdict => decide(access, '/', crawler, overrides).outcome;
  const withoutFile = (crawler: Crawler): Row | undefined => {
    const kind = isRedirect(entry)
      ? 'redirect'
      : entryAccess(entry, changedPolicy(policyFor(crawler, overrides.policy), overrides));
    if (kind === 'body') return undefined;
    const token = crawlerName(crawler);
    const verdict = kind === 'redirect' ? kind : verdictIn({ kind }, crawler);
    tallies.count(tableFor('verdict', token), verdict);
    return rowOf(entry, token, verdict);
  };
  const rows = options.crawlers.map(withoutFile);
  if (!rows.includes(undefined)) return rows as Row[];
  const file = robotsFile(body);
  const access = { kind: 'file', file } as const;
  const open = new Map<Crawler, boolean>();
  const isOpen = (crawler: Crawler): boolean => {
    const isAllowed = open.get(crawler) ?? matcherFor(file.in(dialectFor(crawler, overrides)), crawler).isAllowed('/');
    open.set(crawler, isAllowed);
    return isAllowed;
  };
  const known = new Map<Dialect, FileFacts>();
  const factsIn = (dialect: Dialect): FileFacts => {
    const facts = known.get(dialect) ?? fileFacts(file.in(dialect), options.isLinted, isOpen);
    known.set(dialect, facts);
    return facts;
  };
  const dialect = dialectFor('*', overrides);
  const robotsTxt = file.in(dialect);
  const { charset = 'utf-8' } = entry;
  const encoding = charset === 'utf-8' ? robotsTxt.encoding : charset;
  const truncated = robotsTxt.truncated || entry.truncated;
  countFile(factsIn(dialect), encoding, body.length, tallies);
  return options.crawlers.map((crawler, index) => {
    const row = rows[index];
    if (row !== undefined) return row;
    const token = crawlerName(crawler);
    const own = file.in(dialectFor(crawler, overrides));
    const facts = factsIn(own.dialect);
    const verdict = verdictIn(access, crawler);
    const crawlDelay = facts.hasCrawlDelay ? crawlDelayFor(own, crawler) : undefined;
    const disagreement = disagreementOf(crawler, own, file, facts.probes);
    tallies.count(tableFor('verdict', token), verdict);
    if (crawlDelay !== undefined) {
      tallies.count(tableFor('crawl-delay', token), rangeOf(crawlDelay, RANGES));
    }
    for (const name of disagreement?.dialects ?? []) {
      tallies.count(tableFor('disagreement', token), name);
    }
    return {
      ...rowOf(entry, token, verdict),
      truncated,
      encoding,
      groups: facts.groups,
      rules: facts.rules,
      sitemaps: facts.sitemaps,
      aiNamed: facts.aiNamed.join(' '),
      aiBlocked: facts.aiBlocked.join(' '),
      aiDisallowed: facts.aiDisallowed,
      aiRecords: countsText(facts.aiRecords),
      errors: facts.severities.error,
      warnings: facts.severities.warning,
      infos: facts.severities.info,
      diagnostics: countsText(facts.codes),
      ...(facts.aiRecords.size === 0 ? NO_PREFERENCES : preferenceColumns(own, crawler, tallies)),
      crawlDelay,
      disagreeing: disagreement?.dialects.join(' ') ?? '',
      witness: disagreement?.witness ?? '',
    };
  });
}

/** A row without values. */
const EMPTY_ROW = Object.fromEntries(COLUMN_NAMES.map((name) => [name, undefined])) as Row;

function rowOf({ site, url, status, body, truncated, position }: ArchiveEntry, token: string, verdict: Verdict): Row {
  const { file: archive, offset } = position;
  const response = { site, url, token, status, bytes: body.length, truncated };
  return { ...EMPTY_ROW, ...response, verdict, archive, offset };
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
  if (facts.aiDisallowed > 0) tallies.count('files', 'that disallow an AI crawler, named or not');
  for (const token of aiNamed) tallies.count('ai-named', token);
  for (const token of aiBlocked) tallies.count('ai-blocked', token);
  for (const field of aiRecords.keys()) tallies.count('ai-records', field);
  for (const [severity, count] of Object.entries(severities)) {
    if (count > 0) tallies.count('severity', severity);
  }
  for (const code of codes.keys()) tallies.count('codes', code);
}

/** The columns about the preferences that a robots.txt states. */
type PreferenceColumns = Pick<Row, 'aipref' | 'contentSignals' | 'licenses' | 'conflicts'>;

const NO_PREFERENCES: PreferenceColumns = {
  aipref: '',
  contentSignals: '',
  licenses: '',
  conflicts: '',
};

/** Returns what the file states about the home page for a crawler, and counts it. */
function preferenceColumns(robotsTxt: RobotsTxt, crawler: Crawler, tallies: Tallies): PreferenceColumns {
  const { aipref, contentSignals, rsl, conflicts } = preferences(robotsTxt, HOME_PAGE, crawler);
  const { use } = contentSignals;
  const signals = [...stated(contentSignals.categories), ...(use ? [`use=${use.value}`] : [])];
  const table = tableFor('preferences', crawlerName(crawler));
  for (const one of stated(aipref.categories)) tallies.count(table, `Content-Usage: ${one}`);
  for (const one of signals) tallies.count(table, `Content-Signal: ${one}`);
  return {
    aipref: stated(aipref.categories).join(' '),
    contentSignals: signals.join(' '),
    licenses: rsl.licenses.map(({ url }) => url).join(' '),
    conflicts: conflicts.map((conflict) => conflict.use).join(' '),
  };
}

/** Any origin works: preferences in a robots.txt do not depend on the host. */
const HOME_PAGE = 'https://example.com/';

/** Formats preferences as `train-ai=no`. */
function stated(categories: Readonly<Record<string, Preference>>): string[] {
  return Object.entries(categories).flatMap(([category, { value }]) => (value === 'unstated' ? [] : `${category}=${value}`));
}

/** Formats counts as `unknown-field=2 html=1`. */
function countsText(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([key, count]) => `${key}=${count}`).join(' ');
}

interface Disagreement {
  readonly dialects: readonly DialectName[];
  /** The first target with a different verdict. */
  readonly witness: string;
}

const DIALECTS = Object.entries(dialects) as [DialectName, Dialect][];

/**
 * Compares the body under every other dialect. Returns undefined if all agree on `/` and the targets; they may still
 * differ elsewhere. With at most three targets, matchers check them without compiling their rules, which would take far
 * longer than the checks.
 */
export function disagreementOf(
  crawler: Crawler,
  own: RobotsTxt,
  file: RobotsFile,
  probes: readonly string[],
): Disagreement | undefined {
  const targets = ['/', ...probes];
  const matcher = matcherFor(own, crawler);
  const verdicts = targets.map((target) => matcher.isAllowed(target));
  const differing: DialectName[] = [];
  let first = targets.length;
  for (const [name, dialect] of DIALECTS) {
    if (dialect === own.dialect) continue;
    const other = matcherFor(file.in(dialect), crawler);
    const at = targets.findIndex((target, index) => other.isAllowed(target) !== verdicts[index]);
    if (at === -1) continue;
    differing.push(name);
    first = Math.min(first, at);
  }
  const witness = targets[first];
  return witness === undefined ? undefined : { dialects: differing, witness };
}
