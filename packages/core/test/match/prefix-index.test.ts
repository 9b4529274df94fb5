import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PatternList } from '../../src/match/pattern-list.js';
import { NO_RANK } from '../../src/match/pattern-set.js';
import { PrefixIndex } from '../../src/match/prefix-index.js';
import { RadixTree } from '../../src/match/radix-tree.js';
import { tablesOf } from '../support/make.js';
import {
  firstMatch,
  generatedPatterns,
  generatedTargets,
  patternFactsOf,
  patternSetOf,
  targetOf,
} from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

/** Patterns with a `*` are attached where their prefix ends. */
function indexOf(patterns: readonly string[]): PrefixIndex {
  const set = patternSetOf(patterns);
  const facts = patternFactsOf(patterns);
  const tree = new RadixTree(set.beginnings(tablesOf().canonicalPatternKinds));
  const hung = new Map<number, number[]>();
  set.starred.forEach((isStarred, pattern) => {
    const node = tree.nodeOf[pattern];
    if (isStarred) hung.set(node, [...(hung.get(node) ?? []), pattern]);
  });
  const lists = [...hung].map(
    ([node, members]) => [node, new PatternList(facts, members)] as const,
  );
  return new PrefixIndex(tree, new Map(lists));
}

test.each([
  ['/a', 0],
  ['/ab', 0],
  ['/', 2],
  ['/b', 1],
  ['/bc', NO_RANK],
  ['/c', NO_RANK],
  ['', NO_RANK],
  ['a', NO_RANK],
])('RFC 9309 2.2.2: the best rank for a target that starts with %j: %i', (target, rank) => {
  expect(indexOf(['/a', '/b$', '/$', '/ab', '/a$']).match(targetOf(target))).toBe(rank);
});

test('the empty pattern matches everything, `$` alone the empty target', () => {
  const index = indexOf(['/a', '$', '']);
  expect(['', '/', '/a'].map((target) => index.match(targetOf(target)))).toEqual([1, 2, 0]);
});

test('ignores bytes after the target', () => {
  expect(indexOf(['/a*']).match(targetOf('/a'))).toBe(0);
  expect(indexOf(['/ab']).match({ ...targetOf('/ab'), end: 3 })).toBe(NO_RANK);
});

test('row 16: patterns with * whose prefix matches', () => {
  const index = indexOf(['/a/*x', '/a', '/b*y$', '*z', '/*w', '/a/b*v']);
  const targets = ['/a/x', '/ax', '/by', '/byx', 'z', '/cw', '/a/bv', '/a/w', '/b'];
  expect(targets.map((target) => index.match(targetOf(target)))).toEqual([
    0,
    1,
    2,
    NO_RANK,
    3,
    4,
    1,
    1,
    NO_RANK,
  ]);
});

test('below the root: as row 16 defines', () => {
  const filler = Array.from({ length: 60 }, (_, i) => `/q/${i * 37}`);
  const pieces = ['/', 'a', 'abcd', '*', '*a', 'bc'];
  const targets = generatedTargets(['/', 'a', 'abcd', 'bc', '/q/37']);
  fc.assert(
    fc.property(generatedPatterns(pieces, 40), targets, (some, all) => {
      const patterns = [...some, ...filler];
      const index = indexOf(patterns);
      for (const target of all) {
        expect([target, index.match(targetOf(`/${target}`))]).toEqual([
          target,
          firstMatch(patterns, `/${target}`),
        ]);
      }
    }),
    { numRuns: 200 },
  );
});

test('as row 16 defines: all targets of two letters', () => {
  const targets = wordsOf(['a', 'b'], 6);
  fc.assert(
    fc.property(generatedPatterns(['a', 'b', 'ab', 'ba', '*'], 30), (patterns) => {
      const index = indexOf(patterns);
      for (const target of targets) {
        expect([target, index.match(targetOf(target))]).toEqual([
          target,
          firstMatch(patterns, target),
        ]);
      }
    }),
    { numRuns: 60 },
  );
});

test('as row 16 defines: paths', () => {
  const pieces = ['/', 'a', 'index', '.html', '?', '%C3'];
  fc.assert(
    fc.property(generatedPatterns(pieces, 60), generatedTargets(pieces), (patterns, targets) => {
      const index = indexOf(patterns);
      for (const target of targets) {
        expect([target, index.match(targetOf(target))]).toEqual([
          target,
          firstMatch(patterns, target),
        ]);
      }
    }),
    { numRuns: 200 },
  );
});

test('worst case: linear in the target; memory linear in the patterns', () => {
  const patterns = Array.from({ length: 20_000 }, (_, i) => `/${i.toString(2)}`);
  const index = indexOf(patterns);
  expect(index.match(targetOf(`/1${'0'.repeat(1_000_000)}`))).toBe(1);
  expect(index.bytes).toBeLessThan(20_000 * 100);
});
