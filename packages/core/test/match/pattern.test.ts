import { describe, expect, test } from 'vitest';
import { MATCH, matchPattern, NO_MATCH, UNSETTLED_PATTERN } from '../../src/match/pattern.js';
import type { Target } from '../../src/match/target.js';
import { TargetSearch } from '../../src/match/target-search.js';
import { bytes, tablesOf } from '../support/make.js';
import { matches, targetOf } from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

const { canonicalPatternKinds, writtenPatternKinds } = tablesOf();

function match(pattern: string, target: Target, kinds = canonicalPatternKinds, search?: TargetSearch): number {
  const anchored = pattern.endsWith('$');
  const memory = bytes(`<${pattern}>`);
  const end = 1 + pattern.length - (anchored ? 1 : 0);
  return matchPattern(memory, 1, end, anchored, kinds, target, search);
}

describe('wildcards: * matches any bytes, including none, and a final $ matches the end', () => {
  const patterns = wordsOf(['a', 'b', '*'], 5).flatMap((word) => [word, `${word}$`]);
  const targets = wordsOf(['a', 'b'], 5);

  test(`as defined: ${patterns.length} patterns, ${targets.length} targets`, () => {
    const search = new TargetSearch();
    for (const text of targets) {
      const target = targetOf(text);
      search.read(target);
      for (const pattern of patterns) {
        const expected = matches(pattern, text) ? MATCH : NO_MATCH;
        const found = match(pattern, target);
        if (found !== expected) expect([pattern, text, found]).toEqual([pattern, text, expected]);
        const prepared = match(pattern, target, canonicalPatternKinds, search);
        if (prepared !== expected) expect([pattern, text, prepared]).toEqual(expected);
      }
    }
  });

  test('as defined: long targets, with and without a prepared search', () => {
    const search = new TargetSearch();
    const long = ['c'.repeat(300), `${'cd'.repeat(150)}a`];
    for (const filler of long) {
      for (const text of wordsOf(['a', 'b'], 4)) {
        const target = targetOf(text + filler + text);
        search.read(target);
        for (const word of wordsOf(['a', 'b', '*', 'cc'], 4)) {
          const pattern = `*${word}`;
          const expected = match(pattern, target);
          if (match(pattern, target, canonicalPatternKinds, search) !== expected) {
            expect.fail(`${pattern} on ${text}…${text}: ${expected}`);
          }
        }
      }
    }
  });

  test.each([
    ['/fish', '/fish', true],
    ['/fish', '/fish.html', true],
    ['/fish', '/Fish', false],
    ['/fish', '/fis', false],
    ['/fish*', '/fish', true],
    ['/*.php$', '/a.php.php', true],
    ['/*.php$', '/a.php?b', false],
    ['/a*bc*b$', '/abcb', true],
    ['/a*bc*b$', '/abcbc', false],
    ['/a*ab$', '/ab', false],
    ['/*aab', '/aaab', true],
    ['*', '', true],
    ['$', '', true],
    ['$', '/', false],
    ['/*$', '/', true],
    ['/**//$', '/a//', true],
    ['/%2A', '/%2A', true],
  ])('%j on %j: %s', (pattern, target, expected) => {
    expect(match(pattern, targetOf(target))).toBe(expected ? MATCH : NO_MATCH);
  });

  test('wildcards: 1996: * is an ordinary byte', () => {
    const { canonicalPatternKinds: kinds } = tablesOf('koster1996');
    expect(match('/a*', targetOf('/a*b'), kinds)).toBe(MATCH);
    expect(match('/a*', targetOf('/ab'), kinds)).toBe(NO_MATCH);
  });
});

describe('canonical form: a pattern as written', () => {
  test('needs the canonical form if a byte may be spelled differently', () => {
    for (const pattern of ['/%41', '/é', '/a$b', '/a*b%', '/*%41*', '/*a*b"']) {
      expect(match(pattern, targetOf('/aAab'), writtenPatternKinds)).toBe(UNSETTLED_PATTERN);
    }
  });

  test('does not match if it differs before that byte', () => {
    for (const pattern of ['/b%41', '/a*x*%41']) {
      expect(match(pattern, targetOf('/aAab'), writtenPatternKinds)).toBe(NO_MATCH);
    }
  });

  test('matches as written if all bytes are settled', () => {
    expect(match('/a*b$', targetOf('/aAab'), writtenPatternKinds)).toBe(MATCH);
  });
});

describe('worst case: tries no pattern twice at an offset', () => {
  const long = targetOf(`/${'a'.repeat(100_000)}`);

  test('stars: linear in the target', () => {
    expect(match('/*a*a*a*a*a*b', long)).toBe(NO_MATCH);
    expect(match(`/${'*a'.repeat(50_000)}*b`, long)).toBe(NO_MATCH);
    expect(match(`/${'*a'.repeat(100_000)}$`, long)).toBe(MATCH);
    expect(match('*'.repeat(100_000), long)).toBe(MATCH);
  });

  test('a long piece: linear in the target', () => {
    expect(match(`/*${'a'.repeat(50_000)}b`, long)).toBe(NO_MATCH);
  });
});
