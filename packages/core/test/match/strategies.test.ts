/**
 * Every case runs through each strategy that finds the deciding rule, and through bodies that arrive as a string, as bytes
 * and in chunks.
 */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { type Matcher, parseRobotsTxt, RobotsTxtParser } from '../../src/index.js';
import { CompiledRules, MAX_COMPILED_STARRED_BYTES } from '../../src/match/compiled-rules.js';
import type { RuleList } from '../../src/match/rule-list.js';
import { NONE, type RuleStrategy } from '../../src/match/strategy.js';
import { readBareTarget } from '../../src/match/target.js';
import { latin1OfText } from '../naive/bytes.js';
import { naiveMatchedRules } from '../naive/match.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { bytes, countReads, dialectNames, tablesOf } from '../support/make.js';
import { generatedPatterns, generatedTargets, ruleListOf, targetOf } from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

/** Rules that match no target of these tests. Their number and form choose the strategy. */
const PLAIN = Array.from({ length: 30 }, (_, i) => `disallow: /~/${i * 37}`);
const SHORT_STARRED = Array.from({ length: 30 }, (_, i) => `allow: /~*${i}~`);
const LONG_STARRED = Array.from({ length: 30 }, (_, i) => `disallow: /*~~~${100 + i}`);

interface Way {
  readonly more: readonly string[];
  readonly strategyOf: (rules: RuleList) => RuleStrategy;
}

const itself = (rules: RuleList) => rules;
const compiled = (rules: RuleList) => new CompiledRules(rules);

const STRATEGIES: Readonly<Record<string, Way>> = {
  'rule by rule': { more: [], strategyOf: itself },
  'rule by rule, with a prepared target': {
    more: [...PLAIN, ...SHORT_STARRED],
    strategyOf: itself,
  },
  list: { more: [], strategyOf: compiled },
  tree: { more: [...PLAIN, ...SHORT_STARRED], strategyOf: compiled },
  'tree without plain patterns': { more: LONG_STARRED, strategyOf: compiled },
};

/** Returns the deciding rule of the lines by strategy, counted from 0. */
function decidingRules(lines: readonly string[], dialect: DialectName) {
  const strategies = Object.entries(STRATEGIES).map(([name, { more, strategyOf }]) => {
    const rules = ruleListOf([...lines, ...more], dialect);
    return { name, rules, strategy: strategyOf(rules) };
  });
  return (path: string): [name: string, rule: number | undefined][] =>
    strategies.map(({ name, rules, strategy }) => {
      const rule = strategy.deciding(readBareTarget(path, tablesOf(dialect)));
      const isAllowed = strategy.isAllowed(readBareTarget(path, tablesOf(dialect)));
      expect([name, isAllowed]).toEqual([name, rule === NONE || !rules.restricts(rule)]);
      return [name, rule === NONE ? undefined : rules.line(rule) - 2];
    });
}

function parsedFrom(body: string, dialect: DialectName): Record<string, () => Matcher> {
  const chunks = (pieces: Iterable<string | Uint8Array>) => {
    const parser = new RobotsTxtParser({ dialect });
    for (const piece of pieces) parser.push(piece);
    return parser.end().matcher('bot');
  };
  const encoded = new TextEncoder().encode(body);
  return {
    string: () => parseRobotsTxt(body, { dialect }).matcher('bot'),
    bytes: () => parseRobotsTxt(encoded, { dialect }).matcher('bot'),
    'chunks of text': () => chunks(body.match(/.{1,7}/gsu) ?? []),
    'chunks of bytes': () => chunks(Array.from(encoded, (byte) => Uint8Array.of(byte))),
  };
}

/** More queries than run uncompiled. */
const QUERIES = 6;

function expectRule(lines: readonly string[], path: string, expected: number | undefined, dialect: DialectName): void {
  const found = decidingRules(lines, dialect)(path);
  expect(found).toEqual(Object.keys(STRATEGIES).map((name) => [name, expected]));
  const url = `https://example.com${path}`;
  const urlBytes = new TextEncoder().encode(`<${url}>`);
  for (const more of [[], PLAIN]) {
    const body = ['user-agent: *', ...lines, ...more, ''].join('\n');
    for (const [form, parse] of Object.entries(parsedFrom(body, dialect))) {
      const matcher = parse();
      for (let query = 0; query < QUERIES; query++) {
        const { rule, allowed } = matcher.explain(url);
        expect([form, rule === undefined ? undefined : rule.line - 2]).toEqual([form, expected]);
        expect(matcher.isAllowed(url)).toBe(allowed);
        expect(matcher.isAllowedAt(urlBytes, 1, urlBytes.length - 1)).toBe(allowed);
        expect(matcher.isTargetAllowed(path)).toBe(allowed);
      }
    }
  }
}

const NO_RULE = undefined;

describe('the deciding rule', () => {
  type Row = [lines: string[], path: string, rule: number | undefined, dialect?: DialectName];
  test.each<Row>([
    [[], '/a', NO_RULE],
    [['disallow: /b'], '/a', NO_RULE],
    [['disallow: /'], '/a', 0],
    [['disallow: /', 'allow: /a'], '/a', 1],
    [['disallow: /a', 'allow: /ab'], '/abc', 1],
    [['allow: /a', 'disallow: /ab'], '/abc', 1],
    // Equal: allow wins, then the first in the file.
    [['disallow: /a', 'allow: /a'], '/a', 1],
    [['allow: /a', 'disallow: /a'], '/a', 0],
    [['disallow: /a', 'disallow: /a'], '/a', 0],
    [['allow: /a', 'allow: /a'], '/a', 0],
    [['disallow: /*.php', 'allow: /*.php'], '/x.php', 1],
    // `*` and `$` count, also if they are redundant.
    [['disallow: /a*', 'allow: /a'], '/a', 0],
    [['disallow: /a**$', 'allow: /a*'], '/ab', 0],
    [['allow: /p', 'disallow: /'], '/x', 1],
    [['allow: /$', 'disallow: /'], '/', 0],
    [['allow: /$', 'disallow: /'], '/page', 1],
    [['disallow: *'], '/', 0],
    [['disallow: *$'], '/a', 0],
    [['disallow: /*$', 'allow: /a'], '/ab', 0],
    [['disallow: /*b$', 'allow: /a'], '/ab', 0],
    [['disallow: /*b$', 'allow: /a'], '/abc', 1],
    [['disallow: /a*bc*b$'], '/abcb', 0],
    [['disallow: /a*bc*b$'], '/abcbc', NO_RULE],
    [['disallow: /a*ab$'], '/ab', NO_RULE],
    [['disallow: /*aab'], '/aaab', 0],
    [['disallow: /**//$'], '/a//', 0],
    // Several pieces.
    [['disallow: /*.html$', 'allow: /*.html*s$'], '/a.html/b.htmls', 1],
    [['disallow: /*print*pages'], '/print/x/printpages', 0],
    [['disallow: /*abcde*f', 'allow: /*abcdefg$'], '/abcdefgabcdeg', 0],
    [['disallow: /a*abcde*bcdef'], '/aabcdebcdef', 0],
    [['disallow: /a*abcde*bcdef'], '/aabcdef', NO_RULE],
    [['disallow: /b*bcdefg'], '/bcdefg', NO_RULE],
    [['disallow: /b*bcdefg'], '/bbcdefg', 0],
    [['disallow: /*ab*bcdefg'], '/abbcdefg', 0],
    [['disallow: /*ab*bcdefg'], '/abcdefg', NO_RULE],
    [['disallow: /*ab*bcdefg'], '/bcdefgab', NO_RULE],
    [['disallow: /*ab*bcdefg'], '/bcdefgabbcdefg', 0],
    [['disallow: /*bbbbbc*bbbbb$'], '/bbbbbbcbbbbb', 0],
    [['disallow: /*bbbbbc*bbbbb$'], '/bbbbbbcbbbb', NO_RULE],
    [['disallow: *abcde'], '/%7eabcde', 0],
    [['disallow: *ab*bcdefg'], '/%7eab/bcdefg', 0],
    [['disallow: *ab*bcdefg'], '/%7ebcdefg', NO_RULE],
    // Patterns that differ only in `$`.
    [['disallow: /*abcde', 'disallow: /*abcde$'], '/abcdef', 0],
    [['disallow: /*abcde', 'disallow: /*abcde$'], '/abcde', 1],
    // Unusable and empty paths.
    [['allow: fish', 'disallow:'], '/fish', NO_RULE],
    [['disallow:'], '/', 0, 'google'],
    [['disallow:', 'allow:'], '/', 1, 'google'],
    [['disallow:', 'disallow: /*'], '/', 1, 'google'],
    [['disallow: a'], '/a', NO_RULE, 'google'],
    // Canonical forms.
    [['disallow: /%41%42', 'allow: /A'], '/ABC', 0],
    [['disallow: /é*x', 'allow: /'], '/%C3%A9/x', 0],
    [['disallow: /é$'], '/%C3%A9x', NO_RULE],
    [['disallow: /a$b'], '/a%24b', 0],
    [['disallow: /a%2Ab'], '/a*b', 0],
    [['disallow: /a%2Ab'], '/axb', NO_RULE],
    [['disallow: /*\u0001\u00FF"'], '/x%01%C3%BF%22', 0],
    [['disallow: /%7e', 'allow: /~x'], '/~y', 0],
    // An index file allows its folder.
    [['disallow: /', 'allow: /index.html'], '/', 1, 'google'],
    [['disallow: /', 'allow: /index.html'], '/', 0],
    [['disallow: /a', 'allow: /a/index.html'], '/a/', 1, 'google'],
    [['disallow: /a', 'allow: /*/index.htm'], '/a/b/', 1, 'google'],
    [['disallow: /a', 'allow: /*/index.htm'], '/a/b', 0, 'google'],
    [['disallow: /a', 'disallow: /a/index.html'], '/a/', 0, 'google'],
    [['disallow: /', 'allow: /é/index.html'], '/é/', 0, 'google'],
    // The first match decides; `*` and `$` are ordinary bytes.
    [['allow: /a', 'disallow: /ab'], '/abc', 0, 'koster1996'],
    [['disallow: /b', 'disallow: /a', 'allow: /ab'], '/ab', 1, 'koster1996'],
    [['disallow: /a*'], '/ab', NO_RULE, 'koster1996'],
    [['disallow: /a*'], '/a*b', 0, 'koster1996'],
    [['disallow: /a$'], '/a$b', 0, 'koster1996'],
  ])('%j on %j: %s (%s)', (lines, path, rule, dialect) => {
    expectRule(lines, path, rule, dialect ?? 'rfc9309');
  });

  test('finds a piece right after one that almost occurs', () => {
    for (const length of [4, 60, 127, 128, 129, 130, 131, 132, 133, 200, 260, 300]) {
      const almost = 'a'.repeat(length);
      const found = decidingRules([`disallow: /*${almost}b`], 'rfc9309');
      for (const more of ['', 'a', 'aa', 'aaa', 'ba', 'aba']) {
        for (const [name, rule] of found(`/${more}${almost}b`)) {
          expect([name, length, more, rule]).toEqual([name, length, more, 0]);
        }
        for (const [name, rule] of found(`/${more}${almost}c`)) {
          expect([name, length, more, rule]).toEqual([name, length, more, NO_RULE]);
        }
      }
    }
  });

  test('bytes around the target do not count', () => {
    const lines = ['disallow: /abcdef', 'disallow: /*abcdefg', 'disallow: /abc$', 'disallow: /*c*d'];
    for (const { more, strategyOf } of Object.values(STRATEGIES)) {
      const strategy = strategyOf(ruleListOf([...lines, ...more]));
      const memory = bytes('abcdefg/abcdefg?');
      const find = (end: number) => strategy.deciding({ ...targetOf(''), bytes: memory, start: 7, end, mask: -1 << 4 });
      expect([8, 9, 10, 11, 12, 13, 14, 15].map(find)).toEqual([...[NONE, NONE, NONE, 2, 3, 3, 0, 1]]);
    }
  });
});

/** Returns the lines of the matching rules by the naive reference, best first. */
function naiveRule(lines: readonly string[], dialect: DialectName): (path: string) => number | undefined {
  const naive = new NaiveRobotsTxt(['user-agent: *', ...lines].join('\n'), dialect);
  const rules = naive.applied('bot')?.rules ?? [];
  return (path) => {
    const [winner] = naiveMatchedRules(rules, latin1OfText(path), dialect);
    return winner === undefined ? undefined : winner.rule.line - 2;
  };
}

describe.each(dialectNames)('%s: every strategy agrees with the naive reference', (dialect) => {
  const pieces: readonly (readonly [name: string, most: number, pieces: readonly string[]])[] = [
    ['without *', 30, ['a', 'b', 'ab', '/', 'index.htm']],
    ['with * and short pieces', 15, ['a', 'b', '*', '*b', '/']],
    ['with * and long pieces', 30, ['abcde', 'a', '*', '*bcdef', 'index.html', '/', '*eabc']],
    ['that begin alike', 120, ['a', 'b', 'c', '*', '*b', 'abcde', '*bcdef', '/', 'id=', '2011']],
    ['of bytes of two letters', 20, ['aaaaa', 'ababab', 'bbbbb', 'a', 'b', '*', '*abb']],
  ];

  test.each(pieces)('patterns %s', (_name, most, some) => {
    const targets = generatedTargets(some.map((piece) => piece.replaceAll('*', 'x')));
    fc.assert(
      fc.property(generatedPatterns(some, most), targets, (patterns, all) => {
        const lines = patterns.map((pattern, i) => `${i % 3 === 0 ? '' : 'dis'}allow: /${pattern}`);
        const find = decidingRules(lines, dialect);
        const expected = naiveRule(lines, dialect);
        for (const target of all) {
          const rule = expected(`/${target}`);
          for (const [name, found] of find(`/${target}`)) {
            if (found !== rule) expect([name, target, found]).toEqual([name, target, rule]);
          }
        }
      }),
      { numRuns: runs(25) },
    );
  });
});

test('wildcards: all targets of two letters', () => {
  const targets = wordsOf(['a', 'b'], 6);
  fc.assert(
    fc.property(generatedPatterns(['a', 'b', 'ab', 'ba', '*', '*b'], 25), (patterns) => {
      const lines = patterns.map((pattern, i) => `${i % 2 === 0 ? '' : 'dis'}allow: /${pattern}`);
      const find = decidingRules(lines, 'rfc9309');
      const expected = naiveRule(lines, 'rfc9309');
      for (const target of targets) {
        const rule = expected(`/${target}`);
        for (const [name, found] of find(`/${target}`)) {
          if (found !== rule) expect([name, target, found]).toEqual([name, target, rule]);
        }
      }
    }),
    { numRuns: runs(30) },
  );
});

describe('worst case', () => {
  /** Expects the compiled rules to decide as the rules one by one. */
  function expectSame(lines: readonly string[], targets: readonly string[]): CompiledRules {
    const rules = ruleListOf(lines);
    const strategy = new CompiledRules(rules);
    for (const target of targets) {
      expect(strategy.deciding(targetOf(target))).toBe(rules.deciding(targetOf(target)));
    }
    return strategy;
  }

  /** Expects that the compiled rules take little memory, and returns them. */
  function expectSmall(lines: readonly string[], maxBytes: number): CompiledRules {
    const rules = ruleListOf(lines);
    // The facts of patterns are in typed arrays, most of this memory.
    const before = process.memoryUsage().arrayBuffers;
    const strategy = new CompiledRules(rules);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(maxBytes);
    return strategy;
  }

  test('many short patterns on a very long target', () => {
    const short = Array.from({ length: 200 }, (_, i) => `disallow: /*${i}*b`);
    expectSame(
      short,
      ['17b', '17c'].map((part) => `/${part.repeat(50_000)}`),
    );
  });

  test('patterns that almost occur throughout the target', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `disallow: /*aeaeae*n${i.toString(36)}$`);
    const target = (end: string) => `/${'ae'.repeat(1000)}${end}`;
    expectSame(lines.slice(0, 2000), [target('n1jj'), target('n1jk'), target('x')]);
    expectSame(lines, [target('n3u7')]);
    expectSame([...lines.slice(0, 2000), 'allow: /*zzzzz'], [target('nzzzzz')]);
  });

  test('a target that contains a piece of every pattern', () => {
    const patterns = Array.from({ length: 1500 }, (_, i) => `/*${i + 10_000}*nowhere${i}`);
    const all = patterns.map((_, i) => i + 10_000).join('');
    const lines = patterns.map((pattern) => `disallow: ${pattern}`);
    const strategy = expectSame(lines, [`/${all.slice(0, 2500)}`, `/nowhere${all.slice(0, 2500)}`]);
    expect(strategy.deciding(targetOf('/1000710008nowhere7'))).toBe(7);
    expectSmall(lines, 1024 * 1024);
  });

  test('long pieces that almost occur at each offset: no more reads than one by one', () => {
    const long = 'a'.repeat(900);
    const lines = Array.from({ length: 60 }, (_, i) => `disallow: /*${long}${'a'.repeat(i)}b`);
    const strategy = expectSame(lines, [`/${long}b`]);
    const { bytes: counted, reads } = countReads(targetOf(`/ab${'a'.repeat(2000)}`).bytes);
    const target = { ...targetOf(`/ab${'a'.repeat(2000)}`), bytes: counted };
    expect(strategy.deciding(target)).toBe(NONE);
    expect(reads()).toBeLessThan(250 * 2000);
  });

  test('more than 64 KiB of patterns with * are not compiled', () => {
    const long = 'x'.repeat(MAX_COMPILED_STARRED_BYTES / 64 - 4);
    const lines = Array.from({ length: 64 }, (_, i) => `disallow: /*${long}${10 + i}`);
    expectSame(lines, ['/a', `/${long}20`]);
    const more = [...lines, 'allow: /*abcdef'];
    expectSame(more, ['/a', `/${long}20`, '/abcdef']);
    const compared = [lines, more].map((all) => {
      const rules = ruleListOf(all);
      const oneByOne = vi.spyOn(rules, 'deciding');
      new CompiledRules(rules).deciding(targetOf('/a'));
      return oneByOne.mock.calls.length;
    });
    expect(compared).toEqual([0, 1]);
  });

  test('memory is bounded for the maximum compiled bytes', () => {
    const starred = Array.from({ length: 2200 }, (_, i) => `disallow: /*${i * 7919}*a*b*${i}.php$`);
    const plain = Array.from({ length: 10_000 }, (_, i) => `allow: /${(i * 7919).toString(36)}`);
    const targets = Array.from({ length: 50 }, (_, i) => `/${i * 7919}/${'ab'.repeat(i % 50)}${i * 31}.php`);
    const lines = [...starred, ...plain];
    expectSame(lines, targets);
    expectSmall(lines, 8 * 1024 * 1024);
  });

  test('64,000 rules of one byte, and 500 of many stars, on 100 kB', () => {
    const long = `/${'a'.repeat(100_000)}`;
    expectSame(
      Array.from({ length: 64_000 }, () => 'allow:/'),
      [long],
    );
    const stars = Array.from({ length: 500 }, (_, i) => `disallow: /${'*a'.repeat(20)}*b${i}`);
    expectSame(stars, [long, `${long}b499`]);
  });

  test('a deep tree: linear in the target', () => {
    const lines = Array.from({ length: 14_000 }, (_, i) => `disallow: /${i.toString(2)}`);
    const strategy = expectSmall(lines, 14_000 * 300);
    expect(strategy.deciding(targetOf(`/1${'0'.repeat(1_000_000)}`))).toBe(8192);
  });
});
