import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { plainAlphabetOf } from '../../src/prover/alphabet.js';
import { Budget } from '../../src/prover/budget.js';
import { findDifferences } from '../../src/prover/differences.js';
import { rankedRulesOf } from '../../src/prover/ranked-rules.js';
import { wordsOf } from '../support/words.js';

const rankedFor = (lines: readonly string[], dialect: DialectName) =>
  rankedRulesOf(parseRobotsTxt(['user-agent: *', ...lines].join('\n'), { dialect }).matcher('foo'));

/** Side, pattern and witness of each difference. */
function differences(
  before: readonly string[],
  after: readonly string[],
  dialect: DialectName = 'rfc9309',
  otherDialect: DialectName = dialect,
): string[] {
  const rankings = [rankedFor(before, dialect), rankedFor(after, otherDialect)] as const;
  const found = findDifferences(...rankings, new Budget());
  expect(found.undecided).toEqual([]);
  return found.differences.map(({ side, rule, witness }) => `${side} ${rule?.pattern ?? '-'} ${witness}`);
}

describe('between two sets of rules', () => {
  test('only a pattern that one side lacks makes a difference', () => {
    expect(differences(['disallow: /a', 'allow: /b'], ['allow: /b', 'disallow: /a'])).toEqual([]);
    expect(differences(['disallow: /a'], ['disallow: /a', 'disallow: /a/b'])).toEqual([]);
    expect(differences(['disallow: /a'], ['disallow: /a', 'allow: /a/b'])).toEqual(['after /a/b /a/b']);
    expect(differences(['disallow: /a/b'], ['disallow: /a'])).toEqual(['after /a /a']);
  });

  test('reports changes on both sides once', () => {
    expect(differences(['disallow: /a'], ['allow: /a'])).toEqual(['before /a /a']);
    expect(differences(['disallow: /', 'allow: /a'], ['allow: /', 'disallow: /a'])).toEqual(['before / /', 'after /a /a']);
  });

  test('a target counts for the rule that blocks it, unless the rule that allows it is narrower', () => {
    const disallows = ['disallow: /cart', 'disallow: /checkout', 'disallow: /products'];
    const each = (side: string) => ['/cart', '/checkout', '/products'].map((path) => `${side} ${path} ${path}`);
    for (const open of [[], ['allow: /'], ['disallow:'], ['allow: /*']]) {
      expect(differences(open, disallows)).toEqual(each('after'));
      expect(differences(disallows, open)).toEqual(each('before'));
    }
    const exception = ['disallow: /', 'allow: /a'];
    expect(differences(exception, ['disallow: /'])).toEqual(['before /a /a']);
    expect(differences(['disallow: /'], exception)).toEqual(['after /a /a']);
    expect(differences(['allow: /a'], ['disallow: /'])).toEqual(['before /a /a', 'after / /']);
    expect(differences(['allow: /*a'], ['disallow: /*bc'])).toEqual(['after /*bc /bc']);
  });

  test('a rule on both sides counts if a rule that only one side has hid it', () => {
    const disallow = 'disallow: /a';
    expect(differences(['allow: /', disallow], [disallow], 'koster1996')).toEqual(['after /a /a']);
    expect(differences([disallow, 'allow: /*****'], [disallow])).toEqual(['after /a /a']);
  });

  test('finds a difference that only some bytes show', () => {
    expect(differences(['disallow: /*.php'], ['disallow: /*.php$'])).toEqual(['before /*.php /.phpa']);
    expect(differences(['disallow: /a/*b'], ['disallow: /a/*bc', 'disallow: /a/*b$'])).toEqual(['before /a/*b /a/ba']);
  });

  describe('canonical form: a rule stands for several patterns if a star precedes an escape', () => {
    test.each([
      ['the same patterns', ['disallow: /*%2F'], ['disallow: /*%2f'], []],
      ['all of them', ['disallow: /*%2F'], [], ['before /*%2F /%2F']],
      ['one of them', ['disallow: /*%2F'], ['disallow: /*?*/'], ['before /*%2F /%2F']],
      [
        'an exception from all that one of them matches',
        ['disallow: /*%2F'],
        ['disallow: /*%2F', 'allow: /*?*/*'],
        ['after /*?*/* /?/'],
      ],
      ['an exception with all of them', ['disallow: /'], ['disallow: /', 'allow: /*%2F'], ['after /*%2F /%2F']],
      [
        'an exception of which the other rule matches one',
        ['disallow: /*/'],
        ['disallow: /*/', 'allow: /*%2F'],
        ['before /*/ /?/'],
      ],
      ['an exception from a part of it', ['disallow: /*%2F'], ['disallow: /*%2F', 'allow: /*?*/a'], ['after /*?*/a /?/a']],
    ])('reports one difference: %s', (_, before, after, expected) => {
      expect(differences(before, after)).toEqual(expected);
    });
  });

  test('index files: a folder is another pattern of its rule, with another priority', () => {
    const allow = 'allow: /a/index.html';
    expect(differences(['disallow: /'], ['disallow: /', allow], 'google')).toEqual([
      'after /a/index.html /a/index.html',
      'after /a/index.html /a/',
    ]);
    const folders = ['disallow: /*/$'];
    expect(differences(folders, [...folders, allow], 'google')).toEqual(['before /*/$ /a/']);
  });

  test('precedence: in 1996 the order matters', () => {
    const [one, other] = ['disallow: /a', 'allow: /ab'];
    expect(differences([one, other], [other, one], 'koster1996')).toEqual(['after /ab /ab']);
    expect(differences([one, 'allow: /b'], ['allow: /b', one], 'koster1996')).toEqual([]);
  });
});

describe('between two dialects', () => {
  test('precedence: first in file or most bytes', () => {
    const lines = ['disallow: /a', 'allow: /ab'];
    expect(differences(lines, lines, 'google', 'koster1996')).toEqual(['before /ab /ab']);
  });

  test('/robots.txt', () => {
    expect(differences(['disallow: /'], ['disallow: /'], 'rfc9309', 'google')).toEqual(['before - /robots.txt']);
  });

  test('target: the query', () => {
    const lines = ['disallow: /a?b'];
    expect(differences(lines, lines, 'rfc9309', 'koster1996')).toEqual(['before /a?b /a?b', 'after /a?b /a%3Fb']);
    const plain = ['disallow: /a'];
    expect(differences(plain, plain, 'rfc9309', 'koster1996')).toEqual([]);
  });

  test('wildcards: special on one side, literal on the other', () => {
    const lines = ['disallow: /a*b'];
    expect(differences(lines, lines, 'rfc9309', 'koster1996')).toEqual(['before /a*b /ab']);
  });

  test('canonical form: escapes decoded in a query', () => {
    const lines = ['disallow: /?a=http:'];
    expect(differences(lines, lines, 'rfc9309', 'google')).toEqual(['before /?a=http: /?a=http%3A']);
  });
});

test('canonical form: searches only the targets of the alphabet', () => {
  const { rfc9309, google } = dialects;
  const between = (lines: readonly string[]) => {
    const rankings = [rankedFor(lines, 'rfc9309'), rankedFor(lines, 'google')] as const;
    const found = findDifferences(...rankings, new Budget(), plainAlphabetOf(rfc9309, google));
    return found.differences.map(({ witness }) => witness);
  };
  expect(between(['disallow: /?a=http:'])).toEqual([]);
  expect(between(['disallow: /?a=http%3A'])).toEqual(['/?a=http:']);
});

test('canonical form: patterns that both sides compare alike hide no difference', () => {
  const targets = wordsOf(['a', '/', '*', '?', '2', '$'], 4).map((word) => `/${word}`);
  const path = fc
    .array(fc.constantFrom('a', '/', '*', '?', '2', '$', '%2A'), { maxLength: 4 })
    .map((pieces) => `/${pieces.join('')}`);
  const rule = fc.tuple(fc.constantFrom('allow', 'disallow'), path).map((words) => words.join(': '));
  const rules = fc.array(rule, { minLength: 1, maxLength: 4 });
  let found = 0;
  fc.assert(
    fc.property(rules, fc.option(rules), (lines, others) => {
      const matchers = [lines, others ?? lines].map((some, side) => {
        const dialect = side === 0 ? 'rfc9309' : 'google';
        return parseRobotsTxt(['user-agent: *', ...some].join('\n'), { dialect }).matcher('foo');
      });
      const [one, other] = matchers.map(rankedRulesOf);
      const { differences } = findDifferences(one, other, new Budget(), plainAlphabetOf(dialects.rfc9309, dialects.google));
      const differs = (target: string) => matchers[0].isTargetAllowed(target) !== matchers[1].isTargetAllowed(target);
      if (differences.length === 0) expect(targets.filter(differs)).toEqual([]);
      else found++;
      for (const { rule: by, witness } of differences) {
        if (by !== undefined) expect(differs(witness), witness).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
  expect(found).toBeGreaterThan(runs(50));
});

test('easy searches finish regardless of a hard one', () => {
  // A `!` leads to an unchanged verdict, which shows only after exploring all paths to it.
  const ways = ['abcdefgh', 'hgfedcba', 'badcfehg', 'cdabghef', 'efghabcd', 'gehfcadb'];
  const allows = ways.map((way) => `allow: /*${[...way].join('*')}*!`);
  const both = [...allows, `disallow: /*!${'*'.repeat(40)}`, 'disallow: /'];
  const before = rankedFor([`disallow: /*q${'*'.repeat(30)}`, ...both], 'rfc9309');
  const after = rankedFor([...both, 'allow: /x$'], 'rfc9309');
  const found = findDifferences(before, after, new Budget(40_000));
  expect(found.undecided.map(({ rule }) => rule?.line)).toEqual([2]);
  expect(found.differences.map(({ witness }) => witness)).toEqual(['/x']);
});
