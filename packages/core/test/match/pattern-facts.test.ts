import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signsOf } from '../../src/match/octet-signs.js';
import { MATCH, NO_MATCH } from '../../src/match/pattern.js';
import { NOT_HERE, type PatternFacts } from '../../src/match/pattern-facts.js';
import { octets } from '../support/make.js';
import {
  generatedPatterns,
  generatedTargets,
  matches,
  patternFactsOf,
  targetOf,
} from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

/** Every place after the first `*` where a pattern has a literal octet. */
function floating(facts: PatternFacts, pattern: number): number[] {
  const places: number[] = [];
  const first = facts.pieceEnd(pattern, facts.start(pattern));
  for (let at = first + 1; at < facts.end(pattern); at++) {
    if (facts.pieceEnd(pattern, at) > at) places.push(at);
  }
  return places;
}

test('what is kept of each pattern', () => {
  const facts = patternFactsOf(['/b*cd*2$', '', '/x']);
  expect(facts.size).toBe(3);
  expect([0, 1, 2].map((pattern) => facts.rank(pattern))).toEqual([0, 1, 2]);
  expect([0, 1, 2].map((pattern) => facts.end(pattern) - facts.start(pattern))).toEqual([7, 0, 2]);
  expect(facts.signs(0)).toBe(signsOf(octets('bcd2'), 0, 4));
  expect(facts.signs(1)).toBe(0);
  expect(facts.octets).toBeGreaterThan(facts.arena.length);
});

test('a piece is what stands between two *', () => {
  const facts = patternFactsOf(['/b*cd*2', '/x*y']);
  const places = [0, 1, 2, 3, 4, 5, 6];
  expect(places.map((at) => facts.pieceEnd(0, at))).toEqual([2, 2, 2, 5, 5, 5, 7]);
  expect([1, 3, 4, 6].map((at) => facts.pieceStart(0, at))).toEqual([0, 3, 3, 6]);
  expect(facts.pieceStart(1, facts.start(1))).toBe(7);
});

describe('as the words of row 16 have it', () => {
  const pieces = ['a', 'b', 'ab', '*', '/'];

  test('compared as a whole', () => {
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

  test('compared around each piece, at all its places from the first to the last', () => {
    const targets = wordsOf(['a', 'b'], 5);
    fc.assert(
      fc.property(generatedPatterns(['a', 'b', 'ab', '*', '*a'], 6), (patterns) => {
        const facts = patternFactsOf(patterns);
        patterns.forEach((pattern, number) => {
          for (const inPiece of floating(facts, number)) {
            const piece = facts.pieceStart(number, inPiece);
            const pieceEnd = facts.pieceEnd(number, inPiece);
            const text = String.fromCharCode(...facts.arena.subarray(piece, pieceEnd));
            for (const word of targets) {
              const target = targetOf(word);
              let answer: number = NOT_HERE;
              for (let at = word.indexOf(text); at >= 0 && answer === NOT_HERE; ) {
                answer = facts.matchAround(number, piece, pieceEnd, target, target.start + at);
                at = word.indexOf(text, at + 1);
              }
              expect([pattern, text, word, answer === MATCH]).toEqual([
                pattern,
                text,
                word,
                matches(pattern, word),
              ]);
            }
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

test('NOT_HERE: a piece that stands too early, or before the end that it should be', () => {
  const facts = patternFactsOf(['/b*b', '/*b$', '/*b*c']);
  const around = (pattern: number, target: string, place: number) => {
    const [piece] = floating(facts, pattern);
    return facts.matchAround(pattern, piece, piece + 1, targetOf(target), 1 + place);
  };
  expect(around(0, '/bb', 1)).toBe(NOT_HERE);
  expect(around(0, '/bb', 2)).toBe(MATCH);
  expect(around(0, 'xbb', 2)).toBe(NO_MATCH);
  expect(around(1, '/bb', 1)).toBe(NOT_HERE);
  expect(around(1, '/bb', 2)).toBe(MATCH);
  expect(around(2, '/bbcb', 1)).toBe(MATCH);
  expect(around(2, '/bb', 1)).toBe(NO_MATCH);
});
