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
  // Names of several words.
  ['ArchiveTeam ArchiveBot/20260101.0a1b2c3 (wpull 2.0.3) and not Mozilla/5.0 (X11; Linux x86_64)', 'ArchiveBot'],
  ['IAS crawler (ias_crawler; http://example.com/policy/)', 'ias_crawler'],
  // No slash before the version.
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; trendictionbot0.5.0; http://example.com/bot) Gecko/20100101', 'trendictionbot'],
  ['OtherBot2.0', 'OtherBot2.0'],
  ['Googlebot2', 'Googlebot2'],
  // Another crawler compares itself with a known one.
  ['FeedReader/1.2 (Linux; https://example.com) like Googlebot', 'FeedReader'],
  ['NewsBot news.example (compatible with Googlebot)', 'NewsBot'],
  ['PageBot (compatible; Googlebot 2.1; +https://example.com/)', 'PageBot'],
  ['TelegramBot (like TwitterBot)', 'TelegramBot'],
  // Too long to be remembered.
  [`CCBot/2.0 ${'x'.repeat(5000)}`, 'CCBot'],
])('%s', (header, name) => {
  const { crawlers } = named();
  expect([crawlers.of(header), crawlers.of(header)]).toEqual([name, name]);
});

test.each([
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit'],
  ['facebookexternalhit/1.1', 'facebookexternalhit'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php), XFF:192.0.2.1', 'facebookexternalhit'],
  ['facebookcatalog/1.0', 'facebookcatalog'],
  // iMessage.
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    undefined,
  ],
  ['facebookexternalhit/1.1;line-poker/1.0', 'line-poker'],
  ['facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://example.com/scrap', 'kakaotalk-scrap'],
  ['facebookexternalhit/1.1 (compatible; Blueno/1.0; +http://example.com/scrap)', 'Blueno'],
  ['facebookexternalhit/1.1; Mozilla/5.0 (compatible; PreviewCrawler/1.0)', 'PreviewCrawler'],
  ['Mozilla/5.0 (compatible) facebookexternalhit/1.1 (+https://example.com/robots)', undefined],
  ['facebookexternalhit/1.1; facebookexternalhit/1.1; PreviewCrawler/1.0', undefined],
])('a preview of another operator is not that of Meta: %s', (header, name) => {
  expect(named().crawlers.of(header)).toBe(name);
});

test('a header that repeats the name of a preview takes linear time', () => {
  expect(named().crawlers.of('facebookexternalhit;'.repeat(50_000))).toBeUndefined();
});

test('a known crawler is found in a comment that has no link', () => {
  const { crawlers } = named();
  // Its headers have no other program.
  const inComments = knownCrawlers.filter(({ name }) => name !== 'facebookexternalhit');
  const comments = inComments.flatMap(({ name, productTokens: [token = name] }) =>
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
