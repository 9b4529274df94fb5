import { dialects, robotsFile } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import type { ArchiveEntry } from '../../src/archive/entry.js';
import { disagreementOf, surveyRows } from '../../src/survey/surveyor.js';
import { Tallies } from '../../src/survey/tallies.js';

function entryOf(body: string, status: number | undefined): ArchiveEntry {
  const position = { file: 'a.warc', offset: 7, memberOffset: 0 };
  return {
    position,
    site: 'https://a.example',
    url: 'https://a.example/robots.txt',
    status,
    location: undefined,
    body: new TextEncoder().encode(body),
    truncated: false,
  };
}

const OPTIONS = {
  crawlers: ['*', 'GPTBot'],
  overrides: {},
  isLinted: false,
} as const;

test('returns a row per product token and counts values', () => {
  const tallies = new Tallies();
  const body = 'User-agent: GPTBot\nDisallow: /\nCrawl-delay: 5\nUser-agent: *\nDisallow: /*.gif\n';
  const rows = surveyRows(entryOf(body, 200), OPTIONS, tallies);
  expect(rows).toMatchObject([
    {
      token: '*',
      verdict: 'allowed',
      crawlDelay: undefined,
      disagreeing: 'koster1996',
      witness: '/x.gif',
    },
    { token: 'GPTBot', verdict: 'disallowed', crawlDelay: 5, disagreeing: '', witness: '' },
  ]);
  expect(rows[1]).toMatchObject({
    site: 'https://a.example',
    status: 200,
    bytes: body.length,
    encoding: 'utf-8',
    groups: 2,
    rules: 2,
    aiNamed: 'GPTBot',
    aiBlocked: 'GPTBot',
    aiDisallowed: 1,
    archive: 'a.warc',
    offset: 7,
  });
  expect(tallies.of('verdict GPTBot')).toEqual([['disallowed', 1]]);
  expect(tallies.of('ai-blocked')).toEqual([['GPTBot', 1]]);
  expect(tallies.of('crawl-delay GPTBot')).toEqual([['5', 1]]);
  expect(tallies.get('files', 'read')).toBe(1);
});

test('returns the preferences of each product token for the home page', () => {
  const tallies = new Tallies();
  const body = [
    'License: https://a.example/license.xml',
    'User-agent: *',
    'Content-Signal: search=yes, ai-train=no, use=reference',
    'Content-Usage: train-ai=y',
    'Allow: /',
    'User-agent: GPTBot',
    'Disallow: /x',
    '',
  ].join('\n');
  const [allOthers, gptBot] = surveyRows(entryOf(body, 200), OPTIONS, tallies);
  expect(allOthers).toMatchObject({
    aipref: 'train-ai=yes',
    contentSignals: 'search=yes ai-train=no use=reference',
    licenses: 'https://a.example/license.xml',
    conflicts: 'training',
  });
  expect(gptBot).toMatchObject({ aipref: '', contentSignals: '', conflicts: '' });
  expect(tallies.get('preferences *', 'Content-Signal: ai-train=no')).toBe(1);
});

test.each([
  [undefined, 'disallowed'],
  [203, 'disallowed'],
  [204, 'allowed'],
  [301, 'redirect'],
  [404, 'allowed'],
  [403, 'allowed'],
  [503, 'unreachable'],
  [0, 'unreachable'],
])('RFC 9309 2.3.1: status %s is %s', (status, verdict) => {
  const tallies = new Tallies();
  const [row] = surveyRows(entryOf('User-agent: *\nDisallow: /\n', status), OPTIONS, tallies);
  expect(row?.verdict).toBe(verdict);
  expect(row?.rules).toBe(verdict === 'disallowed' ? 1 : undefined);
});

function disagreement(text: string, probes: readonly string[]) {
  const body = new TextEncoder().encode(text);
  const file = robotsFile(body);
  const own = file.in(dialects.rfc9309);
  return disagreementOf('*', own, file, probes);
}

test('returns undefined if the dialects agree', () => {
  expect(disagreement('User-agent: *\nDisallow: /a\n', ['/a', '/b'])).toBe(undefined);
});

test('1996 draft 3.2.2: no wildcards', () => {
  expect(disagreement('User-agent: *\nDisallow: /*.pdf\n', ['/x.pdf'])).toEqual({
    dialects: ['koster1996'],
    witness: '/x.pdf',
  });
});

test('accepts misspelled fields under the google dialect', () => {
  expect(disagreement('User-agent: *\ndisalow: /\n', [])).toMatchObject({ witness: '/' });
});

test('draft-koster-rep-00 2.2.1: only the first of several groups for * applies', () => {
  const text = 'User-agent: *\nAllow: /\n\nUser-agent: *\nDisallow: /a\n';
  expect(disagreement(text, ['/a'])?.dialects).toContain('draft-koster-rep-00');
  expect(disagreement('User-agent: *\nDisallow: /*\n', ['/a'])?.dialects).toEqual(['koster1996']);
});

test('lints in the dialect of each crawler', () => {
  const googlebot = crawlerProfile('Googlebot') ?? '';
  const options = { crawlers: ['*', googlebot], overrides: {}, isLinted: false };
  const body = 'User-agent: 36Spider\nDisallow: /x\n';
  const rows = surveyRows(entryOf(body, 200), options, new Tallies());
  expect(rows.map(({ diagnostics }) => diagnostics)).toEqual(['', 'unusable-product-token=1']);
});
