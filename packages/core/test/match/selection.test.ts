import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import type { CompiledDialect } from '../../src/dialect/compiled-dialect.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { GroupIndex, selectGroups } from '../../src/match/selection.js';
import type { Body } from '../../src/syntax/body.js';
import { RULE_WIDTH } from '../../src/syntax/record-cursor.js';
import { generatedBody } from '../naive/generate.js';
import { bodyOf, dialectNames, tablesOf, utf8 } from '../support/make.js';

interface Selected {
  readonly token: string | undefined;
  readonly lines: readonly number[];
  /** `+` or `-`, line and path of each rule. */
  readonly rules: readonly string[];
}

/** The index agrees with a walk. */
function expectSameFromIndex(body: Body, tables: CompiledDialect, tokens: readonly string[]): void {
  const walked = selectGroups(body, tables, tokens);
  const { group, rules } = new GroupIndex(body, tables).select(tokens);
  expect(group).toEqual(walked.group);
  expect(Array.from(rules)).toEqual(Array.from(walked.rules));
}

function select(text: string, tokens: readonly string[], dialect: DialectName = 'rfc9309'): Selected {
  const body = bodyOf(text, dialect);
  const { group, ...found } = selectGroups(body, tablesOf(dialect), tokens);
  expectSameFromIndex(body, tablesOf(dialect), tokens);
  const rules = Array.from(found.rules);
  const bytes = utf8(text);
  const read = Array.from({ length: rules.length / RULE_WIDTH }, (_, rule) => {
    const [start, end, place] = rules.slice(rule * RULE_WIDTH, (rule + 1) * RULE_WIDTH);
    const path = new TextDecoder().decode(bytes.subarray(start, end));
    return `${place % 2 === 1 ? '+' : '-'}${place >> 1} ${path}`;
  });
  return { token: group?.productToken, lines: group?.userAgentLines ?? [], rules: read };
}

const TWO_EACH = `user-agent: *
disallow: /1
user-agent: foo
disallow: /2
allow: /3
user-agent: *
disallow: /4
user-agent: FOO
disallow: /5
user-agent: bar
user-agent: foo
disallow: /6`;

describe('selected groups', () => {
  test.each(dialectNames.filter((name) => name !== 'koster1996'))(
    'RFC 9309 2.2.1: %s: merges all groups of the token',
    (dialect) => {
      expect(select(TWO_EACH, ['Foo'], dialect)).toEqual({
        token: 'Foo',
        lines: [3, 8, 11],
        rules: ['-4 /2', '+5 /3', '-9 /5', '-12 /6'],
      });
    },
  );

  test('1996: the first record that names the token', () => {
    expect(select(TWO_EACH, ['foo'], 'koster1996')).toEqual({
      token: 'foo',
      lines: [3],
      rules: ['-4 /2', '+5 /3'],
    });
  });

  test.each([
    ['rfc9309', [1, 6], ['-2 /1', '-7 /4']],
    ['google', [1, 6], ['-2 /1', '-7 /4']],
    ['draft-koster-rep-00', [1], ['-2 /1']],
    ['koster1996', [1], ['-2 /1']],
  ] as const)('%s: falls back to *', (dialect, lines, rules) => {
    expect(select(TWO_EACH, ['baz'], dialect)).toEqual({ token: '*', lines, rules });
  });

  test.each(dialectNames)('RFC 9309 2.2.1: %s: no group if neither exists', (dialect) => {
    expect(select('user-agent: foo\ndisallow: /', ['bar'], dialect)).toEqual({
      token: undefined,
      lines: [],
      rules: [],
    });
    expect(select('', ['bar'], dialect).token).toBeUndefined();
  });

  test('RFC 9309 2.2.1: a group without rules still replaces *', () => {
    for (const text of [
      'user-agent: *\ndisallow: /\nuser-agent: foo',
      'user-agent: foo\n\nuser-agent: bar\ndisallow:\nuser-agent: *\ndisallow: /',
    ]) {
      expect(select(text, ['foo']).token).toBe('foo');
      expect(select(text, ['foo']).rules.filter((rule) => rule.endsWith(' /'))).toEqual([]);
    }
  });

  test('a group can name a token and *', () => {
    const text = 'user-agent: *\nuser-agent: foo\ndisallow: /1\nuser-agent: *\ndisallow: /2';
    expect(select(text, ['foo']).rules).toEqual(['-3 /1']);
    expect(select(text, ['bar']).rules).toEqual(['-3 /1', '-5 /2']);
    expect(select(text, ['bar'], 'koster1996').rules).toEqual(['-3 /1']);
  });

  test('a group that names a token twice lists both lines and its rules once', () => {
    expect(select('user-agent: foo\nuser-agent: foo/2\nallow: /', ['foo'])).toEqual({
      token: 'foo',
      lines: [1, 2],
      rules: ['+3 /'],
    });
    expect(select('user-agent: foo\nuser-agent: foo\nallow: /', ['foo'], 'koster1996').lines).toEqual([1, 2]);
  });
});

test('input: compares tokens by their bytes', () => {
  const text = 'user-agent: Föö\nallow: /1\nuser-agent: *\nallow: /2';
  expect(select(text, ['föö'], 'koster1996').rules).toEqual(['+2 /1']);
  expect(select(text, ['fÖö'], 'koster1996').rules).toEqual(['+4 /2']);
  expect(select(text, ['f\xC3\xB6\xC3\xB6'], 'koster1996').rules).toEqual(['+4 /2']);
  expect(select(text, ['föö']).rules).toEqual(['+4 /2']);
});

describe('input: a list of tokens in order of specificity', () => {
  const text = 'user-agent: news\nallow: /n\nuser-agent: bot\nallow: /b\nuser-agent: *\nallow: /e';

  test.each([
    [['news', 'bot'], 'news'],
    [['bot', 'news'], 'bot'],
    [['images', 'bot'], 'bot'],
    [['images', 'video'], '*'],
    [['*', 'bot'], 'bot'],
    [['*'], '*'],
  ])('%j: %s', (tokens, token) => {
    const selected = select(text, tokens);
    expect(selected.token).toBe(token);
    expect(selected.rules).toHaveLength(1);
  });
});

describe('skipped lines', () => {
  const lines = [
    'User-agent: a',
    'uSERAGENT: a',
    ' \tuser-agent: a',
    'user agent: a',
    'user-agent a',
    'user-agent: b',
    'unknown: a',
    'disallow: /1',
    ' allow: /2',
    'Dissallow /3',
    'sitemap: a',
    '#user-agent: a',
    '# disallow: /',
    '',
    ' ',
    ': a',
  ];

  test('RFC 9309 2.2.1: agrees with the records', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 12 }), (chosen) => {
        for (const dialect of dialectNames) {
          for (const text of [chosen.join('\n'), `#${'x'.repeat(1_024)}\n${chosen.join('\n')}`]) {
            const { groups } = parseRobotsTxt(text, { dialect });
            const named = groups.filter(({ productTokens }) => productTokens.includes('a'));
            const applied = dialects[dialect].groups.named === 'first' ? named.slice(0, 1) : named;
            const rules = applied.flatMap((group) =>
              group.rules.map(({ kind, line, pattern }) => `${kind === 'allow' ? '+' : '-'}${line} ${pattern}`),
            );
            expect(select(text, ['a'], dialect).rules).toEqual(rules);
          }
        }
      }),
    );
  });
});

describe('rules', () => {
  test('rules before any group belong to none', () => {
    expect(select('disallow: /1\nuser-agent: *\ndisallow: /2', ['foo']).rules).toEqual(['-3 /2']);
  });

  test('product tokens: a line without a token still opens a group', () => {
    const text = 'user-agent: foo\ndisallow: /1\nuser-agent: !\ndisallow: /2';
    expect(select(text, ['foo']).rules).toEqual(['-2 /1']);
    expect(select(text, ['!']).token).toBeUndefined();
  });

  test('unusable paths, empty paths: includes rules with an unusable or empty path', () => {
    expect(select('user-agent: *\nallow: fish\ndisallow: # /', ['foo']).rules).toEqual(['+2 fish', '-3 ']);
  });

  test('end of a group: 1996: rules after a blank line belong to no group', () => {
    const text = 'user-agent: foo\n\ndisallow: /1\n\nuser-agent: foo\ndisallow: /2';
    expect(select(text, ['foo'], 'koster1996')).toEqual({ token: 'foo', lines: [1], rules: [] });
    expect(select(text, ['foo']).rules).toEqual(['-3 /1', '-6 /2']);
  });

  test('RFC 9309 2.5: supports the maximum number of rules in a body', () => {
    const text = `user-agent: *\nuser-agent: foo\n${'allow:/\n'.repeat(60_000)}`;
    for (const token of ['foo', 'bar']) {
      const { rules } = select(text, [token]);
      expect([rules.length, rules[0], rules[59_999]]).toEqual([60_000, '+3 /', '+60002 /']);
    }
  });

  test('a selection is not changed by later ones', () => {
    const body = bodyOf(TWO_EACH);
    const first = selectGroups(body, tablesOf(), ['foo']);
    const before = Array.from(first.rules);
    selectGroups(bodyOf('user-agent: foo\nallow: /zzz'), tablesOf(), ['foo']);
    expect(Array.from(first.rules)).toEqual(before);
  });
});

test('the group index agrees with a walk over the body', () => {
  const tokens = fc.constantFrom('foo', 'bar', 'FooBot', 'a.b', '*', '');
  const tokenLists = fc.array(tokens, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(generatedBody, fc.constantFrom(...dialectNames), tokenLists, ({ body }, name, some) => {
      expectSameFromIndex(bodyOf(body, name), tablesOf(name), some);
    }),
    { numRuns: runs(1000) },
  );
});
