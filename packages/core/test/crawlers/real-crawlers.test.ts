/** docs/real-crawlers.md shows what the data says: `UPDATE_DOCS=1 npm test -- real-crawlers` writes its tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CrawlerProfile, knownCrawlers } from '../../src/crawlers.js';
import { type CrawlerFact, isGoverned } from '../../src/index.js';

const PAGE = new URL('../../../../docs/real-crawlers.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');

const code = (text: string): string => `\`${text}\``;

/** Crawlers with the same cells and page share a row. */
function table(
  head: readonly string[],
  crawlers: readonly CrawlerProfile[],
  fact: CrawlerFact,
  cellsOf: (crawler: CrawlerProfile) => readonly string[],
): string {
  const rows = Map.groupBy(crawlers, (crawler) => {
    const { source, checked } = crawler.facts[fact] ?? { source: '', checked: '' };
    return [...cellsOf(crawler), `[${new URL(source).hostname}](${source})`, checked].join(' | ');
  });
  return [
    `| crawler | ${[...head, 'source', 'checked'].join(' | ')} |`,
    `|${'---|'.repeat(head.length + 3)}`,
    ...[...rows].map(([cells, some]) => `| ${some.map(({ name }) => code(name)).join(', ')} | ${cells} |`),
  ].join('\n');
}

const TABLES: Readonly<Record<string, string>> = {
  chains: table(
    ['follows the group of'],
    knownCrawlers.filter(({ facts }) => facts.productTokens !== undefined),
    'productTokens',
    ({ productTokens: [, ...then], fallsBackToStar }) => [
      ['its own name', ...[...then, ...(fallsBackToStar ? ['*'] : [])].map(code)].join(', else '),
    ],
  ),
  'star-ignored': table(
    [],
    knownCrawlers.filter(({ fallsBackToStar }) => !fallsBackToStar),
    'fallsBackToStar',
    () => [],
  ),
  'not-governed': table(
    ['applies robots.txt'],
    knownCrawlers.filter((crawler) => !isGoverned(crawler)),
    'obeysRobotsTxt',
    ({ obeysRobotsTxt }) => [obeysRobotsTxt === 'no' ? 'no' : 'not always: users start its requests'],
  ),
  'control-tokens': table(
    ['a group for it decides about'],
    knownCrawlers.filter(({ kind }) => kind !== 'crawler'),
    'kind',
    ({ governs = '' }) => [governs],
  ),
  'crawl-delay': table(
    ['applies crawl-delay'],
    knownCrawlers.filter(({ crawlDelay }) => crawlDelay !== undefined),
    'crawlDelay',
    ({ crawlDelay }) => [
      crawlDelay === 'also-of-star' ? 'yes, that of `*` if its own group has none' : crawlDelay ? 'yes' : 'no',
    ],
  ),
  dialects: table(
    ['dialect', 'policy'],
    knownCrawlers.filter(({ dialect }) => dialect !== undefined),
    'policy',
    ({ dialect = '', policy = '' }) => [code(dialect), code(policy)],
  ),
  blocking: table(
    ['what blocking it costs'],
    knownCrawlers.filter(({ blocking }) => blocking !== undefined),
    'blocking',
    ({ blocking = '' }) => [blocking],
  ),
};

test('docs/real-crawlers.md has the tables of the data', () => {
  let count = 0;
  const expected = page.replaceAll(
    /(<!-- (\S+) -->\n\n).*?(\n\n<!-- end -->)/gs,
    (_, start: string, name: string, end: string) => {
      count++;
      return `${start}${TABLES[name]}${end}`;
    },
  );
  expect(count).toBe(Object.keys(TABLES).length);
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, expected);
  else expect(page, '`UPDATE_DOCS=1 npm test -- real-crawlers` updates it.').toBe(expected);
});
