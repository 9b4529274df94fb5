import { type Crawler, parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { requestInterval } from '../../src/client/schedule.js';

const LONGEST = 60_000;

describe('crawl-delay and request-rate (RFC 9309 2.2.4: other records)', () => {
  test.each([
    ['', 0, 'none'],
    ['Crawl-delay: 5', 5_000, 'crawl-delay'],
    ['Crawl-delay: 0.5', 500, 'crawl-delay'],
    ['Crawl-delay: soon', 0, 'none'],
    ['Crawl-delay: 86400', LONGEST, 'crawl-delay'],
    [`Crawl-delay: ${'9'.repeat(400)}`, LONGEST, 'crawl-delay'],
    ['Request-rate: 1/5', 5_000, 'request-rate'],
    ['Request-rate: 1/5s', 5_000, 'request-rate'],
    ['Request-rate: 30/1m', 2_000, 'request-rate'],
    ['Request-rate: 1 / 2', 2_000, 'request-rate'],
    ['Request-rate: 1/10m 1300-1659', LONGEST, 'request-rate'],
    ['Request-rate: 600/1h', 6_000, 'request-rate'],
    ['Request-rate: 1/86400000000', LONGEST, 'request-rate'],
    [`Request-rate: 1/${'9'.repeat(400)}`, LONGEST, 'request-rate'],
    [`Request-rate: ${'9'.repeat(400)}/${'9'.repeat(400)}`, 1_000, 'request-rate'],
    [`Request-rate: ${'9'.repeat(400)}/1`, 0, 'none'],
    ['Request-rate: 0/5', 0, 'none'],
    ['Request-rate: 1/x', 0, 'none'],
    ['Request-rate: 5', 0, 'none'],
    ['Crawl-delay: 2\nRequest-rate: 1/5', 5_000, 'request-rate'],
    ['Crawl-delay: 9\nRequest-rate: 1/5', 9_000, 'crawl-delay'],
    ['Request-rate: 1/2\nRequest-rate: 1/3', 3_000, 'request-rate'],
  ])('%j', (lines, ms, from) => {
    const robotsTxt = parseRobotsTxt(`User-agent: ExampleBot\nDisallow: /a\n${lines}\n`);
    expect(requestInterval(robotsTxt, 'ExampleBot', LONGEST)).toEqual({ ms, from });
  });

  test('only the records of the matching group count', () => {
    const robotsTxt = parseRobotsTxt(
      'User-agent: *\nDisallow:\nCrawl-delay: 9\nRequest-rate: 1/50\n\nUser-agent: ExampleBot\nRequest-rate: 1/5\n',
    );
    expect(requestInterval(robotsTxt, 'ExampleBot', LONGEST).ms).toBe(5_000);
    expect(requestInterval(robotsTxt, 'OtherBot', LONGEST).ms).toBe(50_000);
  });

  test('an empty file sets no interval', () => {
    expect(requestInterval(parseRobotsTxt(''), 'ExampleBot', LONGEST).from).toBe('none');
  });
});

test('crawlers with one group have its interval, unless a profile documents more', () => {
  const robotsTxt = parseRobotsTxt(
    'User-agent: ExampleBot\nCrawl-delay: 5\nAllow: /\nUser-agent: *\nCrawl-delay: 7\nAllow: /\nUser-agent: Yandex\nAllow: /\n',
  );
  const msOf = (crawler: Crawler, longestMs = LONGEST) => requestInterval(robotsTxt, crawler, longestMs).ms;
  expect([msOf('ExampleBot'), msOf('examplebot'), msOf('ExampleBot', 1000)]).toEqual([5000, 5000, 1000]);
  expect(['a', 'b', 'c', 'a'].map((crawler) => msOf(crawler))).toEqual([7000, 7000, 7000, 7000]);
  // The documentation of a profile counts although its group is known.
  const profile = { name: 'Fetcher', productTokens: ['Yandex'], fallsBackToStar: true } as const;
  expect(msOf('Yandex')).toBe(0);
  expect(msOf({ ...profile, crawlDelay: 'also-of-star' })).toBe(7000);
  expect(msOf(profile)).toBe(0);
});
