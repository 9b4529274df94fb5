import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { lineDiagnostics } from '../../src/analysis.js';
import { parseRobotsTxt } from '../../src/index.js';
import { aiprefDialect, preferences } from '../../src/preferences.js';
import {
  type GroupBuilder,
  type RobotsTxtBuilder,
  robotsTxtBuilder,
} from '../../src/write/builder.js';
import { format } from '../../src/write/format.js';
import { dialectNames } from '../support/make.js';

/** Calls of a group's methods, and the expected rule lines. */
interface GroupCalls {
  readonly tokens: readonly [string, ...string[]];
  readonly rules: readonly { readonly kind: 'allow' | 'disallow'; readonly path: string }[];
  readonly delay: number | undefined;
}

const path = fc
  .array(fc.constantFrom('a', '/', 'b.html', '*', '%2F', '?', '=', '-'), { maxLength: 6 })
  .map((pieces) => `/${pieces.join('')}`);
const rule = fc.record({ kind: fc.constantFrom('allow' as const, 'disallow' as const), path });
const groups: fc.Arbitrary<readonly GroupCalls[]> = fc.uniqueArray(
  fc.record({
    tokens: fc.constantFrom(['*'], ['Foo'], ['bar', 'Baz-Bot'], ['a_b']) as fc.Arbitrary<
      readonly [string, ...string[]]
    >,
    rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
    delay: fc.constantFrom(undefined, 0, 1, 0.25),
  }),
  { selector: ({ tokens }) => tokens[0] },
);

function build(calls: readonly GroupCalls[]): RobotsTxtBuilder {
  const builder = robotsTxtBuilder().comment('top');
  for (const { tokens, rules, delay } of calls) {
    const group = builder.comment('group').group(...tokens);
    for (const { kind, path } of rules) group.comment('rule')[kind](path);
    if (delay !== undefined) group.crawlDelay(delay);
  }
  return builder.sitemap('https://h/s.xml');
}

test('extension: every dialect reads the file as intended', () => {
  fc.assert(
    fc.property(groups, (calls) => {
      const text = build(calls).toString();
      for (const dialect of dialectNames) {
        const robotsTxt = parseRobotsTxt(text, { dialect });
        expect(robotsTxt.groups.map(({ productTokens }) => productTokens)).toEqual(
          calls.map(({ tokens }) => tokens),
        );
        expect(
          robotsTxt.groups.map(({ rules }) =>
            rules.map(({ kind, pattern }) => ({ kind, path: pattern })),
          ),
        ).toEqual(calls.map(({ rules }) => rules));
        for (const { tokens, delay } of calls) expect(robotsTxt.crawlDelay(tokens[0])).toBe(delay);
        expect(robotsTxt.sitemaps).toEqual(['https://h/s.xml']);
        for (const { code } of lineDiagnostics(robotsTxt)) expect(code).toBe('wildcard-as-itself');
        expect(format(robotsTxt)).toBe(text);
      }
    }),
    { numRuns: 300 },
  );
});

test('extension: layout of the file', () => {
  const builder = robotsTxtBuilder()
    .comment('All crawlers')
    .group('*')
    .disallow('/search')
    .comment('but')
    .allow('/search/about é')
    .crawlDelay(2)
    .group('ExampleBot', 'OtherBot')
    .contentSignal({ search: 'yes', 'ai-train': 'no' })
    .disallowEverything()
    .group('FriendlyBot')
    .allowEverything()
    .comment('the end')
    .sitemap(new URL('https://example.com/sitemap.xml'));
  expect(String(builder)).toBe(`# All crawlers
User-agent: *
Disallow: /search
# but
Allow: /search/about%20%C3%A9
Crawl-delay: 2

User-agent: ExampleBot
User-agent: OtherBot
Content-Signal: search=yes, ai-train=no
Disallow: /

User-agent: FriendlyBot
Disallow:

# the end
Sitemap: https://example.com/sitemap.xml
`);
  expect(robotsTxtBuilder().toString()).toBe('');
});

test('preferences are written where each mechanism reads them', () => {
  const text = robotsTxtBuilder()
    .license('https://example.com/all.xml')
    .group('*')
    .contentUsage({ 'train-ai': 'no', search: 'yes' })
    .contentUsage({ 'train-ai': 'yes' }, '/open data/')
    .contentSignal({ search: 'yes', 'ai-input': 'no' })
    .disallow('/private/')
    .group('ExampleBot')
    .license(new URL('https://example.com/one.xml'))
    .allowEverything()
    .toString();
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
    expect(format(robotsTxt)).toBe(text);
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

describe('extension: ambiguous calls are refused, and the error suggests a fix', () => {
  const group = () => robotsTxtBuilder().group('*').disallow('/a');
  const refused: readonly (readonly [string, () => unknown, string])[] = [
    [
      'a space',
      () => robotsTxtBuilder().group('Foo Bot'),
      '"Foo Bot" is not a product token. Use letters, "_" and "-".',
    ],
    [
      'a version',
      () => robotsTxtBuilder().group('Foo/1.0'),
      '"Foo/1.0" is not a product token. Did you mean "Foo"?',
    ],
    [
      'no name',
      () => robotsTxtBuilder().group(''),
      '"" is not a product token. Use letters, "_" and "-".',
    ],
    [
      'no token',
      () => robotsTxtBuilder().group(...([] as unknown as [string])),
      'Pass a product token, or "*" for all other crawlers.',
    ],
    [
      'a group twice',
      () => group().group('A').disallow('/').group('b', 'a'),
      '"a" already has a group, and some crawlers read only the first. Add the rules there.',
    ],
    [
      'a group without rules',
      () => robotsTxtBuilder().group('A').group('B'),
      'The group for "A" has no rules. Add one or call allowEverything().',
    ],
    [
      'a last one too',
      () => robotsTxtBuilder().group('A', 'B').crawlDelay(1).toString(),
      'The group for "A", "B" has no rules. Add one or call allowEverything().',
    ],
    ['a path', () => group().allow('b'), 'The path "b" does not start with "/". Write "/b".'],
    [
      'a comment',
      () => group().comment('a\nDisallow: /'),
      'A comment must be one line of text. Call comment() once per line.',
    ],
    [
      'a sitemap',
      () => group().sitemap('/s.xml'),
      'The sitemap "/s.xml" is not an absolute URL. Pass one such as "https://example.com/sitemap.xml".',
    ],
    [
      'its fragment',
      () => group().sitemap('https://h/#s'),
      'The sitemap "https://h/#s" contains "#" or a character that is invalid in URLs. Write it as %XX.',
    ],
    [
      'its line end',
      () => group().sitemap('https://h/\r\nallow: /'),
      'The sitemap "https://h/\\r\\nallow: /" contains "#" or a character that is invalid in URLs. Write it as %XX.',
    ],
    [
      'a delay',
      () => group().crawlDelay(-1),
      'The crawl delay must be a number of seconds, such as 2 or 0.5, not -1.',
    ],
    [
      'no delay',
      () => group().crawlDelay(Number.NaN),
      'The crawl delay must be a number of seconds, such as 2 or 0.5, not NaN.',
    ],
    [
      'a tiny delay',
      () => group().crawlDelay(1e-7),
      'The crawl delay must be a number of seconds, such as 2 or 0.5, not 1e-7.',
    ],
    [
      'a field',
      () => group().record('allow' as 'host', '/'),
      'record() does not write the field "allow". Call the method for it, such as allow() or sitemap().',
    ],
    [
      'a value',
      () => group().record('host', 'a\nb'),
      'The value "a\\nb" must be one line without "#" or surrounding white space.',
    ],
    [
      'no value',
      () => group().record('host', ''),
      'The value "" must be one line without "#" or surrounding white space.',
    ],
    [
      'all and some',
      () => group().allowEverything(),
      'The group already has rules, and allowEverything() must be the only rule of its group.',
    ],
    [
      'some after all',
      () => robotsTxtBuilder().group('*').allowEverything().disallow('/a'),
      'allowEverything() must be the only rule of its group. Remove it or the other rule.',
    ],
    [
      'no group',
      () => (robotsTxtBuilder() as GroupBuilder).disallow('/'),
      'A rule must belong to a group. Call group() first, such as group("*").',
    ],
    [
      'a preference field as a record',
      () => group().record('content-usage' as 'host', 'train-ai=n'),
      'record() does not write the field "content-usage". Call the method for it, such as allow() or sitemap().',
    ],
    [
      'a signal as a label',
      () => group().contentUsage({ 'ai-train': 'no' } as object),
      '"ai-train" is not a category of this field. Use train-ai, ai-use, search.',
    ],
    [
      'a label as a signal',
      () => group().contentSignal({ 'train-ai': 'no' } as object),
      '"train-ai" is not a category of this field. Use search, ai-input, ai-train.',
    ],
    [
      'a token as a preference',
      () => group().contentUsage({ 'train-ai': 'n' as 'no' }),
      'The preference for "train-ai" must be "yes" or "no", not "n".',
    ],
    [
      'no preference',
      () => group().contentSignal({}),
      "No preference is stated. Pass one such as { 'ai-train': 'no' }.",
    ],
    [
      'an empty path of a preference',
      () => group().contentUsage({ search: 'yes' }, ''),
      'The path is empty. Omit it to state preferences for all paths.',
    ],
    [
      'a relative license',
      () => group().license('/license.xml'),
      'The license "/license.xml" is not an absolute URL. Pass one such as "https://example.com/license.xml".',
    ],
    [
      'no group for a signal',
      () => (robotsTxtBuilder() as GroupBuilder).contentSignal({ search: 'no' }),
      'A rule must belong to a group. Call group() first, such as group("*").',
    ],
    [
      'no group for a delay',
      () => (robotsTxtBuilder() as GroupBuilder).crawlDelay(1),
      'A rule must belong to a group. Call group() first, such as group("*").',
    ],
  ];

  test.each(refused)('%s', (_, call, sentence) => {
    expect(call).toThrow(new TypeError(sentence));
  });

  test('RFC 9309 2.5: rejects a file that crawlers may not read to its end', () => {
    const builder = robotsTxtBuilder().group('*');
    for (let i = 0; i < 50_000; i++) builder.disallow('/a');
    expect(() => builder.toString()).toThrow(
      /^The file has 650014 bytes, and crawlers may stop reading at 512000/,
    );
  });

  test('a rejected call changes nothing', () => {
    const builder = robotsTxtBuilder().group('*');
    expect(() => builder.disallow('a')).toThrow();
    expect(() => builder.group('B')).toThrow();
    expect(builder.disallow('/a').toString()).toBe('User-agent: *\nDisallow: /a\n');
  });
});

test('extension: a rule outside a group is a type error', () => {
  expectTypeOf<RobotsTxtBuilder>().not.toHaveProperty('disallow');
  expectTypeOf<GroupBuilder>().toExtend<RobotsTxtBuilder>();
  expectTypeOf<Parameters<RobotsTxtBuilder['record']>[0]>().not.toEqualTypeOf<string>();
});
