import { describe, expect, test } from 'vitest';
import { bytes, lineCodes, lineDiagnostics } from '../../support/make.js';

const codesOf = (value: string) => lineCodes(`user-agent: ${value}`);

describe('checks of user-agent lines', () => {
  test.each(['*', 'FooBot', 'foo_bot', 'Foo-Bot # 2.1'])('RFC 9309 2.2.1: accepts %s', (value) =>
    expect(codesOf(value)).toEqual([]),
  );

  test.each(['', '/', '*foo', '(foo)', 'é'])(
    'RFC 9309 2.2.1: "%s" contains no product token',
    (value) => {
      expect(codesOf(value)).toEqual(['unusable-product-token']);
    },
  );

  test.each([
    ['FooBot/2.1', 'FooBot'],
    ['FooBot/', 'FooBot'],
    ['FooBot*', 'FooBot'],
    ['Foo Bot', undefined],
    ['FooBot (compatible)', undefined],
    ['* all', undefined],
    ['Fooé', undefined],
  ])('row 10: only part of %s is used', (value, fixed) => {
    const [found] = lineDiagnostics(`user-agent: ${value}`);
    expect(found.code).toBe('product-token-cut');
    expect(found.fix?.replacement).toBe(fixed);
  });

  test.each([
    [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Write the product token: "Googlebot".',
    ],
    ['GPTBot/1.0 (compatible; x)', 'Write the product token: "GPTBot".'],
    ['Googlebot, bingbot', 'Write one user-agent line each for "Googlebot" and "bingbot".'],
    ['GPTBot CCBot|ClaudeBot', 'for "GPTBot", "CCBot" and "ClaudeBot".'],
    ['Mozilla/5.0 (Windows)', 'Write one product token per line, without a version.'],
    ['Foo Googlebot bingbot', 'Write one product token per line, without a version.'],
  ])('row 10: for "%s" the message offers the crawlers in it', (value, advice) => {
    const [found] = lineDiagnostics(`user-agent: ${value}`);
    expect(found.code).toBe('product-token-cut');
    expect(found.message.endsWith(advice)).toBe(true);
  });

  test('row 10: 1996: a fix keeps other letters', () => {
    const [cut] = lineDiagnostics('user-agent: Fööbot/1', 'koster1996');
    expect(cut).toMatchObject({ code: 'product-token-cut', fix: { replacement: 'Fööbot' } });
    const [, other] = lineDiagnostics(bytes('user-agent: F\xFCbot/1'), 'koster1996');
    expect(other.code).toBe('product-token-cut');
    expect(other.fix).toBeUndefined();
  });

  test.each([
    ['AB12bot', 'read only "AB"'],
    ['archive.net_bot', 'read only "archive"'],
    ['36Spider', 'ignore this line'],
  ])('RFC 9309 2.2.1: for %s some crawlers %s', (value, effect) => {
    const [found] = lineDiagnostics(`user-agent: ${value}`);
    expect(found.code).toBe('product-token-outside-rfc');
    expect(found.message).toContain(`Some crawlers ${effect}.`);
  });
});
