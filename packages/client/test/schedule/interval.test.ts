import { parseRobotsTxt } from '@repkit/core';
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
    ['Request-rate: 1/5', 5_000, 'request-rate'],
    ['Request-rate: 1/5s', 5_000, 'request-rate'],
    ['Request-rate: 30/1m', 2_000, 'request-rate'],
    ['Request-rate: 1 / 2', 2_000, 'request-rate'],
    ['Request-rate: 1/10m 1300-1659', LONGEST, 'request-rate'],
    ['Request-rate: 600/1h', 6_000, 'request-rate'],
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
