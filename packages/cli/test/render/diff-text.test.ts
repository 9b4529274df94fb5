import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { diff, groupDiff } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
import { painter } from '../../src/program/terminal.js';
import { diffText } from '../../src/render/diff-text.js';
import { UNAFFECTED } from '../support/diff-run.js';

const plain = painter(false);
const blocking = (path: string) => parseRobotsTxt(`User-agent: *\nDisallow: ${path}\n`);

test('a change with its example and deciding rules', () => {
  expect(diffText(groupDiff(diff(blocking('/a'), blocking(''))), plain)).toBe(`Allows 1 pattern for all other crawlers ("*").
changed, not named in the edit: *
unaffected: ${UNAFFECTED}

newly-allowed  *  /a
  pattern  /a
  before   disallowed: Disallow: /a (line 2)
  after    allowed: no rule matches
`);
});

test('equivalent, undecided, and undecided whether there is more', () => {
  const found = groupDiff(diff(blocking('/a'), blocking('/b')));
  const none = { ...found, changes: [] };
  expect(diffText({ ...none, equivalent: true }, plain)).toBe('equivalent: nothing that a crawler reads has changed\n');
  const rules = found.changes.flatMap(({ before }) => before.rule ?? []);
  const undecided = [
    {
      productTokens: ['a', 'b'],
      dialects: ['rfc9309'],
      before: rules,
      after: Array.from({ length: 12 }, () => rules[0]),
    },
    { productTokens: ['c'], dialects: ['rfc9309'], before: [], after: [] },
  ];
  expect(
    diffText(
      {
        ...none,
        equivalent: 'undecided',
        accessEquivalent: 'undecided',
        complete: false,
        undecided,
      },
      plain,
    ),
  ).toBe(
    `undecided: no change found within the budget
Raise the limit of the comparison with --budget.

undecided  a, b  OLD line 2; NEW lines ${Array(10).fill(2).join(', ')} and 2 more
undecided  c  all rules
`,
  );
  expect(diffText({ ...found, complete: false }, plain)).toMatch(
    /^Blocks 1 pattern and allows 1 for all other crawlers \("\*"\)\. There may be more changes\.\nRaise the limit /,
  );
});

test('control characters are escaped, and long text is clipped', () => {
  const text = diffText(groupDiff(diff(blocking(''), blocking(`/\x1b${'a'.repeat(500)}`))), plain);
  expect(text).toContain('  pattern  /\\x1baaaa');
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(230);
});

test('each effect has a color', () => {
  const text = diffText(groupDiff(diff(blocking('/a'), blocking('/b'))), painter(true));
  expect(text).toContain('\x1b[32mnewly-allowed\x1b[39m');
  expect(text).toContain('\x1b[31mnewly-blocked\x1b[39m');
});

test('many crawlers are counted, and all are listed', () => {
  const group = (tokens: readonly string[], path: string) =>
    parseRobotsTxt(`${tokens.map((one) => `User-agent: ${one}\n`).join('')}Disallow: ${path}\n`);
  const tokens = Array.from({ length: 12 }, (_, at) => `bot${'abcdefghijkl'[at]}`);
  const text = diffText(groupDiff(diff(group(tokens, ''), group(tokens, '/a'))), plain);
  expect(text).toContain(`newly-blocked  12 crawlers: ${tokens.join(', ')}  /a\n`);
  const few = diffText(groupDiff(diff(group(['a', 'b'], ''), group(['a', 'b'], '/a'))), plain);
  expect(few).toMatch(/^Blocks 1 pattern for 2 crawlers\.\nchanged, not named in the edit: a, b\n/);
  expect(few).toContain('\nnewly-blocked  a, b  /a\n');
});

test.each([
  ['followers of a named crawler', 'User-agent: Googlebot\nDisallow:', 'User-agent: Googlebot\nDisallow: /a', '5 crawlers'],
  ['all other crawlers', '', 'User-agent: *\nDisallow: /a', 'all other crawlers ("*")'],
  [
    'no crawler for which only a record changes',
    'User-agent: A\nDisallow:\n\nUser-agent: B\nCrawl-delay: 1\nDisallow:',
    'User-agent: A\nDisallow: /a\n\nUser-agent: B\nCrawl-delay: 2\nDisallow:',
    '1 crawler. Other records changed: crawl-delay',
  ],
])('the summary counts the crawlers that it lists: %s', (_, before, after, counted) => {
  const files = [before, after].map((text) => parseRobotsTxt(text)) as [RobotsTxt, RobotsTxt];
  const [summary] = diffText(groupDiff(diff(...files), { files }), plain).split('\n');
  expect(summary).toBe(`Blocks 1 pattern for ${counted}.`);
});
