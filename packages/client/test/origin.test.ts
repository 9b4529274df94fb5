import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { OriginReader } from '../src/client/query.js';
import { hasRobotsTxt, originOf, robotsTxtUrl } from '../src/policy/origin.js';

const ROWS: readonly (readonly [url: string, origin: string | undefined])[] = [
  ['https://example.com/', 'https://example.com'],
  ['https://example.com', 'https://example.com'],
  ['HTTPS://EXAMPLE.COM/A', 'https://example.com'],
  ['https://example.com:443/a', 'https://example.com'],
  ['http://example.com:80/a', 'http://example.com'],
  ['http://example.com:443/a', 'http://example.com:443'],
  ['https://example.com:8443/a', 'https://example.com:8443'],
  ['https://example.com./a', 'https://example.com'],
  ['https://example.com.:8443/a', 'https://example.com:8443'],
  ['https://user:secret@example.com/a', 'https://example.com'],
  ['https://example.com?q=/a', 'https://example.com'],
  ['https://example.com#/a', 'https://example.com'],
  ['https://bücher.example/a', 'https://xn--bcher-kva.example'],
  ['https://xn--bcher-kva.example/a', 'https://xn--bcher-kva.example'],
  ['https://www.example.com/a', 'https://www.example.com'],
  ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080'],
  ['http://127.1/a', 'http://127.0.0.1'],
  ['http://0x7f000001/a', 'http://127.0.0.1'],
  ['http://[::1]:8080/a', 'http://[::1]:8080'],
  ['http://[0:0:0:0:0:0:0:1]/a', 'http://[::1]'],
  ['ftp://ftp.example/pub', 'ftp://ftp.example'],
  ['ftp://ftp.example:21/pub', 'ftp://ftp.example'],
  ['ftp://ftp.example:2121/pub', 'ftp://ftp.example:2121'],
  ['http:///example.com/a', 'http://example.com'],
  ['http:\\\\example.com\\a', 'http://example.com'],
  ['http://example.com\\@other.example/a', 'http://example.com'],
  ['https://example.com@other.example/a', 'https://other.example'],
  ['http://\t/example.com/a', 'http://example.com'],
  [' https://example.com/a ', 'https://example.com'],
  ['mailto:a@example.com', undefined],
  ['data:text/plain,a', undefined],
  ['javascript:alert(1)', undefined],
  ['file:///etc/hosts', undefined],
  ['ws://example.com/', undefined],
  ['/private/a', undefined],
  ['//example.com/a', undefined],
  ['', undefined],
  ['https://', undefined],
  ['https://.', undefined],
  ['https://example.com:99999/', undefined],
  ['https://exa mple.com/', undefined],
];

describe('RFC 9309 2.3: rules apply to scheme, host, and port', () => {
  test.each(ROWS)('%j', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });

  test.each([
    ['http:', true],
    ['https:', true],
    ['ftp:', true],
    ['ws:', false],
    ['file:', false],
  ])('a URL of the scheme %s has a robots.txt: %s', (protocol, expected) => {
    expect(hasRobotsTxt(new URL(`${protocol}//example.com/a`))).toBe(expected);
  });

  test('originOf is idempotent, and robots.txt is at the top level of the origin', () => {
    for (const [, origin] of ROWS) {
      if (origin === undefined) continue;
      expect(originOf(origin)).toBe(origin);
      expect(originOf(robotsTxtUrl(origin))).toBe(origin);
      expect(new URL(robotsTxtUrl(origin)).pathname).toBe('/robots.txt');
    }
  });

  test('http and https, and two ports, are different origins', () => {
    const urls = ['http://h.example/', 'https://h.example/', 'http://h.example:8080/'];
    expect(new Set(urls.map(originOf)).size).toBe(3);
  });
});

test('a caching reader returns the same origins', () => {
  const reader = new OriginReader();
  for (let round = 0; round < 3; round++) {
    for (const [url, origin] of ROWS) expect(reader.read(url), url).toBe(origin);
  }
});

/** URL pieces that can move the end of the host. */
const PIECES = [
  'http',
  'https',
  ':',
  '/',
  '//',
  '\\',
  '@',
  '?',
  '#',
  '\t',
  ' ',
  '.',
  ':80',
  ':8080',
  'a',
  'B',
  '[::1]',
  '%61',
  'ü',
];

test('a reader agrees with originOf for any order of URLs', () => {
  const urls = fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          urls,
          urls.map((rest) => `http://${rest}`),
        ),
        { maxLength: 40 },
      ),
      (list) => {
        const reader = new OriginReader();
        for (const url of [...list, ...list]) expect(reader.read(url)).toBe(originOf(url));
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('prefixes beyond the cache size are parsed again', () => {
  const reader = new OriginReader();
  for (let index = 0; index < 25_000; index++) {
    const origin = `https://h${index}.example`;
    expect(reader.read(`${origin}/a`)).toBe(origin);
  }
});
