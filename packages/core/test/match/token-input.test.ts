import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { foldedBytes, readTokenInput, STAR_TOKEN } from '../../src/match/token-input.js';
import { dialectNames, tablesOf, utf8 } from '../support/make.js';

const checked = dialectNames.filter((name) => name !== 'google');

function canonical(token: string, dialect: DialectName = 'rfc9309'): string {
  return readTokenInput(token, tablesOf(dialect).dialect);
}

describe.each(checked)('%s', (dialect) => {
  test.each([
    ['FooBot', 'FooBot'],
    ['FooBot/1.2', 'FooBot'],
    ['FooBot/', 'FooBot'],
    ['FooBot/1/2', 'FooBot'],
    ['MJ12bot', 'MJ12bot'],
    ['archive.org_bot', 'archive.org_bot'],
    ['*', STAR_TOKEN],
    ['é', 'é'],
    ['a;b:c', 'a;b:c'],
  ])('input: %j is interpreted as %j', (token, name) => {
    expect(canonical(token, dialect)).toBe(name);
  });

  test.each([
    'Foo Bot',
    ' FooBot',
    'FooBot ',
    'FooBot\t',
    'FooBot\n',
    '\0',
    'FooBot/1.0 (+https://h/)',
    'FooBot(',
    ')',
    ' ',
    'Mozilla/5.0 (compatible; FooBot/1.0)',
    'FooBot,BarBot',
    'FooBot/1.0,BarBot',
    ',',
  ])('input: rejects %j, a whole User-Agent header or a list', (token) => {
    const sentence =
      `The product token ${JSON.stringify(token)} is not a single name. ` +
      'Pass only the product token, such as "ExampleBot"; productToken() extracts it from a User-Agent header.';
    expect(() => canonical(token, dialect)).toThrow(new TypeError(sentence));
  });

  test.each(['', '/', '/1.0'])('input: %j has no name', (token) => {
    const sentence =
      `The product token ${JSON.stringify(token)} has no name before the version. ` +
      'Pass only the product token, such as "ExampleBot"; productToken() extracts it from a User-Agent header.';
    expect(() => canonical(token, dialect)).toThrow(new TypeError(sentence));
  });
});

test('Google only: compares a token as given', () => {
  for (const token of ['FooBot', 'FooBot/1.2', '', 'Foo Bot (x)', '/']) {
    expect(canonical(token, 'google')).toBe(token);
  }
});

test.each(dialectNames)('%s: throws for other types', (dialect) => {
  for (const wrong of [undefined, null, 1, {}]) {
    expect(() => canonical(wrong as unknown as string, dialect)).toThrow(
      /^A product token must be a string\. Pass only the product token/,
    );
  }
});

test('input: the cached token does not affect others', () => {
  for (const [token, name] of [
    ['a/1', 'a'],
    ['a/1', 'a'],
    ['b', 'b'],
    ['a/1', 'a'],
  ]) {
    expect(canonical(token, 'google')).toBe(token);
    expect(canonical(token)).toBe(name);
  }
  expect(() => canonical('a b')).toThrow(TypeError);
  expect(() => canonical('a b')).toThrow(TypeError);
});

test('selected groups: uses the UTF-8 bytes and folds only ASCII letters', () => {
  for (const [token, folded] of [
    ['AZaz[@`{-_.09', 'azaz[@`{-_.09'],
    ['FÖÖ', 'fÖÖ'],
    ['*', '*'],
    ['', ''],
    ['\uD800', '\uFFFD'],
  ]) {
    expect(foldedBytes(token)).toEqual(utf8(folded));
    expect(foldedBytes(token)).toEqual(utf8(folded));
  }
});
