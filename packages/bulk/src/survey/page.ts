/** The summary of a survey as one HTML page without scripts or external resources. */
import { type Crawler, crawlerName } from '@repkit/core';
import { BYTE_RANGES, RANGES, type Tallies, tableFor } from './tallies.js';

export interface PageSubject {
  readonly crawlers: readonly Crawler[];
  readonly files: readonly string[];
  readonly dialect: string;
}

type Counted = readonly [label: string, count: number];

const MAX_BARS = 20;

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d9dee6;--paper:#fff;--card:#f6f8fb;--bar:#2b6cb0}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa5b4;--line:#333c4a;--paper:#12161d;--card:#1a2029;--bar:#63a4e8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{margin:0 0 .25rem;font-size:1.75rem}h2{margin:0 0 .5rem;font-size:1.1rem}
p{margin:.25rem 0 1rem;color:var(--soft);overflow-wrap:anywhere}
main{columns:24rem;column-gap:1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem;break-inside:avoid}
section p{font-size:.9rem;margin:0 0 .5rem}
svg{display:block;width:100%;height:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .25rem;border-bottom:1px solid var(--line);text-align:right;font-weight:400}td{white-space:nowrap}
th:first-child{text-align:left}thead th{color:var(--soft);font-size:.85rem}tbody tr:last-child>*{border-bottom:0}
summary{cursor:pointer;color:var(--soft);font-size:.9rem}
`.replaceAll('\n', '');

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
  ): string[] =>
    names.map((token) => counted(`${title}: ${labelOf(token)}`, description, counts(token), files));
  const inTable = (table: string) => (token: string) => tallies.of(tableFor(table, token));
  const delays = (token: string) => ranged(tallies, tableFor('crawl-delay', token), RANGES);
  const parts = [
    overview(tallies),
    ...perCrawler('Home page', 'Verdicts for "/"', inTable('verdict'), all),
    aiCrawlers(tallies, read),
    counted('Records about use by AI', 'Files with such records', tallies.of('ai-records'), read),
    ...perCrawler(
      'Preferences',
      'Files by the preferences that they state for "/"',
      inTable('preferences'),
    ),
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Survey of robots.txt files</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Survey of robots.txt files</h1>
<p>${escaped(files.join(', '))}; dialect ${escaped(dialect)}</p>
<main>
${parts.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
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
  const rows = OVERVIEW.map(([key, label]) => [label, inWords(tallies.get('files', key))]);
  return section('Overview', '', table(['', 'count'], rows));
}

/** Returns a chart and the same counts as a table; nothing if there are no counts. */
function counted(
  title: string,
  description: string,
  counts: readonly Counted[],
  all: number,
): string {
  if (counts.length === 0) return '';
  const rows = counts.map(([label, count]) => [label, inWords(count), share(count, all)]);
  const rest = counts.length > MAX_BARS ? `; the first ${MAX_BARS} of ${counts.length}` : '';
  return section(
    title,
    `${description}${rest}.`,
    `${barChart(counts, { title, description })}<details><summary>As a table</summary>${table(['', 'count', 'share'], rows)}</details>`,
  );
}

function aiCrawlers(tallies: Tallies, all: number): string {
  const named = tallies.of('ai-named');
  if (named.length === 0) return '';
  const text = { title: 'AI crawlers', description: 'Files that name each crawler' };
  const rows = named.map(([token, count]) => {
    const blocked = tallies.get('ai-blocked', token);
    return [token, inWords(count), share(count, all), share(blocked, count)];
  });
  const head = ['', 'files', 'of all files', 'of these blocking "/"'];
  return section(text.title, text.description, `${barChart(named, text)}${table(head, rows)}`);
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}

function section(title: string, description: string, inside: string): string {
  const paragraph = description === '' ? '' : `<p>${escaped(description)}</p>`;
  return `<section><h2>${escaped(title)}</h2>${paragraph}${inside}</section>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('');
  const lines = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
    return `<tr><th scope="row">${escaped(first)}</th>${rest}</tr>`;
  });
  return `<table><thead><tr>${titles}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
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

const WIDTH = 440;
const ROW_HEIGHT = 26;
const BAR_HEIGHT = 16;
const MARGIN = 12;
const LABELS_END = 192;
const BARS_START = 200;
/** Space for the count after the longest bar. */
const COUNT_WIDTH = 64;
const GAP = 6;
/** Distance from the middle of a line of text to its baseline. */
const BASELINE = 4.5;
const LABEL_COLUMNS = 25;

/** Draws the first counts as SVG in the colors of the page. Screen readers read `title` and `description`. */
export function barChart(
  counts: readonly Counted[],
  { title, description }: { readonly title: string; readonly description: string },
): string {
  const bars = counts.slice(0, MAX_BARS);
  const height = bars.length * ROW_HEIGHT + 2 * MARGIN;
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const perCount = (WIDTH - COUNT_WIDTH - BARS_START) / most;
  const rows = bars.map(([label, count], index) => {
    const middle = MARGIN + (index + 0.5) * ROW_HEIGHT;
    const baseline = middle + BASELINE;
    const width = round(count * perCount);
    return (
      `<g><title>${escaped(label)}</title><text x="${LABELS_END}" y="${baseline}" text-anchor="end">` +
      `${escaped(clipped(label, LABEL_COLUMNS))}</text>` +
      `<rect x="${BARS_START}" y="${middle - BAR_HEIGHT / 2}" width="${width}" height="${BAR_HEIGHT}" rx="3" fill="var(--bar)"/>` +
      `<text x="${round(BARS_START + width + GAP)}" y="${baseline}">${inWords(count)}</text></g>`
    );
  });
  const id = title.replace(/[^\w]+/g, '-').toLowerCase();
  const named = `${id}-title ${id}-description`;
  return (
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${named}" font-size="13" fill="var(--ink)" ` +
    'xmlns="http://www.w3.org/2000/svg">' +
    `<title id="${id}-title">${escaped(title)}</title>` +
    `<desc id="${id}-description">${escaped(description)}</desc>${rows.join('')}</svg>`
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Escapes text for HTML and XML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
