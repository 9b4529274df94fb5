import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasKey, PieceIndex } from '../../src/match/piece-index.js';
import { NO_RANK } from '../../src/match/radix-tree.js';
import { tablesOf } from '../support/make.js';
import {
  firstMatch,
  generatedPatterns,
  generatedTargets,
  patternSetOf,
  targetOf,
} from '../support/patterns.js';

const { canonicalPatternKinds: kinds } = tablesOf();

function indexOf(patterns: readonly string[]): PieceIndex {
  return new PieceIndex(patternSetOf(patterns), kinds);
}

test.each([
  ['*abcd', true],
  ['abcd*', true],
  ['a*bcde*f', true],
  ['*abc', false],
  ['abc*def*ghi', false],
  ['/a*b', false],
  ['', false],
  ['*', false],
])('hasKey: %j: four octets in a row without a *: %s', (pattern, expected) => {
  expect(hasKey(patternSetOf([pattern]), 0, kinds)).toBe(expected);
});

test.each([
  ['/x/print?page', 0],
  ['/print', 2],
  ['/xprintx', 1],
  ['/x.php', 3],
  ['/x.phpx', NO_RANK],
  ['prin', NO_RANK],
  ['', NO_RANK],
])('row 16: the best rank on %j: %i', (target, rank) => {
  const index = indexOf(['/*/print*page', '*xprint', '/print*', '/*.php$']);
  expect(index.match(targetOf(target), NO_RANK)).toBe(rank);
});

test('only what is better than the given rank counts', () => {
  const index = indexOf(['*aaaa', '*aaaab', '*bbbb']);
  expect(index.match(targetOf('aaaab'), 0)).toBe(0);
  expect(index.match(targetOf('aaaab'), 1)).toBe(0);
  expect(index.match(targetOf('bbbb'), 2)).toBe(2);
  expect(index.match(targetOf('bbbb'), 3)).toBe(2);
});

test('octets around the target are not read', () => {
  const target = { ...targetOf('xabcdx'), start: 3, end: 6 };
  expect(indexOf(['*abcd']).match(target, NO_RANK)).toBe(NO_RANK);
  expect(indexOf(['*bcdx*']).match(target, NO_RANK)).toBe(NO_RANK);
  expect(indexOf(['*aabcd']).match({ ...targetOf('aabcd'), start: 2 }, NO_RANK)).toBe(NO_RANK);
});

test('as the words of row 16 have it', () => {
  const pieces = ['aaaa', 'abab', 'bbbb', 'a', 'b', '*', 'cdefg'];
  const targetPieces = pieces.filter((piece) => piece !== '*');
  fc.assert(
    fc.property(
      generatedPatterns(pieces, 60).map((patterns) => {
        const set = patternSetOf(patterns);
        return patterns.filter((_, pattern) => hasKey(set, pattern, kinds));
      }),
      generatedTargets(targetPieces),
      fc.nat(60),
      (patterns, targets, bound) => {
        const index = indexOf(patterns);
        for (const target of targets) {
          const expected = Math.min(firstMatch(patterns, target), bound);
          expect([target, index.match(targetOf(target), bound)]).toEqual([target, expected]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('worst case: every pattern compared, where the target holds the pieces of all', () => {
  const patterns = Array.from({ length: 2000 }, (_, i) => `/*${i + 1000}*nowhere${i}`);
  const pieces = patterns.map((_, i) => i + 1000).join('');
  const index = indexOf(patterns);
  expect(index.match(targetOf(`/${pieces}`), NO_RANK)).toBe(NO_RANK);
  expect(index.match(targetOf(`/${pieces}nowhere7`), NO_RANK)).toBe(7);
  expect(index.octets).toBeLessThan(1024 * 1024);
});
