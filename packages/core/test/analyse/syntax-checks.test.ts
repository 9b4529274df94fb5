import { describe, expect, test } from 'vitest';
import type { DiagnosticCode } from '../../src/analyse/diagnostic.js';
import { checkSyntax } from '../../src/analyse/syntax-checks.js';
import type { DialectName } from '../../src/dialect.js';
import { readRecords } from '../../src/syntax/record.js';
import { diagnosticCases, spanOf } from '../support/diagnostic-cases.js';
import { bodyOf, octets, tablesOf, utf16 } from '../support/make.js';

function check(source: string | Uint8Array, dialect: DialectName = 'rfc9309') {
  const body = bodyOf(source, dialect);
  const tables = tablesOf(dialect);
  return checkSyntax(readRecords(body, tables), body, tables);
}

function codes(source: string | Uint8Array, dialect: DialectName = 'rfc9309'): DiagnosticCode[] {
  return check(source, dialect).map(({ code }) => code);
}

const cases = Object.entries(diagnosticCases) as [
  DiagnosticCode,
  (typeof diagnosticCases)[DiagnosticCode],
][];

describe('one case a code', () => {
  test.each(cases)('extension: %s', (code, { body, dialect, span, without, ...said }) => {
    expect(check(body, dialect)).toEqual([
      {
        code,
        severity: said.severity,
        clause: said.clause,
        message: said.message,
        span: spanOf(span),
      },
    ]);
    expect(codes(without, dialect)).not.toContain(code);
  });
});

test('nothing is said about a file in which nothing is wrong', () => {
  const body = `# comment\n\nuser-agent: foo\nuser-agent: *\ndisallow: /a # why\nallow: *$
disallow:\ncrawl-delay: 0.5\nsitemap: https://h/s.xml\nContent-Signal: search=yes\n`;
  expect(check(body)).toEqual([]);
  expect(check('')).toEqual([]);
});

test('one line may have several, in the order of the checks', () => {
  expect(codes('\uFEFFdissallow fi\x01sh')).toEqual([
    'byte-order-mark',
    'control-character',
    'misspelt-field',
    'missing-colon',
    'rule-outside-group',
    'unusable-path',
  ]);
});

test('diagnostics are in file order', () => {
  const lines = check('x: 1\n\nprose of words\nallow: /\ny: 2').map(({ span }) => span.line);
  expect(lines).toEqual([1, 3, 4, 5]);
});

describe('what a dialect decides', () => {
  test('row 10: a token that only some can read', () => {
    expect(codes('user-agent: 360Spider', 'google')).toEqual(['unusable-product-token']);
    expect(codes('user-agent: 360Spider')).toEqual([]);
    expect(codes('user-agent: *foo', 'koster1996')).toEqual([]);
    expect(codes('user-agent:')).toEqual(['unusable-product-token']);
  });

  test('row 14: a path that only some can read', () => {
    const body = 'user-agent: *\nallow: *.html\nallow: fish';
    expect(codes(body)).toEqual(['unusable-path']);
    expect(codes(body, 'koster1996')).toEqual(['unusable-path', 'unusable-path']);
  });

  test('row 8, row 9: slips of 1996 are unknown fields and lines that are no records', () => {
    expect(codes('useragent: *\ndisallow /', 'koster1996')).toEqual([
      'unknown-field',
      'not-a-record',
    ]);
  });

  test('row 12: 1996: a rule after a blank line belongs to no group', () => {
    const body = 'user-agent: *\n\nallow: /';
    expect(codes(body, 'koster1996')).toEqual(['rule-outside-group']);
    expect(codes(body)).toEqual([]);
  });
});

describe('row 1, row 2: encodings', () => {
  test('a byte-order mark of UTF-16 is one, and what it encodes is text', () => {
    expect(codes(utf16('user-agent: é', 'le'))).toEqual([
      'byte-order-mark',
      'unusable-product-token',
    ]);
    expect(codes(utf16('user-agent: x # é', 'be'))).toEqual(['byte-order-mark']);
  });

  test('a mark on another line is none', () => {
    expect(codes('# x\n\uFEFF')).toEqual(['not-a-record']);
  });

  test('octets that are not UTF-8 are told once a line, wherever they stand', () => {
    expect(codes(octets('# \xFC\xFC\n# \xC3\xA9\n\xFC: x'))).toEqual([
      'not-utf-8',
      'not-utf-8',
      'unknown-field',
    ]);
  });
});

test('controls: all but HTAB and line ends', () => {
  const controls = Array.from({ length: 32 }, (_, octet) => octet).concat(0x7f);
  const found = controls.filter((octet) =>
    codes(`#${String.fromCharCode(octet)}`).includes('control-character'),
  );
  expect(found).toEqual(controls.filter((octet) => ![0x09, 0x0a, 0x0d].includes(octet)));
});

test('a long text is cut in the sentence', () => {
  const [{ message }] = check(`${'x'.repeat(100)}: y`);
  expect(message).toBe(`The field "${'x'.repeat(60)}…" is not known; the line is ignored.`);
});

test('RFC 9309 2.5: of what is beyond the limit nothing else is said', () => {
  expect(codes(octets(`\xFC\0${'x'.repeat(512_000)}`))).toEqual(['over-parsing-limit']);
});
