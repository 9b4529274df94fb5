import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import type { DialectName } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { Budget } from '../../src/prover/budget.js';
import { EMPTY_WEIGHT, rankedRulesOf, rankRules } from '../../src/prover/ranked-rules.js';
import { mayOverlap, shapeOf } from '../../src/prover/shape.js';
import { generatedPatterns } from '../support/patterns.js';

function rankedFor(lines: readonly string[], dialect: DialectName = 'rfc9309') {
  const body = ['user-agent: *', ...lines].join('\n');
  return rankedRulesOf(parseRobotsTxt(body, { dialect }).matcher('foo'));
}

/** The lines of the entries by priority; implicit entries are shown by their pattern. */
function orderOf(lines: readonly string[], dialect?: DialectName) {
  return rankedFor(lines, dialect).entries.map(({ rule, shape }) => rule?.line ?? shape.prefix);
}

describe('priority', () => {
  test('precedence: most bytes first, allow on a tie; the implicit allow rule last', () => {
    const lines = ['disallow: /a', 'allow: /a', 'disallow: /*$', 'allow: /'];
    expect(orderOf(lines)).toEqual(['/robots.txt', 4, 3, 2, 5, '']);
  });

  test('precedence: in 1996 in file order, with no exception for /robots.txt', () => {
    expect(orderOf(['disallow: /a', 'allow: /abc'], 'koster1996')).toEqual([2, 3, '']);
  });

  test('rows 14 and 15: rules that match nothing have no entry', () => {
    const lines = ['disallow: fish', 'disallow:', 'disallow: /a'];
    expect(orderOf(lines)).toEqual(['/robots.txt', 4, '']);
    const ranked = rankedFor(lines);
    expect(ranked.entriesOf(ranked.rules[0])).toEqual([]);
    expect(ranked.entriesOf(ranked.rules[2])).toHaveLength(1);
  });

  test('GoogleOnly: an empty pattern allows otherwise unmatched targets', () => {
    const [fish, empty] = rankedFor(['disallow:', 'disallow: fish'], 'google').entries;
    expect([fish.rule?.line, fish.allows]).toEqual([3, false]);
    expect(empty).toMatchObject({ allows: true, weight: EMPTY_WEIGHT, rule: { line: 2 } });
  });

  test('GoogleOnly, index files: an index file also allows its folder', () => {
    const ranked = rankedFor(['allow: /a/index.html', 'disallow: /'], 'google');
    const ids = ranked.entries.map(({ shape }) => shape.id);
    expect(ids).toEqual(['-/a/index.html', '$/a/', '-/', '-']);
    expect(ranked.entriesOf(ranked.rules[0])).toEqual(ranked.entries.slice(0, 2));
  });
});

test('custom rules are ranked like those of a file', () => {
  const { rules, dialect, entries } = rankedFor(['disallow: /a', 'allow: /b*']);
  expect(rankRules(rules, dialect).entries).toEqual(entries);
});

describe('overlapping', () => {
  test('returns every entry that may match the same target, best first', () => {
    const patterns = generatedPatterns(['a', 'b', 'a/', '*'], 12);
    fc.assert(
      fc.property(patterns, fc.nat(), (some, pick) => {
        const ranked = rankedFor(some.map((pattern) => `allow: /${pattern}`));
        const shape = shapeOf(`/${some[pick % some.length]}`, true);
        expect(ranked.overlapping(shape, new Budget()).map(({ rank }) => rank)).toEqual(
          ranked.entries.filter((entry) => mayOverlap(entry.shape, shape)).map(({ rank }) => rank),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  test('returns none once the budget is exhausted', () => {
    const budget = new Budget(2);
    const shape = shapeOf('/', true);
    const ranked = rankedFor(['allow: /a', 'allow: /b', 'allow: /c']);
    expect(ranked.overlapping(shape, budget)).toEqual([]);
    expect(budget.spend(0)).toBe(false);
  });
});
