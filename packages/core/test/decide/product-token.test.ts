import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { productToken } from '../../src/index.js';

/** Real headers with their documented token and version. */
const crawlers: readonly (readonly [header: string, token: string, version: string | undefined])[] = [
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', '2.1'],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.175 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Googlebot',
    '2.1',
  ],
  ['Googlebot-Image/1.0', 'Googlebot-Image', '1.0'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    'bingbot',
    '2.0',
  ],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'YandexBot', '3.0'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'Baiduspider', '2.0'],
  ['Baiduspider+(+http://www.baidu.com/search/spider.htm)', 'Baiduspider', undefined],
  ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'DuckDuckBot', '1.1'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Applebot',
    '0.1',
  ],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot', '2.0'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot', '1.2'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ClaudeBot', '1.0'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'PerplexityBot',
    '1.0',
  ],
  ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', 'MJ12bot', 'v1.4.8'],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot', '7.0'],
  ['Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)', 'SemrushBot', '7~bl'],
  ['Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)', 'archive.org_bot', undefined],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit', '1.1'],
  ['Twitterbot/1.0', 'Twitterbot', '1.0'],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'LinkedInBot', '1.0'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'Slackbot-LinkExpanding', undefined],
  ['Pinterest/0.2 (+https://www.pinterest.com/bot.html)', 'Pinterest', '0.2'],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', 'Slurp', undefined],
  ['ia_archiver (+http://www.alexa.com/site/help/webmasters)', 'ia_archiver', undefined],
  ['Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot)', 'DotBot', '1.2'],
  ['Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)', 'PetalBot', undefined],
  [
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'Bytespider',
    undefined,
  ],
  ['Scrapy/2.11.2 (+https://scrapy.org)', 'Scrapy', '2.11.2'],
  ['curl/8.5.0', 'curl', '8.5.0'],
  ['Wget/1.21.4', 'Wget', '1.21.4'],
  ['python-requests/2.32.3', 'python-requests', '2.32.3'],
];

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)',
  'Mozilla/5.0 (compatible; Konqueror/3.5; Linux) KHTML/3.5.5 (like Gecko)',
  'Mozilla/5.0 ) (X11; Konqueror)',
  'Mozilla/5.0 (Konqueror; X11; +https://h/)',
  'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/125.0.0.0 Safari/537.36',
];

describe('RFC 9309 2.2.1: the product token is in the User-Agent header', () => {
  test.each(crawlers)('%s', (header, token, version) => {
    expect(productToken(header)).toEqual({ found: true, token, version });
  });
});

describe("extension: a browser's header names no crawler", () => {
  test.each(browsers)('%s', (header) => {
    expect(productToken(header)).toEqual({
      found: false,
      reason: expect.stringMatching(/^it names only a browser\. Give the crawler a product token/),
    });
  });
});

describe('RFC 9110 5.6.5: comments', () => {
  test.each([
    ['Mozilla/5.0 (compatible (very); FooBot/1.0; (a (b) c) +https://h/)', 'FooBot'],
    ['Foo (bar (BazBot/1.0)) QuxBot/2.0', 'Foo'],
    ['Mozilla/5.0 (X11) (compatible; FooBot/1.0', 'FooBot'],
    ['Mozilla/5.0 ) FooBot/1.0', 'FooBot'],
    ['Mozilla/5.0(compatible;FooBot/1.0;+https://h/)', 'FooBot'],
    ['Foo(x)Bot/1.0', 'Foo'],
    ['Mozilla/5.0 (compatible; Acme/1.0; +https://h/)', 'Acme'],
    ['Mozilla/5.0 (X11; compatible; FooFetcher; Konqueror/3.5)', 'FooFetcher'],
  ])('nested, adjacent, unclosed and unopened: %s', (header, token) => {
    expect(productToken(header)).toMatchObject({ found: true, token });
  });

  test.each([
    ['Mozilla/5.0 (compatible; Acme; +https://h/)', 'Acme', undefined],
    ['Mozilla/5.0 (OtherBot; compatible; Acme; +https://h/)', 'Acme', undefined],
    ['Mozilla/5.0 (compatible; AcmeBot)', 'AcmeBot', undefined],
    ['Mozilla/5.0 (compatible; Yahoo! Acme AcmeBot/2.0)', 'AcmeBot', '2.0'],
    ['Mozilla/5.0 (X11; AcmeBot)', 'AcmeBot', undefined],
    ['Mozilla/5.0 (X11; Acme/1.0; https://h/)', 'Acme', '1.0'],
    ['Mozilla/5.0 (X11; Acme/1.0; see +www.h)', 'Acme', '1.0'],
  ])(
    'a name counts after "compatible", if it looks like a crawler, or with a version and a link: %s',
    (header, token, version) => {
      expect(productToken(header)).toEqual({ found: true, token, version });
    },
  );

  test.each([
    ['Acme KnownBot/2 (lib 1.0)', 'KnownBot', '2'],
    ['Acme crawler (KnownBot; https://h/)', 'KnownBot', undefined],
    ['Acme/1.0 KnownBot/2', 'Acme', '1.0'],
    ['Acme/1.0 (KnownBot; https://h/)', 'Acme', '1.0'],
    ['Acme Other/1.0 KnownBot/2', 'Acme', undefined],
    ['Acme (like KnownBot)', 'Acme', undefined],
    ['Acme (Linux; KnownBot/2)', 'Acme', undefined],
    ['KnownBot OtherBot/1.0', 'KnownBot', undefined],
  ])('a known name counts right after a word without a version: %s', (header, token, version) => {
    const isKnown = (name: string) => name === 'KnownBot' || name === 'OtherBot';
    expect(productToken(header, isKnown)).toEqual({ found: true, token, version });
  });

  test('a name that contains "www." is not a link', () => {
    expect(productToken('Acme-www.bot/1.0')).toMatchObject({ token: 'Acme-www.bot' });
  });

  test("other items of a crawler's comment are ignored", () => {
    expect(productToken('FooBot/1.0 (like Googlebot/2.1; +https://h/)')).toMatchObject({
      token: 'FooBot',
    });
  });
});

describe('extension: headers without a crawler', () => {
  test.each(['', '   ', '\t'])('%j is empty', (header) => {
    expect(productToken(header)).toEqual({ found: false, reason: 'the header is empty' });
  });

  test.each([undefined, null, 1])('%j is not a header', (header) => {
    expect(productToken(header as unknown as string)).toEqual({
      found: false,
      reason: 'the header is missing',
    });
  });

  test.each(['()', '/1.0', '5.0', '((((', '))))', '+https://h/bot', 'bot@example.com', '日本語'])(
    '%j names no crawler',
    (header) => {
      expect(productToken(header).found).toBe(false);
    },
  );

  test.each([
    ['Foo!Bar/1', 'Foo!Bar/1'],
    ['123', '123'],
    ['bot!', 'bot!'],
    ['日本語', '日本語'],
    ['Mozilla/5.0 (X11) Foo!Bot/1', 'Foo!Bot/1'],
  ])('%j: the reason names the invalid word', (header, word) => {
    const result = productToken(header);
    expect(result.found ? '' : result.reason).toMatch(`${JSON.stringify(word)} is not a product token`);
  });

  test('the reason shows at most 100 characters of the invalid word', () => {
    for (const [length, shown] of [
      [100, `"${'!'.repeat(99)}1"`],
      [101, `"${'!'.repeat(100)}…"`],
    ] as const) {
      const result = productToken(`${'!'.repeat(length - 1)}1`);
      expect(result.found ? '' : result.reason).toMatch(`${shown} is not a product token`);
    }
  });

  test.each(['()', '+https://h/bot', 'bot@example.com'])('%j does not name a product', (header) => {
    const result = productToken(header);
    expect(result.found ? '' : result.reason).toMatch(/^it does not name a product/);
  });

  test('a version may be missing after the slash', () => {
    expect(productToken('FooBot/')).toEqual({ found: true, token: 'FooBot', version: undefined });
  });

  test('ignores text after 4,096 characters', () => {
    expect(productToken(`${' '.repeat(4096)}FooBot`).found).toBe(false);
    expect(productToken(`${'('.repeat(1_000_000)}FooBot`).found).toBe(false);
    expect(productToken(`${' '.repeat(4090)}FooBot`)).toMatchObject({ token: 'FooBot' });
  });

  test.each([
    ['one word', `${'a'.repeat(4000)}!`],
    ['a word of digits', `${'1'.repeat(4000)}!`],
    ['a comment', `Mozilla/5.0 (compatible; ${'a'.repeat(4000)}!)`],
  ])('100 long headers take little time: %s', (_, header) => {
    const began = cpuMs();
    for (let count = 0; count < 100; count++) productToken(header + count);
    // A quadratic search takes ten seconds.
    expect(cpuMs() - began).toBeLessThan(1000);
  });

  test('the result is a valid product token', async () => {
    const { parseRobotsTxt } = await import('../../src/index.js');
    const robotsTxt = parseRobotsTxt('user-agent: *\ndisallow: /');
    for (const [header] of crawlers) {
      const found = productToken(header);
      expect(found.found && robotsTxt.isAllowed('/', found.token)).toBe(false);
    }
  });
});
