import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import type { Rule } from '../../src/match/verdict.js';
import { Budget } from '../../src/prover/budget.js';
import { findChangedTarget, findDecidedTarget, type Proof } from '../../src/prover/prove.js';
import { type RankedRules, rankedRulesOf } from '../../src/prover/ranked-rules.js';
import { shapeOf } from '../../src/prover/shape.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { generatedDialect, generatedEdit } from '../support/edits.js';

function rankedFor(lines: readonly string[], dialect: DialectName = 'rfc9309'): RankedRules {
  const body = ['user-agent: *', ...lines].join('\n');
  return rankedRulesOf(parseRobotsTxt(body, { dialect }).matcher('foo'));
}

/** The witness, or the patterns of the covering rules. */
function resultOf(proof: Proof): string | readonly string[] {
  if (proof.outcome === 'found') return proof.witness;
  return proof.outcome === 'never' ? proof.coveredBy.map(({ pattern }) => pattern) : 'undecided';
}

const onFirst = (
  prove: (ranked: RankedRules, rule: Rule, budget: Budget) => Proof,
  lines: readonly string[],
  dialect?: DialectName,
) => {
  const ranked = rankedFor(lines, dialect);
  return resultOf(prove(ranked, ranked.rules[0], new Budget()));
};

describe('whether a rule can decide', () => {
  const wins = (lines: readonly string[], dialect?: DialectName) => onFirst(findDecidedTarget, lines, dialect);

  test('precedence: if no better one matches', () => {
    expect(wins(['disallow: /a', 'allow: /aa', 'allow: /a$'])).toBe('/ab');
    expect(wins(['disallow: /a', 'allow: /a'])).toEqual(['/a']);
    expect(wins(['disallow: /', 'disallow: /$', 'disallow: /*'])).toEqual(['/*']);
  });

  test('several rules may cover one; unneeded ones are not listed', () => {
    const ranked = rankedFor(['allow: /*a', 'allow: /zz*', 'disallow: /*a*b', 'disallow: /*b*a']);
    const both = findDecidedTarget(ranked, ranked.rules[0], new Budget(), [shapeOf('/*b', true)]);
    expect(resultOf(both)).toEqual(['/*a*b', '/*b*a']);
  });

  test('precedence: in 1996 the first match decides', () => {
    expect(wins(['disallow: /a', 'allow: /aa'], 'koster1996')).toBe('/a');
    const ranked = rankedFor(['disallow: /a', 'allow: /aa'], 'koster1996');
    expect(resultOf(findDecidedTarget(ranked, ranked.rules[1], new Budget()))).toEqual(['/a']);
  });

  test('/robots.txt: no rule decides /robots.txt if it is always allowed', () => {
    expect(wins(['disallow: /robots.txt$'])).toEqual([]);
    expect(wins(['disallow: /robots.txt$'], 'google')).toBe('/robots.txt');
  });

  test('rows 14 and 15: a rule that matches nothing is covered by none', () => {
    expect(wins(['disallow: fish', 'allow: *'], 'google')).toEqual([]);
    expect(wins(['disallow: fish'])).toEqual([]);
    expect(wins(['disallow:'])).toEqual([]);
    expect(wins(['disallow:'], 'google')).toBe('/');
  });

  test('GoogleOnly, index files: only for the folder', () => {
    const lines = ['allow: /a/index.html', 'disallow: /a/index.html*'];
    expect(wins(lines, 'google')).toBe('/a/');
    expect(wins([...lines, 'disallow: /a/$*'], 'google')).toBe('/a/');
    expect(wins([...lines, 'disallow: /a**'], 'google')).toBe('/a/');
    expect(wins([...lines, 'disallow: /a***'], 'google')).toEqual(['/a/index.html*', '/a***']);
  });

  test('if another pattern matches too: a tie', () => {
    const ranked = rankedFor(['allow: /a*', 'disallow: /*b']);
    const within = (...patterns: string[]) =>
      resultOf(
        findDecidedTarget(
          ranked,
          ranked.rules[0],
          new Budget(),
          patterns.map((pattern) => shapeOf(pattern, true)),
        ),
      );
    expect(within('/*b')).toBe('/ab');
    expect(within('/b')).toEqual([]);
    expect(within('/*b', '/*.css$')).toBe('/ab.css');
  });
});

describe('whether a rule changes a verdict', () => {
  const matters = (lines: readonly string[], dialect?: DialectName) => onFirst(findChangedTarget, lines, dialect);

  test('not if the rest decides the same', () => {
    expect(matters(['disallow: /a/b', 'disallow: /a'])).toEqual(['/a']);
    expect(matters(['allow: /b', 'disallow: /a'])).toEqual([]);
    expect(matters(['allow: /a/b', 'disallow: /a'])).toBe('/a/b');
    expect(matters(['disallow: /a/bbb', 'disallow: /a', 'allow: /a/*c'])).toBe('/a/bbbc');
    expect(matters(['disallow: /a/*b', 'disallow: /a/*bc', 'disallow: /a/'])).toEqual(['/a/']);
  });

  test('ignores rules already removed', () => {
    const ranked = rankedFor(['disallow: /a', 'disallow: /', 'allow: /a']);
    const ask = (...gone: number[]) =>
      resultOf(findChangedTarget(ranked, ranked.rules[0], new Budget(), new Set(gone.map((rule) => ranked.rules[rule]))));
    expect(ask()).toEqual(['/']);
    expect(ask(2)).toEqual(['/']);
    expect(ask(1, 2)).toBe('/a');
  });

  test('index files: a rule that names an index file is removed together with the folder it allows', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz', '$'];
    const better = letters.map((letter) => `disallow: /*/index.html${letter}`);
    const lines = ['allow: /*/index.html', 'disallow: /', ...better];
    expect(matters(lines, 'google')).toBe('//index.html/');
  });
});

test('an exhausted budget proves nothing', () => {
  const ranked = rankedFor(['disallow: /*a*b', 'allow: /*b*aa']);
  for (let steps = 0; steps < 3; steps++) {
    expect(findDecidedTarget(ranked, ranked.rules[0], new Budget(steps)).outcome).toBe('undecided');
    expect(findChangedTarget(ranked, ranked.rules[0], new Budget(steps)).outcome).toBe('undecided');
  }
});

test('agrees with trying all targets', () => {
  fc.assert(
    fc.property(generatedEdit, generatedDialect, ({ before, targets }, dialect) => {
      const naive = new NaiveRobotsTxt(before, dialect);
      const ranked = rankedRulesOf(parseRobotsTxt(before, { dialect }).matcher('foo'));
      const short = targets.slice(0, 400);
      for (const rule of ranked.rules) {
        const rest = before
          .split('\n')
          .with(rule.line - 1, '# gone')
          .join('\n');
        const without = new NaiveRobotsTxt(rest, dialect);
        const line = (target: string) => naive.verdictOnTarget(target, 'foo').line;
        const differs = (target: string) =>
          naive.verdictOnTarget(target, 'foo').allowed !== without.verdictOnTarget(target, 'foo').allowed;
        const wins = findDecidedTarget(ranked, rule, new Budget());
        if (wins.outcome === 'found') expect(line(wins.witness)).toBe(rule.line);
        else expect(short.find((target) => line(target) === rule.line)).toBeUndefined();
        const matters = findChangedTarget(ranked, rule, new Budget());
        if (matters.outcome === 'found') expect(differs(matters.witness)).toBe(true);
        else expect(short.find(differs)).toBeUndefined();
      }
    }),
    { numRuns: runs(150) },
  );
});

test('finds a rule that decides its own path without a search', () => {
  const rules = Array.from({ length: 50 }, (_, index) => `Disallow: /path/${index + 100}/of/rule\n`);
  const body = `User-agent: *\n${rules.join('')}Allow: /*x\nDisallow: /other/*/path\n`;
  const ranked = rankedRulesOf(parseRobotsTxt(body).matcher('a'));
  const rule = ranked.rules[51];
  const budget = new Budget(2_000);
  expect(findDecidedTarget(ranked, rule, budget)).toEqual({
    outcome: 'found',
    witness: '/other//path',
  });
  expect(findChangedTarget(ranked, rule, budget)).toEqual({
    outcome: 'found',
    witness: '/other//path',
  });
});
