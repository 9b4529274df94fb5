import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { byteString, canonicalPattern, canonicalTarget } from '../../src/match/canonical.js';
import { latin1OfText } from '../naive/bytes.js';
import { naivePattern } from '../naive/canonical.js';
import { bytes, dialectNames, tablesOf, utf8 } from '../support/make.js';

function form(side: 'pattern' | 'target', text: string | Uint8Array, dialect: DialectName): string {
  const line = typeof text === 'string' ? utf8(text) : text;
  const canonical = side === 'pattern' ? canonicalPattern : canonicalTarget;
  const made = canonical(line, 0, line.length, tablesOf(dialect));
  return byteString(made.bytes, 0, made.length);
}

const pattern = (text: string | Uint8Array, dialect: DialectName = 'rfc9309') => form('pattern', text, dialect);
const target = (text: string | Uint8Array, dialect: DialectName = 'rfc9309') => form('target', text, dialect);

describe('RFC 9309 2.2.2: the table of encodings', () => {
  test.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3A%2F%2Ffoo.bar', '/foo/bar?baz=http://foo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', '/foo/bar/baz'],
  ])('the path %j equals the encoded %j', (path, encoded, canonical) => {
    expect(pattern(path)).toBe(canonical);
    expect(target(path)).toBe(canonical);
    expect(target(encoded)).toBe(canonical);
  });
});

describe('rfc9309: the canonical form of patterns and targets', () => {
  test.each([
    ['/é', '/%C3%A9'],
    ['/%c3%A9', '/%C3%A9'],
    ['/\0\t\x1F\x7F', '/%00%09%1F%7F'],
    ['/ "<>\\^`{|}', '/%20%22%3C%3E%5C%5E%60%7B%7C%7D'],
    ["/!&'()+,;=:@[]", "/!&'()+,;=:@[]"],
    ['/-._~aZ09', '/-._~aZ09'],
    ['/%2d%2E%5f%7e%61%5A%30', '/-._~aZ0'],
    ['/%2f%3F%3a%40', '/%2F%3F:@'],
    ['/%21%26%2b', '/!%26%2B'],
    ['/%', '/%25'],
    ['/%4', '/%254'],
    ['/%%41', '/%25A'],
    ['/%zz%1g', '/%25zz%251g'],
    ['/%25%32%46', '/%252F'],
    ['/%2541', '/%2541'],
    ['/%3F%2F?%2F', '/%3F%2F?/'],
    ['/?%3a%2f%3F%40%26%23', '/?:/?@%26%23'],
    ['/?a?%2f', '/?a?/'],
  ])('%j is %j', (text, canonical) => {
    expect(pattern(text)).toBe(canonical);
    expect(target(text)).toBe(canonical);
  });

  test('invalid UTF-8: a byte of invalid UTF-8 equals its escape', () => {
    expect(pattern(bytes('/b\xFCcher'))).toBe('/b%FCcher');
    expect(target('/b%fccher')).toBe('/b%FCcher');
  });
});

describe('wildcards and their escapes', () => {
  test.each([
    ['/*', '/*'],
    ['/a$', '/a$'],
    ['$', '$'],
    ['/a$b', '/a%24b'],
    ['/$$', '/%24$'],
    ['/%2A%2a%24', '/%2A%2A%24'],
    ['/*$*', '/*%24*'],
  ])('rfc9309: the pattern %j is %j', (text, canonical) => {
    expect(pattern(text)).toBe(canonical);
  });

  test('rfc9309: in a target they are literal', () => {
    expect(target('/*$a$')).toBe('/%2A%24a%24');
    expect(target('/%2a%24')).toBe('/%2A%24');
  });

  test('Google only: neither side is changed, so %2A matches only %2A', () => {
    expect(pattern('/a$b$*', 'google')).toBe('/a$b$*');
    expect(pattern('/%2a%24', 'google')).toBe('/%2A%24');
    expect(target('/*$', 'google')).toBe('/*$');
  });

  test('1996: ordinary bytes', () => {
    for (const side of [pattern, target]) expect(side('/%2A*%24$', 'koster1996')).toBe('/**$$');
  });
});

describe('canonical form: other dialects', () => {
  test('Google only: patterns encode non-ASCII and uppercase hex; nothing else changes', () => {
    expect(pattern('/é%aB%61% %{"', 'google')).toBe('/%C3%A9%AB%61% %{"');
    expect(pattern('/?%2f', 'google')).toBe('/?%2F');
  });

  test('Google only: targets stay unchanged', () => {
    const given = bytes('/\xFC%aB%61% \x7F{*$');
    expect(target(given, 'google')).toBe('/\xFC%aB%61% \x7F{*$');
  });

  test('1996 3.2.2: decodes every escape except %2F, and encodes non-graphic bytes', () => {
    for (const side of [pattern, target]) {
      expect(side('/%61%3D%22"%2f', 'koster1996')).toBe('/a=""%2F');
      expect(side('/é%c3%a9 %20', 'koster1996')).toBe('/%C3%A9%C3%A9%20%20');
      expect(side('/%25%252F%', 'koster1996')).toBe('/%25%252F%25');
    }
  });
});

describe.each(dialectNames)('%s', (dialect) => {
  test('all pairs of bytes after / and after ? follow the table', () => {
    const lines = [...'\0 !"#$%&*./0?@AFafgz~\x7F\x80\xFF'];
    for (const first of lines) {
      for (const second of lines) {
        for (const text of [`/${first}${second}`, `/?%${first}${second}`, `/%${first}${second}`]) {
          expect(pattern(bytes(text), dialect)).toBe(naivePattern(text, dialect).form);
        }
      }
    }
  });

  test('is idempotent', () => {
    for (const text of ['/é%c3?%2f*$', '/%2541%%41', '/a$b$']) {
      const once = pattern(text, dialect);
      expect(pattern(bytes(once), dialect)).toBe(once);
    }
  });

  test('worst case: three bytes per byte, linear', () => {
    const long = pattern('\x01'.repeat(100_000), dialect);
    expect(long.length).toBe(dialect === 'google' ? 100_000 : 300_000);
  });
});

test('pattern and target forms do not overwrite each other', () => {
  const line = utf8('/é');
  const form = canonicalTarget(line, 0, line.length, tablesOf());
  pattern('/other');
  expect(byteString(form.bytes, 0, form.length)).toBe('/%C3%A9');
});

test('reads only the bytes from start to end', () => {
  const line = utf8('%41%42%43');
  const made = canonicalPattern(line, 3, 5, tablesOf());
  expect(byteString(made.bytes, 0, made.length)).toBe('%254');
});

test('byteString: one character per byte, any length', () => {
  expect(byteString(bytes('a\xFF\0'), 0, 3)).toBe('a\xFF\0');
  expect(byteString(bytes('abc'), 1, 1)).toBe('');
  const long = latin1OfText('é'.repeat(10_000));
  expect(byteString(bytes(long), 1, 19_999)).toBe(long.slice(1, -1));
});
