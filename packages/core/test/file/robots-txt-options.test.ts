/** Options and invalid arguments. */
import { describe, expect, test } from 'vitest';
import { coverage, diff, format, lineDiagnostics, lint } from '../../src/analysis.js';
import { type Dialect, type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt, type RobotsTxt, readDialect, readLimit } from '../../src/file/robots-txt.js';
import { RobotsTxtParser } from '../../src/file/stream.js';
import { preferences } from '../../src/preferences.js';
import { dialectNames } from '../support/make.js';

describe('invalid arguments', () => {
  test.each([undefined, null])('the token %s', (token) => {
    const sentence = 'Pass at least one product token, such as "ExampleBot".';
    for (const dialect of dialectNames) {
      const robotsTxt = parseRobotsTxt('user-agent: *', { dialect });
      expect(() => robotsTxt.isAllowed('/', token as unknown as string)).toThrow(new TypeError(sentence));
    }
  });

  const { buffer } = Uint16Array.from('User-agent: *\nDisallow: /\n', (character) => character.charCodeAt(0));

  test.each([
    ...[undefined, null, 1, {}, ['a']].map((body) => [JSON.stringify(body), body]),
    ['an ArrayBuffer', buffer],
    ['a DataView', new DataView(buffer)],
    ['a Uint16Array', new Uint16Array(buffer)],
  ])('a body or chunk that is %s', (_, body) => {
    const sentence = new TypeError('The body of a robots.txt must be a string or a Uint8Array.');
    expect(() => parseRobotsTxt(body as string)).toThrow(sentence);
    expect(() => new RobotsTxtParser().push(body as string)).toThrow(sentence);
  });
});

describe('a text instead of a parsed file', () => {
  test.each([
    ['lint', lint],
    ['lineDiagnostics', lineDiagnostics],
    ['format', format],
    ['diff', (file: RobotsTxt) => diff(parseRobotsTxt(''), file)],
    ['coverage', (file: RobotsTxt) => coverage(file, [])],
    ['preferences', (file: RobotsTxt) => preferences(file, '/', 'ExampleBot')],
  ])('%s', (_, call) => {
    for (const body of ['User-agent: *', undefined, null]) {
      expect(() => call(body as unknown as RobotsTxt)).toThrow(
        new TypeError('Pass what parseRobotsTxt returns, not the text of a robots.txt.'),
      );
    }
  });
});

describe('options', () => {
  const over = `user-agent: *\ndisallow: /a\n#${'x'.repeat(512_000)}\ndisallow: /b`;

  test('RFC 9309 2.5: maxBytes: ignores content beyond it', () => {
    const cut = parseRobotsTxt(over);
    expect([cut.truncated, cut.isAllowed('/a', 'x'), cut.isAllowed('/b', 'x')]).toEqual([true, false, true]);
    const whole = parseRobotsTxt(over, { maxBytes: over.length });
    expect([whole.truncated, whole.isAllowed('/b', 'x')]).toEqual([false, false]);
  });

  test.each([511_999, 0, -1, 512_000.5, Number.NaN, Infinity, 64 * 1024 * 1024 + 1])(
    'RFC 9309 2.5: maxBytes: throws for %d',
    (maxBytes) => {
      const sentence = `maxBytes must be a whole number from 512000 (RFC 9309 2.5) to 67108864, not ${maxBytes}.`;
      expect(() => parseRobotsTxt('', { maxBytes })).toThrow(new RangeError(sentence));
    },
  );

  test('readLimit: 500 KiB by default', () => {
    expect(readLimit(undefined)).toBe(512_000);
    expect(readLimit(512_000)).toBe(512_000);
    expect(readLimit(64 * 1024 * 1024)).toBe(64 * 1024 * 1024);
  });

  test('dialect: rfc9309 by default, a name, or a custom dialect', () => {
    expect(parseRobotsTxt('').dialect).toBe(dialects.rfc9309);
    for (const name of dialectNames) expect(readDialect(name)).toBe(dialects[name]);
    const mine: Dialect = { ...dialects.koster1996, name: 'mine' };
    expect(parseRobotsTxt('', { dialect: mine }).dialect).toBe(mine);
  });

  test.each(['rfc', '', 'toString', '__proto__', 'Google', null])('dialect: throws for %j', (name) => {
    const sentence = `Unknown dialect ${JSON.stringify(name)}. Use one of rfc9309, draft-koster-rep-00, google, koster1996, yandex.`;
    expect(() => parseRobotsTxt('', { dialect: name as DialectName })).toThrow(new RangeError(sentence));
  });
});

test('throws for an incomplete dialect', () => {
  const half = { name: 'mine', wildcards: false } as Dialect;
  expect(() => parseRobotsTxt('', { dialect: half })).toThrow(
    new TypeError(
      'The dialect lacks the property byteOrderMarks. Derive it from a built-in one, such as { ...dialects.rfc9309, name: "mine" }.',
    ),
  );
  const own: Dialect = { ...dialects.rfc9309, name: 'mine', wildcards: false };
  for (const dialect of [own, own]) {
    expect(parseRobotsTxt('User-agent: *\nDisallow: /*b', { dialect }).isAllowed('/ab', 'a')).toBe(true);
  }
});
