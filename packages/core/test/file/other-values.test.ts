import { expect, test } from 'vitest';
import { isAbsoluteUrl, parseDelay } from '../../src/file/groups.js';

test.each([
  ['https://example.com/sitemap.xml', true],
  ['HTTP://example.com', true],
  ['ftp://h/s', true],
  ['x-a.b+1://h', true],
  ['http://', false],
  ['http:/h', false],
  ['//example.com/sitemap.xml', false],
  ['/sitemap.xml', false],
  ['sitemap.xml', false],
  ['example.com/http://h', false],
  ['1http://h', false],
  [' http://h', false],
  ['', false],
])('sitemaps.org: %j is an absolute URL: %s', (value, expected) => {
  expect(isAbsoluteUrl(value)).toBe(expected);
});

test.each([
  ['10', 10],
  ['0', 0],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['5.', 5],
  ['007', 7],
  ['86400', 86_400],
])('extension: a crawl-delay of %j is %f seconds', (value, seconds) => {
  expect(parseDelay(value)).toBe(seconds);
});

test.each(['', '.', '-1', '+1', '1s', '1 2', '1,5', '1e3', '0x10', 'Infinity', 'NaN', '٣', '1/2'])(
  'extension: a crawl-delay of %j is not a number',
  (value) => {
    expect(parseDelay(value)).toBeUndefined();
  },
);
