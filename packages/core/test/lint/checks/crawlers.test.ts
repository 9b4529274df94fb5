import { describe, expect, test } from 'vitest';
import { dialects } from '../../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';
import { bytes, utf16 } from '../../support/make.js';

const YANDEX =
  /but allowed by Yandex's robots\. .* at an empty line, .* at most 2048 rules of 1024 characters\. .* write one group/;

/** Bodies with the expected example URLs and messages. */
const cases: readonly (readonly [string, readonly [string, RegExp][]])[] = [
  ['User-agent: *\nDisallow: /x\n', []],
  ['User-agent: *\nDisallow: /\n', []],
  ['User-agent: MJ12bot\nDisallow: /x\n', []],
  ['User-agent: Googlebot2\nDisallow: /x\n', [['/x', /by Google's parser\. /]]],
  ['User-agent: *\nDisallow: /a b\n', [['/a%20b', /by Google's parser\. /]]],
  // Only older drafts and libraries differ.
  ['User-agent: *\nDisallow: /*.pdf\n', []],
  ['User-agent: *\nAllow: /\nDisallow: /x\n', []],
  ['User-agent: *\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n', [['/y', YANDEX]]],
  ['User-agent: *\n\nDisallow: /x\n', [['/x', YANDEX]]],
  ['User-agent: *\nDisallow: /x\n\nDisallow: /y\nDisallow: /z\n', [['/y', YANDEX]]],
  ['User-agent: GPTBot\n\nDisallow: /x\n', []],
  ['User-agent: YandexBot\n\nDisallow: /x\n', [['/x', YANDEX]]],
  [`User-agent: *\nDisallow: /${'x'.repeat(1024)}\n`, [[`/${'x'.repeat(1024)}`, YANDEX]]],
  // Only escapes in a query differ, which no edit can change.
  ['User-agent: *\nDisallow: /*?u=/\n', []],
  ['User-agent: *\nAllow: /core/*.css?\nDisallow: /core/\n', []],
];

describe('crawlers disagree', () => {
  test.each(cases)('%j', (body, expected) => {
    const found = foundBy('crawlers-disagree', body);
    expect(found.map(({ witness }) => witness)).toEqual(expected.map(([witness]) => witness));
    for (const [index, [, message]] of expected.entries()) expect(found[index].message).toMatch(message);
  });

  test('canonical form: prefers a witness without escapes that differ', () => {
    const of = (lines: string) => foundBy('crawlers-disagree', `User-agent: *\n${lines}`).map(({ witness }) => witness);
    expect(of('Disallow: /x?u=%2F\n')).toEqual(['/x?u=/']);
    // No sample shows it, and the search reaches the other rule first.
    const allows = ['~$', '~x', '%7E$', '%7Ex'].map((end) => `Allow: /p${end}\n`);
    expect(of(`Disallow: /*?u=/\nDisallow: /p%7E\n${allows.join('')}`)).toEqual(['/p~a']);
    expect(of('Disallow: /*?u=/\nUser-agent: Googlebot\nDisallow: /a b\n')).toEqual(['/a%20b']);
  });

  test("a disagreement with Yandex's robots alone is information, one with Google's parser a warning", () => {
    const severities = (body: string) => foundBy('crawlers-disagree', body).map(({ severity }) => severity);
    expect(severities('User-agent: *\n\nDisallow: /x\n')).toEqual(['info']);
    expect(severities('User-agent: *\nDisallow: /a b\n')).toEqual(['warning']);
    expect(severities('User-agent: *\nDisallow: /a b\n\nDisallow: /c\n')).toEqual(['warning', 'info']);
  });

  test('an older dialect is compared with RFC 9309 and with Google', () => {
    const [found] = foundBy('crawlers-disagree', 'User-agent: *\nDisallow: /*.pdf\n', 'koster1996');
    expect(found.witness).toBe('/.pdf');
    expect(found.message).toContain("parsers that follow RFC 9309 and Google's parser");
  });

  test("Google's interpretation matters only for the tokens of its crawlers", () => {
    const tokensOf = (body: string) =>
      foundBy('crawlers-disagree', body).map(({ message }) => / for (.*?) under/.exec(message)?.[1]);
    const rules = 'Disallow: /a b\n';
    expect(tokensOf(`User-agent: GPTBot\n${rules}`)).toEqual([]);
    expect(tokensOf(`User-agent: GPTBot\nUser-agent: googlebot\n${rules}`)).toEqual(['"googlebot"']);
    expect(tokensOf(`User-agent: *\n${rules}`)).toEqual(['all other crawlers']);
  });

  test('one example per rule: the first does not hide the next', () => {
    const rules = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `Disallow: /${name} x\n`);
    const witnesses = (body: string) => foundBy('crawlers-disagree', body).map(({ witness }) => witness);
    expect(witnesses(`User-agent: *\n${rules.slice(0, 2).join('')}`)).toEqual(['/a%20x', '/b%20x']);
    expect(witnesses(`User-agent: *\n${rules.join('')}`)).toHaveLength(5);
  });

  test('each dialect is compared with the others', () => {
    const body = 'User-agent: *\nDisallow: /a%7Eb\n';
    const [found] = foundBy('crawlers-disagree', body, 'google');
    expect(found.message).toMatch(/parsers that follow RFC 9309/);
    const target = found.witness ?? '';
    const verdicts = [dialects.google, dialects.rfc9309].map((dialect) =>
      parseRobotsTxt(body, { dialect }).isAllowed(target, 'a'),
    );
    expect(verdicts[0]).not.toBe(verdicts[1]);
  });

  test('byte-order mark: spans stay within the file even if Google sees other lines in UTF-16', () => {
    const oneLine = bytes('\xfe\xff\nuseragent *\nDisallow /');
    for (const body of [utf16('User-agent: *\nDisallow: /੊', 'le'), oneLine]) {
      const found = foundBy('crawlers-disagree', body);
      expect(linesOf(found)).toEqual([1]);
      expect(found[0]?.message).toMatch(/They interpret UTF-16 differently\. Save the file as UTF-8\.$/);
    }
  });

  test('a pattern that starts like the rest of an escape of "*" needs no search', () => {
    const rules = ['Archive', 'Agenda', 'Alerts', '24', '2019', '4th'].flatMap((name) =>
      ['a', 'b', 'c', 'd'].map((end) => `Disallow: /*${name}-${end}?*\nAllow: /*${name}-${end}?p*\n`),
    );
    const body = `User-agent: *\n${rules.join('')}`;
    expect(foundBy('crawlers-disagree', body)).toEqual([]);
    expect(foundBy('undecided', body)).toEqual([]);
  });

  test('names the lines and the crawler for which the budget ran out', () => {
    const rules = ['Archive', 'Agenda', 'Alerts', '24', '2019', '4th'].flatMap((name) =>
      [...'abcdefgh'].map((end) => `Disallow: /*${name}-${end}?*\nAllow: /*${name}-${end}?p*\n`),
    );
    const body = `User-agent: *\nDisallow: /x%24y\n${rules.join('')}`;
    const [found] = foundBy('undecided', body, 'rfc9309', { budget: 2_000_000 });
    expect(found.message).toMatch(/ for "\*", such as those on lines? \d+.*\. Problems may be missing\./);
  });
});
