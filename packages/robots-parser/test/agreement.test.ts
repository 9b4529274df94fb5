/** Both libraries agree on generated and real files, apart from the listed differences. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import robotsParser from '../src/robots-parser.js';
import { DIFFERENCES, type Input } from './differences.js';

const original: typeof robotsParser = createRequire(import.meta.url)('robots-parser');
const SITE = 'https://example.com';
const URL_OF_FILE = `${SITE}/robots.txt`;
const CORPUS = new URL('../../../../shared/corpus/robots-files.ndjson.gz', import.meta.url);
/** Before a change of the differences, try 100,000. */
const RUNS = 2_000;
const LINE_END = /\r\n|\r|\n/;

interface Row {
  readonly robots_b64: string;
  readonly checks: readonly (readonly [agent: string, url: string])[];
}

/** The differences about groups, which also concern crawl delays. */
const GROUPS = DIFFERENCES.filter(({ what }) => /^a (?:group|user-agent line) /.test(what));
const UNCOUNTED = /^(?!\s*(?:user-agent|allow|disallow|crawl-delay)\s*:)[^#:]*[^#:\s]\s*:/i;

/** States a file and a target in a form that both libraries read alike. */
function withoutDifferences(input: Input, differences = DIFFERENCES): Input {
  return differences.reduce((before, { rewrite }) => rewrite?.(before) ?? before, input);
}

type Parsed = ReturnType<typeof robotsParser>;

function verdictOf(robots: Parsed, target: string, ua: string) {
  const url = SITE + target;
  return [robots.isAllowed(url, ua), robots.isDisallowed(url, ua), robots.getMatchingLineNumber(url, ua)];
}

function factsOf(robots: Parsed, ua: string) {
  return [robots.getCrawlDelay(ua), robots.getSitemaps(), robots.getPreferredHost()];
}

function expectSameVerdicts(body: string, paths: Iterable<string>, agents: readonly string[]): void {
  const ours = robotsParser(URL_OF_FILE, body);
  for (const path of paths) {
    if (DIFFERENCES.some(({ skips }) => skips?.test(path))) continue;
    const { pathname, search } = new URL(SITE + path);
    const { lines, target } = withoutDifferences({
      lines: body.split(LINE_END),
      target: pathname + search,
    });
    const theirs = original(URL_OF_FILE, lines.join('\n'));
    for (const ua of agents) {
      const context = JSON.stringify({ path, ua, target, lines: lines.slice(0, 20) });
      expect(verdictOf(ours, path, ua), context).toEqual(verdictOf(theirs, target, ua));
    }
  }
}

/** An empty rule follows each field that robots-parser does not count as one, so that each group has a rule for it too. */
function expectSameFacts(body: string, agents: readonly string[]): void {
  const lines = body.split(LINE_END).map((line) => (UNCOUNTED.test(line) ? `${line}\nDisallow:` : line));
  const rewritten = withoutDifferences({ lines, target: '/' }, GROUPS).lines.join('\n');
  const [ours, theirs] = [robotsParser(URL_OF_FILE, body), original(URL_OF_FILE, rewritten)];
  for (const ua of agents) {
    expect(factsOf(ours, ua), JSON.stringify({ ua, body })).toEqual(factsOf(theirs, ua));
  }
}

const oneOf = (words: string) => fc.constantFrom(...words.split(' '));

const AGENTS = ['*', 'ExampleBot/1.0', 'otherbot', 'bot3'];
// No hexadecimal digits outside of escapes: a pattern could match a part of one.
const PIECES =
  '/ / x Y yz * $ % %2 %78 %7e %24 %2A %2a %2F %2f %3A %3F %25 %20 %C3%A9 %c3%a9 é 💩 ? = & + %2B : @ ! ( | ^ { " < \\ ` ; , . .. ~ _ -';
const pathOf = (pieces: string, max: number) =>
  fc.array(fc.oneof(oneOf(pieces), fc.constant(' ')), { maxLength: max }).map((parts) => `/${parts.join('')}`);
const pattern = fc.oneof({ weight: 6, arbitrary: pathOf(PIECES, 4) }, oneOf(' x * */x $ /$ /x$ /*$ %2Fx'));
const space = fc.constantFrom('', '', ' ', '\t', '  ');
const ending = fc.constantFrom('', '', ' ', ' # c', '#c: d');
const fieldLine = (names: string, value: fc.Arbitrary<string>) =>
  fc.tuple(space, oneOf(names), space, fc.constant(':'), space, value, ending).map((parts) => parts.join(''));
const agent = fc.oneof(
  oneOf('* * ExampleBot examplebot/2.0 OtherBot Bot3 Bot Example Бот *bot */1 '),
  fc.constantFrom('ExampleBot (x)', '* /', 'a b'),
);
const line = fc.oneof(
  { weight: 4, arbitrary: fieldLine('User-agent user-agent USER-AGENT', agent) },
  { weight: 6, arbitrary: fieldLine('Disallow disallow', pattern) },
  { weight: 4, arbitrary: fieldLine('Allow ALLOW', pattern) },
  fieldLine('Crawl-delay crawl-delay', oneOf('1 2.5 1e3 x 0x10 -1 ')),
  fieldLine('Sitemap sitemap Site-map', oneOf('/s.xml https://example.com/s a:b ')),
  fieldLine('Host Unknown Disalow Useragent Content-Usage ', oneOf('Example.com / ')),
  fc.constantFrom('', ' ', '# c', 'no colon', 'Disallow /', 'Allow\t/x', 'Disallow : /x', '\uFEFF'),
);
const file = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom('', '\uFEFF'))
  .map(([lines, end, mark]) => mark + lines.join(end));

describe('agrees with robots-parser apart from the listed differences', () => {
  test('in verdicts and line numbers on generated files', () => {
    const paths = fc.array(pathOf(PIECES, 5), { minLength: 1, maxLength: 4 });
    const property = fc.property(file, paths, (body, more) => expectSameVerdicts(body, [...more, '/', '/robots.txt'], AGENTS));
    fc.assert(property, { numRuns: runs(RUNS) });
  });

  // These characters have other lengths in robots-parser, so that another of several rules may win.
  test('in verdicts on single rules with quotes and brackets', () => {
    const path = pathOf(`${PIECES} ' [ ] %5b %27`, 4);
    const property = fc.property(path, path, (rule, other) =>
      expectSameVerdicts(`User-agent: *\nDisallow: ${rule}`, [rule, other], ['*']),
    );
    fc.assert(property, { numRuns: runs(RUNS) });
  });

  test('in crawl delays, sitemaps and the host on generated files', () => {
    fc.assert(
      fc.property(file, (body) => expectSameFacts(body, AGENTS)),
      { numRuns: runs(RUNS) },
    );
  });

  if (existsSync(CORPUS))
    test('on real files', () => {
      const rows = gunzipSync(readFileSync(CORPUS)).toString().trimEnd().split('\n');
      for (const row of rows.slice(0, runs(rows.length))) {
        const { robots_b64: bytes, checks }: Row = JSON.parse(row);
        const body = Buffer.from(bytes, 'base64').toString();
        const paths = new Set(checks.map(([, url]) => url.slice(url.indexOf('/', 8))));
        expectSameVerdicts(body, [...paths, '/robots.txt'], ['Googlebot', 'FooBot']);
        expectSameFacts(body, ['Googlebot', 'FooBot']);
      }
    });
});
