import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PatternList } from '../../src/match/pattern-list.js';
import { NO_RANK } from '../../src/match/pattern-set.js';
import {
  firstMatch,
  generatedPatterns,
  generatedTargets,
  patternFactsOf,
  targetOf,
  targetWithin,
} from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

function listOf(patterns: readonly string[]): PatternList {
  return new PatternList(patternFactsOf(patterns), Array.from(patterns.keys()));
}

test.each([
  ['/a', 1],
  ['/abc', 0],
  ['/abcd', 0],
  ['/ab', 1],
  ['/x.php', 2],
  ['/x.phpx', 3],
  ['', 4],
])('RFC 9309 2.2.2: the best rank on %j: %i', (target, rank) => {
  const list = listOf(['/abc', '/a', '/*.php$', '/*x', '']);
  expect(list.match(targetOf(target), NO_RANK)).toBe(rank);
});

test('only ranks better than the given one count', () => {
  const list = listOf(['/b', '/a', '/']);
  expect([0, 1, 2, 3].map((rank) => list.match(targetOf('/a'), rank))).toEqual([0, 1, 1, 1]);
  expect([0, 1, 2, 3].map((rank) => list.match(targetOf('/c'), rank))).toEqual([0, 1, 2, 2]);
});

test('only the members count', () => {
  const list = new PatternList(patternFactsOf(['/a', '/ab', '/']), [1, 2]);
  expect(list.match(targetOf('/a'), NO_RANK)).toBe(2);
  expect(list.match(targetOf('/ab'), NO_RANK)).toBe(1);
  expect(new PatternList(patternFactsOf([]), []).match(targetOf('/a'), NO_RANK)).toBe(NO_RANK);
});

test('ignores bytes around the target', () => {
  const list = listOf(['/abcd', '/ab$', '/a*c', '/']);
  expect(list.match(targetWithin('/abcd', 0, 3), NO_RANK)).toBe(1);
  expect(list.match(targetWithin('/abcd', 0, 2), NO_RANK)).toBe(3);
  expect(list.match(targetWithin('x/abcd', 2, 6), NO_RANK)).toBe(NO_RANK);
});

test('bytes of any value', () => {
  const list = listOf(['/\u00FF\u00FE\u00FD\u00FC', '/\u00FF\u00FE\u00FD*', '\u0080*']);
  expect(list.match(targetOf('/\u00FF\u00FE\u00FD\u00FC'), NO_RANK)).toBe(0);
  expect(list.match(targetOf('/\u00FF\u00FE\u00FD\u00FB'), NO_RANK)).toBe(1);
  expect(list.match(targetOf('\u0080'), NO_RANK)).toBe(2);
});

test('as row 16 defines: all targets of two letters', () => {
  const targets = wordsOf(['a', 'b'], 6);
  fc.assert(
    fc.property(generatedPatterns(['a', 'b', 'ab', '*', '*b'], 20), (patterns) => {
      const list = listOf(patterns);
      for (const target of targets) {
        expect([target, list.match(targetOf(target), NO_RANK)]).toEqual([
          target,
          firstMatch(patterns, target),
        ]);
      }
    }),
    { numRuns: 60 },
  );
});

test('as row 16 defines: paths', () => {
  const pieces = ['/', 'a', 'index', '.html', '?', '%C3', '*', 'id='];
  const targets = generatedTargets(pieces.filter((piece) => piece !== '*'));
  fc.assert(
    fc.property(generatedPatterns(pieces, 20), targets, (patterns, all) => {
      const list = listOf(patterns);
      for (const target of all) {
        expect([target, list.match(targetOf(target), NO_RANK)]).toEqual([
          target,
          firstMatch(patterns, target),
        ]);
      }
    }),
    { numRuns: 200 },
  );
});

test('worst case: all patterns compared', () => {
  const patterns = Array.from({ length: 64 }, (_, i) => `/${'*a'.repeat(20)}*e${'a'.repeat(i)}`);
  const list = listOf(patterns);
  expect(list.match(targetOf(`/${'a'.repeat(100_000)}`), NO_RANK)).toBe(NO_RANK);
  expect(list.match(targetOf(`/${'a'.repeat(100_000)}eaaa`), NO_RANK)).toBe(0);
});
