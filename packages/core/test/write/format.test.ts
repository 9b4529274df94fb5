import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { diff } from '../../src/analysis/diff.js';
import { dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { aiprefDialect, preferences } from '../../src/preferences.js';
import { type FormatOptions, format } from '../../src/write/format.js';
import { arbitraryBytes, describeBody, generatedBody } from '../naive/generate.js';
import { bytes, dialectNames, utf16 } from '../support/make.js';
import { meaningOf, meaningOfText } from '../support/meaning.js';

const anyDialect = fc.constantFrom(...dialectNames);
const anyOptions: fc.Arbitrary<FormatOptions> = fc.record({
  lineEnd: fc.constantFrom('lf', 'crlf'),
  sortRules: fc.boolean(),
});
const formatted = (body: string | Uint8Array, options?: FormatOptions) =>
  format(parseRobotsTxt(body), options);

const UNTIDY = `\uFEFF

# top


USER-AGENT:a
sitemap:http://h/s.xml
# about b
useragent : b   # why


dissallow:/x#y
  allow	/z
Crawl-Delay:  5
frob :x
prose of words

# for everyone
user-agent: *

Disallow:


`;

describe('one style', () => {
  test('extension: spelling, spaces, blank lines, line ends, comments', () => {
    expect(formatted(UNTIDY)).toBe(`# top

User-agent: a
# about b
User-agent: b # why
Sitemap: http://h/s.xml
Disallow: /x #y
Allow: /z
Crawl-delay: 5
frob: x
prose of words

# for everyone
User-agent: *
Disallow:
`);
  });

  test('extension: line ends of one kind', () => {
    expect(formatted('user-agent:*\rallow:/\n\r\n', { lineEnd: 'crlf' })).toBe(
      'User-agent: *\r\nAllow: /\r\n',
    );
    expect(() => formatted('', { lineEnd: 'cr' as 'lf' })).toThrow(
      new RangeError('lineEnd must be "lf" or "crlf", not "cr".'),
    );
  });

  test('extension: a blank line before each group, none after its user-agent lines, one elsewhere', () => {
    const body =
      'user-agent: a\n\nallow: /\nallow: /b\n\n\nallow: /c\n# b\nuser-agent: b\nallow: /';
    expect(formatted(body)).toBe(
      'User-agent: a\nAllow: /\nAllow: /b\n\nAllow: /c\n\n# b\nUser-agent: b\nAllow: /\n',
    );
  });

  test('row 12: 1996: keeps a blank line that ends a group', () => {
    const body = 'user-agent: a\n\n# x\n\ndisallow: /\nuser-agent: b\ndisallow: /';
    const text = format(parseRobotsTxt(body, { dialect: 'koster1996' }));
    expect(text).toBe('User-agent: a\n\n# x\n\nDisallow: /\n\nUser-agent: b\nDisallow: /\n');
  });

  test('extension: keeps an empty file empty, and comments without records', () => {
    expect(formatted('')).toBe('');
    expect(formatted('\uFEFF\r\n \n')).toBe('');
    expect(formatted('# a\n#b\n\n\n# c')).toBe('# a\n#b\n\n# c\n');
  });
});

describe('sorted rules', () => {
  const body =
    'user-agent: *\ndisallow: /b\nallow: /a\nallow: /b\n# c\nallow: /1\nallow: /0\n\nallow: /00';

  test('RFC 9309 2.2.2: sorts runs of rules by path if the most bytes win', () => {
    expect(formatted(body, { sortRules: true })).toBe(
      'User-agent: *\nAllow: /a\nAllow: /b\nDisallow: /b\n# c\nAllow: /1\nAllow: /0\n\nAllow: /00\n',
    );
  });

  test('row 21: sorts nothing if the first in the file wins', () => {
    const robotsTxt = parseRobotsTxt(body, { dialect: 'koster1996' });
    expect(format(robotsTxt, { sortRules: true })).toBe(format(robotsTxt));
  });
});

describe('preserves the meaning', () => {
  test('groups, rules and other records are the same, and formatting is idempotent', () => {
    fc.assert(
      fc.property(generatedBody, anyDialect, anyOptions, ({ body }, dialect, options) => {
        const robotsTxt = parseRobotsTxt(body, { dialect });
        const text = format(robotsTxt, { ...options, sortRules: false });
        expect(meaningOfText(text, robotsTxt), describeBody(body)).toEqual(meaningOf(robotsTxt));
        expect(format(parseRobotsTxt(text, { dialect }), options)).toBe(format(robotsTxt, options));
      }),
      { numRuns: runs(3_000) },
    );
  });

  test('proved: no verdict changes, sorted or not', () => {
    fc.assert(
      fc.property(generatedBody, anyDialect, anyOptions, ({ body }, dialect, options) => {
        const robotsTxt = parseRobotsTxt(body, { dialect });
        const formatted = parseRobotsTxt(format(robotsTxt, options), { dialect });
        expect(
          diff(robotsTxt, formatted, { documentedDialects: false }).accessEquivalent,
          describeBody(body),
        ).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('row 2: a product token that is not UTF-8 names no crawler, also after formatting', () => {
    const body = bytes('User-agent: *\nDisallow: /\nUser-agent: foo\xC3 b\xC3\n');
    const robotsTxt = parseRobotsTxt(body, { dialect: 'koster1996' });
    const text = format(robotsTxt);
    expect(text).toBe('User-agent: *\nDisallow: /\n\nUser-agent: /foo\xC3 b\xC3\n');
    const formatted = parseRobotsTxt(text, { dialect: 'koster1996' });
    expect(formatted.isAllowed('/', 'foo\xC3')).toBe(robotsTxt.isAllowed('/', 'foo\xC3'));
    expect(diff(robotsTxt, formatted).accessEquivalent).toBe(true);
    expect(format(parseRobotsTxt(body))).toContain('User-agent: foo\xC3 b\xC3\n');
    const valid = parseRobotsTxt(bytes('User-agent: \xC3\xA9/\xC3\nDisallow: /\n'), {
      dialect: 'koster1996',
    });
    expect(format(valid)).toBe('User-agent: é/\xC3\nDisallow: /\n');
  });

  test('for any bytes', () => {
    fc.assert(
      fc.property(arbitraryBytes, anyDialect, (body, dialect) => {
        const robotsTxt = parseRobotsTxt(body, { dialect });
        const text = format(robotsTxt);
        expect(meaningOfText(text, robotsTxt), describeBody(body)).toEqual(meaningOf(robotsTxt));
        expect(format(parseRobotsTxt(text, { dialect }))).toBe(text);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('keeps every comment', () => {
    const body = '# a\nuser-agent: * #b\n#c\n\n#d\nallow: /#e\n\n# f';
    for (const dialect of dialectNames) {
      const text = format(parseRobotsTxt(body, { dialect }));
      expect(text.match(/#.*/g)).toEqual(['# a', '#b', '#c', '#d', '#e', '# f']);
    }
  });

  test('row 2: escapes invalid UTF-8 in paths and decodes the rest as Latin-1', () => {
    expect(formatted(bytes('user-agent: *\nallow: /b\xFCcher/\xC3\xA9 # \xFC'))).toBe(
      'User-agent: *\nAllow: /b%FCcher/%C3%A9 # ü\n',
    );
    expect(formatted('user-agent: *\nallow: /\uFFFD')).toBe('User-agent: *\nAllow: /\uFFFD\n');
  });

  test('row 1: UTF-16 becomes UTF-8', () => {
    expect(formatted(utf16('user-agent: *\nallow: /é', 'le'))).toBe('User-agent: *\nAllow: /é\n');
  });

  test.each([...dialectNames])('row 1: %s: never creates a byte-order mark', (dialect) => {
    for (const first of [
      '\uFEFF\uFEFFallow: /',
      '\n\uFF01: x',
      '\n\uFEFFuser-agent: *\nallow: /',
    ]) {
      const robotsTxt = parseRobotsTxt(first, { dialect });
      const text = format(robotsTxt);
      expect(meaningOfText(text, robotsTxt)).toEqual(meaningOf(robotsTxt));
      expect(format(parseRobotsTxt(text, { dialect }))).toBe(text);
    }
  });
});

describe('limits', () => {
  const LONGEST = dialects.google.maxLineBytes;

  test.each([-2, -1, 0, 1, 2])("Google's parser: a line %i bytes from the maximum", (bytesMore) => {
    for (const field of ['allow:', 'allow ', 'user-agent: ', '    disallow:', 'disalow:', 'x:']) {
      const line = field + '/'.padEnd(LONGEST + bytesMore - field.length, 'x');
      for (const end of ['', '# comment', ' /y: z']) {
        const robotsTxt = parseRobotsTxt(`user-agent: *\n${line}${end}`, { dialect: 'google' });
        const text = format(robotsTxt);
        expect(meaningOfText(text, robotsTxt)).toEqual(meaningOf(robotsTxt));
        expect(format(parseRobotsTxt(text, { dialect: 'google' }))).toBe(text);
      }
    }
  });

  test("Google's parser: content beyond the maximum line length stays unread", () => {
    const body = `user-agent: *\n${' '.repeat(LONGEST - 8)}disallow: /`;
    const robotsTxt = parseRobotsTxt(body, { dialect: 'google' });
    expect(format(robotsTxt)).toBe('User-agent: *\ndisallow\n');
  });

  test('RFC 9309 2.5: drops content beyond the parsing limit', () => {
    const body = `user-agent:*\n#${'x'.repeat(511_900)}\nallow:/a\n${'allow:/b\n'.repeat(100)}`;
    const robotsTxt = parseRobotsTxt(body);
    expect(meaningOfText(format(robotsTxt), robotsTxt)).toEqual(meaningOf(robotsTxt));
  });

  test('RFC 9309 2.5: returns the file unchanged if it would exceed the limit', () => {
    const body = `user-agent:*\n${'allow:/\n'.repeat(60_000)}`;
    expect(formatted(body)).toBe(body);
  });
});

describe('preference lines keep their place', () => {
  test('a Content-Usage line stays between the user-agent lines that AIPREF separates', () => {
    const body = 'user-agent: *\ncontent-usage: train-ai=n\n\nuser-agent: GPTBot\ndisallow: /\n';
    const text = formatted(body);
    expect(text).toBe(
      'User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: GPTBot\nDisallow: /\n',
    );
    expect(formatted(text)).toBe(text);
    const dialect = aiprefDialect();
    expect(format(parseRobotsTxt(body, { dialect }))).toBe(text);
    const [before, after] = [body, text].map((file) => parseRobotsTxt(file, { dialect }));
    expect(diff(before, after).equivalent).toBe(true);
  });

  test('a license before the groups stays global, and one in a group stays there', () => {
    const body =
      'license:https://e/a\nuser-agent:a\nlicense : https://e/b\nallow:/\nlicense:https://e/c\n';
    expect(formatted(body)).toBe(
      'License: https://e/a\n\nUser-agent: a\nLicense: https://e/b\nAllow: /\nLicense: https://e/c\n',
    );
  });

  test('the path of a Content-Usage line keeps its bytes; its dictionary stays invalid', () => {
    const body = bytes('user-agent: *\ncontent-usage: /\xe9 train-ai=n, a=\xe9\nallow: /\n');
    expect(formatted(body)).toBe('User-agent: *\nContent-Usage: /%E9 train-ai=n, a=é\nAllow: /\n');
    const valid = bytes('user-agent: *\ncontent-usage: /\xe9 train-ai=n\nallow: /\n');
    for (const file of [valid, formatted(valid)]) {
      const { aipref } = preferences(parseRobotsTxt(file), 'https://e/%E9', 'a');
      expect(aipref.categories['train-ai'].value).toBe('no');
    }
  });
});
