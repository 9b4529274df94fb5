import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { diff } from '../../src/analysis/diff.js';
import { dialects } from '../../src/dialect/dialect.js';
import { type FormatOptions, format } from '../../src/format/format.js';
import { type DialectName, parseRobotsTxt } from '../../src/index.js';
import { aiprefDialect } from '../../src/preferences.js';
import { arbitraryBytes, describeBody, generatedBody } from '../naive/generate.js';
import { bytes, dialectNames, utf16 } from '../support/make.js';
import { meaningOf, meaningOfText } from '../support/meaning.js';

const anyDialect = fc.constantFrom(...dialectNames);
const anyOptions: fc.Arbitrary<FormatOptions> = fc.record({
  lineEnd: fc.constantFrom('lf', 'crlf'),
  sortRules: fc.boolean(),
});
/** The formatted text; the body itself if it must stay as it is. */
const formatted = (
  body: string | Uint8Array,
  { dialect = 'rfc9309', ...options }: FormatOptions & { readonly dialect?: DialectName } = {},
) => format(parseRobotsTxt(body, { dialect }), options).text ?? body;

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
    expect(formatted('user-agent:*\rallow:/\n\r\n', { lineEnd: 'crlf' })).toBe('User-agent: *\r\nAllow: /\r\n');
    expect(() => formatted('', { lineEnd: 'cr' as 'lf' })).toThrow(new RangeError('lineEnd must be "lf" or "crlf", not "cr".'));
  });

  test('extension: a blank line before each group, and one where the file has some', () => {
    const body = 'user-agent: a\n\nallow: /\nallow: /b\n\n\nallow: /c\n# b\nuser-agent: b\nallow: /';
    expect(formatted(body)).toBe('User-agent: a\n\nAllow: /\nAllow: /b\n\nAllow: /c\n\n# b\nUser-agent: b\nAllow: /\n');
  });

  test('1996: keeps a blank line that ends a group', () => {
    const body = 'user-agent: a\n\n# x\n\ndisallow: /\nuser-agent: b\ndisallow: /';
    const text = formatted(body, { dialect: 'koster1996' });
    expect(text).toBe('User-agent: a\n\n# x\n\nDisallow: /\n\nUser-agent: b\nDisallow: /\n');
  });

  test('extension: keeps an empty file empty, and comments without records', () => {
    expect(formatted('')).toBe('');
    expect(formatted('\uFEFF\r\n \n')).toBe('');
    expect(formatted('# a\n#b\n\n\n# c')).toBe('# a\n#b\n\n# c\n');
  });
});

describe('sorted rules', () => {
  const body = 'user-agent: *\ndisallow: /b\nallow: /a\nallow: /b\n# c\nallow: /1\nallow: /0\n\nallow: /00';

  test('RFC 9309 2.2.2: sorts runs of rules by path if the most bytes win', () => {
    expect(formatted(body, { sortRules: true })).toBe(
      'User-agent: *\nAllow: /a\nAllow: /b\nDisallow: /b\n# c\nAllow: /1\nAllow: /0\n\nAllow: /00\n',
    );
  });

  test('1996: sorts nothing, because the first rule in the file wins', () => {
    const dialect = 'koster1996';
    expect(formatted(body, { dialect, sortRules: true })).toBe(formatted(body, { dialect }));
  });
});

describe('preserves the meaning', () => {
  test('groups, rules and other records are the same, and formatting is idempotent', () => {
    fc.assert(
      fc.property(generatedBody, anyDialect, anyOptions, ({ body }, dialect, options) => {
        const robotsTxt = parseRobotsTxt(body, { dialect });
        const text = formatted(body, { dialect, ...options, sortRules: false });
        const again = parseRobotsTxt(text, { dialect });
        expect(meaningOf(again), describeBody(body)).toEqual(meaningOf(robotsTxt));
        expect(formatted(text, { dialect, ...options })).toEqual(formatted(body, { dialect, ...options }));
      }),
      { numRuns: runs(1_500) },
    );
  });

  test('proved: no verdict changes, sorted or not', () => {
    fc.assert(
      fc.property(generatedBody, anyDialect, anyOptions, ({ body }, dialect, options) => {
        const robotsTxt = parseRobotsTxt(body, { dialect });
        const after = parseRobotsTxt(formatted(body, { dialect, ...options }), { dialect });
        expect(diff(robotsTxt, after, { documentedDialects: false }).accessEquivalent, describeBody(body)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('for any bytes', () => {
    fc.assert(
      fc.property(arbitraryBytes, anyDialect, (body, dialect) => {
        const robotsTxt = parseRobotsTxt(body, { dialect });
        const text = formatted(body, { dialect });
        const again = parseRobotsTxt(text, { dialect });
        expect(meaningOf(again), describeBody(body)).toEqual(meaningOf(robotsTxt));
        expect(formatted(text, { dialect })).toEqual(text);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('keeps every comment', () => {
    const body = '# a\nuser-agent: * #b\n#c\n\n#d\nallow: /#e\n\n# f';
    for (const dialect of dialectNames) {
      const { text } = format(parseRobotsTxt(body, { dialect }));
      expect(text?.match(/#.*/g)).toEqual(['# a', '#b', '#c', '#d', '#e', '# f']);
    }
  });

  test.each([...dialectNames])('%s: never creates a byte-order mark', (dialect) => {
    for (const first of ['\uFEFF\uFEFFallow: /', '\n\uFF01: x', '\n\uFEFFuser-agent: *\nallow: /']) {
      const robotsTxt = parseRobotsTxt(first, { dialect });
      const { text = '' } = format(robotsTxt);
      expect(meaningOfText(text, robotsTxt)).toEqual(meaningOf(robotsTxt));
      expect(formatted(text, { dialect })).toBe(text);
    }
  });
});

describe('a file that must stay as it is', () => {
  const diagnosticOf = (body: string | Uint8Array, dialect: DialectName = 'rfc9309') => {
    const { text, diagnostic } = format(parseRobotsTxt(body, { dialect }));
    expect(text).toBeUndefined();
    return [diagnostic?.code, diagnostic?.span.line];
  };

  test.each<[string, Uint8Array, number]>([
    ['UTF-16, little endian', utf16('user-agent: *\nallow: /é', 'le'), 1],
    ['UTF-16, big endian', utf16('user-agent: *\nallow: /é', 'be'), 1],
    ['UTF-16 without a byte-order mark', utf16('user-agent:*\nallow:/\n', 'le').subarray(2), 1],
    ['Latin-1 in a comment', bytes('user-agent:*\nallow:/ # caf\xE9\n'), 2],
    ['Latin-1 in a path', bytes('user-agent:*\nallow:/b\xFCcher\n'), 2],
    ['Latin-1 in a product token', bytes('user-agent:*\ndisallow:/\nuser-agent:foo\xC3\n'), 3],
    ['half of a character', bytes('user-agent:*\nallow:/\xC3'), 2],
    ['a surrogate', bytes('user-agent:*\nallow:/\xED\xA0\x80\n'), 2],
    ['a partial byte-order mark', bytes('\xEF\xBBuser-agent:*\nallow:/\n'), 1],
  ])('RFC 9309 2.3: not UTF-8: %s', (_, body, line) => {
    for (const dialect of dialectNames) {
      expect(diagnosticOf(body, dialect), dialect).toEqual(['not-utf-8', line]);
    }
  });

  test('bytes that are not text', () => {
    expect(diagnosticOf(Uint8Array.from({ length: 512 }, (_, at) => (at * 7) % 256))).toEqual(['binary', 1]);
  });

  test('a NUL and U+FFFD are UTF-8', () => {
    expect(formatted('user-agent:*\nallow:/\0a\n')).toBe('User-agent: *\nAllow: /\0a\n');
    expect(formatted(bytes('user-agent:*\nallow:/\xEF\xBF\xBD\n'))).toBe('User-agent: *\nAllow: /\uFFFD\n');
  });

  test.each(['disallow:/a\0b', 'disallow:/a\0 # why', 'disallow\0:/a', '\0\0 # why', 'disallow:/a \0\0\t\0/b\r'])(
    "Google's parser: a line with text after a NUL, which ends the line: %j",
    (line) => {
      const body = `user-agent:*\n${line}\n`;
      expect(diagnosticOf(body, 'google')).toEqual(['control-character', 2]);
      expect(formatted(body)).toContain('\0');
    },
  );

  test.each(['disallow:/a\0', 'disallow:/a\0\0 \0', 'disallow:/a # b\0c', '\0\0'])(
    "Google's parser: a line with a NUL before nothing or in a comment: %j",
    (line) => expect(formatted(`user-agent:*\n${line}\n`, { dialect: 'google' })).toContain('User-agent: *\n'),
  );

  test('RFC 9309 2.5: a file that exceeds the parsing limit', () => {
    const body = `user-agent:*\n#${'x'.repeat(511_900)}\nallow:/a\n${'allow:/b\n'.repeat(100)}`;
    expect(diagnosticOf(body)).toEqual(['over-parsing-limit', 12]);
  });

  test("Google's parser: a line that exceeds the maximum length", () => {
    const body = `user-agent: *\n${' '.repeat(dialects.google.maxLineBytes - 8)}disallow: /`;
    expect(diagnosticOf(body, 'google')).toEqual(['line-too-long', 2]);
    expect(formatted(body)).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('limits', () => {
  const LONGEST = dialects.google.maxLineBytes;

  test.each([-2, -1, 0, 1, 2])("Google's parser: a line %i bytes from the maximum", (bytesMore) => {
    for (const field of ['allow:', 'allow ', 'user-agent: ', '    disallow:', 'disalow:', 'x:']) {
      const line = field + '/'.padEnd(LONGEST + bytesMore - field.length, 'x');
      for (const end of ['', '# comment', ' /y: z']) {
        const robotsTxt = parseRobotsTxt(`user-agent: *\n${line}${end}`, { dialect: 'google' });
        const { text, diagnostic } = format(robotsTxt);
        if (text === undefined) {
          expect(diagnostic.code).toBe('line-too-long');
          continue;
        }
        expect(meaningOfText(text, robotsTxt)).toEqual(meaningOf(robotsTxt));
        expect(formatted(text, { dialect: 'google' })).toBe(text);
      }
    }
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
    expect(text).toBe('User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: GPTBot\nDisallow: /\n');
    expect(formatted(text)).toBe(text);
    const dialect = aiprefDialect();
    expect(format(parseRobotsTxt(body, { dialect })).text).toBe(text);
    const [before, after] = [body, text].map((file) => parseRobotsTxt(file, { dialect }));
    expect(diff(before, after).equivalent).toBe(true);
  });

  test('a license before the groups stays global, and one in a group stays there', () => {
    const body = 'license:https://e/a\nuser-agent:a\nlicense : https://e/b\nallow:/\nlicense:https://e/c\n';
    expect(formatted(body)).toBe('License: https://e/a\n\nUser-agent: a\nLicense: https://e/b\nAllow: /\nLicense: https://e/c\n');
  });
});
