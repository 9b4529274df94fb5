import { describe, expect, test } from 'vitest';
import { lineCodes, lineDiagnostics } from '../../support/make.js';

const codesOf = (value: string) => lineCodes(`user-agent: ${value}`);

describe('checks of user-agent lines', () => {
  test.each(['*', 'FooBot', 'foo_bot', 'Foo-Bot # 2.1'])('RFC 9309 2.2.1: accepts %s', (value) =>
    expect(codesOf(value)).toEqual([]),
  );

  test.each(['', '/', '*foo', '(foo)', 'é'])('RFC 9309 2.2.1: "%s" contains no product token', (value) => {
    expect(codesOf(value)).toEqual(['unusable-product-token']);
  });

  test.each([
    ['GPTBot/2.1', 'GPTBot'],
    ['GPTBot/', 'GPTBot'],
    ['GPTBot crawler', undefined],
    ['GPTBot (compatible)', undefined],
  ])('product tokens: only part of %s is used', (value, fixed) => {
    const [found] = lineDiagnostics(`user-agent: ${value}`);
    expect(found.code).toBe('product-token-cut');
    expect(found.fix?.replacement).toBe(fixed);
  });

  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Write the product token: "Googlebot".'],
    ['GPTBot/1.0 (compatible; x)', 'Write the product token: "GPTBot".'],
    ['Googlebot, bingbot', 'Write one user-agent line each for "Googlebot" and "bingbot".'],
    ['GPTBot CCBot|ClaudeBot', 'for "GPTBot", "CCBot" and "ClaudeBot".'],
    ['Foo Googlebot bingbot', 'Write one product token per line, without a version.'],
    ['GPTBot/1.2', 'Write one product token per line, without a version.'],
  ])('product tokens: for "%s" the message offers the crawlers in it', (value, advice) => {
    const [found] = lineDiagnostics(`user-agent: ${value}`);
    expect(found.code).toBe('product-token-cut');
    expect(found.message.endsWith(advice)).toBe(true);
  });

  test('product tokens: a value that names no well-known crawler is not reported', () => {
    for (const value of ['FooBot/2.1', 'Foo Bot', '* all', 'Fooé']) expect(codesOf(value)).toEqual([]);
  });
});
