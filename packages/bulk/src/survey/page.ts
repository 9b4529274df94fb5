/** The summary of a survey as one HTML page without scripts or external resources. */
import { type Crawler, crawlerName } from '@repkit/core';
import { htmlPage, longTable, section, table } from '../page/html-page.js';
import { BYTE_RANGES, RANGES, type Tallies, tableFor } from './tallies.js';

export interface PageSubject {
  readonly crawlers: readonly Crawler[];
  readonly files: readonly string[];
  readonly dialect: string;
}

type Counted = readonly [label: string, count: number];

/** Rows of a table that are always visible. */
const FIRST_ROWS = 20;

export function surveyPage(tallies: Tallies, subject: PageSubject): string {
  const { files, dialect } = subject;
  const names = subject.crawlers.map(crawlerName);
  const all = tallies.get('files', 'all');
  const read = tallies.get('files', 'read');
  const perCrawler = (
    title: string,
    description: string,
    counts: (token: string) => readonly Counted[],
    files = read,
  ): string[] => names.map((token) => counted(`${title}: ${labelOf(token)}`, description, counts(token), files));
  const inTable = (table: string) => (token: string) => tallies.of(tableFor(table, token));
  const delays = (token: string) => ranged(tallies, tableFor('crawl-delay', token), RANGES);
  const sections = [
    overview(tallies),
    ...perCrawler('Home page', 'Verdicts for "/"', inTable('verdict'), all),
    aiCrawlers(tallies, read),
    counted('Records about use by AI', 'Files with such records', tallies.of('ai-records'), read),
    ...perCrawler('Preferences', 'Files by the preferences that they state for "/"', inTable('preferences')),
    counted('Status', 'Responses by HTTP status', tallies.of('status'), all),
    counted('Size', 'Files by size in bytes', ranged(tallies, 'bytes', BYTE_RANGES), read),
    counted('Groups', 'Files by number of groups', ranged(tallies, 'groups', RANGES), read),
    counted('Rules', 'Files by number of rules', ranged(tallies, 'rules', RANGES), read),
    counted('Encoding', 'Files by encoding', tallies.of('encoding'), read),
    ...perCrawler('Crawl-delay', 'Files by delay in seconds', delays),
    ...perCrawler(
      'Other dialects',
      `Files for which another dialect disagrees with ${dialect} on at least one tested target`,
      inTable('disagreement'),
    ),
    counted('Severity', 'Files by severity of their diagnostics', tallies.of('severity'), read),
    counted('Diagnostics', 'Files by diagnostic', tallies.of('codes'), read),
  ];
  return htmlPage({
    title: 'Survey of robots.txt files',
    description: `${files.join(', ')}; dialect ${dialect}`,
    sections: sections.filter((part) => part !== ''),
  });
}

function labelOf(token: string): string {
  return token === '*' ? 'all other crawlers' : token;
}

const OVERVIEW: readonly (readonly [key: string, label: string])[] = [
  ['all', 'responses'],
  ['read', 'robots.txt files'],
  ['with a sitemap', 'files with a sitemap'],
  ['with a crawl-delay', 'files with a crawl-delay'],
  ['that name an AI crawler', 'files that name an AI crawler'],
  ['that disallow an AI crawler, named or not', 'files that disallow an AI crawler, named or not'],
  ['skipped', 'skipped records'],
  ['not read', 'unreadable entries'],
];

function overview(tallies: Tallies): string {
  const rows = OVERVIEW.map(([key, label]) => ({
    label,
    cells: [inWords(tallies.get('files', key))],
  }));
  return section('Overview', '', table(['', 'count'], rows));
}

/** Returns a table of counts with bars; nothing if there are no counts. */
function counted(title: string, description: string, counts: readonly Counted[], all: number): string {
  if (counts.length === 0) return '';
  const most = highest(counts);
  const rows = counts.map(([label, count]) => ({
    label,
    cells: [inWords(count), share(count, all)],
    bar: count / most,
  }));
  return section(title, `${description}.`, longTable(['', 'count', 'share'], rows, FIRST_ROWS));
}

function aiCrawlers(tallies: Tallies, all: number): string {
  const named = tallies.of('ai-named');
  if (named.length === 0) return '';
  const most = highest(named);
  const rows = named.map(([token, count]) => {
    const blocked = tallies.get('ai-blocked', token);
    const cells = [inWords(count), share(count, all), share(blocked, count)];
    return { label: token, cells, bar: count / most };
  });
  const head = ['', 'files', 'of all files', 'of these blocking "/"'];
  const content = longTable(head, rows, FIRST_ROWS);
  return section('AI crawlers', 'Files that name each crawler', content);
}

function highest(counts: readonly Counted[]): number {
  return Math.max(1, ...counts.map(([, count]) => count));
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}

/** Returns the counts of all ranges between the first and the last that are not empty. */
function ranged(tallies: Tallies, name: string, ranges: readonly number[]): Counted[] {
  const all = ranges.map((from, index): Counted => {
    const next = ranges[index + 1];
    const last = next === undefined ? ' and more' : ` to ${inWords(next - 1)}`;
    return [inWords(from) + (next === from + 1 ? '' : last), tallies.get(name, String(from))];
  });
  const first = all.findIndex(([, count]) => count > 0);
  return first === -1 ? [] : all.slice(first, all.findLastIndex(([, count]) => count > 0) + 1);
}

function share(count: number, all: number): string {
  return all === 0 ? '' : `${((100 * count) / all).toFixed(1)} %`;
}
