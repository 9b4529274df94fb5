import { expect, test } from 'vitest';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { rowRobots } from '../../src/filter/row-robots.js';

test('each robots.txt of a row is read once while it is cached', () => {
  const format = { name: 'ndjson', print: 'verdicts', columns: { robotsTxt: 'r', url: 'url' } } as const;
  const filter = new BlockFilter({ format, crawlers: ['a'] });
  const row = (path: string, url: string) =>
    `${JSON.stringify({ r: `User-agent: *\nDisallow: ${path}\n${'#'.repeat(100_000)}`, url })}\n`;
  // More than fit into the cache.
  const rows = Array.from({ length: 400 }, (_, n) => row(`/${n % 200}$`, `/${n % 3}`)).join('');
  const verdicts = filter.filter(Buffer.from(rows), rowRobots(filter, {})).bytes.toString().trimEnd().split('\n');
  const expected = Array.from({ length: 400 }, (_, n) => (n % 200 === n % 3 ? 'disallowed' : 'allowed'));
  expect(verdicts.map((line) => JSON.parse(line).verdict)).toEqual(expected);
});
