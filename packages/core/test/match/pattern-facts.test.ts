import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskOf } from '../../src/match/byte-mask.js';
import type { PatternFacts } from '../../src/match/pattern-facts.js';
import { bytes } from '../support/make.js';
import {
  generatedPatterns,
  generatedTargets,
  matches,
  patternFactsOf,
  targetOf,
} from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

/** The numbers of the pieces of a pattern, and their texts. */
function piecesOf(facts: PatternFacts, pattern: number): readonly (readonly [number, string])[] {
  const first = facts.firstPiece(pattern);
  return Array.from({ length: facts.piecesEnd(pattern) - first }, (_, index) => {
    const piece = first + index;
    const bytes = facts.arena.subarray(facts.pieceStart(piece), facts.pieceEnd(piece));
    return [piece, String.fromCharCode(...bytes)];
  });
}

test('pattern properties', () => {
  const facts = patternFactsOf(['/b*cd*2$', '', '/x']);
  expect(facts.size).toBe(3);
  expect([0, 1, 2].map((pattern) => facts.rank(pattern))).toEqual([0, 1, 2]);
  expect(facts.mask(0)).toBe(maskOf(bytes('bcd2'), 0, 4));
  expect(facts.mask(1)).toBe(0);
  expect(facts.bytes).toBeGreaterThan(facts.arena.length);
});

test('splits a pattern at its *', () => {
  const facts = patternFactsOf(['/b*cd*2$', '', '*x*', '/y']);
  expect([0, 1, 2, 3].map((pattern) => piecesOf(facts, pattern))).toEqual([
    [
      [0, '/b'],
      [1, 'cd'],
      [2, '2'],
    ],
    [[3, '']],
    [
      [4, ''],
      [5, 'x'],
    ],
    [[6, '/y']],
  ]);
});

describe('matches as row 16 defines', () => {
  const pieces = ['a', 'b', 'ab', '*', '/'];

  test('compared from the start', () => {
    fc.assert(
      fc.property(
        generatedPatterns(pieces, 20),
        generatedTargets(['a', 'b', '/']),
        (patterns, targets) => {
          const facts = patternFactsOf(patterns);
          for (const target of targets) {
            patterns.forEach((pattern, number) => {
              const expected = matches(pattern, target);
              expect([pattern, target, facts.matches(number, targetOf(target))]).toEqual([
                pattern,
                target,
                expected,
              ]);
            });
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('compared around each piece at its first occurrence', () => {
    const targets = wordsOf(['a', 'b'], 5);
    fc.assert(
      fc.property(generatedPatterns(['a', 'b', 'ab', '*', '*a'], 6), (patterns) => {
        const facts = patternFactsOf(patterns);
        patterns.forEach((pattern, number) => {
          for (const [piece, text] of piecesOf(facts, number).slice(1)) {
            for (const word of targets.filter((target) => target.includes(text))) {
              const target = targetOf(word);
              const place = target.start + word.indexOf(text);
              expect([
                pattern,
                text,
                word,
                facts.matchesAround(number, piece, target, place),
              ]).toEqual([pattern, text, word, matches(pattern, word)]);
            }
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

test('around a piece that is too early or before the required end', () => {
  const facts = patternFactsOf(['/b*b', '/*b$', '/*b*c', '/*ab*ba*c']);
  const around = (pattern: number, piece: number, target: string, place: number) => {
    const first = facts.firstPiece(pattern);
    return facts.matchesAround(pattern, first + piece, targetOf(target), 1 + place);
  };
  expect(around(0, 1, '/b', 1)).toBe(false);
  expect(around(0, 1, '/bb', 1)).toBe(true);
  expect(around(0, 1, 'xbb', 1)).toBe(false);
  expect(around(1, 1, '/bbc', 1)).toBe(false);
  expect(around(1, 1, '/bcb', 1)).toBe(true);
  expect(around(2, 1, '/bbcb', 1)).toBe(true);
  expect(around(2, 1, '/bb', 1)).toBe(false);
  expect(around(3, 2, '/abac', 2)).toBe(false);
  expect(around(3, 2, '/ababac', 2)).toBe(true);
});
