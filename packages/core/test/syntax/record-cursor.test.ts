import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import {
  ALLOW,
  BLANK,
  COMMENT,
  DISALLOW,
  FIELD_BY_CODE,
  INVALID,
  UNKNOWN_FIELD,
} from '../../src/dialect/compiled-dialect.js';
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

describe('row 6: white space around field and value', () => {
  test.each([
    ['allow:/a', ['allow', 'allow', '/a']],
    [' \tallow \t: \t/a b \t', ['allow', 'allow', '/a b']],
    ['allow: /a:b', ['allow', 'allow', '/a:b']],
    ['allow:', ['allow', 'allow', '']],
    ['allow: \t', ['allow', 'allow', '']],
    ['allow: # /a', ['allow', 'allow', '']],
    ['allow: /a # b', ['allow', 'allow', '/a']],
  ])('%j', (line, expected) => {
    for (const dialect of dialectNames) expect(read(line, dialect)).toEqual(expected);
  });

  test('Google only: VT and FF too', () => {
    expect(read('\vallow\f:\v/a\f', 'google')).toEqual(['allow', 'allow', '/a']);
    expect(kind('\v\f', 'google')).toBe('blank');
    for (const dialect of ['rfc9309', 'koster1996'] as const) {
      expect(read('allow:\v/a\f', dialect)).toEqual(['allow', 'allow', '\v/a\f']);
      expect(kind('\vallow: /', dialect)).toBe('unknown');
      expect(kind('\v', dialect)).toBe('invalid');
    }
  });

  test('no-break space and other spaces are not white space', () => {
    expect(read('allow:\u00A0/\u3000')).toEqual(['allow', 'allow', '\u00A0/\u3000']);
  });
});

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

  test('row 5: Google only: a line emptied by NUL is blank, not a comment', () => {
    expect(kind('\0# x', 'google')).toBe('blank');
    expect(kind('\0# x')).toBe('invalid');
  });
});

describe('row 4: Google only: maximum line length', () => {
  test('sees a colon in the last byte but not after it', () => {
    const field = 'allow'.padEnd(16_662, 'x');
    expect(read(`${field}: /`, 'google')).toEqual(['allow', field, '']);
    expect(kind(`${field}x: /`, 'google')).toBe('invalid');
    expect(kind(`${field}x: /`)).toBe('unknown');
  });

  test('extension: a custom dialect may cut off the colon', () => {
    const tables = tablesOf({ ...dialects.google, name: 'mine', maxLineBytes: 5 });
    const body = bodyOf('allow: /\nallow /');
    const cursor = new RecordCursor();
    cursor.begin(body, body.bytes(), tables);
    for (const _line of [1, 2]) expect([cursor.next(), cursor.kind]).toEqual([true, INVALID]);
  });

  test('a value ends there', () => {
    const [, , value] = read(`allow: /${'x'.repeat(20_000)} `, 'google');
    expect(value).toHaveLength(16_663 - 'allow: '.length);
  });
});

describe('row 8: field names', () => {
  test.each(['Allow', 'ALLOW', 'aLLoW', 'allow'])('ignores case: %s', (field) => {
    for (const dialect of dialectNames) expect(kind(`${field}: /`, dialect)).toBe('allow');
  });

  test.each([
    'allo',
    'allowed',
    'all ow',
    'al\x0Cow',
    'Аllow',
    'xallow',
    '@llow',
    'a,,ow',
    'aLLow\x00',
  ])('exact: %j is unknown', (field) => {
    expect(kind(`${field}: /`)).toBe('unknown');
    expect(kind(`${field}: /`, 'koster1996')).toBe('unknown');
  });

  test.each(['user\ragent', 'user\x0Dagent', 'user\x7Fagent', 'user?agent', 'USER\x1FAGENT'])(
    'only letters have case: %j is not user-agent',
    (field) => {
      expect(kind(`${field}: x`)).not.toBe('user-agent');
      expect(kind(`${field}: x`, 'google')).not.toBe('user-agent');
    },
  );

  test.each([
    'dissallow',
    'dissalow',
    'disalow',
    'diasllow',
    'disallaw',
    'useragent',
    'user agent',
    'site-map',
  ])('accepts the misspelling %s, except in 1996', (slip) => {
    const [meant] = [/^u/.test(slip) ? 'user-agent' : /^s/.test(slip) ? 'sitemap' : 'disallow'];
    for (const field of [slip, slip.toUpperCase()]) {
      expect(kind(`${field}: x`)).toBe(meant);
      expect(kind(`${field}: x`, 'draft-koster-rep-00')).toBe(meant);
      expect(kind(`${field}: x`, 'google')).toBe(meant);
      expect(kind(`${field}: x`, 'koster1996')).toBe('unknown');
    }
  });

  test.each(['user_agent', 'desallow'])(
    'extension: accepts the misspelling %s, except by Google',
    (slip) => {
      expect(kind(`${slip}: x`)).toMatch(/^(user-agent|disallow)$/);
      expect(kind(`${slip}: x`, 'google')).toBe('unknown');
    },
  );

  test.each([
    ['Allowance: /', 'allow'],
    ['disallowed: /', 'disallow'],
    ['user-agents: x', 'user-agent'],
    ['user agent x: x', 'user-agent'],
    ['sitemaps: x', 'sitemap'],
    ['disalow!: x', 'disallow'],
    ['crawl-delays: 1', 'unknown'],
    ['allo: /', 'unknown'],
    ['user-agen', 'invalid'],
  ])('Google only: by prefix: %j', (line, expected) => {
    expect(kind(line, 'google')).toBe(expected);
    if (expected !== 'unknown' && expected !== 'invalid') expect(kind(line)).toBe('unknown');
  });
});

describe('row 9: missing colon', () => {
  test.each([
    ['disallow /', ['disallow', 'disallow ~', '/']],
    [' disallow\t \t/ ', ['disallow', 'disallow ~', '/']],
    ['User-Agent *', ['user-agent', 'User-Agent ~', '*']],
    ['Sitemap /s # x: y', ['sitemap', 'Sitemap ~', '/s']],
  ])('two words: %j', (line, expected) => {
    expect(read(line)).toEqual(expected);
    expect(read(line, 'google')).toEqual(expected);
    expect(read(line, 'koster1996')).toEqual(['invalid']);
  });

  test.each([
    'disallow',
    'disallow / x',
    'disallow /\tx',
    'user agent *',
    'some prose',
    '/ disallow',
  ])('not two words or not a field: %j', (line) => {
    for (const dialect of dialectNames) expect(kind(line, dialect)).toBe('invalid');
  });

  test('a colon in the second word makes a record of another field', () => {
    expect(read('disallow http://h/')).toEqual(['unknown', 'disallow http', '//h/']);
  });
});

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
function* recordsOn(
  source: string | Uint8Array,
  dialect: DialectName,
  walk: 'next' | 'nextGroupLine',
) {
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
  const parts = [
    'Allow:',
    'disallow',
    'User-agent: ',
    ':',
    '/a',
    '*',
    ' ',
    '\t',
    '#',
    '\0',
    '!',
    'é',
  ];
  const ends = ['\n', '\n', '\r\n', '\r', ''];
  const long = 'x'.repeat(16_700);
  const line = fc.tuple(
    fc.array(fc.constantFrom(...parts), { maxLength: 5 }),
    fc.constantFrom(...ends, `${long}\n`, `#${long}\r\n`),
  );
  const text = fc
    .array(line, { maxLength: 6 })
    .map((lines) => lines.map(([words, end]) => words.join('') + end).join(''));
  fc.assert(
    fc.property(text, fc.constantFrom(...dialectNames), fc.boolean(), (body, dialect, asText) => {
      const source = asText ? body : new TextEncoder().encode(`xy${body}`).subarray(2);
      expect([...recordsOn(source, dialect, 'nextGroupLine')]).toEqual([
        ...recordsOn(source, dialect, 'next'),
      ]);
    }),
    { numRuns: runs(500) },
  );
});
