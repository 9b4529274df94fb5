/** Expensive bodies: lint stays within its budget and reports what it left undecided. */
import { expect, test, vi } from 'vitest';
import { parseRobotsTxt, RobotsTxt } from '../../src/file/robots-txt.js';
import { format } from '../../src/format/format.js';
import { lineDiagnostics, lint } from '../../src/lint/lint.js';
import { RecordReader } from '../../src/syntax/record.js';

const LIMIT = 512_000;

function filled(line: (index: number) => string): string {
  let body = 'User-agent: *\n';
  for (let index = 0; body.length < LIMIT - 100; index++) body += line(index);
  return body;
}

const bodies: readonly (readonly [string, string])[] = [
  ['rules of many stars', filled((index) => `Disallow: /*a*b${index}*c*d*a*a*a*b\n`)],
  ['a group for each of many names', filled((index) => `User-agent: b${index}\nDisallow: /x${index}\n`)],
  [
    'groups that repeat those of a managed block',
    `# BEGIN Cloudflare Managed content\n${filled((index) => `User-agent: b${index}\nAllow: /\n`).slice(0, LIMIT / 2)}
# END Cloudflare Managed Content\n${filled((index) => `User-agent: b${index}\nDisallow: /\n`).slice(0, LIMIT / 2)}`,
  ],
  ['groups that only a blank line ends', filled((index) => `User-agent: b${index}\n\nUser-agent: c\nDisallow: /${index}\n`)],
  ['groups with many gaps', filled((index) => `User-agent: a${index}\n\nUser-agent: b\nDisallow: /${index}\n`)],
  ['rules that tie', filled((index) => `${index % 2 ? 'Allow' : 'Disallow'}: /x${index % 300}*y\n`)],
];

test.each(bodies)('RFC 9309 2.5: %s', (_, body) => {
  const codes = lint(parseRobotsTxt(body)).map(({ code }) => code);
  expect(codes).toContain('undecided');
});

test('RFC 9309 2.5: two rules of a quarter of a million stars end, and are reported as undecided', () => {
  const body = `User-agent: *\nDisallow: /${'*a'.repeat(240_000)}\nAllow: /*b\n`;
  const codes = lint(parseRobotsTxt(body)).map(({ code }) => code);
  expect(codes).toContain('undecided');
});

test('400 rules with stars, some of them allowing, are decided within the default budget', () => {
  const line = (_: unknown, index: number) =>
    `${index % 7 === 0 ? 'Allow' : 'Disallow'}: /*${'abcdefgh'[index % 8]}${index}*/${'stuvw'[index % 5]}${index % 13}/*.php\n`;
  const body = `User-agent: *\n${Array.from({ length: 400 }, line).join('')}`;
  expect(lint(parseRobotsTxt(body))).toEqual([]);
});

test('RFC 9309 2.5: of 256,000 bad lines lists 5,000 and counts the rest, even without a budget', () => {
  const found = lint(parseRobotsTxt('a\n'.repeat(256_000)), { budget: 0 });
  const count = (wanted: string) => found.filter(({ code }) => code === wanted).length;
  expect([count('not-a-record'), count('omitted')]).toEqual([5_000, 1]);
  const closing = found.find(({ code }) => code === 'omitted');
  expect(closing?.omitted).toEqual({ code: 'not-a-record', count: 251_000 });
  expect(closing?.span.line).toBe(5_001);
});

test.each([
  ['CR', '\r'.repeat(LIMIT)],
  ['LF', '\n'.repeat(LIMIT)],
  ['comments', '#\n'.repeat(LIMIT / 2)],
  ['rules', filled((index) => `Disallow: /${index}\n`)],
  ['rules that repeat', filled(() => 'Disallow: /\n')],
])('RFC 9309 2.5: lint creates no object per line: 500 KiB of %s', (_, body) => {
  const read = vi.spyOn(RobotsTxt.prototype, 'records', 'get');
  const record = vi.spyOn(RecordReader.prototype, 'record');
  lint(parseRobotsTxt(body), { budget: 100_000 });
  expect(read).not.toHaveBeenCalled();
  expect(record.mock.calls.length).toBeLessThan(10);
  vi.restoreAllMocks();
});

test('RFC 9309 2.5: lint creates no objects for other records, and line checks none for groups', () => {
  const records = 'a:\n'.repeat(LIMIT / 3);
  const others = vi.spyOn(RobotsTxt.prototype, 'otherRecords', 'get');
  lint(parseRobotsTxt(records), { budget: 100_000 });
  expect(others).not.toHaveBeenCalled();
  const groups = vi.spyOn(RobotsTxt.prototype, 'groups', 'get');
  lineDiagnostics(parseRobotsTxt(`User-agent: Googlebot/2.1\n${records}`));
  expect(groups).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('RFC 9309 2.5: user-agent lines of one group are one audience', () => {
  const body = `${filled((index) => `User-agent: b${index}\n`)}Disallow: /x\n`;
  const codes = new Set(lint(parseRobotsTxt(body)).map(({ code }) => code));
  expect([...codes]).toEqual([]);
});

/** Repetitive lines on which a careless regular expression would backtrack. */
const lines = [
  `Disallow: /${'['.repeat(400_000)}`,
  `Disallow: /[${'-'.repeat(400_000)}`,
  `Disallow: /${'('.repeat(400_000)}`,
  `Disallow: /${'../'.repeat(130_000)}..`,
  `Disallow: /${'%'.repeat(400_000)}`,
  `Disallow: /${'js*'.repeat(130_000)}x`,
  `Disallow: /${'.js'.repeat(130_000)}x`,
  `Crawl-delay: ${'1'.repeat(400_000)}x`,
  `Sitemap: ${'a'.repeat(400_000)}`,
  `Sitemap: http://${'staging-'.repeat(50_000)}`,
  `Sitemap: http://h/${' @'.repeat(200_000)}#${'/'.repeat(50_000)}`,
  `Disallow: / ${'# staging dev'.repeat(30_000)}`,
  `#${' '.repeat(400_000)}x`,
  `x${' '.repeat(400_000)}x x`,
  `${'a'.repeat(400_000)}: x`,
  `<${'html '.repeat(80_000)}`,
  `User-agent: a/${'b'.repeat(400_000)} c`,
];

test.each(lines.map((line) => [line.slice(0, 20), line] as const))(
  'RFC 9309 2.5: handles one long line %s… in linear time',
  (_, line) => {
    const robotsTxt = parseRobotsTxt(`User-agent: *\n${line}\n`);
    expect(lint(robotsTxt, { budget: 100_000 }).length).toBeLessThan(12);
    expect(format(robotsTxt).text).toMatch(/^User-agent: \*\n/);
  },
);

test('an exhausted budget is reported with the crawlers and the rules that are left', () => {
  const body = 'User-agent: a\nAllow: /\nDisallow: /*a*b*c*d*e*f\nAllow: /*b*a*d*c*f*e\n\nUser-agent: b\nDisallow: /*q\n';
  const found = lint(parseRobotsTxt(body), { budget: 1500 }).find(({ code }) => code === 'undecided');
  expect(found?.message).toMatch(/rules for "a" and "b", such as those on lines 3, 4 and 7\. Problems/);
});
