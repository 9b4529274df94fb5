/** What a report says, for each format that people read. */
import type { AuditReport, CrawlerReport } from './report.js';

/** The columns of the table, with the value of each for a crawler. */
const COLUMNS: Readonly<Record<string, (crawler: CrawlerReport) => string | number>> = {
  crawler: ({ crawler }) => crawler,
  requests: ({ requests }) => requests,
  allowed: ({ allowed }) => allowed,
  violations: ({ violations }) => violations,
  'within grace': ({ withinGrace }) => withinGrace,
  unknown: ({ unknown }) => unknown,
  refused: ({ refused }) => refused,
  'not governed': ({ notGoverned }) => notGoverned,
  impostors: ({ impostors }) => impostors,
  'robots.txt fetches': ({ robotsTxtFetches }) => fetchesText(robotsTxtFetches),
  'sooner than Crawl-delay': ({ crawlDelays }) =>
    crawlDelays.map(({ seconds, requests, tooSoon }) => `${inWords(tooSoon)} of ${inWords(requests)} (${seconds} s)`).join(', '),
};

export interface ReportTable<Cell> {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Columns that are always shown. */
const FIRST_COLUMNS = 4;

/** Returns the table for people, without the columns in which no crawler has a count. */
export function shortTable(report: AuditReport): ReportTable<string> {
  const { head, rows } = reportTable(report);
  const isShown = (_: unknown, column: number) =>
    column < FIRST_COLUMNS || rows.some((row) => row[column] !== 0 && row[column] !== '');
  const text = (cell: string | number) => (typeof cell === 'number' ? inWords(cell) : cell);
  return { head: head.filter(isShown), rows: rows.map((row) => row.filter(isShown).map(text)) };
}

/** Returns one row per crawler, with all columns. */
export function reportTable({ crawlers }: AuditReport): ReportTable<string | number> {
  const values = Object.values(COLUMNS);
  return {
    head: Object.keys(COLUMNS),
    rows: crawlers.map((crawler) => values.map((value) => value(crawler))),
  };
}

/** Returns a statement about each crawler that broke rules, or that none did as far as that is known. */
export function reportSentences(report: AuditReport): readonly string[] {
  const { crawlers } = report;
  const accused = crawlers.filter(({ violations }) => violations > 0);
  if (accused.length > 0) return accused.map((crawler) => sentencesAbout(crawler, report));
  const undecided = undecidedSentence(report);
  if (undecided !== undefined) return [undecided];
  const requests = crawlers.reduce((sum, crawler) => sum + crawler.requests, 0);
  const unknown = crawlers.reduce((sum, crawler) => sum + crawler.unknown, 0);
  if (requests === 0) {
    const { otherHosts, outsidePeriod } = report.others;
    return otherHosts + outsidePeriod > 0
      ? ['No requests of known crawlers for this site and period.']
      : ['The log contains no requests of known crawlers.'];
  }
  const all = `${countText(requests, 'request')} of ${countText(crawlers.length, 'crawler')}`;
  if (unknown === 0) return [`No violations in ${all}.`];
  return [`No violations in the ${inWords(requests - unknown)} of ${all} that could be judged.`];
}

/**
 * Returns why nothing was judged, as a sentence; undefined if some requests were, or if the log contains only requests of
 * clients that name themselves and are no crawlers.
 */
export function undecidedSentence(report: AuditReport): string | undefined {
  const { span, others } = report;
  const which = others.otherHosts + others.outsidePeriod > 0 ? ' for this site and period' : '';
  if (span === undefined) return `Nothing was judged: the log contains no requests${which}.`;
  if (others.clients > 0 && others.withoutUserAgent === others.clients && report.crawlers.length === 0) {
    return `Nothing was judged: no request${which} has a User-Agent, which would name the crawler.`;
  }
  if (!isUndecided(report)) return undefined;
  const concerned = report.crawlers.filter(({ unknown }) => unknown > 0);
  const unknown = concerned.reduce((sum, crawler) => sum + crawler.unknown, 0);
  const all = `${countText(unknown, 'request')} of ${countText(concerned.length, 'crawler')}`;
  const reason =
    report.files.length === 0
      ? 'the history begins after the log ends'
      : 'the history begins later or ends earlier, or robots.txt was unreachable';
  return `None of ${all} could be judged: ${reason}.`;
}

/**
 * Returns whether there are requests to judge, but none of them could be judged. Those for robots.txt itself need no judgment.
 */
function isUndecided({ crawlers }: AuditReport): boolean {
  const hasUnknown = crawlers.some(({ unknown }) => unknown > 0);
  return (
    hasUnknown &&
    crawlers.every(({ requests, unknown, notGoverned, robotsTxtFetches }) => {
      const fetches = Object.values(robotsTxtFetches).reduce((sum, count) => sum + count, 0);
      return requests === unknown + notGoverned + fetches;
    })
  );
}

function sentencesAbout(crawler: CrawlerReport, { source }: AuditReport): string {
  const { violations, requests, rules, lastFetch, robotsTxtFetches } = crawler;
  const [first] = rules;
  const isMost = first !== undefined && 2 * first.violations > violations;
  const share = first?.violations === violations ? 'all' : 'most';
  const rule = isMost ? `, ${share} of them against "${first.rule}"` : '';
  const fetched =
    lastFetch === undefined
      ? 'None of its requests for robots.txt returned the file'
      : `It last fetched robots.txt on ${timeText(lastFetch.time)}`;
  const read = Object.keys(robotsTxtFetches).length === 0 ? 'None of its requests was for robots.txt' : fetched;
  return [
    `${crawler.crawler} broke robots.txt with ${inWords(violations)} of ${countText(requests, 'request')}${rule}.`,
    `${read}${source === 'file' || lastFetch?.file === undefined ? '' : ` (version ${lastFetch.file})`}.`,
    ...identityText(crawler),
  ].join(' ');
}

/** An accusation states how the identity of the crawler was established. */
function identityText({ violations, violationsBy, impostors }: CrawlerReport): string[] {
  const { verified, unverifiable, unchecked } = violationsBy;
  const texts = [
    ...(verified === violations ? ['Its addresses are verified.'] : []),
    ...(unverifiable > 0 ? [`repkit has no way to verify ${shareText(unverifiable, violations)}.`] : []),
    ...(unchecked > 0 ? [`The identity behind ${shareText(unchecked, violations)} was not checked.`] : []),
    ...(impostors > 0
      ? [`${countText(impostors, 'request')} under its name came from other addresses and are not among them.`]
      : []),
  ];
  return texts;
}

function shareText(count: number, all: number): string {
  return count === all ? 'these requests' : `${inWords(count)} of these`;
}

/** Returns what else the reader must know. The counts add up to the requests of the log. */
export function reportNotes(report: AuditReport): readonly string[] {
  const { source, span, files, lines, others, crawlers, notes } = report;
  const from = { git: 'git', folder: 'the snapshots', file: 'a single file' }[source];
  const period = span === undefined ? '' : ` from ${timeText(span.from)} to ${timeText(span.to)}`;
  const sum = (name: 'requests' | 'impostors') => crawlers.reduce((total, crawler) => total + crawler[name], 0);
  const unnamed = others.withoutUserAgent > 0 ? `, ${inWords(others.withoutUserAgent)} of them without a User-Agent` : '';
  const notJudged: readonly (readonly [count: number, what: string])[] = [
    [others.clients, `of browsers and other clients${unnamed}`],
    [sum('impostors'), 'of impostors'],
    [others.otherHosts, 'for other hosts'],
    [others.outsidePeriod, 'outside of the period'],
  ];
  return [
    `Judged ${inWords(sum('requests'))} of ${countText(lines.read, 'request')}${period}, by ${countText(files.length, 'version')} from ${from}.`,
    ...notJudged.flatMap(([count, what]) => (count === 0 ? [] : [`Not judged: ${countText(count, 'request')} ${what}.`])),
    ...(lines.unreadable > 0 ? [`${countText(lines.unreadable, 'line')} could not be read (see --rejects).`] : []),
    ...notes,
  ];
}

/** Rules that are shown for each crawler. */
const SHOWN_RULES = 3;

/** Returns the rules that a crawler broke most, each with its place, its count and the first violation. */
export function worstRules({ rules }: CrawlerReport) {
  return rules.slice(0, SHOWN_RULES).map(({ rule, violations, example }) => ({
    rule,
    place: `line ${example.line} of ${example.file}`,
    violations: inWords(violations),
    example,
    time: timeText(example.time),
  }));
}

/** Returns `2026-11-20 10:00 UTC`. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function fetchesText(fetches: CrawlerReport['robotsTxtFetches']): string {
  const statuses = Object.entries(fetches);
  if (statuses.length === 0) return 'none';
  const all = statuses.reduce((sum, [, count]) => sum + count, 0);
  return `${inWords(all)} (${statuses.map(([status, count]) => `${status}: ${inWords(count)}`).join(', ')})`;
}

export function inWords(count: number): string {
  return count.toLocaleString('en');
}

function countText(count: number, unit: string): string {
  return `${inWords(count)} ${unit}${count === 1 ? '' : 's'}`;
}
