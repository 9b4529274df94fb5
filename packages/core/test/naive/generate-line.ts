/**
 * Arbitrary lines. The alphabets are tiny so that rules, names and URLs collide often, and contain something for every
 * row of the table of dialects. Lines are octet strings (see bytes.ts).
 */
import fc from 'fast-check';
import { latin1OfText } from './bytes.js';

/** Small pieces first: fast-check shrinks towards the beginning of a list. */
export const PATTERN_PIECES: readonly string[] = [
  'a',
  '/',
  'b',
  '*',
  '$',
  '/a',
  '?',
  '=',
  ':',
  '@',
  ';',
  '.',
  '..',
  '/../',
  '/./',
  '\\',
  '%',
  '%2',
  '%zz',
  '%2F',
  '%2f',
  '%61',
  '%41',
  'A',
  '%7e',
  '~',
  '%2A',
  '%2a',
  '%24',
  '%25',
  '%252F',
  '%2561',
  '%3F',
  '%3f',
  '%3A',
  '%40',
  '%2e',
  '%2E%2e',
  '%5C',
  '%20',
  '%00',
  '%0a',
  '%27',
  '%C3%A9',
  '%c3%a9',
  '%FC',
  '%fc',
  latin1OfText('é'),
  latin1OfText('ツ'),
  latin1OfText('😀'),
  '\xFC',
  '\xC3',
  ' ',
  '\t',
  '"',
  '<>',
  '^',
  '`',
  '{|}',
  "'",
  '!',
  '+',
  '&',
  '\x01',
  '\x7F',
  '\0',
  '\v',
  '\f',
  '/index.htm',
  'index.html',
  '/robots.txt',
];

/** Half of the pieces make rules collide. */
const piece = fc.oneof(fc.constantFrom('a', '/', 'b', '*', '/a', '$'), fc.constantFrom(...PATTERN_PIECES));

const freePattern = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant('/') },
      { weight: 3, arbitrary: fc.constant('*') },
      { weight: 1, arbitrary: fc.constantFrom('', 'a', '$', '%2F', 'http://h/', '\\', '?') },
    ),
    fc.array(piece, { maxLength: 6 }),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constantFrom('$', '*', '*$', '$$')),
  )
  .map(([start, middle, end]) => start + middle.join('') + end);

/** Few enough that many rules match one target, and some are duplicates. */
const collidingPattern = fc
  .tuple(fc.array(fc.constantFrom('a', '*', 'b', '/', '*a', '%61'), { maxLength: 3 }), fc.constantFrom('', '', '$', '*'))
  .map(([middle, end]) => `/${middle.join('')}${end}`);

const pattern = fc.oneof(collidingPattern, freePattern);

const anyPattern = fc.oneof({ weight: 9, arbitrary: pattern }, { weight: 1, arbitrary: fc.constant('') });

const RULE_FIELDS = [
  'Disallow',
  'Allow',
  'disallow',
  'ALLOW',
  'dissallow',
  'dissalow',
  'Disalow',
  'diasllow',
  'DISALLAW',
  'desallow',
  'Disallowed',
  'Allowance',
  'dis allow',
  'disall',
];
const USER_AGENT_FIELDS = [
  'User-agent',
  'user-agent',
  'USER-AGENT',
  'useragent',
  'User Agent',
  'user_agent',
  'User-agents',
  'user  agent',
  'user\tagent',
];
const OTHER_FIELDS = [
  'Sitemap',
  'site-map',
  'Crawl-delay',
  'Host',
  'Noindex',
  'Request-rate',
  'Unknown',
  '<html>',
  `K${latin1OfText('é')}`,
];

const USER_AGENT_VALUES: readonly string[] = [
  'foo',
  '*',
  'bar',
  'FooBot',
  'FOO',
  '* (everyone)',
  '*foo',
  '*/2',
  '*\t2',
  '*\v2',
  'FooBot/2.1',
  'FooBot*',
  'Foo Bar',
  'Foo360Bot',
  'MJ12bot',
  'archive.org_bot',
  'Foo-Bot_x',
  '360Spider',
  '',
  'foo\0bar',
  'foo:bar',
  latin1OfText('FooBöt'),
  latin1OfText('\u212Aiwi'),
  'Foo\x01',
  '/foo',
  '$',
];

function fieldOf(fields: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...fields.slice(0, 2)) },
    { weight: 1, arbitrary: fc.constantFrom(...fields) },
  );
}

const separator = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(': ', ':') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(' : ', ':\t', ':\v', '\f:', ' ', '\t', ' \t ', ' \v', '::', '', '\0:'),
  },
);
const indent = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '\t', '\v', '\f ', '\xEF\xBB\xBF', '\0') },
);
const trailing = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(' ', '\t', ' # x', '#', '\v', ' \0', '\0x', ' x', '\f#:'),
  },
);

function record(
  fields: readonly string[],
  value: fc.Arbitrary<string>,
): fc.Arbitrary<{ readonly content: string; readonly value: string }> {
  return fc.tuple(indent, fieldOf(fields), separator, value, trailing).map((parts) => ({
    content: parts.join(''),
    value: parts[3],
  }));
}

export interface Line {
  readonly content: string;
  readonly pattern?: string;
}

export const line: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 14,
    arbitrary: record(RULE_FIELDS, anyPattern).map(({ content, value }) => ({
      content,
      pattern: value,
    })),
  },
  {
    weight: 3,
    arbitrary: record(
      USER_AGENT_FIELDS,
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('foo', '*', 'foo', '*', 'bar') },
        { weight: 2, arbitrary: fc.constantFrom(...USER_AGENT_VALUES) },
      ),
    ).map(({ content }) => ({ content })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', '\t', '#', ' # comment', '\v', '\0', '#Disallow: /').map((content) => ({ content })),
  },
  {
    weight: 1,
    arbitrary: record(OTHER_FIELDS, fc.constantFrom('http://h/s.xml', '/s.xml', '5', '', 'a b', '/a')).map(({ content }) => ({
      content,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...PATTERN_PIECES, ':', '#', 'Disallow', 'user-agent', 'Allow', ' '), {
        maxLength: 6,
      })
      .map((pieces) => ({ content: pieces.join('') })),
  },
);
