import { describe, expect, test } from 'vitest';
import type { FetchedHeaders } from '../../src/policy/fetch-outcome.js';
import { type PolicyName, policies } from '../../src/policy/policy.js';
import { cacheLifetimeMs } from '../../src/policy/times.js';

const DATE = 'Sat, 21 Nov 2026 12:00:00 GMT';
const NOW = Date.parse(DATE);
const HOURS = 3600;
const DAYS = 24 * HOURS;
const ENDLESS = '9'.repeat(400);

/** Headers, and the lifetime in seconds under rfc9309, google, and koster1996. */
const ROWS: readonly (readonly [name: string, headers: FetchedHeaders, rfc9309: number, google: number, koster1996: number])[] = [
  ['no headers', {}, DAYS, DAYS, 7 * DAYS],
  [
    'Last-Modified alone sets no lifetime',
    { 'last-modified': 'Sat, 21 Nov 2020 12:00:00 GMT', date: DATE },
    DAYS,
    DAYS,
    7 * DAYS,
  ],
  ['max-age=3600', { 'cache-control': 'max-age=3600' }, HOURS, HOURS, HOURS],
  ['MAX-AGE=3600: RFC 9111 5.2', { 'cache-control': 'MAX-AGE=3600' }, HOURS, HOURS, HOURS],
  ['NO-STORE: RFC 9111 5.2', { 'cache-control': 'No-Store' }, 60, 60, 60],
  ['a negative Age is ignored: RFC 9111 5.1', { 'cache-control': 'max-age=3600', age: '-3000' }, HOURS, HOURS, HOURS],
  ...['30x', 'x30'].map(
    (age) =>
      [`the invalid Age ${age} is ignored: RFC 9111 5.1`, { 'cache-control': 'max-age=3600', age }, HOURS, HOURS, HOURS] as const,
  ),
  ['Max-Age="3600", quoted', { 'cache-control': 'public, max-age="3600"' }, HOURS, HOURS, HOURS],
  ['max-age above a day is capped at 24 hours: 2.4', { 'cache-control': 'max-age=604800' }, DAYS, 7 * DAYS, 7 * DAYS],
  ['the Age of intermediate caches counts', { 'cache-control': 'max-age=3600', age: '600' }, 3000, 3000, 3000],
  [
    'the first of several values of Age counts: RFC 9111 5.1',
    { 'cache-control': 'max-age=3600', age: '600, 60' },
    3000,
    3000,
    3000,
  ],
  ['expired: the minimum', { 'cache-control': 'max-age=3600', age: '7200' }, 60, 60, 60],
  ['max-age=0', { 'cache-control': 'max-age=0' }, 60, 60, 60],
  ['max-age=10: the floor', { 'cache-control': 'max-age=10' }, 60, 60, 60],
  ['no-store', { 'cache-control': 'no-store' }, 60, 60, 60],
  ['no-cache', { 'cache-control': 'no-cache, max-age=3600' }, 60, 60, 60],
  ['pragma without cache-control', { pragma: 'no-cache' }, 60, 60, 60],
  ['another pragma', { pragma: 'token' }, DAYS, DAYS, 7 * DAYS],
  [
    'Pragma together with a Cache-Control that sets no lifetime: RFC 9111 5.4',
    { pragma: 'no-cache', 'cache-control': 'public' },
    DAYS,
    DAYS,
    7 * DAYS,
  ],
  ['Pragma together with Cache-Control', { pragma: 'no-cache', 'cache-control': 'max-age=3600' }, HOURS, HOURS, HOURS],
  ['Expires, which Google ignores', { expires: 'Sat, 21 Nov 2026 14:00:00 GMT', date: DATE }, 2 * HOURS, DAYS, 2 * HOURS],
  [
    'max-age takes precedence over Expires',
    { expires: 'Sat, 21 Nov 2026 14:00:00 GMT', date: DATE, 'cache-control': 'max-age=3600' },
    HOURS,
    HOURS,
    HOURS,
  ],
  [
    'Expires without a Date counts from the time of receipt: RFC 9110 6.6.1',
    { expires: 'Sat, 21 Nov 2026 14:00:00 GMT' },
    2 * HOURS,
    DAYS,
    2 * HOURS,
  ],
  [
    'Expires with an invalid Date counts from the time of receipt: RFC 9110 6.6.1',
    { expires: 'Sat, 21 Nov 2026 14:00:00 GMT', date: 'today' },
    2 * HOURS,
    DAYS,
    2 * HOURS,
  ],
  ['an invalid Expires', { expires: '0', date: DATE }, 60, DAYS, 60],
  ['an Expires in the past', { expires: 'Fri, 20 Nov 2026 12:00:00 GMT', date: DATE }, 60, DAYS, 60],
  ['s-maxage does not apply to crawlers', { 'cache-control': 's-maxage=60' }, DAYS, DAYS, 7 * DAYS],
  ['private does not prevent caching', { 'cache-control': 'private, max-age=3600' }, HOURS, HOURS, HOURS],
  ['must-revalidate alone sets no lifetime', { 'cache-control': 'must-revalidate' }, DAYS, DAYS, 7 * DAYS],
  ['immutable does not extend the lifetime', { 'cache-control': 'immutable, max-age=120' }, 120, 120, 120],
  [
    'the apparent age: RFC 9111 4.2.3',
    { date: 'Fri, 20 Nov 2026 16:00:00 GMT', expires: 'Sat, 21 Nov 2026 13:00:00 GMT' },
    HOURS,
    DAYS,
    HOURS,
  ],
  [
    'the greater of Age and apparent age: RFC 9111 4.2.3',
    { 'cache-control': 'max-age=7200', age: '600', date: 'Sat, 21 Nov 2026 11:00:00 GMT' },
    HOURS,
    HOURS,
    HOURS,
  ],
  [
    'a Date in the future makes nothing younger',
    { 'cache-control': 'max-age=7200', age: '3600', date: 'Sun, 22 Nov 2026 12:00:00 GMT' },
    HOURS,
    HOURS,
    HOURS,
  ],
  ['the shortest of several max-age: RFC 9111 4.2.1', { 'cache-control': 'max-age=3600, max-age=86400' }, HOURS, HOURS, HOURS],
  ['the shortest of several max-age, in any order', { 'cache-control': 'max-age=86400, max-age=3600' }, HOURS, HOURS, HOURS],
  ['an invalid one of several', { 'cache-control': 'max-age=x, max-age=3600' }, 60, 60, 60],
  ['a directive without a value', { 'cache-control': 'max-age' }, 60, 60, 60],
  ['no-cache for one field', { 'cache-control': 'no-cache="set-cookie"' }, 60, 60, 60],
  ['no-store with Expires', { 'cache-control': 'no-store', expires: DATE }, 60, 60, 60],
  ['a name that begins alike', { 'cache-control': 'max-age-x=60' }, DAYS, DAYS, 7 * DAYS],
  ['a name that ends alike', { 'cache-control': 'x-max-age=60' }, DAYS, DAYS, 7 * DAYS],
  ['max-age as the value of no-cache', { 'cache-control': 'no-cache=max-age=3600' }, 60, 60, 60],
  ['a max-age with more after its digits', { 'cache-control': 'max-age=3600x' }, 60, 60, 60],
  ['white space around an Expires', { expires: ' Sat, 21 Nov 2026 14:00:00 GMT ', date: DATE }, 2 * HOURS, DAYS, 2 * HOURS],
  ['text with a year is not an Expires', { expires: 'garbage 2099' }, 60, DAYS, 60],
  ['an invalid max-age', { 'cache-control': 'max-age=soon' }, 60, 60, 60],
  ['a max-age above 2^31', { 'cache-control': 'max-age=99999999999' }, DAYS, 30 * DAYS, 30 * DAYS],
  ['a max-age of 400 digits', { 'cache-control': `max-age=${ENDLESS}` }, DAYS, 30 * DAYS, 30 * DAYS],
  ['an Age of 400 digits', { 'cache-control': 'max-age=3600', age: ENDLESS }, 60, 60, 60],
  ['both of 400 digits', { 'cache-control': `max-age=${ENDLESS}`, age: ENDLESS }, 60, 60, 60],
  ['a max-age of 30 days', { 'cache-control': 'max-age=2592000' }, DAYS, 30 * DAYS, 30 * DAYS],
  ['a max-age of a second more', { 'cache-control': 'max-age=2592001' }, DAYS, 30 * DAYS, 30 * DAYS],
  [
    'the bound is for the rest of the lifetime, after the Age',
    { 'cache-control': 'max-age=5184000', age: '3000000' },
    DAYS,
    2_184_000,
    2_184_000,
  ],
  ['an Expires in 60 days', { expires: 'Wed, 20 Jan 2027 12:00:00 GMT', date: DATE }, DAYS, DAYS, 30 * DAYS],
];

describe('RFC 9309 2.4, RFC 9111 4.2, Google, Koster 1996 3.4: lifetime of a copy', () => {
  const columns: readonly (readonly [PolicyName, 2 | 3 | 4])[] = [
    ['rfc9309', 2],
    ['google', 3],
    ['google-2026', 3],
    ['koster1996', 4],
  ];
  for (const [policy, column] of columns) {
    test.each(ROWS)(`${policy}: %s`, (...row) => {
      expect(cacheLifetimeMs(row[1], policies[policy].cacheLifetime, NOW)).toBe(row[column] * 1000);
    });
  }
});
