/** What a report says, for each format that people read. */
import type { AuditReport, CrawlerReport } from './report.js';

/** The columns of the table, with the value of each for a crawler. */
const COLUMNS: Readonly<Record<string, (crawler: CrawlerReport) => string>> = {
  crawler: ({ crawler }) => crawler,
  requests: ({ requests }) => inWords(requests),
  allowed: ({ allowed }) => inWords(allowed),
  violations: ({ violations }) => inWords(violations),
  'within grace': ({ withinGrace }) => inWords(withinGrace),
  unknown: ({ unknown }) => inWords(unknown),
  refused: ({ refused }) => inWords(refused),
  'not governed': ({ notGoverned }) => inWords(notGoverned),
  impostors: ({ impostors }) => inWords(impostors),
  'robots.txt fetches': ({ robotsTxtFetches }) => fetchesText(robotsTxtFetches),
  'sooner than Crawl-delay': ({ crawlDelay }) =>
    crawlDelay === undefined
      ? ''
      : `${inWords(crawlDelay.tooSoon)} of ${inWords(crawlDelay.requests)} (${crawlDelay.seconds} s)`,
};

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns one row per crawler. */
export function reportTable({ crawlers }: AuditReport): ReportTable {
  const values = Object.values(COLUMNS);
  return {
    head: Object.keys(COLUMNS),
    rows: crawlers.map((crawler) => values.map((value) => value(crawler))),
  };
}

/** Returns a statement about each crawler that broke rules, or that none did. */
export function reportSentences(report: AuditReport): readonly string[] {
  const accused = report.crawlers.filter(({ violations }) => violations > 0);
  if (accused.length > 0) return accused.map(sentencesAbout);
  const requests = report.crawlers.reduce((sum, crawler) => sum + crawler.requests, 0);
  return [
    requests === 0
      ? 'The log contains no requests of known crawlers.'
      : `No violations in ${countText(requests, 'request')} of ${countText(report.crawlers.length, 'crawler')}.`,
  ];
}

function sentencesAbout(crawler: CrawlerReport): string {
  const { violations, requests, rules, lastFetch, robotsTxtFetches } = crawler;
  const [first] = rules;
  const isMost = first !== undefined && 2 * first.violations > violations;
  const share = first?.violations === violations ? 'all' : 'most';
  const rule = isMost ? `, ${share} of them against "${first.rule}"` : '';
  const fetched =
    lastFetch === undefined
      ? 'It received no robots.txt'
      : `It last fetched robots.txt on ${timeText(lastFetch.time)}`;
  const read =
    Object.keys(robotsTxtFetches).length === 0 ? 'It never requested robots.txt' : fetched;
  return [
    `${crawler.crawler} broke robots.txt with ${inWords(violations)} of ${countText(requests, 'request')}${rule}.`,
    `${read}${lastFetch?.file === undefined ? '' : ` (version ${lastFetch.file})`}.`,
    ...identityText(crawler),
  ].join(' ');
}

/** An accusation states how the identity of the crawler was established. */
function identityText({ violations, violationsBy, impostors }: CrawlerReport): string[] {
  const { verified, unverifiable, unchecked } = violationsBy;
  const texts = [
    ...(verified === violations ? ['Its addresses are verified.'] : []),
    ...(unverifiable > 0
      ? [`Its operator documents no way to verify ${shareText(unverifiable, violations)}.`]
      : []),
    ...(unchecked > 0
      ? [`The identity behind ${shareText(unchecked, violations)} was not checked.`]
      : []),
    ...(impostors > 0
      ? [
          `${countText(impostors, 'request')} under its name came from other addresses and are not among them.`,
        ]
      : []),
  ];
  return texts;
}

function shareText(count: number, all: number): string {
  return count === all ? 'these requests' : `${inWords(count)} of these`;
}

/** Returns what else the reader must know. */
export function reportNotes({
  source,
  files,
  lines,
  others,
  notes,
}: AuditReport): readonly string[] {
  const { clients, otherHosts, outsidePeriod } = others;
  const from = { git: 'git', folder: 'the snapshots', file: 'a single file' }[source];
  return [
    `Judged ${countText(lines.read, 'request')} by ${countText(files.length, 'version')} from ${from}.`,
    ...(lines.unreadable > 0
      ? [
          `${countText(lines.unreadable, 'line')} could not be read. Use --rejects FILE to see them.`,
        ]
      : []),
    ...(clients > 0
      ? [`Not judged: ${countText(clients, 'request')} of browsers and other clients.`]
      : []),
    ...(otherHosts > 0 ? [`Not judged: ${countText(otherHosts, 'request')} for other hosts.`] : []),
    ...(outsidePeriod > 0
      ? [`Not judged: ${countText(outsidePeriod, 'request')} outside of the period.`]
      : []),
    ...notes,
  ];
}

/** Returns `2026-11-20 10:00 UTC`. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function fetchesText(fetches: CrawlerReport['robotsTxtFetches']): string {
  const statuses = Object.entries(fetches);
  if (statuses.length === 0) return 'never';
  const all = statuses.reduce((sum, [, count]) => sum + count, 0);
  return `${inWords(all)} (${statuses.map(([status, count]) => `${status}: ${inWords(count)}`).join(', ')})`;
}

export function inWords(count: number): string {
  return count.toLocaleString('en');
}

function countText(count: number, unit: string): string {
  return `${inWords(count)} ${unit}${count === 1 ? '' : 's'}`;
}
