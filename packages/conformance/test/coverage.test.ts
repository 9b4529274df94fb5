/** The cases cover every row of the table of dialects and every table of the documents. */
import { type DialectName, dialects } from '@repkit/core';
import { expect, test } from 'vitest';
import { caseFiles, loadCases } from '../src/load.js';
import { ROWS } from '../src/parse-cases.js';

const cases = caseFiles().flatMap((name) => loadCases(name));
const names = Object.keys(dialects) as DialectName[];

test('there are at least 450 cases with unique IDs', () => {
  expect(cases.length).toBeGreaterThanOrEqual(450);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test.each(names)('every row of the table of dialects has at least two cases in %s', (dialect) => {
  const ofDialect = cases.filter(({ query }) => query.dialect === dialect);
  const lacking = ROWS.filter((row) => ofDialect.filter(({ rows }) => rows.includes(row)).length < 2);
  expect(lacking).toEqual([]);
});

const tables: readonly (readonly [string, DialectName, readonly string[]])[] = [
  ['the five encoding rows of RFC 9309', 'rfc9309', [1, 2, 3, 4, 5].map((row) => `RFC 9309 2.2.2 table row ${row}`)],
  [
    'the five encoding rows of the draft',
    'draft-koster-rep-00',
    [1, 2, 3, 4, 5].map((row) => `draft-koster-rep-00 2.2.2 table row ${row}`),
  ],
  [
    'the special characters of the draft',
    'draft-koster-rep-00',
    ['"#"', '"$"', '"*"', 'percent-encoding row 1', 'percent-encoding row 2'].map((row) => `draft-koster-rep-00 2.2.3 ${row}`),
  ],
  ['the examples of the draft', 'draft-koster-rep-00', ['draft-koster-rep-00 3.1', 'draft-koster-rep-00 3.2']],
  ['the examples of RFC 9309', 'rfc9309', ['RFC 9309 5.1', 'RFC 9309 5.2']],
  [
    'the fifteen path rows of 1996',
    'koster1996',
    Array.from({ length: 15 }, (_, index) => `Koster 1996 3.2.2 table row ${index + 1}`),
  ],
  ['the example of 1996', 'koster1996', ['Koster 1996 3.2 example']],
  ...(['google', 'rfc9309'] as const).flatMap((dialect) => [
    [
      "the path patterns of Google's page",
      dialect,
      ['/', '/*', '/$', '/fish', '/fish*', '/fish/', '/*.php', '/*.php$', '/fish*.php'].map(
        (pattern) => `Google: path matches ${pattern}`,
      ),
    ] as const,
    [
      "the precedence of rules on Google's page",
      dialect,
      [1, 2, 3, 4, 5, 6].map((row) => `Google: order of precedence for rules, row ${row}`),
    ] as const,
    [
      "the user agents of Google's page",
      dialect,
      [1, 2, 3, 4, 5, 6].map((row) => `Google: order of precedence for user agents, row ${row}`),
    ] as const,
    [
      "the grouping examples of Google's page",
      dialect,
      ['Google: grouping of lines and rules', 'Google: grouping of rules', 'Google: other lines are ignored in a group'],
    ] as const,
  ]),
];

test.each(tables)('%s have cases in %s', (_name, dialect, clauses) => {
  const found = new Set(cases.filter(({ query }) => query.dialect === dialect).map(({ clause }) => clause));
  expect(clauses.filter((clause) => !found.has(clause))).toEqual([]);
});

test('cases cover both sides of the line limit and of the parsing limit', () => {
  for (const row of [4, 25]) {
    const outcomes = cases
      .filter(({ rows }) => rows.includes(row))
      .map(({ expected }) => expected.kind === 'verdict' && expected.allowed);
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  }
});
