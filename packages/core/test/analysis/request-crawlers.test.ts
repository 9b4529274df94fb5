import { expect, test } from 'vitest';
import { RequestCrawlers } from '../../src/analysis/request-crawlers.js';
import { type CrawlerProfile, knownCrawlers } from '../../src/crawlers/known-crawlers.js';

/** Returns crawlers by name, and how often a header was looked at. */
function named() {
  const seen = { count: 0 };
  const crawlers = new RequestCrawlers((crawler: CrawlerProfile | string | undefined) => {
    seen.count++;
    return typeof crawler === 'object' ? crawler.name : crawler;
  });
  return { crawlers, seen };
}

test('a header is looked at once', () => {
  const { crawlers, seen } = named();
  const headers = Array.from({ length: 9000 }, (_, id) => `GPTBot/1.2 ${id} ${'x'.repeat(40)}`);
  for (const header of [...headers, ...headers]) expect(crawlers.of(header)).toBe('GPTBot');
  expect(seen.count).toBe(9000);
});

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ['MyBot/1.0', 'MyBot'],
  ['Mozilla/5.0 (X11; Linux x86_64)', undefined],
  ['', undefined],
  // Too long to be remembered.
  [`CCBot/2.0 ${'x'.repeat(5000)}`, 'CCBot'],
])('%s', (header, name) => {
  const { crawlers } = named();
  expect([crawlers.of(header), crawlers.of(header)]).toEqual([name, name]);
});

test('a known crawler is found in a comment that has no link', () => {
  const { crawlers } = named();
  const comments = knownCrawlers.flatMap(({ name, productTokens: [token = name] }) =>
    crawlers.of(`${token}/1.0`) === name
      ? [
          [name, `(compatible; ${token}/1.0)`],
          [name, `(compatible; ${token})`],
          [name, `AppleWebKit/537.36 (KHTML, like Gecko; ${token}/1.0;)`],
        ]
      : [],
  );
  expect(comments.length).toBeGreaterThan(300);
  for (const [name, comment] of comments) expect([comment, crawlers.of(`Mozilla/5.0 ${comment}`)]).toEqual([comment, name]);
});
