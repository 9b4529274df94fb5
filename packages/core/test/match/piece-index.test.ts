import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_RANK } from '../../src/match/pattern-set.js';
import { GIVEN_UP, hasKeys, PieceIndex } from '../../src/match/piece-index.js';
import { countReads } from '../support/make.js';
import {
  firstMatch,
  generatedPatterns,
  generatedTargets,
  patternFactsOf,
  targetOf,
  targetWithin,
} from '../support/patterns.js';

function indexOf(patterns: readonly string[]): PieceIndex {
  return new PieceIndex(patternFactsOf(patterns), Array.from(patterns.keys()));
}

test.each([
  ['*abcde', true],
  ['a*bcdef*f', true],
  ['a*b*cdefg', true],
  ['abcde*', false],
  ['abcde*f', false],
  ['*abcd', false],
  ['*abc*def*ghi', false],
  ['/a*b', false],
  ['', false],
  ['*', false],
])('hasKeys: %j: five consecutive bytes after the first *: %s', (pattern, expected) => {
  expect(hasKeys(patternFactsOf([pattern]), 0)).toBe(expected);
});

test.each([
  ['/x/print?page', 0],
  ['/print', 2],
  ['/xprintx', 1],
  ['/x.html', 3],
  ['/x.htmlx', NO_RANK],
  ['/.html.html', 3],
  ['prin', NO_RANK],
  ['', NO_RANK],
])('row 16: the best rank on %j: %i', (target, rank) => {
  const index = indexOf(['/*/print*page', '*xprint', '*/print', '/*.html$']);
  expect(index.match(targetOf(target), NO_RANK)).toBe(rank);
});

test('finds keys at even and odd offsets', () => {
  const index = indexOf(['*abcde']);
  for (let before = 0; before < 8; before++) {
    for (let after = 0; after < 8; after++) {
      const text = `${'x'.repeat(before)}abcde${'y'.repeat(after)}`;
      expect(index.match(targetOf(text), NO_RANK)).toBe(0);
      expect(index.match(targetWithin(text, 0, text.length), NO_RANK)).toBe(0);
    }
  }
});

test('only ranks better than the given one count', () => {
  const index = indexOf(['*aaaaa', '*aaaaab', '*bbbbb']);
  expect(index.match(targetOf('aaaaab'), 0)).toBe(0);
  expect(index.match(targetOf('aaaaab'), 1)).toBe(0);
  expect(index.match(targetOf('bbbbb'), 2)).toBe(2);
  expect(index.match(targetOf('bbbbb'), 3)).toBe(2);
});

test('ignores bytes around the target', () => {
  const text = 'xabcdex';
  for (const start of [0, 1, 2]) {
    for (const end of [5, 6, 7]) {
      const expected = start <= 1 && end >= 6 ? 0 : NO_RANK;
      expect(indexOf(['*abcde']).match(targetWithin(text, start, end), NO_RANK)).toBe(expected);
    }
  }
});

test('an exclusion lasts for one target', () => {
  const index = indexOf(['*abcde*f', '*abcdefg$', '*a*abcde']);
  const targets = ['abcdeabcdeg', 'abcdef', 'abcdefgabcdefg', 'abcde', 'aabcde'];
  for (const _again of [1, 2]) {
    const ranks = targets.map((target) => index.match(targetOf(target), NO_RANK));
    expect(ranks).toEqual([2, 0, 0, NO_RANK, 2]);
  }
});

test('an exclusion ends even after 65,536 targets', () => {
  const index = indexOf(['*abcde*f']);
  const [without, other, found] = ['abcde', 'x', 'abcdef'].map(targetOf);
  index.match(without, NO_RANK);
  for (let round = 1; round < 0xffff; round++) index.match(other, NO_RANK);
  for (const _again of [1, 2, 3]) expect(index.match(found, NO_RANK)).toBe(0);
  expect(index.match(without, NO_RANK)).toBe(NO_RANK);
});

test('as row 16 defines', () => {
  const pieces = ['aaaaa', 'ababab', 'bbbbb', 'a', 'b', '*', '*cdefg'];
  const targetPieces = pieces
    .filter((piece) => piece !== '*')
    .map((piece) => piece.replace('*', ''));
  fc.assert(
    fc.property(
      generatedPatterns(pieces, 80).map((patterns) => {
        const facts = patternFactsOf(patterns);
        return patterns.filter((_, pattern) => hasKeys(facts, pattern));
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

test('worst case: gives up if the target contains pieces of too many patterns that do not match', () => {
  const patterns = Array.from({ length: 2000 }, (_, i) => `/*${i + 10_000}*nowhere${i}`);
  const pieces = patterns.map((_, i) => i + 10_000).join('');
  const index = indexOf(patterns);
  expect(index.match(targetOf(`/${pieces}`), NO_RANK)).toBe(NO_RANK);
  expect(index.match(targetOf(`/1000710008nowhere7`), NO_RANK)).toBe(7);
  expect(index.match(targetOf(`/nowhere${pieces}`), NO_RANK)).toBe(GIVEN_UP);
  expect(index.bytes).toBeLessThan(1024 * 1024);
});

test('worst case: gives up if all patterns have keys that occur everywhere', () => {
  const patterns = Array.from({ length: 5000 }, (_, i) => `/*aeaeae*n${i.toString(36)}$`);
  const index = indexOf(patterns);
  expect(index.match(targetOf(`/${'ae'.repeat(1000)}n3u7`), NO_RANK)).toBe(GIVEN_UP);
  expect(index.match(targetOf('/aeaeaen3u7'), NO_RANK)).toBe(4975);
});

test('worst case: gives up if a long piece almost occurs at each offset', () => {
  const long = 'a'.repeat(900);
  const index = indexOf(Array.from({ length: 60 }, (_, i) => `/*${long}${'a'.repeat(i)}b`));
  const { bytes, reads } = countReads(targetOf(`/ab${'a'.repeat(2000)}`).bytes);
  const target = { ...targetOf(`/ab${'a'.repeat(2000)}`), bytes };
  expect(index.match(target, NO_RANK)).toBe(GIVEN_UP);
  expect(reads()).toBeLessThan(100 * 2000);
});
