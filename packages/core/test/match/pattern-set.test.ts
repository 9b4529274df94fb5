import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { type PatternSet, rankPatterns } from '../../src/match/pattern-set.js';
import { NONE } from '../../src/match/strategy.js';
import { latin1OfBytes } from '../naive/bytes.js';
import { tablesOf } from '../support/make.js';
import { patternSetOf, ruleListOf } from '../support/patterns.js';

/** The stored patterns of a set, including `$`. */
function patternsIn(set: PatternSet): string[] {
  return Array.from({ length: set.size }, (_, pattern) => {
    const text = latin1OfBytes(set.arena.subarray(set.starts[pattern], set.ends[pattern]));
    return text + (set.anchored[pattern] ? '$' : '');
  });
}

/** The patterns of rules by rank, allow rules with `+`. */
function ranked(lines: readonly string[], dialect: DialectName = 'rfc9309'): string[] {
  const rules = ruleListOf(lines, dialect);
  const { patterns, owners } = rankPatterns(rules);
  const texts = patternsIn(patterns);
  expect(patterns.ranks.toSorted((a, b) => a - b)).toEqual(texts.map((_, rank) => rank));
  const byRank: string[] = [];
  texts.forEach((text, pattern) => {
    const rank = patterns.ranks[pattern];
    byRank[rank] = `${rules.isAllow(owners[rank]) ? '+' : '-'}${text}`;
  });
  return byRank;
}

describe('wildcards: omits redundant *', () => {
  test.each([
    ['/a', '/a', false],
    ['/a*', '/a', false],
    ['/a**', '/a', false],
    ['/a*$', '/a', false],
    ['/a$', '/a$', false],
    ['/a*b', '/a*b', true],
    ['/a***b*', '/a*b', true],
    ['*/a*b$', '*/a*b$', true],
    ['*', '', false],
    ['*$', '', false],
    ['$', '$', false],
    ['', '', false],
  ])('%j is stored as %j', (pattern, stored, starred) => {
    const set = patternSetOf([pattern]);
    expect(patternsIn(set)).toEqual([stored]);
    expect(set.starred).toEqual([starred]);
  });
});

test('stores many patterns of any length', () => {
  const patterns = Array.from({ length: 300 }, (_, i) => `/${'x'.repeat(i * 7)}*${i}$`);
  const set = patternSetOf(patterns);
  expect(patternsIn(set)).toEqual(patterns);
});

test('a subset has its own arena and the original ranks', () => {
  const set = patternSetOf(['/a', '/b*c', '/d$', '/e']);
  const subset = set.subset([3, 1, 2]);
  expect(patternsIn(subset)).toEqual(['/e', '/b*c', '/d$']);
  expect([subset.ranks, subset.starred]).toEqual([
    [3, 1, 2],
    [false, true, false],
  ]);
  expect(subset.arena).toHaveLength(8);
  set.arena.fill(0);
  expect(patternsIn(subset)).toEqual(['/e', '/b*c', '/d$']);
  expect(patternsIn(set.subset([]))).toEqual([]);
});

test('beginnings: cut at the first *, without a rank', () => {
  const set = patternSetOf(['/a*b$', '/c$', '*d', '/e*']);
  const { canonicalPatternKinds: kinds } = tablesOf();
  const beginnings = set.beginnings(kinds);
  expect(patternsIn(beginnings)).toEqual(['/a', '/c$', '', '/e']);
  expect(beginnings.ranks).toEqual([NONE, 1, NONE, 3]);
  expect(patternsIn(set)).toEqual(['/a*b$', '/c$', '*d', '/e']);
  expect([set.starredBytes, beginnings.starredBytes]).toEqual([6, 2]);
});

describe('precedence: ranks', () => {
  test('most bytes first, then allow rules, then file order', () => {
    expect(ranked(['disallow: /b', 'allow: /a', 'disallow: /ccc', 'allow: /d', 'disallow: /a'])).toEqual([
      '-/ccc',
      '+/a',
      '+/d',
      '-/b',
      '-/a',
    ]);
  });

  test('* and $ count even if redundant', () => {
    expect(ranked(['disallow: /a', 'disallow: /b**', 'disallow: /c$', 'disallow: /d*$'])).toEqual(['-/b', '-/d', '-/c$', '-/a']);
  });

  test('canonical bytes count', () => {
    expect(ranked(['disallow: /%41%42', 'disallow: /abcd', 'disallow: /é'])).toEqual(['-/%C3%A9', '-/abcd', '-/AB']);
  });

  test('1996: file order only', () => {
    expect(ranked(['disallow: /a', 'allow: /bcd*', 'allow: /a'], 'koster1996')).toEqual(['-/a', '+/bcd*', '+/a']);
  });
});

describe('rules with a pattern', () => {
  const lines = ['allow: fish', 'disallow:', 'allow:', 'disallow: *x', 'disallow: /y'];

  test('unusable paths, empty paths: rfc9309: usable ones', () => {
    expect(ranked(lines)).toEqual(['-*x', '-/y']);
    expect(ranked([])).toEqual([]);
  });

  test('empty paths: Google only: an empty one matches everything, last, without restriction', () => {
    expect(ranked(['disallow:', 'disallow: /y', 'allow:'], 'google')).toEqual(['-/y', '+', '-']);
  });

  test('index files: Google only: an allowed index file adds its folder', () => {
    expect(ranked(['allow: /a/index.html', 'disallow: /b/index.htm'], 'google')).toEqual([
      '+/a/index.html',
      '-/b/index.htm',
      '+/a/$',
    ]);
    expect(ranked(['allow: /a/index.html'])).toEqual(['+/a/index.html']);
  });
});

test('RFC 9309 2.5: preserves the order of the maximum number of rules', () => {
  const lines = Array.from({ length: 50_000 }, (_, i) => (i % 2 === 0 ? 'allow:/' : 'disallow:/'));
  const { patterns, owners } = rankPatterns(ruleListOf(lines));
  expect([patterns.ranks[0], patterns.ranks[1], patterns.ranks[49_999]]).toEqual([0, 25_000, 49_999]);
  expect([owners[24_999], owners[25_000]]).toEqual([49_998, 1]);
});
