import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { readRows } from '../../src/rows/read-rows.js';
import { tsvRows } from '../../src/rows/tsv.js';
import { urlProblem } from '../../src/rows/url-problem.js';

function problemOf(url: string): string | undefined {
  const [row] = readRows(Buffer.from(url), tsvRows()).rows;
  return row && urlProblem(row, true);
}

test.each([
  'http://[::1/x',
  'http://a b/x',
  'http://a.example:99999/',
  'http://a.example:x/',
  'http://1.2.3.999/',
  'http://1.2.3.4.5/',
  'http://%/x',
  'http://user@/x',
  'ws://a b/',
])('a URL without a valid host and port is not a URL: %s', (url) => {
  expect(problemOf(url)).toBe('not a URL');
});

test.each([
  'http://[::1]/x',
  'http://a.example:8080/',
  'http://1.2.3.4/',
  'http://A_b.example?x',
  'http://user@a.example/',
  'http://münchen.example/',
  'http://xn--mnchen-3ya.example/',
  'https:a.example',
  'app://x/y z',
  '/x',
  ' /x',
  '//a b/',
])('a URL with a valid host, or a path: %s', (url) => {
  expect(problemOf(url)).toBeUndefined();
});

test('the fast path for common hosts agrees with the URL parser', () => {
  const piece = fc.constantFrom('a', '9', '0x', 'xn', '-', '.', ':', '_', 'é', '/', '?', '#');
  const url = fc
    .tuple(fc.constantFrom('http://', 'https://'), fc.array(piece, { minLength: 1, maxLength: 8 }))
    .map(([scheme, rest]) => scheme + rest.join(''))
    .filter((url) => /:\/*[^/?#]/.test(url.slice(4)));
  fc.assert(
    fc.property(url, (url) => {
      expect(problemOf(url) === undefined).toBe(URL.canParse(url));
    }),
    { numRuns: runs(20_000) },
  );
});
