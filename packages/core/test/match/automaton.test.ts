import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Automaton, GIVEN_UP } from '../../src/match/automaton.js';
import { NO_RANK } from '../../src/match/pattern-set.js';
import { RadixTree } from '../../src/match/radix-tree.js';
import {
  firstMatch,
  generatedPatterns,
  generatedTargets,
  patternSetOf,
  targetOf,
} from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

const AMPLE = 1024 * 1024;

function automatonOf(patterns: readonly string[], cacheOctets = AMPLE): Automaton {
  return new Automaton(new RadixTree(patternSetOf(patterns)), cacheOctets);
}

test.each([
  ['/', 2],
  ['/a', 2],
  ['/x.gif', 1],
  ['/x.gif?', 2],
  ['/private/x.gif', 0],
  ['', NO_RANK],
  ['x', NO_RANK],
  ['/\xFF.gif', 1],
])('row 16: the best rank on %j: %i', (target, rank) => {
  const automaton = automatonOf(['/*private', '/*.gif$', '/*']);
  for (const _again of [1, 2]) expect(automaton.match(targetOf(target))).toBe(rank);
});

describe('as the words of row 16 have it', () => {
  const pieces = ['a', 'b', '*', 'ab', '*b'];
  const letters = ['a', 'b', 'c'];

  test('all targets of three letters', () => {
    const targets = wordsOf(letters, 5);
    fc.assert(
      fc.property(generatedPatterns(pieces, 12), (patterns) => {
        const automaton = automatonOf(patterns);
        for (const target of targets) {
          expect([target, automaton.match(targetOf(target))]).toEqual([
            target,
            firstMatch(patterns, target),
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each([0, 16, 64, 100, 200, 400, 1000])(
    'with a cache of %i octets, flushed all the time: right or given up',
    (cacheOctets) => {
      const targets = generatedTargets(['a', 'b', 'c', 'ab']);
      let answered = 0;
      fc.assert(
        fc.property(generatedPatterns(pieces, 12), targets, (patterns, all) => {
          const automaton = automatonOf(patterns, cacheOctets);
          for (const target of [...all, ...all]) {
            const rank = automaton.match(targetOf(target));
            if (rank === GIVEN_UP) continue;
            answered++;
            expect([target, rank]).toEqual([target, firstMatch(patterns, target)]);
          }
        }),
        { numRuns: 150 },
      );
      if (cacheOctets >= 200) expect(answered).toBeGreaterThan(0);
    },
  );
});

describe('giving up', () => {
  /** Patterns and targets that need a new state for nearly every octet. */
  const hostile = Array.from({ length: 40 }, (_, i) => `/*a*b*${i}*c${i}`);
  const target = (i: number) => {
    const digits = (i * 2654435761) % 2 ** 32;
    return `/${`ab${digits.toString(3)}c`.repeat(8)}${digits}`;
  };

  test('a cache of no use is left alone for 4,096 targets and tried again after them', () => {
    const automaton = automatonOf(hostile, 4096);
    let asked = 0;
    while (automaton.match(targetOf(target(asked))) !== GIVEN_UP) asked++;
    expect(asked).toBeLessThan(100);
    // An easy target now shows for how long.
    let rest = 0;
    while (automaton.match(targetOf('/')) === GIVEN_UP && rest < 10_000) rest++;
    expect(rest).toBeGreaterThan(4000);
    expect(rest).toBeLessThan(5000);
    expect(automaton.match(targetOf('/xaxbx7xc7'))).toBe(7);
  });

  test('a cache that serves many targets between two flushes goes on', () => {
    const numbers = Array.from({ length: 3 ** 6 }, (_, i) => i.toString(3).padStart(6, '0'));
    const automaton = automatonOf(
      numbers.map((number) => `/${number}`),
      8 * 1024,
    );
    numbers.forEach((number, rank) => {
      for (let again = 0; again < 4; again++) {
        expect(automaton.match(targetOf(`/${number}`))).toBe(rank);
      }
    });
  });

  test('a set wider than 2,048 positions is given up at once, not the next easy target', () => {
    const wide = Array.from(
      { length: 3000 },
      (_, i) => `*a${String.fromCharCode(65 + (i % 60))}${i}`,
    );
    const heads = wide.map((pattern, i) => `/${'*b'.repeat(1 + (i % 50))}${pattern}`);
    const automaton = automatonOf(heads);
    const found = automaton.match(targetOf(`/${'b'.repeat(60)}${'a'.repeat(5)}`));
    expect([GIVEN_UP, NO_RANK]).toContain(found);
    expect(automaton.match(targetOf('x'))).toBe(NO_RANK);
  });

  test('memory stays within the bound, whatever is asked', () => {
    const bound = 64 * 1024;
    const automaton = automatonOf(hostile, bound);
    const before = automaton.octets;
    for (let i = 0; i < 10_000; i++) automaton.match(targetOf(target(i)));
    expect(automaton.octets).toBeLessThan(before + 2 * bound + 1024);
  });
});

describe('worst case', () => {
  test('linear in the target: /*a*a*a*a*a*b on 4,096 octets; a longer target is given up at once', () => {
    const automaton = automatonOf(['/*a*a*a*a*a*b']);
    expect(automaton.match(targetOf(`/${'a'.repeat(4095)}`))).toBe(NO_RANK);
    expect(automaton.match(targetOf(`/${'a'.repeat(4094)}b`))).toBe(0);
    expect(automaton.match(targetOf(`/${'a'.repeat(4096)}`))).toBe(GIVEN_UP);
    expect(automaton.match(targetOf('/'))).toBe(NO_RANK);
  });

  test('octets that no pattern holds are alike: all 256 of them', () => {
    const automaton = automatonOf(['/*~*!']);
    for (let octet = 0; octet < 256; octet++) {
      const between = String.fromCharCode(octet);
      const expected = between === '~' ? 0 : NO_RANK;
      expect(automaton.match(targetOf(`/${between}!`))).toBe(expected);
    }
  });
});
