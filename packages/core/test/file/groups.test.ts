import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { FileRecords, type Group, nameOf, readOtherRecords, ruleAt } from '../../src/file/groups.js';
import type { Rule } from '../../src/match/verdict.js';
import { RecordReader } from '../../src/syntax/record.js';
import { bodyOf, bytes, recordsOf, tablesOf, utf16 } from '../support/make.js';

const BODY = `sitemap: http://h/s.xml
user-agent: Foo/1.0 # the first
User-Agent: *
crawl-delay: 5
frobnicate: maybe
disallow: /a

user-agent: !
allow: fish
disallow:
Noindex: /n
`;

function groupsOf(body: string | Uint8Array, dialect: DialectName = 'rfc9309'): readonly Group[] {
  return new FileRecords(bodyOf(body, dialect), tablesOf(dialect)).groups;
}

describe('groups', () => {
  const [first, second, ...others] = groupsOf(BODY);

  test('RFC 9309 2.2.1: the groups in file order', () => {
    expect(others).toEqual([]);
    expect(first.userAgentRecords.map(({ line }) => line)).toEqual([2, 3]);
    expect(second.userAgentRecords.map(({ line }) => line)).toEqual([8]);
  });

  test('product tokens as written, including *; invalid ones are skipped', () => {
    expect(first.productTokens).toEqual(['Foo', '*']);
    expect(second.productTokens).toEqual([]);
  });

  test('RFC 9309 2.2.2: rules with their kind, usable or not', () => {
    const rules = (group: Group) => group.rules.map(({ kind, pattern, usable, line }) => [kind, pattern, usable, line]);
    expect(rules(first)).toEqual([['disallow', '/a', true, 6]]);
    expect(rules(second)).toEqual([
      ['allow', 'fish', false, 9],
      ['disallow', '', false, 10],
    ]);
  });

  test('RFC 9309 2.2.4: other records belong to their group', () => {
    expect(first.otherRecords.map(({ field, name, value }) => [field, name, value])).toEqual([
      ['crawl-delay', 'crawl-delay', '5'],
      ['unknown', 'frobnicate', 'maybe'],
    ]);
    expect(second.otherRecords).toEqual([
      {
        field: 'noindex',
        name: 'Noindex',
        value: '/n',
        line: 11,
        span: {
          start: BODY.length - 3,
          end: BODY.length - 1,
          line: 11,
          column: 10,
          endColumn: 12,
        },
        groupIndex: 1,
      },
    ]);
  });

  test('1996: a blank line ends the group', () => {
    const groups = groupsOf('user-agent: a\n\ndisallow: /\nuser-agent: b\ndisallow: /b', 'koster1996');
    expect(groups.map(({ productTokens, rules }) => [productTokens, rules.length])).toEqual([
      [['a'], 0],
      [['b'], 1],
    ]);
  });

  test('an empty body has no groups', () => {
    expect(groupsOf('')).toEqual([]);
    expect(groupsOf('disallow: /\nsitemap: http://h/')).toEqual([]);
  });
});

test('readOtherRecords: also before any group', () => {
  const body = `${BODY}# comment\n\nprose\n`;
  const others = readOtherRecords(new RecordReader(bodyOf(body, 'rfc9309'), tablesOf('rfc9309')));
  expect(others.map(({ name, groupIndex }) => [name, groupIndex])).toEqual([
    ['sitemap', undefined],
    ['crawl-delay', 0],
    ['frobnicate', 0],
    ['Noindex', 1],
  ]);
});

describe('ruleAt', () => {
  const rulesIn = (body: string | Uint8Array, dialect: DialectName = 'rfc9309') => {
    const reader = new RecordReader(bodyOf(body, dialect), tablesOf(dialect));
    const rules: Rule[] = [];
    while (reader.next()) {
      const { cursor, kind, sourceText, valueStart: start, valueEnd: end } = reader;
      const { line, lineStart } = cursor;
      const location = { isAllow: kind === 'allow', line, lineStart, start, end };
      rules.push(ruleAt(location, sourceText, tablesOf(dialect)));
    }
    return rules;
  };
  const ruleIn = (body: string | Uint8Array, dialect?: DialectName) => rulesIn(body, dialect)[0];

  test('canonical form, precedence: the pattern as written, its canonical form and its bytes', () => {
    expect(ruleIn('Disallow: /%7Eé/$x$ # no')).toEqual({
      kind: 'disallow',
      pattern: '/%7Eé/$x$',
      canonicalPattern: '/~%C3%A9/%24x$',
      bytes: 12,
      usable: true,
      line: 1,
      span: { start: 10, end: 20, line: 1, column: 11, endColumn: 20 },
    });
    expect(ruleIn('Disallow: /%7ee', 'google')).toMatchObject({ canonicalPattern: '/%7Ee' });
    expect(ruleIn('Disallow: /*$', 'koster1996')).toMatchObject({ canonicalPattern: '/*$' });
  });

  test('agrees with the record', () => {
    const rules = rulesIn('allow: /a\nallow: /b\nallow: /c');
    expect(rules.map(({ canonicalPattern }) => canonicalPattern)).toEqual(['/a', '/b', '/c']);
  });

  test('invalid UTF-8: keeps invalid UTF-8 in the canonical form', () => {
    expect(ruleIn(bytes('allow: /b\xFCcher'))).toMatchObject({
      pattern: '/b\uFFFDcher',
      canonicalPattern: '/b%FCcher',
    });
  });

  test.each([
    ['allow: /', true, true, true],
    ['allow: *', true, true, false],
    ['allow: fish', false, true, false],
    ['allow: http://h/', false, true, false],
    ['allow:', false, false, false],
    ['allow:\nallow: /', false, false, false],
  ])('unusable paths, empty paths: %j is usable', (line, rfc, google, koster) => {
    expect(ruleIn(line).usable).toBe(rfc);
    expect(ruleIn(line, 'google').usable).toBe(google);
    expect(ruleIn(line, 'koster1996').usable).toBe(koster);
  });

  test('byte-order mark: in UTF-16 the span refers to the original body', () => {
    const { span } = ruleIn(utf16('allow: /é', 'le'));
    expect(span).toEqual({ start: 16, end: 20, line: 1, column: 8, endColumn: 10 });
  });
});

test('nameOf: a token, * or an empty string', () => {
  const lines = 'user-agent: Foo Bar\nuser-agent: * x\nuser-agent: *x\nuser-agent:\n';
  const { records, bytes, values } = recordsOf(lines);
  const names = records.map((_, index) => nameOf(bytes, values[index * 2], values[index * 2 + 1], tablesOf()));
  expect(names).toEqual(['Foo', '*', '', '']);
});
