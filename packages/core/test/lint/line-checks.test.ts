import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { lineCases, spanOf } from '../support/diagnostic-cases.js';
import { bytes, lineDiagnostics as check, lineCodes as codes, utf16 } from '../support/make.js';

const cases = Object.entries(lineCases);

describe('one case per code', () => {
  test.each(cases)('extension: %s', (code, { body, dialect, span, without, fixed, ...expected }) => {
    const all = check(body, dialect);
    const [{ fix, ...found }] = all;
    expect(all).toHaveLength(1);
    expect(found).toEqual({ code, ...expected, span: spanOf(span) });
    expect(fix === undefined).toBe(fixed === undefined);
    if (typeof body === 'string') expect(applyFixes(body, all)).toBe(fixed ?? body);
    if (fixed !== undefined) expect(codes(fixed, dialect)).toEqual([]);
    expect(codes(without, dialect)).not.toContain(code);
  });
});

test('accepts correct files', () => {
  const body = `# comment\n\nuser-agent: foo\nuser-agent: *\ndisallow: /a # why\nallow: /*$
disallow:\ncrawl-delay: 0.5\nsitemap: https://h/s.xml\nContent-Signal: search=yes\n`;
  expect(check(body)).toEqual([]);
  expect(check('')).toEqual([]);
});

test('a line may have several diagnostics, in order of the checks', () => {
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

describe('dialects', () => {
  test('product tokens: a token that only some dialects accept', () => {
    expect(codes('user-agent: 36Spider', 'google')).toEqual(['unusable-product-token']);
    expect(codes('user-agent: 36Spider')).toEqual([]);
    expect(codes('user-agent: *foo', 'koster1996')).toEqual([]);
    expect(codes('user-agent:')).toEqual(['unusable-product-token']);
  });

  test('unusable paths: a path that only some dialects accept', () => {
    const body = 'user-agent: *\nallow: *.html\nallow: fish';
    expect(codes(body)).toEqual(['unusable-path']);
    expect(codes(body, 'google')).toEqual(['unusable-path']);
    expect(codes(body, 'koster1996')).toEqual(['unusable-path', 'unusable-path']);
  });

  test('field names, missing colon: in 1996, misspellings are unknown fields or not records', () => {
    expect(codes('useragent: *\ndisallow /', 'koster1996')).toEqual(['unknown-field', 'not-a-record']);
  });

  test('end of a group: 1996: a rule after a blank line belongs to no group', () => {
    const body = 'user-agent: *\n\nallow: /';
    expect(codes(body, 'koster1996')).toEqual(['rule-outside-group']);
    expect(codes(body)).toEqual([]);
  });
});

describe('byte-order mark, invalid UTF-8: encodings', () => {
  test('reports UTF-16, and checks the decoded text', () => {
    expect(codes(utf16('user-agent: é', 'le'))).toEqual(['not-utf-8', 'unusable-product-token']);
    expect(codes(utf16('user-agent: x # é\nallow: é', 'be'))).toEqual(['not-utf-8', 'unusable-path']);
    expect(check(utf16('useragent: x', 'be')).map(({ fix }) => fix)).toEqual([undefined, undefined]);
  });

  test("missing colon: finds words in UTF-16 that Google's parser reads as a record", () => {
    const [, found] = check(utf16('user-agent: *\ndisallowed /x', 'le'));
    expect(found.code).toBe('not-a-record');
    expect(found.message).toContain('reads "Disallow: /x"');
  });

  test('a mark on another line is not reported', () => {
    expect(codes('# x\n\uFEFF')).toEqual(['not-a-record']);
  });

  test('reports invalid UTF-8 once per line', () => {
    expect(codes(bytes('# \xFC\xFC\n# \xC3\xA9\n\xFC: x'))).toEqual(['not-utf-8', 'not-utf-8', 'unknown-field']);
  });
});

test('controls: all but HTAB and line ends', () => {
  const controls = Array.from({ length: 32 }, (_, byte) => byte).concat(0x7f);
  const found = controls.filter((byte) => codes(`#${String.fromCharCode(byte)}`).includes('control-character'));
  expect(found).toEqual(controls.filter((byte) => ![0x09, 0x0a, 0x0d].includes(byte)));
});

test('truncates long text in messages', () => {
  const [{ message }] = check(`${'x'.repeat(100)}: y`);
  expect(message).toBe(`Unknown field "${'x'.repeat(60)}…". Crawlers ignore this line.`);
});

test('RFC 9309 2.5: reports nothing else beyond the limit', () => {
  expect(codes(bytes(`\xFC\0${'x'.repeat(512_000)}`))).toEqual(['over-parsing-limit']);
});

describe('fixes', () => {
  const fixes = (source: string | Uint8Array, dialect: DialectName = 'rfc9309') =>
    check(source, dialect).flatMap(({ code, fix }) => (fix === undefined ? [] : [code]));

  test('fixes a value as a whole', () => {
    const body = 'user-agent: *\ndisallow: /a$\x01é/%zz%2f$';
    expect(codes(body)).toEqual(['control-character', 'dollar-not-last', 'unencoded-bytes']);
    const fixed = applyFixes(body, check(body));
    expect(fixed).toBe('user-agent: *\ndisallow: /a$%01%C3%A9/%25zz%2f$');
    expect(codes(fixed)).toEqual(['dollar-not-last']);
  });

  test('escaped wildcards: no fix if some crawlers would match another path', () => {
    const body = 'user-agent: *\ndisallow: /a$b';
    expect(fixes(body)).toEqual([]);
    expect(codes(body)).toEqual(['dollar-not-last']);
  });

  test('keeps a mark before another one', () => {
    expect(fixes('\uFEFF\uFEFFuser-agent: *')).toEqual([]);
    for (const mark of ['\xFF\xFE', '\xFE\xFF']) {
      expect(fixes(bytes(`\xEF\xBB\xBF${mark}\nuser-agent: *`))).toEqual([]);
    }
    expect(fixes('\uFEFF# x')).toEqual(['byte-order-mark']);
  });

  test('never turns a path into a lone star or changes a token', () => {
    expect(fixes('user-agent: GPTBot Bar\nallow: *.pdf')).toEqual([]);
    expect(fixes('user-agent: GPTBot/1\nallow: *')).toEqual(['product-token-cut', 'star-without-slash']);
  });

  test('RFC 9309 2.5: no fix that moves lines across the limit', () => {
    const filler = (bytes: number) => `#${'x'.repeat(bytes)}\n`;
    const slip = 'useragent: *\n';
    expect(fixes(filler(512_000 - slip.length - 3) + slip)).toEqual(['misspelt-field']);
    expect(fixes(filler(512_000 - slip.length - 2) + slip)).toEqual([]);
    expect(fixes(slip + filler(512_000))).toEqual([]);
  });

  test("Google's parser: no fix that exceeds the maximum line length", () => {
    const line = (bytes: number) => `user-agent: *\nallow /${'x'.repeat(bytes - 7)}`;
    expect(fixes(line(16_662), 'google')).toEqual(['missing-colon']);
    expect(fixes(line(16_663), 'google')).toEqual([]);
  });
});

test('reports an HTML page once, not per line', () => {
  const page = '<html>\n<head a="b">\nprose: x\nuser-agent: *\nallow: fish\n</html>';
  expect(codes(page)).toEqual(['html', 'unusable-path']);
  expect(codes(`# page\n${page}`)).not.toContain('html');
});
