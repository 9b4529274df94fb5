import { describe, expect, test } from 'vitest';
import {
  type CanonicalForm,
  type Dialect,
  type DialectName,
  dialects,
} from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { dialectNames } from '../support/make.js';

const LETTERS_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SLIPS = ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'];

const rfcForm: CanonicalForm = {
  encode: '"<>\\^`{|}',
  encodeNonGraphic: 'all',
  decode: { only: `${LETTERS_DIGITS}-._~:@[]!'()` },
  decodeInQuery: '/?',
  upperCaseEscapes: true,
  encodeStrayPercent: true,
};
const asGiven: CanonicalForm = {
  encode: '',
  encodeNonGraphic: 'none',
  decode: { only: '' },
  decodeInQuery: '',
  upperCaseEscapes: false,
  encodeStrayPercent: false,
};
const kosterForm: CanonicalForm = {
  ...asGiven,
  encodeNonGraphic: 'all',
  decode: { allBut: '/%' },
  upperCaseEscapes: true,
  encodeStrayPercent: true,
};
const googlePattern: CanonicalForm = {
  ...asGiven,
  encodeNonGraphic: 'non-ascii',
  upperCaseEscapes: true,
};

/** A row of the table of dialects: the value of rfc9309, and the differences of others. */
type Row = readonly [
  row: string,
  pick: (dialect: Dialect) => unknown,
  rfc9309: unknown,
  others: Readonly<Partial<Record<DialectName, unknown>>>,
];

const rows: readonly Row[] = [
  [
    'row 1: byte-order marks',
    (dialect) => dialect.byteOrderMarks,
    'utf-8-and-utf-16',
    { google: 'utf-8-or-prefix' },
  ],
  ['row 4: line length', (dialect) => dialect.maxLineBytes, Infinity, { google: 16_663 }],
  ['row 5: NUL', (dialect) => dialect.nulEndsLine, false, { google: true }],
  ['row 6: white space', (dialect) => dialect.whiteSpace, ' \t', { google: ' \t\v\f' }],
  [
    'row 8: spellings of user-agent',
    (dialect) => dialect.fieldNames['user-agent'],
    ['user-agent', 'useragent', 'user agent', 'user_agent'],
    { google: ['user-agent', 'useragent', 'user agent'], koster1996: ['user-agent'] },
  ],
  [
    'row 8: spellings of disallow',
    (dialect) => dialect.fieldNames.disallow,
    ['disallow', ...SLIPS, 'desallow'],
    { google: ['disallow', ...SLIPS], koster1996: ['disallow'] },
  ],
  ['row 8: spellings of allow', (dialect) => dialect.fieldNames.allow, ['allow'], {}],
  [
    'row 8: spellings of sitemap',
    (dialect) => dialect.fieldNames.sitemap,
    ['sitemap', 'site-map'],
    { koster1996: ['sitemap'] },
  ],
  [
    'row 8: prefixes',
    (dialect) => dialect.fieldsByPrefix,
    [],
    { google: ['user-agent', 'allow', 'disallow', 'sitemap'] },
  ],
  ['row 9: no colon', (dialect) => dialect.missingColon, 'accepted', { koster1996: 'ignored' }],
  [
    'row 10: product token',
    (dialect) => dialect.productToken,
    { only: `${LETTERS_DIGITS}_-.` },
    { google: { only: `${LETTERS_DIGITS.slice(0, 52)}_-` }, koster1996: { allBut: ' \t/' } },
  ],
  [
    'row 11: which groups apply',
    (dialect) => dialect.groups,
    { named: 'merged', star: 'merged' },
    {
      'draft-koster-rep-00': { named: 'merged', star: 'first' },
      koster1996: { named: 'first', star: 'first' },
    },
  ],
  ['row 12: blank lines', (dialect) => dialect.blankLineEndsGroup, false, { koster1996: true }],
  ['row 12: content-usage lines', (dialect) => dialect.contentUsageIsRule, false, {}],
  [
    'row 14: starts of path-patterns',
    (dialect) => dialect.patternStarts,
    '/*',
    { google: null, koster1996: '/' },
  ],
  [
    'row 15: empty pattern',
    (dialect) => dialect.emptyPattern,
    'matches-nothing',
    { google: 'priority-zero' },
  ],
  ['row 16: * and $', (dialect) => dialect.wildcards, true, { koster1996: false }],
  [
    'row 17: canonical pattern',
    (dialect) => dialect.patternForm,
    rfcForm,
    { google: googlePattern, koster1996: kosterForm },
  ],
  [
    'row 17: canonical target',
    (dialect) => dialect.targetForm,
    rfcForm,
    { google: asGiven, koster1996: kosterForm },
  ],
  [
    'row 18: literal * and $',
    (dialect) => dialect.escapeLiteralWildcards,
    true,
    { google: false, koster1996: false },
  ],
  [
    'row 19: target',
    (dialect) => dialect.target,
    'path-and-query',
    { google: 'google-parser', koster1996: 'path' },
  ],
  [
    'row 20: dot segments',
    (dialect) => dialect.urlStandardTargets,
    true,
    { google: false, koster1996: false },
  ],
  [
    'row 21: precedence',
    (dialect) => dialect.precedence,
    'most-bytes',
    { koster1996: 'first-in-file' },
  ],
  [
    'row 23: /robots.txt',
    (dialect) => dialect.robotsTxtAllowed,
    true,
    { google: false, koster1996: false },
  ],
  ['row 24: index.htm', (dialect) => dialect.indexAllowsFolder, false, { google: true }],
  [
    'query: the product token',
    (dialect) => dialect.productTokenInput,
    'checked',
    { google: 'as-given' },
  ],
];

describe.each(dialectNames)('%s', (name) => {
  test('is listed under its name', () => {
    expect(dialects[name].name).toBe(name);
  });

  test.each(rows)('%s', (_row, pick, rfc9309, others) => {
    const expected = Object.hasOwn(others, name) ? others[name] : rfc9309;
    expect(pick(dialects[name])).toEqual(expected);
  });

  test('every property is tested here', () => {
    const picked = new Set(['name']);
    const noticed = new Proxy(dialects[name], {
      get: (dialect, property, receiver) => {
        picked.add(String(property));
        return Reflect.get(dialect, property, receiver);
      },
    });
    for (const [, pick] of rows) pick(noticed);
    expect(Object.keys(dialects[name]).filter((property) => !picked.has(property))).toEqual([]);
  });

  test('is plain data', () => {
    const { maxLineBytes, ...rest } = dialects[name];
    expect(maxLineBytes).toBeTypeOf('number');
    expect(JSON.parse(JSON.stringify(rest))).toEqual(rest);
  });
});

describe('extension: a custom dialect', () => {
  const body = 'bot: foo\nnever: /a*b\nallow: /a\n\nuser-agent: *\ndisallow: /';
  const mine: Dialect = {
    ...dialects.google,
    name: 'mine',
    fieldNames: { ...dialects.google.fieldNames, 'user-agent': ['bot'], disallow: ['never'] },
    wildcards: false,
  };

  test('applies to parsing and matching', () => {
    const robotsTxt = parseRobotsTxt(body, { dialect: mine });
    expect(robotsTxt.dialect).toBe(mine);
    expect(robotsTxt.records.map(({ kind }) => kind)).toEqual([
      'user-agent',
      'disallow',
      'allow',
      'blank',
      'unknown',
      'unknown',
    ]);
    expect(robotsTxt.isAllowed('/axb', 'foo')).toBe(true);
    expect(robotsTxt.isAllowed('/a*bc', 'foo')).toBe(false);
    expect(robotsTxt.explain('/', 'bar').reason).toBe('no-group');
  });

  test('leaves its base dialect unchanged', () => {
    const robotsTxt = parseRobotsTxt(body, { dialect: 'google' });
    expect(robotsTxt.isAllowed('/axb', 'foo')).toBe(false);
    expect(robotsTxt.groups).toHaveLength(1);
  });
});
