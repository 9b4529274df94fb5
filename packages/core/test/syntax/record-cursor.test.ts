import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { ALLOW, BLANK, COMMENT, DISALLOW, FIELD_BY_CODE, INVALID, UNKNOWN_FIELD } from '../../src/dialect/compiled-dialect.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { RecordCursor, RULE_WIDTH } from '../../src/syntax/record-cursor.js';
import { bodyOf, dialectNames, tablesOf } from '../support/make.js';

const OTHER_KINDS = new Map([
  [BLANK, 'blank'],
  [COMMENT, 'comment'],
  [INVALID, 'invalid'],
  [UNKNOWN_FIELD, 'unknown'],
]);

/** Kind, field and value of a line; ` ~` marks a missing colon. */
function read(line: string, dialect: DialectName = 'rfc9309'): [string, string?, string?] {
  const body = bodyOf(line, dialect);
  const cursor = new RecordCursor();
  cursor.begin(body, body.bytes(), tablesOf(dialect));
  expect(cursor.next()).toBe(true);
  const { kind, fieldStart, fieldEnd, valueStart, valueEnd, colonMissing } = cursor;
  const name = OTHER_KINDS.get(kind) ?? FIELD_BY_CODE[kind] ?? '?';
  if (kind < 0) return [name];
  const text = (from: number, to: number) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(cursor.bytes.subarray(from, to));
  const field = text(fieldStart, fieldEnd) + (colonMissing ? ' ~' : '');
  return [name, field, text(valueStart, valueEnd)];
}

function kind(line: string, dialect: DialectName = 'rfc9309'): string {
  return read(line, dialect)[0];
}

describe('lines that are not records', () => {
  test.each([
    [' ', 'blank'],
    ['\t \r', 'blank'],
    ['#', 'comment'],
    [' #:', 'comment'],
    [':', 'invalid'],
    [' : /a', 'invalid'],
    [':allow: /', 'invalid'],
    ['allow', 'invalid'],
    ['x', 'invalid'],
  ])('%j is %s', (line, expected) => {
    for (const dialect of dialectNames) expect(kind(line, dialect)).toBe(expected);
  });

  test('NUL: Google only: a line emptied by NUL is blank, not a comment', () => {
    expect(kind('\0# x', 'google')).toBe('blank');
    expect(kind('\0# x')).toBe('invalid');
  });
});

test('extension: a custom dialect may cut off the colon of a line', () => {
  const tables = tablesOf({ ...dialects.google, name: 'mine', maxLineBytes: 5 });
  const body = bodyOf('allow: /\nallow /');
  const cursor = new RecordCursor();
  cursor.begin(body, body.bytes(), tables);
  for (const _line of [1, 2]) expect([cursor.next(), cursor.kind]).toEqual([true, INVALID]);
});

test.each(['sitemap: x', 'Site-map: x', 'SITE-MAP: x'])('field names: %j is a sitemap', (line) => {
  for (const dialect of dialectNames) {
    const isKnown = dialect !== 'koster1996' || line.startsWith('sitemap');
    expect(kind(line, dialect)).toBe(isKnown ? 'sitemap' : 'unknown');
  }
});

test.each([
  ['sitemaps: x', 'sitemap'],
  ['crawl-delays: 1', 'unknown'],
  ['user-agen', 'invalid'],
])('field names: Google only: by prefix: %j', (line, expected) => {
  expect(kind(line, 'google')).toBe(expected);
  if (expected === 'sitemap') expect(kind(line)).toBe('unknown');
});

test.each([
  [' disallow\t \t/ ', ['disallow', 'disallow ~', '/']],
  ['Sitemap /s # x: y', ['sitemap', 'Sitemap ~', '/s']],
])('missing colon: two words without a colon: %j', (line, expected) => {
  expect(read(line)).toEqual(expected);
  expect(read(line, 'google')).toEqual(expected);
  expect(read(line, 'koster1996')).toEqual(['invalid']);
});

test.each(['disallow / x', 'user agent *', 'some prose', '/ disallow'])(
  'missing colon: not two words or not a field: %j',
  (line) => {
    for (const dialect of dialectNames) expect(kind(line, dialect)).toBe('invalid');
  },
);

test('walks to the end of the body', () => {
  const body = bodyOf('allow: /\n\n# x\rprose of words\r\nsitemap: y');
  const cursor = new RecordCursor();
  cursor.begin(body, body.bytes(), tablesOf());
  const found: [number, number][] = [];
  while (cursor.next()) found.push([cursor.line, cursor.kind]);
  expect(found).toEqual([
    [1, 2],
    [2, BLANK],
    [3, COMMENT],
    [4, INVALID],
    [5, 4],
  ]);
  expect(cursor.next()).toBe(false);
});

/** Line, kind and value of the records on lines that start with a byte in the table. */
function* recordsOn(source: string | Uint8Array, dialect: DialectName, walk: 'next' | 'nextGroupLine') {
  const tables = tablesOf(dialect);
  const { beginsGroupLine } = tables;
  const body = bodyOf(source, dialect);
  const cursor = new RecordCursor();
  cursor.begin(body, body.bytes(), tables);
  while (walk === 'next' ? cursor.next() : cursor.nextGroupLine()) {
    const { kind, line, valueStart, valueEnd } = cursor;
    if (walk === 'next' && beginsGroupLine[cursor.bytes[cursor.lineStart]] === 0) continue;
    if (walk === 'nextGroupLine' && (kind === ALLOW || kind === DISALLOW)) {
      // Room for two rules.
      const rules = new Int32Array(2 * RULE_WIDTH);
      const length = cursor.readRules(rules, 0);
      for (let at = 0; at < length; at += RULE_WIDTH) {
        const [start, end, lineAndKind] = rules.subarray(at);
        yield [lineAndKind >> 1, DISALLOW - (lineAndKind & 1), start, end];
      }
      continue;
    }
    yield kind < 0 ? [line, kind] : [line, kind, valueStart, valueEnd];
  }
}

test('nextGroupLine and readRules read the same records as next', () => {
  const parts = ['Allow:', 'disallow', 'User-agent: ', ':', '/a', '*', ' ', '\t', '#', '\0', '!', 'é'];
  const ends = ['\n', '\n', '\r\n', '\r', ''];
  const long = 'x'.repeat(16_700);
  const line = fc.tuple(
    fc.array(fc.constantFrom(...parts), { maxLength: 5 }),
    fc.constantFrom(...ends, `${long}\n`, `#${long}\r\n`),
  );
  const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.map(([words, end]) => words.join('') + end).join(''));
  fc.assert(
    fc.property(text, fc.constantFrom(...dialectNames), fc.boolean(), (body, dialect, asText) => {
      const source = asText ? body : new TextEncoder().encode(`xy${body}`).subarray(2);
      expect([...recordsOn(source, dialect, 'nextGroupLine')]).toEqual([...recordsOn(source, dialect, 'next')]);
    }),
    { numRuns: runs(500) },
  );
});
