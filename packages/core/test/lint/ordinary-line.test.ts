import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLines } from '../../src/lint/line-checks.js';
import { isOrdinaryLine } from '../../src/lint/ordinary-line.js';
import { RecordReader } from '../../src/syntax/record.js';
import { lineCases } from '../support/diagnostic-cases.js';
import { bodyOf, dialectNames, tablesOf, utf16 } from '../support/make.js';

/** Lines that nearly trigger a check. */
const line = fc.oneof(
  fc.constantFrom(
    ...[
      'user-agent: *',
      'User-agent: foo',
      'user-agent: foo/2.1',
      'user-agent: 360x',
      'useragent:',
    ],
    ...[
      'disallow: /a',
      'Disallow:',
      'allow: /*.pdf$',
      'disallow: /a$b',
      'disallow: */a',
      'allow: a',
    ],
    ...[
      'disallow: /a#b',
      'disallow: /a # b',
      'disallow: /./',
      'disallow: /%2e%2E/a',
      'allow: /%D0',
    ],
    ...[
      'disallow: /a|b',
      'allow: /[a-z]',
      'allow: /(a|b)',
      'allow: ^/a',
      'allow: /ä',
      'allow: /\\d',
    ],
    ...[
      'disalow: /',
      'diasllow: /',
      'disallow /',
      'https://h/',
      'allow: https://h/a',
      'allow: /a b',
    ],
    ...['sitemap: /s.xml', 'Sitemap: https://h/s.xml', 'sitemap: http://', 'site-map: https://h/s'],
    ...[
      'sitemap: https://a@h/',
      'sitemap: https://h/#/x',
      'sitemap: https:///h',
      'sitemap: http://h http://h',
    ],
    ...[
      'sitemap: https://{h}/',
      'sitemap: http://h:8/x?y',
      'sitemap: http://',
      'sitemap: http://?',
    ],
    ...[
      'crawl-delay: 5',
      'crawl-delay: 5s',
      'crawl-delay:',
      'noindex: /',
      'host: h',
      'x: 1',
      'prose',
    ],
    ...['# a', '# ä\u0001', '', ' \t', '\f', '<html>', '  <!doctype html>', '# \uFFFD'],
  ),
  fc
    .string({ unit: fc.constantFrom(...'/.*$%2e#:^[|( aä\t\0\x01-_9') })
    .map((path) => `allow: ${path}`),
);
const body = fc
  .tuple(fc.constantFrom('', '\uFEFF', '\n'), fc.array(line), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([start, lines, end]) => start + lines.join(end));

test('skipping ordinary lines changes no result', () => {
  fc.assert(
    fc.property(
      body,
      fc.constantFrom(...dialectNames),
      fc.constantFrom('text', 'utf-8', 'utf-16'),
      fc.integer({ min: 1, max: 200 }),
      (text, dialect, encoding, limit) => {
        const source =
          encoding === 'text'
            ? text
            : encoding === 'utf-8'
              ? new TextEncoder().encode(text)
              : utf16(text, 'le');
        const of = bodyOf(source, dialect, limit);
        const tables = tablesOf(dialect);
        expect(checkLines(of, tables)).toEqual(checkLines(of, tables, () => false));
      },
    ),
  );
});

test('lines with findings are not ordinary', () => {
  for (const { body: source, dialect } of Object.values(lineCases)) {
    const of = bodyOf(source, dialect);
    const tables = tablesOf(dialect);
    expect(checkLines(of, tables)).toEqual(checkLines(of, tables, () => false));
  }
});

test('common lines are ordinary', () => {
  const text =
    '# comment\n\nUser-agent: FooBot\nuser-agent: *\nDisallow: /a/b.html?c=*&d=1\nallow: /*.pdf$\n' +
    'disallow:\nCrawl-delay: 10\nHost: example.com\nSitemap: https://h/s.xml\n';
  const reader = new RecordReader(bodyOf(text), tablesOf());
  while (reader.next())
    expect([reader.value, isOrdinaryLine(reader)]).toEqual([reader.value, true]);
  expect(reader.index).toBe(9);
});
