/** The API in addition to robots-parser's own tests, and every difference between the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import robotsParser from '../src/robots-parser.js';
import { DIFFERENCES } from './differences.js';

const require = createRequire(import.meta.url);
/** The original; its declarations describe an ES module. */
const original: typeof robotsParser = require('robots-parser');

const URL_OF_FILE = 'http://example.com/robots.txt';
const BODY = 'User-agent: *\nDisallow: /\nCrawl-delay: 1\n\nUser-agent: ExampleBot\nDisallow: /own\nHost: WWW.example.com\n';

describe('differs from robots-parser 3.0.1:', () => {
  test.each(DIFFERENCES)('$what ($clause)', ({ body, url, before, after }) => {
    const verdicts = [original, robotsParser].map((parse) =>
      parse(URL_OF_FILE, body).isAllowed(`http://example.com${url}`, 'ExampleBot'),
    );
    expect(verdicts).toEqual([before, after]);
  });

  test('docs/migrating.md lists all of them', () => {
    const page = new URL('../../../docs/migrating.md', import.meta.url);
    const text = readFileSync(page, 'utf8');
    const code = (shown: string) =>
      `\`${JSON.stringify(shown).slice(1, -1).replace('\u00A0', '\\u00A0').replaceAll('|', '\\|')}\``;
    const word = (allowed: boolean) => (allowed ? 'allowed' : 'disallowed');
    const rows = DIFFERENCES.map(
      ({ what, clause, body, url, before, after }) =>
        `| ${what} | ${code(body)} | ${code(url)} | ${word(before)} | ${word(after)} | ${clause} |`,
    );
    const head = '| difference | robots.txt | path | before | after | clause |\n|---|---|---|---|---|---|';
    const wanted = text.replace(
      /(?<=<!-- differences -->\n\n)(?:\|.*\n)*\n?(?=<!-- end -->)/,
      () => `${[head, ...rows].join('\n')}\n\n`,
    );
    if (process.env.UPDATE_DOCS) writeFileSync(page, wanted);
    else expect(text).toBe(wanted);
  });

  test.each([
    ['ftp://example.com/robots.txt', 'ftp://example.com:80/', 'RFC 3986 3.2.3: 80 is not the port of FTP'],
    ['http://a b/robots.txt', 'http://a b/', 'an invalid URL belongs to no site; robots-parser throws'],
  ])('%s does not apply to %s (%s)', (file, url) => {
    expect(robotsParser(file, BODY).isAllowed(url)).toBeUndefined();
    expect(() => expect(original(file, BODY).isAllowed(url)).toBeUndefined()).toThrow();
  });
});

test.each(['mailto:a', 'data:,a', 'blob:http://example.com/a', 'urn:'])('%s belongs to no site, and does not throw', (url) => {
  expect(robotsParser(url, BODY).isAllowed(url)).toBeUndefined();
  expect(robotsParser(URL_OF_FILE, BODY).isAllowed(url)).toBeUndefined();
});

describe('isExplicitlyDisallowed', () => {
  const robots = robotsParser(URL_OF_FILE, BODY);

  test.each([
    ['http://example.com/own', 'ExampleBot/2.0', true],
    ['http://example.com/other', 'ExampleBot', false],
    ['http://example.com/own', 'OtherBot', false],
    ['http://example.com/own', '*', true],
    ['https://example.com/own', 'ExampleBot', undefined],
    ['http://a b/', 'ExampleBot', undefined],
  ])('of %s for %s is %s', (url, ua, expected) => {
    expect(robots.isExplicitlyDisallowed(url, ua)).toBe(expected);
  });
});

test('other sites: undefined, -1, and true from isDisallowed, as in robots-parser', () => {
  for (const parse of [original, robotsParser]) {
    const robots = parse(URL_OF_FILE, BODY);
    for (const url of ['https://example.com/own', 'http://example.com:81/own', '/own', '//b/own']) {
      expect(robots.isAllowed(url)).toBeUndefined();
      expect(robots.isDisallowed(url)).toBe(true);
      expect(robots.getMatchingLineNumber(url)).toBe(-1);
    }
  }
});

test('URLs in other spellings belong to the site, as in robots-parser', () => {
  for (const parse of [original, robotsParser]) {
    const robots = parse('HTTP://user@EXAMPLE.com:80/robots.txt', BODY);
    for (const url of ['http:\\\\example.com/own', ' http://example.com/own\n', 'http://example.com']) {
      expect(robots.isAllowed(url)).toBe(false);
      expect(robots.getMatchingLineNumber(url)).toBe(2);
    }
    expect(robots.isAllowed(new URL('http://example.com/own') as unknown as string)).toBe(false);
  }
});

test.each([undefined, '', '*', ' ', '/1.0', 'Mozilla/5.0 (compatible; ExampleBot/1.0)', 'Бот', 'a b'])(
  'the name %j is a crawler without its own group, as in robots-parser',
  (ua) => {
    for (const parse of [original, robotsParser]) {
      const robots = parse(URL_OF_FILE, BODY);
      expect([robots.isAllowed('http://example.com/own', ua), robots.getCrawlDelay(ua)]).toEqual([false, 1]);
    }
  },
);

test('reads files beyond 500 KiB to the end, as robots-parser', () => {
  const body = `User-agent: *\n${'#'.repeat(2 ** 20)}\nDisallow: /\n`;
  expect(robotsParser(URL_OF_FILE, body).getMatchingLineNumber('http://example.com/')).toBe(3);
});

test('reads a hostile file of crawl delays in linear time', () => {
  const lines = ['User-agent: a\n', 'Crawl-delay: 2\n', 'User-agent: b\n', 'Sitemap: c\n'];
  const robots = robotsParser(URL_OF_FILE, lines.map((line) => line.repeat(30_000)).join(''));
  const start = process.cpuUsage();
  expect([robots.getCrawlDelay('a'), robots.getCrawlDelay('b')]).toEqual([2, undefined]);
  expect(robots.getSitemaps()).toHaveLength(30_000);
  expect(process.cpuUsage(start).user).toBeLessThan(5e6);
});
