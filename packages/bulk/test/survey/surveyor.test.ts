import { policies } from '@repkit/client/access';
import { expect, test } from 'vitest';
import type { ArchiveEntry } from '../../src/archive/entry.js';
import { surveyRows } from '../../src/survey/surveyor.js';
import { Tallies } from '../../src/survey/tallies.js';

function entryOf(body: string, status: number | undefined): ArchiveEntry {
  const place = { file: 'a.warc', offset: 7, within: 0 };
  return {
    place,
    site: 'https://a.example',
    url: 'https://a.example/robots.txt',
    status,
    location: undefined,
    body: new TextEncoder().encode(body),
    truncated: false,
  };
}

const OPTIONS = {
  productTokens: ['*', 'GPTBot'],
  policy: policies.rfc9309,
  dialect: 'rfc9309',
  isLinted: false,
} as const;

test('a row for each token, and counts', () => {
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
    archive: 'a.warc',
    offset: 7,
  });
  expect(tallies.of('verdict GPTBot')).toEqual([['disallowed', 1]]);
  expect(tallies.of('ai-blocked')).toEqual([['GPTBot', 1]]);
  expect(tallies.of('crawl-delay GPTBot')).toEqual([['5', 1]]);
  expect(tallies.get('files', 'read')).toBe(1);
});

test.each([
  [undefined, 'disallowed'],
  [204, 'disallowed'],
  [301, 'redirect'],
  [404, 'allowed'],
  [403, 'allowed'],
  [503, 'unreachable'],
  [0, 'unreachable'],
])('RFC 9309 2.3.1: status %s says %s', (status, verdict) => {
  const tallies = new Tallies();
  const [row] = surveyRows(entryOf('User-agent: *\nDisallow: /\n', status), OPTIONS, tallies);
  expect(row?.verdict).toBe(verdict);
  expect(row?.rules).toBe(verdict === 'disallowed' ? 1 : undefined);
});
