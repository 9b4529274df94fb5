import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { isStarToken, namesToken, productTokenEnd, toLower } from '../../src/syntax/group.js';
import { bytes, tablesOf, utf8 } from '../support/make.js';

/** The name in a value: a token, `*`, or nothing. */
function nameOf(value: string, dialect: DialectName): string {
  const line = utf8(`user-agent:${value}#`);
  const start = 'user-agent:'.length;
  const end = line.length - 1;
  const tables = tablesOf(dialect);
  if (isStarToken(line, start, end, tables)) return '*';
  return new TextDecoder().decode(line.subarray(start, productTokenEnd(line, start, end, tables)));
}

describe('product tokens: names on user-agent lines', () => {
  test.each([
    // value, rfc9309, google, koster1996
    ['FooBot', 'FooBot', 'FooBot', 'FooBot'],
    ['FooBot/2.1', 'FooBot', 'FooBot', 'FooBot'],
    ['FooBot*', 'FooBot', 'FooBot', 'FooBot*'],
    ['Foo Bar', 'Foo', 'Foo', 'Foo'],
    ['Foo\tBar', 'Foo', 'Foo', 'Foo'],
    ['MJ12bot', 'MJ12bot', 'MJ', 'MJ12bot'],
    ['archive.org_bot', 'archive.org_bot', 'archive', 'archive.org_bot'],
    ['Foo-Bar_Baz', 'Foo-Bar_Baz', 'Foo-Bar_Baz', 'Foo-Bar_Baz'],
    ['360Spider', '360Spider', '', '360Spider'],
    ['Föö', 'F', 'F', 'Föö'],
    ['Foo(Bar)', 'Foo', 'Foo', 'Foo(Bar)'],
    ['*', '*', '*', '*'],
    ['* foo', '*', '*', '*'],
    ['*\tfoo', '*', '*', '*'],
    ['*\ffoo', '', '*', '*\ffoo'],
    ['*foo', '', '', '*foo'],
    ['**', '', '', '**'],
    ['*/1.0', '', '', '*'],
    ['', '', '', ''],
    ['/', '', '', ''],
    ['!Foo', '', '', '!Foo'],
    [' Foo', '', '', ''],
  ])('%j', (value, rfc, google, koster) => {
    expect(nameOf(value, 'rfc9309')).toBe(rfc);
    expect(nameOf(value, 'draft-koster-rep-00')).toBe(rfc);
    expect(nameOf(value, 'google')).toBe(google);
    expect(nameOf(value, 'koster1996')).toBe(koster);
  });
});

test('product tokens: ignores a * after the end of a value', () => {
  expect(isStarToken(bytes('*'), 0, 0, tablesOf())).toBe(false);
  expect(isStarToken(bytes('*x'), 0, 1, tablesOf())).toBe(true);
});

describe('selected groups: comparing a token with a line', () => {
  const names = (value: string, token: string, dialect: DialectName = 'rfc9309') => {
    const line = bytes(value);
    const folded = bytes(token).map(toLower);
    return namesToken(line, 0, line.length, folded, tablesOf(dialect));
  };

  test('RFC 9309 2.2.1: ignores case', () => {
    expect(names('FOObot', 'fooBOT')).toBe(true);
    expect(names('foobot', 'foobot')).toBe(true);
    expect(names('AZaz', 'azAZ')).toBe(true);
  });

  test('only letters have case: bytes that differ by 0x20 are different', () => {
    expect(names('a_', 'a\x7F')).toBe(false);
    expect(names('a-', 'a\r')).toBe(false);
    expect(names('@', '`', 'koster1996')).toBe(false);
    expect(names('[', '{', 'koster1996')).toBe(false);
  });

  test('compares whole names', () => {
    expect(names('foobot', 'foo')).toBe(false);
    expect(names('foo', 'foobot')).toBe(false);
    expect(names('foo-bot', 'foo')).toBe(false);
    expect(names('foo', 'foo')).toBe(true);
    expect(names('foo/1.0', 'foo')).toBe(true);
    expect(names('foo bar', 'foo')).toBe(true);
    expect(names('foo*', 'foo')).toBe(true);
  });

  test('a token that no line can contain never matches', () => {
    expect(names('foo/bot', 'foo/bot')).toBe(false);
    expect(names('foo bot', 'foo bot')).toBe(false);
    expect(names('f\xF6', 'f\xF6')).toBe(false);
  });

  test('Google only: digits and dots end the name', () => {
    expect(names('MJ12bot', 'MJ', 'google')).toBe(true);
    expect(names('MJ12bot', 'MJ12bot', 'google')).toBe(false);
    expect(names('MJ12bot', 'MJ')).toBe(false);
  });

  test('respects the end of the value', () => {
    const line = bytes('foobot');
    expect(namesToken(line, 0, 3, bytes('foo'), tablesOf())).toBe(true);
    expect(namesToken(line, 0, 3, bytes('foobot'), tablesOf())).toBe(false);
    expect(namesToken(line, 3, 6, bytes('bot'), tablesOf())).toBe(true);
  });
});
