import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_RANK } from '../../src/match/pattern-set.js';
import { PositionSets } from '../../src/match/position-sets.js';
import { RadixTree } from '../../src/match/radix-tree.js';
import {
  firstMatch,
  generatedPatterns,
  generatedTargets,
  patternSetOf,
} from '../support/patterns.js';

/** The sets that the octets of a target lead to, from the one before the first octet. */
function* walk(patterns: readonly string[], target: string): Generator<PositionSets> {
  const sets = new PositionSets(new RadixTree(patternSetOf(patterns)));
  sets.start();
  yield sets;
  for (const octet of target) {
    const from = sets.positions.slice(0, sets.count);
    sets.step(from, 0, from.length, sets.rank, octet.charCodeAt(0));
    yield sets;
  }
}

/** The last of them. */
function after(patterns: readonly string[], target: string): PositionSets {
  const [...all] = walk(patterns, target);
  return all[target.length];
}

test.each([
  ['', NO_RANK, NO_RANK],
  ['/', NO_RANK, 2],
  ['/a', 1, 1],
  ['/ab', 1, 0],
  ['/abc', 1, 1],
  ['/b', NO_RANK, 0],
])(
  'row 16: after %j: the best rank whatever follows, and if the target ends',
  (target, rank, end) => {
    const sets = after(['/*b$', '/a', '/$'], target);
    expect([sets.rank, sets.endRank]).toEqual([rank, end]);
  },
);

test('a set leaves out what is worse than a rule that has matched already', () => {
  expect(after(['/a', '/abcd', '/ab*c'], '/a').count).toBe(0);
  expect(after(['/abcd', '/a', '/abce'], '/a').count).toBe(1);
});

test('a set leaves out what a later * of the same label reaches too', () => {
  const sets = after(['/*a*b*c'], '/xaxbx');
  expect(sets.count).toBe(1);
});

test('ranks and sets are those of the words of row 16, after every octet', () => {
  const pieces = ['a', 'b', '*', 'ab', '/'];
  const targets = generatedTargets(pieces.filter((piece) => piece !== '*'));
  fc.assert(
    fc.property(generatedPatterns(pieces, 12), targets, (patterns, [target]) => {
      // A `*` before a last `$` makes that one idle.
      const open = patterns.map((pattern) => (/(^|[^*])\$$/.test(pattern) ? '\0' : pattern));
      let at = 0;
      for (const sets of walk(patterns, target)) {
        const passed = target.slice(0, at++);
        expect([passed, sets.rank]).toEqual([passed, firstMatch(open, passed)]);
        expect([passed, sets.endRank]).toEqual([passed, firstMatch(patterns, passed)]);
        const positions = Array.from(sets.positions.subarray(0, sets.count));
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      }
    }),
    { numRuns: 1000 },
  );
});

test('worst case: a set has at most one position for every octet of the patterns', () => {
  const patterns = Array.from({ length: 200 }, (_, i) => `/${'*a'.repeat(20)}*${i}`);
  const tree = new RadixTree(patternSetOf(patterns));
  const sets = after(patterns, `/${'a'.repeat(60)}`);
  expect(sets.count).toBeLessThanOrEqual(tree.arena.length);
  expect(sets.octets).toBeGreaterThan(tree.arena.length);
});
