/** The result of an audit: counts that reports of several logs add up to. */
import { InputError } from '../bytes/input-error.js';
import type { IdentityState } from './identity.js';

/** Each of these can be accused of a violation. */
export type AccusedState = Exclude<IdentityState, 'not-verified'>;

/** A request that rests on a rule. */
export interface Finding {
  readonly class: 'violation' | 'refused';
  /** ISO 8601 in UTC, as all times of the report. */
  readonly time: string;
  readonly address: string;
  readonly crawler: string;
  readonly verification: AccusedState;
  /** The URL; a path if the host is unknown. */
  readonly url: string;
  readonly status: number;
  /** The rule of the latest version that was judged, such as `Disallow: /private/`. */
  readonly rule: string;
  readonly line: number;
  /** The name of that version. */
  readonly file: string;
  /** The number of versions that the crawler could have read, all of which forbid the request. */
  readonly versions: number;
}

export interface RuleCount {
  readonly rule: string;
  violations: number;
  /** The first violation. */
  example: Finding;
}

export interface DayCount {
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  requests: number;
  violations: number;
}

interface DelayCount {
  readonly seconds: number;
  /** Requests that had to wait, and those of them that came sooner. */
  requests: number;
  tooSoon: number;
}

/** The requests of one crawler. */
export interface CrawlerReport {
  readonly crawler: string;
  readonly operator: string | undefined;
  /** All except those of impostors. */
  requests: number;
  allowed: number;
  violations: number;
  readonly violationsBy: Record<AccusedState, number>;
  withinGrace: number;
  /** Requests that cannot be judged: the site was unreachable, or the history begins later. */
  unknown: number;
  notGoverned: number;
  /** Violations that the site answered with an ignored status, which are not among `violations`. */
  refused: number;
  /** Requests under its name from addresses that its operator excludes. */
  impostors: number;
  /** Requests for /robots.txt by status. */
  robotsTxtFetches: Record<string, number>;
  /** The last fetch that delivered the file, and its version; undefined if it may have been one of several. */
  lastFetch: { readonly time: string; readonly file: string | undefined } | undefined;
  /** By seconds, because versions may have different delays. */
  crawlDelays: DelayCount[];
  /** Most violations first. */
  rules: RuleCount[];
  /** By day. */
  days: DayCount[];
}

export interface AuditReport {
  readonly version: 1;
  readonly source: 'git' | 'folder' | 'file';
  /** Undefined without requests, if it is not given. */
  site: string | undefined;
  /** The versions that were in force during the log. */
  files: { readonly name: string; readonly from: string | undefined }[];
  /** The first and the last request; undefined without requests. */
  span: { readonly from: string; readonly to: string } | undefined;
  lines: { read: number; unreadable: number };
  /** Requests of browsers and of unknown clients, those of them without a User-Agent, and those for other hosts or periods. */
  others: { clients: number; withoutUserAgent: number; otherHosts: number; outsidePeriod: number };
  /** Most violations first. */
  crawlers: CrawlerReport[];
  /** What the reader must know, as sentences. */
  notes: string[];
  /** Whether every log was read to its end. */
  isComplete: boolean;
}

/**
 * Returns the sum of reports. Throws a RangeError if there is none, and an InputError if they are about several sites or were
 * judged by different histories.
 */
export function mergeReports(reports: readonly AuditReport[]): AuditReport {
  const [first, ...others] = reports;
  if (first === undefined) throw new RangeError('There is no report.');
  const sum = structuredClone(first);
  for (const report of others) addReport(sum, structuredClone(report));
  checkMergeable(reports, sum.files);
  sortReport(sum);
  return sum;
}

function checkMergeable(reports: readonly AuditReport[], files: AuditReport['files']): void {
  const sites = new Set(reports.flatMap(({ site }) => site ?? []));
  if (sites.size > 1) {
    const [some, other] = sites;
    throw new InputError(`The logs are about several sites, such as "${some}" and "${other}". Name one with --site.`);
  }
  const sources = new Set(reports.map(({ source }) => source));
  const isMissing = ({ span, files: own }: AuditReport) =>
    files.some(({ name, from }) => {
      const isInSpan = from === undefined || (span && span.from <= from && from <= span.to);
      return span && isInSpan && !own.some((file) => file.name === name && file.from === from);
    });
  if (sources.size > 1 || reports.some(isMissing)) {
    throw new InputError('The reports were judged by different versions of robots.txt. Judge all logs by the same history.');
  }
}

/** Puts everything into the order of the report. */
export function sortReport(report: AuditReport): void {
  for (const crawler of report.crawlers) {
    crawler.rules.sort((a, b) => b.violations - a.violations || compare(a.rule, b.rule));
    crawler.days.sort((a, b) => compare(a.day, b.day));
    crawler.crawlDelays.sort((a, b) => a.seconds - b.seconds);
  }
  report.crawlers.sort((a, b) => b.violations - a.violations || b.requests - a.requests || compare(a.crawler, b.crawler));
  report.files.sort((a, b) => compare(a.from ?? '', b.from ?? ''));
}

/** The order is total, so that an example does not depend on the order of the logs. */
export function isEarlier(a: Finding, b: Finding): boolean {
  const order = compare(a.time, b.time) || compare(a.address, b.address) || compare(a.url, b.url);
  return order < 0;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function addReport(sum: AuditReport, report: AuditReport): void {
  sum.site ??= report.site;
  addCounts(sum.lines, report.lines);
  addCounts(sum.others, report.others);
  const spans = [sum.span, report.span].filter((span) => span !== undefined);
  const [from] = spans.map((span) => span.from).sort(compare);
  const to = spans
    .map((span) => span.to)
    .sort(compare)
    .at(-1);
  sum.span = from === undefined || to === undefined ? undefined : { from, to };
  addMissing(
    sum.files,
    report.files,
    ({ name, from }) => `${from} ${name}`,
    () => {},
  );
  sum.isComplete &&= report.isComplete;
  sum.notes = [...new Set([...sum.notes, ...report.notes])];
  addMissing(sum.crawlers, report.crawlers, ({ crawler }) => crawler, addCrawler);
}

function addCrawler(sum: CrawlerReport, crawler: CrawlerReport): void {
  addCounts(sum, crawler, COUNTS);
  addCounts(sum.violationsBy, crawler.violationsBy);
  for (const [status, count] of Object.entries(crawler.robotsTxtFetches)) {
    sum.robotsTxtFetches[status] = (sum.robotsTxtFetches[status] ?? 0) + count;
  }
  if ((crawler.lastFetch?.time ?? '') > (sum.lastFetch?.time ?? '')) sum.lastFetch = crawler.lastFetch;
  addMissing(
    sum.crawlDelays,
    crawler.crawlDelays,
    ({ seconds }) => `${seconds}`,
    (delay, other) => addCounts(delay, other, ['requests', 'tooSoon']),
  );
  addMissing(
    sum.rules,
    crawler.rules,
    ({ rule }) => rule,
    (rule, other) => {
      rule.violations += other.violations;
      if (isEarlier(other.example, rule.example)) rule.example = other.example;
    },
  );
  addMissing(sum.days, crawler.days, ({ day }) => day, addCounts);
}

const COUNTS = [
  ...(['requests', 'allowed', 'violations', 'withinGrace', 'unknown', 'notGoverned'] as const),
  ...(['refused', 'impostors'] as const),
];

/** Adds the numbers of one object to those of another. */
function addCounts<Counts extends object>(
  sum: Counts,
  counts: Counts,
  names: readonly (keyof Counts)[] = Object.keys(counts) as (keyof Counts)[],
): void {
  for (const name of names) {
    const [left, right] = [sum[name], counts[name]];
    if (typeof left === 'number' && typeof right === 'number') Object.assign(sum, { [name]: left + right });
  }
}

/** Adds each item to the one with the same key, or to the list. */
function addMissing<Item>(
  sum: Item[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
  add: (sum: Item, item: Item) => void,
): void {
  const byKey = new Map(sum.map((item) => [keyOf(item), item]));
  for (const item of items) {
    const known = byKey.get(keyOf(item));
    if (known === undefined) sum.push(item);
    else add(known, item);
  }
}
