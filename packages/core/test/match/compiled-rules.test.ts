import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import {
  CompiledRules,
  MAX_COMPILED_STARRED_BYTES,
  UNDECIDED,
} from '../../src/match/compiled-rules.js';
import { NO_RULE, type RuleList } from '../../src/match/rule-list.js';
import { dialectNames } from '../support/make.js';
import { generatedPatterns, generatedTargets, ruleListOf, targetOf } from '../support/patterns.js';

const ALLOWED = 1;
const DISALLOWED = 0;

/** The result of comparing the rules one by one. */
function oneByOne(rules: RuleList, target: string): number {
  const rule = rules.deciding(targetOf(target));
  return rule === NO_RULE || !rules.restricts(rule) ? ALLOWED : DISALLOWED;
}

function decide(lines: readonly string[], target: string, dialect: DialectName = 'rfc9309') {
  return new CompiledRules(ruleListOf(lines, dialect)).decide(targetOf(target));
}

describe('row 21, row 22: results', () => {
  test.each([
    [[], '/a', ALLOWED],
    [['disallow: /'], '/a', DISALLOWED],
    [['disallow: /', 'allow: /a'], '/a', ALLOWED],
    [['disallow: /a*', 'allow: /a'], '/a', DISALLOWED],
    [['disallow: /*b$', 'allow: /a'], '/ab', DISALLOWED],
    [['disallow: /*b$', 'allow: /a'], '/abc', ALLOWED],
    [['disallow: /*.php', 'allow: /*.php'], '/x.php', ALLOWED],
    [['allow: fish', 'disallow:'], '/', ALLOWED],
    [['disallow: *'], '/', DISALLOWED],
    [['disallow: /é*x'], '/%C3%A9/x', DISALLOWED],
  ])('%j on %j: %i', (lines, target, answer) => {
    expect(decide(lines, target)).toBe(answer);
  });

  test('row 15: Google only: an empty path restricts nothing', () => {
    expect(decide(['disallow:'], '/', 'google')).toBe(ALLOWED);
    expect(decide(['disallow:', 'disallow: /*'], '/', 'google')).toBe(DISALLOWED);
  });

  test('row 24: Google only: an index file allows its folder', () => {
    const lines = ['disallow: /a', 'allow: /a/index.html', 'allow: /*/index.htm'];
    expect(decide(lines, '/a/', 'google')).toBe(ALLOWED);
    expect(decide(lines, '/a/b/', 'google')).toBe(ALLOWED);
    expect(decide(lines, '/a/b', 'google')).toBe(DISALLOWED);
  });

  test('row 21: 1996: the first match', () => {
    expect(decide(['allow: /a', 'disallow: /ab'], '/abc', 'koster1996')).toBe(ALLOWED);
  });
});

/** Rule lines: disallow, or allow if the pattern's number says so. */
function linesOf(patterns: readonly string[]): string[] {
  return patterns.map((pattern, i) => `${i % 3 === 0 ? '' : 'dis'}allow: /${pattern}`);
}

describe.each(dialectNames)('extension: %s: compiled and direct results agree', (dialect) => {
  const kinds: readonly (readonly [name: string, pieces: readonly string[]])[] = [
    ['without *', ['a', 'b', 'ab', '/', 'index.htm']],
    ['with * and long pieces', ['abcd', 'a', '*', '*bcde', 'index.html', '/']],
    ['with * and short pieces', ['a', 'b', '*', '*b', '/', '%2A']],
  ];

  test('hundreds of patterns of all kinds', () => {
    const pieces = ['a', 'b', 'c', '*', '*b', 'abcde', '*bcdef', '/', 'id=', '2011'];
    const targets = generatedTargets(pieces.map((piece) => piece.replaceAll('*', 'x')));
    fc.assert(
      fc.property(generatedPatterns(pieces, 400), targets, (patterns, all) => {
        const rules = ruleListOf(linesOf(patterns), dialect);
        const compiled = new CompiledRules(rules);
        for (const target of all) {
          const answer = compiled.decide(targetOf(`/${target}`));
          expect([target, answer]).toEqual([target, oneByOne(rules, `/${target}`)]);
          const rule = compiled.deciding(targetOf(`/${target}`));
          expect([target, rule]).toEqual([target, rules.deciding(targetOf(`/${target}`))]);
        }
      }),
      { numRuns: 30 },
    );
  });

  test.each(kinds)('patterns %s', (_name, pieces) => {
    const targets = generatedTargets(pieces.map((piece) => piece.replaceAll('*', 'x')));
    fc.assert(
      fc.property(generatedPatterns(pieces, 50), targets, (patterns, all) => {
        const rules = ruleListOf(linesOf(patterns), dialect);
        const compiled = new CompiledRules(rules);
        for (const target of all) {
          const answer = compiled.decide(targetOf(`/${target}`));
          expect([target, answer]).toEqual([target, oneByOne(rules, `/${target}`)]);
          const rule = compiled.deciding(targetOf(`/${target}`));
          expect([target, rule]).toEqual([target, rules.deciding(targetOf(`/${target}`))]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('falls back to direct simulation', () => {
  const many = Array.from({ length: 40 }, (_, i) => `disallow: /*abcd${10 + i}`);
  const apart = Array.from({ length: 200 }, (_, i) => `disallow: /${i}/*a*b`);
  const short = Array.from({ length: 200 }, (_, i) => `disallow: /*${i}*b`);

  test.each([
    ['without *', ['disallow: /a', 'allow: /b$']],
    ['with *, many, and each with five bytes in a row without one', many],
    ['with *, many, and each begins differently', apart],
    ['with *, many, that begin alike', short],
    ['with *, few', many.slice(0, 10)],
  ])('never for patterns %s', (_name, lines) => {
    const compiled = new CompiledRules(ruleListOf(lines));
    for (const target of ['/', '/a', '/b', '/xabcd17', `/${'a'.repeat(10_000)}abcd`]) {
      expect(compiled.decide(targetOf(target))).not.toBe(UNDECIDED);
    }
  });

  test('for many patterns without keys on a very long target', () => {
    const compiled = new CompiledRules(ruleListOf(short));
    expect(compiled.decide(targetOf(`/${'17b'.repeat(5_000)}`))).toBe(DISALLOWED);
    expect(compiled.decide(targetOf(`/${'17b'.repeat(50_000)}`))).toBe(UNDECIDED);
  });

  test('for patterns whose keys occur throughout the target', () => {
    const long = 'a'.repeat(900);
    const lines = Array.from({ length: 60 }, (_, i) => `disallow: /*${long}${'a'.repeat(i)}b`);
    const compiled = new CompiledRules(ruleListOf(lines));
    expect(compiled.decide(targetOf(`/ab${'a'.repeat(2_000)}`))).toBe(UNDECIDED);
    expect(compiled.decide(targetOf(`/${long}b`))).toBe(DISALLOWED);
  });

  test('for all patterns if patterns with * exceed 64 KiB', () => {
    const bytes = MAX_COMPILED_STARRED_BYTES / 64;
    const lines = (more: string) => [
      `allow: /*${more}`,
      ...Array.from({ length: 64 }, (_, i) => `disallow: /*${'x'.repeat(bytes - 4)}${10 + i}`),
    ];
    const within = new CompiledRules(ruleListOf(lines('abcdef').slice(1)));
    const beyond = new CompiledRules(ruleListOf(lines('abcdef')));
    expect(within.decide(targetOf('/a'))).toBe(ALLOWED);
    expect(beyond.decide(targetOf('/a'))).toBe(UNDECIDED);
    expect(beyond.bytes).toBeLessThan(1024);
  });
});

describe('worst case', () => {
  test('memory: bounded for the maximum compiled bytes', () => {
    const lines = Array.from({ length: 2200 }, (_, i) => `disallow: /*${i * 7919}*a*b*${i}.php$`);
    const plain = Array.from({ length: 10_000 }, (_, i) => `allow: /${(i * 7919).toString(36)}`);
    const rules = ruleListOf([...lines, ...plain]);
    const compiled = new CompiledRules(rules);
    for (let i = 0; i < 300; i++) {
      const target = `/${i * 7919}/${'ab'.repeat(i % 50)}${i * 31}.php`;
      const answer = compiled.decide(targetOf(target));
      if (answer !== UNDECIDED) expect([target, answer]).toEqual([target, oneByOne(rules, target)]);
    }
    expect(compiled.bytes).toBeGreaterThan(100_000);
    expect(compiled.bytes).toBeLessThan(8 * 1024 * 1024);
  });

  test('time: 64,000 rules of one byte, and 500 of many stars, on 100 kB', () => {
    const short = new CompiledRules(ruleListOf(Array.from({ length: 64_000 }, () => 'allow:/')));
    expect(short.decide(targetOf(`/${'a'.repeat(100_000)}`))).toBe(ALLOWED);
    const stars = Array.from({ length: 500 }, (_, i) => `disallow: /${'*a'.repeat(20)}*b${i}`);
    const rules = ruleListOf(stars);
    const compiled = new CompiledRules(rules);
    for (const [end, answer] of [
      ['', ALLOWED],
      ['b499', DISALLOWED],
    ] as const) {
      const target = `/${'a'.repeat(100_000)}${end}`;
      expect([answer, UNDECIDED]).toContain(compiled.decide(targetOf(target)));
      expect(oneByOne(rules, target)).toBe(answer);
    }
  });
});
