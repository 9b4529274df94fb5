import { crawlerProfile } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { logRequest, Requesters } from '../../src/analysis/access-log.js';

const LINE = '192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /a?b HTTP/1.1" 200 1';

test.each([
  [LINE, { target: '/a?b', userAgent: undefined }],
  [`${LINE} "-" "GPTBot/1.2"`, { target: '/a?b', userAgent: 'GPTBot/1.2' }],
  [`${LINE} "-" "a \\"b\\" c" 0.1`, { target: '/a?b', userAgent: 'a \\"b\\" c' }],
  [`example.com:443 ${LINE} "-" "-"`, { target: '/a?b', userAgent: '-' }],
  ['/a?b', undefined],
  ['192.0.2.1 - - [x] "\\x16\\x03" 400 0', undefined],
])('%s', (line, request) => {
  expect(logRequest(line)).toEqual(request);
});

describe('the crawler whose rules apply to a request', () => {
  const applebot = crawlerProfile('Applebot');
  const requesters = new Requesters(['GPTBot', 'googlebot', ...(applebot ? [applebot] : []), '*']);

  test.each([
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot',
    ],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'googlebot'],
    ['Googlebot-Image/1.0', 'googlebot'],
    ['Mozilla/5.0 (compatible; Applebot/0.1; +http://www.apple.com/go/applebot)', applebot],
    ['ExampleBot/1.0', '*'],
    ['AdsBot-Google (+http://www.google.com/adsbot.html)', undefined],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', undefined],
    ['-', undefined],
    ['', undefined],
  ])('%s', (userAgent, crawler) => {
    expect(requesters.of(userAgent)).toBe(crawler);
    // From memory.
    expect(requesters.of(userAgent)).toBe(crawler);
  });

  test('without "*", other crawlers count for none', () => {
    expect(new Requesters(['GPTBot']).of('ExampleBot/1.0')).toBeUndefined();
  });
});
