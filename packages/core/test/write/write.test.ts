import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { lineDiagnostics } from '../../src/analysis.js';
import { format } from '../../src/format/format.js';
import { parseRobotsTxt } from '../../src/index.js';
import { aiprefDialect, preferences } from '../../src/preferences.js';
import { type GroupContent, type RuleContent, writeRobotsTxt } from '../../src/write/write.js';
import { dialectNames } from '../support/make.js';

const path = fc
  .array(fc.constantFrom('a', '/', 'b.html', '*', '%2F', '?', '=', '-'), { maxLength: 6 })
  .map((pieces) => `/${pieces.join('')}`);
const rule: fc.Arbitrary<RuleContent> = fc.oneof(
  fc.record({ comment: fc.constant('rule'), allow: path }),
  fc.record({ disallow: path }),
);
const groups: fc.Arbitrary<readonly GroupContent[]> = fc.uniqueArray(
  fc.record(
    {
      comment: fc.constantFrom('group', ['two', 'lines']),
      crawlers: fc.constantFrom(['*'], ['Foo'], ['bar', 'Baz-Bot'], ['a_b']),
      rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
      crawlDelay: fc.constantFrom(0, 1, 0.25),
    },
    { requiredKeys: ['crawlers', 'rules'] },
  ),
  { selector: ({ crawlers }) => crawlers[0] },
);

test('extension: every dialect reads the file as intended', () => {
  fc.assert(
    fc.property(groups, (contents) => {
      const text = writeRobotsTxt({
        comment: 'top',
        groups: contents,
        sitemaps: 'https://h/s.xml',
      });
      for (const dialect of dialectNames) {
        const robotsTxt = parseRobotsTxt(text, { dialect });
        expect(robotsTxt.groups.map(({ productTokens }) => productTokens)).toEqual(contents.map(({ crawlers }) => crawlers));
        expect(robotsTxt.groups.map(({ rules }) => rules.map(({ kind, pattern }) => ({ [kind]: pattern })))).toEqual(
          contents.map(({ rules = [] }) => rules.map(({ comment, ...rule }) => rule)),
        );
        for (const { crawlers, crawlDelay } of contents) {
          expect(robotsTxt.crawlDelay(crawlers[0])).toBe(crawlDelay);
        }
        expect(robotsTxt.sitemaps).toEqual(['https://h/s.xml']);
        // Findings about the content, which the caller chose.
        const codes = lineDiagnostics(robotsTxt).map(({ code }) => code);
        expect(['wildcard-as-itself', 'unlikely-path']).toEqual(expect.arrayContaining(codes));
        expect(format(robotsTxt).text).toBe(text);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('extension: layout of the file', () => {
  const text = writeRobotsTxt({
    comment: ['All crawlers', '', 'of the web'],
    groups: [
      {
        crawlers: '*',
        crawlDelay: 2,
        rules: [{ disallow: '/search' }, { comment: 'but', allow: '/search/about é' }],
      },
      {
        comment: 'Agreed by mail',
        crawlers: ['ExampleBot', 'OtherBot'],
        contentSignal: { search: 'yes', 'ai-train': 'no' },
        rules: [{ disallow: '/' }],
      },
      { crawlers: 'FriendlyBot' },
    ],
    sitemaps: [new URL('https://example.com/sitemap.xml'), 'https://example.com/news.xml'],
  });
  expect(text).toBe(`# All crawlers
#
# of the web

User-agent: *
Disallow: /search
# but
Allow: /search/about%20%C3%A9
Crawl-delay: 2

# Agreed by mail
User-agent: ExampleBot
User-agent: OtherBot
Content-Signal: search=yes, ai-train=no
Disallow: /

User-agent: FriendlyBot
Disallow:

Sitemap: https://example.com/sitemap.xml
Sitemap: https://example.com/news.xml
`);
  expect(writeRobotsTxt({})).toBe('');
});

test('preferences are written where each mechanism reads them', () => {
  const text = writeRobotsTxt({
    license: 'https://example.com/all.xml',
    groups: [
      {
        crawlers: '*',
        contentUsage: [
          { 'train-ai': 'no', search: 'yes' },
          { path: '/open data/', 'train-ai': 'yes' },
        ],
        contentSignal: { search: 'yes', 'ai-input': 'no' },
        rules: [{ disallow: '/private/' }],
      },
      { crawlers: 'ExampleBot', license: new URL('https://example.com/one.xml') },
    ],
  });
  expect(text).toBe(`License: https://example.com/all.xml

User-agent: *
Content-Usage: train-ai=n, search=y
Content-Usage: /open%20data/ train-ai=y
Content-Signal: search=yes, ai-input=no
Disallow: /private/

User-agent: ExampleBot
License: https://example.com/one.xml
Disallow:
`);
  for (const dialect of ['rfc9309', aiprefDialect()] as const) {
    const robotsTxt = parseRobotsTxt(text, { dialect });
    expect(format(robotsTxt).text).toBe(text);
    const of = (path: string, crawler: string) => {
      const read = preferences(robotsTxt, `https://example.com${path}`, crawler);
      const { aipref, contentSignals, rsl } = read;
      const ignored = [aipref, contentSignals, rsl].flatMap((one) => one.ignored);
      expect(ignored).toEqual([]);
      return [
        aipref.categories['train-ai'].value,
        contentSignals.categories['ai-input'].value,
        ...rsl.licenses.map(({ url }) => url),
      ];
    };
    expect(of('/', 'OtherBot')).toEqual(['no', 'no', 'https://example.com/all.xml']);
    expect(of('/open%20data/x', 'OtherBot')).toEqual(['yes', 'no', 'https://example.com/all.xml']);
    expect(of('/', 'ExampleBot')).toEqual(['unstated', 'unstated', 'https://example.com/one.xml']);
  }
});

describe('extension: ambiguous content is refused, and the error suggests a fix', () => {
  const group = (content: object) => ({ groups: [{ crawlers: '*', ...content }] });
  const crawlers = (tokens: unknown) => ({ groups: [{ crawlers: tokens as string }] });
  const refused: readonly (readonly [string, object, string])[] = [
    ['a space in a product token', crawlers('Foo Bot'), '"Foo Bot" is not a product token. Use letters, "_" and "-".'],
    ['a version', crawlers('Foo/1.0'), '"Foo/1.0" is not a product token. Did you mean "Foo"?'],
    ['an empty name', crawlers(''), '"" is not a product token. Use letters, "_" and "-".'],
    ['another type', crawlers([1]), '1 is not a product token. Use letters, "_" and "-".'],
    ['no token', crawlers([]), 'A group needs a product token, or "*" for all other crawlers.'],
    [
      'a crawler in two groups',
      { groups: [{ crawlers: 'A' }, { crawlers: ['b', 'a'] }] },
      '"a" already has a group, and some crawlers read only the first. Add the rules there.',
    ],
    [
      'a rule of two kinds',
      group({ rules: [{ allow: '/', disallow: '/' }] }),
      "A rule has either allow or disallow, such as { disallow: '/private/' }.",
    ],
    [
      'a rule without a kind',
      group({ rules: [{ comment: 'none' }] }),
      "A rule has either allow or disallow, such as { disallow: '/private/' }.",
    ],
    ['a comment of two lines', { comment: 'a\nDisallow: /' }, 'A comment must be one line of text. Pass several as an array.'],
    [
      'a comment of two lines above a rule',
      group({ rules: [{ comment: 'a\rDisallow: /', allow: '/a' }] }),
      'A comment must be one line of text. Pass several as an array.',
    ],
    [
      'a relative sitemap',
      { sitemaps: '/s.xml' },
      'The sitemap "/s.xml" is not an absolute URL. Pass one such as "https://example.com/sitemap.xml".',
    ],
    [
      'a sitemap with a fragment',
      { sitemaps: ['https://h/#s'] },
      'The sitemap "https://h/#s" contains "#" or a character that is invalid in URLs. Write it as %XX, or a host as "xn--…".',
    ],
    [
      'a sitemap with a line end',
      { sitemaps: 'https://h/\r\nallow: /' },
      'The sitemap "https://h/\\r\\nallow: /" contains "#" or a character that is invalid in URLs. Write it as %XX, or a host as "xn--…".',
    ],
    ['a negative delay', group({ crawlDelay: -1 }), 'The crawl delay must be a number of seconds, such as 2 or 0.5, not -1.'],
    [
      'a delay that is not a number',
      group({ crawlDelay: Number.NaN }),
      'The crawl delay must be a number of seconds, such as 2 or 0.5, not NaN.',
    ],
    ['a tiny delay', group({ crawlDelay: 1e-7 }), 'The crawl delay must be a number of seconds, such as 2 or 0.5, not 1e-7.'],
    [
      'a signal as a label',
      group({ contentUsage: { 'ai-train': 'no' } }),
      '"ai-train" is not a category of this field. Use train-ai, ai-use, search.',
    ],
    [
      'a label as a signal',
      group({ contentSignal: { 'train-ai': 'no' } }),
      '"train-ai" is not a category of this field. Use search, ai-input, ai-train.',
    ],
    [
      'a token as a preference',
      group({ contentUsage: { 'train-ai': 'n' } }),
      'The preference for "train-ai" must be "yes" or "no", not "n".',
    ],
    ['no preference', group({ contentSignal: {} }), "No preference is stated. Pass one such as { 'ai-train': 'no' }."],
    [
      'an empty path of a preference',
      group({ contentUsage: { path: '', search: 'yes' } }),
      'The path is empty. Omit it to state preferences for all paths.',
    ],
    [
      'a relative license',
      group({ license: '/license.xml' }),
      'The license "/license.xml" is not an absolute URL. Pass one such as "https://example.com/license.xml".',
    ],
  ];

  test.each(refused)('%s', (_, content, sentence) => {
    expect(() => writeRobotsTxt(content)).toThrow(new TypeError(sentence));
  });

  test('RFC 9309 2.5: throws a RangeError for a file that crawlers may not read to its end', () => {
    const rules = Array.from({ length: 50_000 }, () => ({ disallow: '/a' }));
    expect(() => writeRobotsTxt(group({ rules }))).toThrow(/^The file has 650014 bytes, and crawlers may stop reading at 512000/);
  });
});
