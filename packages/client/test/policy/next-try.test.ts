import { describe, expect, test } from 'vitest';
import { nextTryAt, softRefreshAt } from '../../src/policy/times.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('retry while unreachable', () => {
  test('starts at a minute, doubles with each failure up to an hour; jitter only shortens', () => {
    for (let count = 1; count <= 40; count++) {
      const most = Math.min(MINUTE * 2 ** (count - 1), HOUR);
      const delay = nextTryAt('https://example.com', count, NOW, undefined) - NOW;
      expect(delay).toBeLessThanOrEqual(most);
      expect(delay).toBeGreaterThanOrEqual(0.8 * most);
    }
  });

  test('the jitter is stable per origin and differs between origins', () => {
    const at = (key: string) => nextTryAt(key, 3, NOW, undefined);
    expect(at('https://a.example')).toBe(at('https://a.example'));
    const times = new Set(Array.from({ length: 100 }, (_, index) => at(`https://${index}.example`)));
    expect(times.size).toBeGreaterThan(90);
  });

  test.each([
    ['120', 120_000],
    [' 120 ', 120_000],
    ['1', MINUTE],
    ['0', MINUTE],
    ['59', MINUTE],
    ['86400', DAY],
    ['86401', DAY],
    ['999999999999999999999', DAY],
    ['Sat, 21 Nov 2026 12:10:00 GMT', 10 * MINUTE],
    ['Saturday, 21-Nov-26 12:10:00 GMT', 10 * MINUTE],
    ['Sat Nov 21 12:10:00 2026', 10 * MINUTE],
    ['Sat, 21 Nov 2026 12:10:00 UTC', 10 * MINUTE],
    ['Sat 21 Nov 2026 12:10:00 GMT', 10 * MINUTE],
    ['21 Nov 2026 12:10:00 GMT', 10 * MINUTE],
    ['Sat, 21 Nov 2026 12:10:00', 10 * MINUTE],
    ['Sat, 21 Nov 2026 12:10:00 +0000', 10 * MINUTE],
    ['Tue, 1 Dec 2026 12:10:00 GMT', DAY],
    ['Tue Dec  1 12:10:00 2026', DAY],
    ['Fri, 01 Jan 2027 00:00:00 GMT', DAY],
    ['Sunday, 06-Nov-94 08:49:37 GMT', MINUTE],
    ['Saturday, 21-Nov-70 12:10:00 GMT', MINUTE],
    ['Thursday, 21-Nov-69 12:10:00 GMT', DAY],
    ['Sat, 21 Nov 2026 11:00:00 GMT', MINUTE],
    ['Sat, 21 Nov 2027 11:00:00 GMT', DAY],
  ])('RFC 9110 10.2.3: Retry-After: %s', (value, expected) => {
    expect(nextTryAt('https://example.com', 1, NOW, value) - NOW).toBe(expected);
  });

  test.each([
    '',
    'soon',
    '-1',
    '1.5',
    '2026'.repeat(3).concat('x'),
    '1e3',
    'garbage 2099',
    'Sat, 31 Jun 2099 00:00:00 GMT',
    'Sat, 21 Foo 2099 12:00:00 GMT',
    'May 2099',
    'at Sat, 21 Nov 2099 12:10:00 GMT',
    'Sat, 21 Nov 2099 12:10:00 GMT or so',
    'at Sat Nov 21 12:10:00 2099',
    'Sat Nov 21 12:10:00 2099 or so',
    '2099-01-01T00:00:00Z',
  ])('a Retry-After that is neither seconds nor a date is ignored: %j', (value) => {
    const plain = nextTryAt('https://example.com', 1, NOW, undefined);
    expect(nextTryAt('https://example.com', 1, NOW, value)).toBe(plain);
  });
});

test('a copy is renewed at 80 % of its lifetime, plus or minus a stable jitter of up to 5 %', () => {
  const times = Array.from({ length: 1000 }, (_, index) => softRefreshAt(`https://${index}.example`, NOW, NOW + DAY));
  for (const time of times) {
    expect(time - NOW).toBeGreaterThanOrEqual(0.75 * DAY);
    expect(time - NOW).toBeLessThanOrEqual(0.85 * DAY);
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length - NOW;
  expect(Math.abs(mean / DAY - 0.8)).toBeLessThan(0.01);
  expect(softRefreshAt('https://7.example', NOW, NOW + DAY)).toBe(times[7]);
});
