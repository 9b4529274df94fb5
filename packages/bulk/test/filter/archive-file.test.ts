import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { PolicyName } from '@repkit/client';
import { policies } from '@repkit/client/access';
import type { Access } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { type Response, warcGz, warcRecord } from '../../../../test/support/warc.js';
import { archiveFile } from '../../src/filter/archive-file.js';
import { CrawlerRules, type RuleOverrides } from '../../src/filter/rules.js';
import { outcomeOf } from '../support/blocks.js';

const RULES = 'User-agent: *\nDisallow: /p\n';

/** What sites that are not in the archive permit, and redirects that leave it. */
const MISSING: Access = { kind: 'unreachable' };
/** What sites with damaged records alone permit. */
const UNREADABLE: Access = { kind: 'unreachable' };

async function outcomes(
  file: string,
  urls: readonly string[],
  policy: PolicyName = 'rfc9309',
  warn: (sentence: string) => void = expect.unreachable,
) {
  return await outcomesGiven(file, urls, { policy: policies[policy] }, warn);
}

/** Returns `missing` for sites without an entry. */
async function outcomesGiven(
  file: string,
  urls: readonly string[],
  overrides: RuleOverrides,
  warn: (sentence: string) => void = expect.unreachable,
) {
  const archive = await archiveFile({ file, maxRedirects: 20, missing: () => MISSING, unreadable: () => UNREADABLE, warn });
  const found: string[] = [];
  for (const url of urls) {
    const { accessUnder } = await archive.load(url, ['*']);
    let access: Access | undefined;
    const rules = new CrawlerRules(['*'], overrides).of((policy, index) => {
      access = accessUnder(policy, index);
      return access;
    });
    found.push(access === MISSING ? 'missing' : outcomeOf(rules, url));
  }
  archive.close();
  return found;
}

function ndjson(rows: readonly object[]): string {
  const path = `${temporaryFolder()}/archive`;
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

test('NDJSON: finds rules by origin or host', async () => {
  const file = ndjson([
    { origin: 'https://a.example', robotsTxt: RULES },
    { host: 'b.example', robotsTxt: RULES },
  ]);
  const urls = ['https://a.example/p', 'https://a.example/x', 'http://b.example/p'];
  expect(await outcomes(file, [...urls, 'http://a.example/p'])).toEqual(['disallowed', 'allowed', 'disallowed', 'missing']);
});

test.each([
  [404, 'rfc9309', 'allowed'],
  [403, 'rfc9309', 'allowed'],
  [403, 'koster1996', 'disallowed'],
  [429, 'rfc9309', 'unreachable'],
  [503, 'rfc9309', 'unreachable'],
] as const)('RFC 9309 2.3.1: status %i under the %s policy is %s', async (status, policy, outcome) => {
  const file = ndjson([{ url: 'http://a.example/robots.txt', status }]);
  expect(await outcomes(file, ['http://a.example/p'], policy)).toEqual([outcome]);
  expect(await outcomes(file, ['http://a.example/robots.txt'], policy)).toEqual(['allowed']);
});

test('RFC 9309 2.3.1.3: status 429 is allowed if the caller says so', async () => {
  const file = ndjson([{ url: 'http://a.example/robots.txt', status: 429 }]);
  const overrides = { treat429: 'unavailable' } as const;
  expect(await outcomesGiven(file, ['http://a.example/p'], overrides)).toEqual(['allowed']);
});

test.each([
  ['<title>404 Not Found</title>', true, 'allowed'],
  ['<title>404 Not Found</title>', false, 'unreachable'],
  ['<title>Internal Server Error</title>', true, 'unreachable'],
  [RULES, true, 'unreachable'],
] as const)('status 500 with the page %j and softNotFound %s is %s', async (page, softNotFound, outcome) => {
  const path = `${temporaryFolder()}/a.warc.gz`;
  const url = 'http://a.example/robots.txt';
  writeFileSync(path, warcGz([{ url, status: 500, body: page }]));
  expect(await outcomesGiven(path, ['http://a.example/p'], { softNotFound })).toEqual([outcome]);
});

test('compressed WARC: the last entry of an origin applies', async () => {
  const path = `${temporaryFolder()}/a.warc.gz`;
  const entries = [
    { url: 'http://a.example/robots.txt', body: 'User-agent: *\nDisallow: /\n' },
    { url: 'https://a.example/robots.txt', body: '' },
    { url: 'http://a.example/robots.txt', body: RULES },
  ];
  writeFileSync(path, warcGz(entries));
  const urls = ['http://A.example:80/p', 'http://a.example/x', 'https://a.example/p'];
  expect(await outcomes(path, urls)).toEqual(['disallowed', 'allowed', 'allowed']);
  await expect(outcomes(path, ['nothing'])).rejects.toThrow(TypeError);
});

test('RFC 9309 2.3.1.2: follows a limited number of redirects within the archive', async () => {
  const path = `${temporaryFolder()}/a.warc`;
  const to = (host: string, target: string) => ({
    url: `http://${host}.example/robots.txt`,
    status: 301,
    fields: `Location: ${target}\r\n`,
  });
  const records = [
    to('a', 'https://b.example/robots.txt'),
    { url: 'https://b.example/robots.txt', body: RULES },
    to('c', 'http://d.example/robots.txt'),
    to('e', '/elsewhere.txt'),
    to('f', 'http://g.example/robots.txt'),
    to('g', 'http://f.example/robots.txt'),
    // Another file of a site that is in the archive, no URL, and variants of the redirecting file and of another one.
    to('h', 'https://b.example/elsewhere.txt'),
    to('i', 'http://'),
    to('j', '/robots.txt?again'),
    to('l', 'https://b.example/robots.txt?again'),
    // Five redirects, then six.
    to('k5', 'https://b.example/robots.txt'),
    ...[4, 3, 2, 1, 0].map((hop) => to(`k${hop}`, `http://k${hop + 1}.example/robots.txt`)),
  ];
  writeFileSync(path, warcGz(records));
  const urls = ['a', 'c', 'e', 'f', 'h', 'i', 'j', 'l', 'k1', 'k0'].map((host) => `http://${host}.example/p`);
  expect(await outcomes(path, urls)).toEqual([
    'disallowed',
    'missing',
    'missing',
    'allowed',
    'missing',
    'missing',
    'missing',
    'disallowed',
    'disallowed',
    'allowed',
  ]);
});

describe('Koster 1996 3.1: koster1996 follows up to 20 redirects', () => {
  /** A chain of redirects from `h0` to the last host, which has the rules if there are any. */
  function chain(length: number, last?: object): string {
    const path = `${temporaryFolder()}/a.warc`;
    const redirects = Array.from({ length }, (_, hop) => ({
      url: `http://h${hop}.example/robots.txt`,
      status: 302,
      fields: `Location: http://h${hop + 1}.example/robots.txt\r\n`,
    }));
    const end = { url: `http://h${length}.example/robots.txt`, ...last };
    writeFileSync(path, warcGz(last === undefined ? redirects : [...redirects, end]));
    return path;
  }

  test.each([
    [5, { body: RULES }, 'disallowed', 'disallowed'],
    [6, { body: RULES }, 'allowed', 'disallowed'],
    [20, { body: RULES }, 'allowed', 'disallowed'],
    [21, { body: RULES }, 'allowed', 'unreachable'],
    [6, { status: 503 }, 'allowed', 'unreachable'],
    [5, undefined, 'missing', 'missing'],
    // The file after too many redirects does not matter.
    [6, undefined, 'allowed', 'missing'],
  ])('%i redirects, then %j: %s under rfc9309, %s under koster1996', async (length, last, rfc, koster) => {
    const path = chain(length, last);
    const urls = ['http://h0.example/p'];
    expect(await outcomes(path, urls, 'rfc9309')).toEqual([rfc]);
    expect(await outcomes(path, urls, 'koster1996')).toEqual([koster]);
  });
});

test.each([
  ['https://b.example/robots.txt', 'disallowed'],
  [undefined, 'unreachable'],
])('RFC 9110 15.4.1: status 300 with the Location %s: %s', async (location, outcome) => {
  const path = `${temporaryFolder()}/a.warc`;
  const fields = location === undefined ? '' : `Location: ${location}\r\n`;
  writeFileSync(
    path,
    warcGz([
      { url: 'http://a.example/robots.txt', status: 300, fields },
      { url: 'https://b.example/robots.txt', body: RULES },
    ]),
  );
  expect(await outcomes(path, ['http://a.example/p'])).toEqual([outcome]);
});

/** As the rows of the client, in packages/client/test/proof/redirects.test.ts. */
test.each([
  ['a loop to itself', { a: '/robots.txt' }],
  ['a loop to its own URL', { a: 'http://A.example:80/robots.txt#' }],
  ['a loop over two sites', { a: 'http://b.example/robots.txt', b: 'http://a.example/robots.txt' }],
])('%s is unavailable or unreachable, as the policy says', async (_row, redirects) => {
  const path = `${temporaryFolder()}/a.warc`;
  const records = Object.entries(redirects).map(([host, target]) => ({
    url: `http://${host}.example/robots.txt`,
    status: 302,
    fields: `Location: ${target}\r\n`,
  }));
  writeFileSync(path, warcGz(records));
  const urls = ['http://a.example/p'];
  for (const name of ['rfc9309', 'google', 'google-2026', 'amazon'] as const) {
    expect(await outcomes(path, urls, name)).toEqual(['allowed']);
  }
  expect(await outcomes(path, urls, 'koster1996')).toEqual(['unreachable']);
});

test('rejects other files', async () => {
  const path = `${temporaryFolder()}/notes`;
  writeFileSync(path, 'not an archive');
  await expect(outcomes(path, [])).rejects.toThrow('is not a robots.txt archive');
});

test('warns about unreadable entries and reads the others', async () => {
  const path = `${temporaryFolder()}/archive`;
  const lines = [{ host: 'a.example', robotsTxt: RULES }, ...Array.from({ length: 12 }, () => 7)];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const warned: string[] = [];
  const urls = ['http://a.example/p', 'http://b.example/'];
  const answers = await outcomes(path, urls, 'rfc9309', (sentence) => warned.push(sentence));
  expect(answers).toEqual(['disallowed', 'missing']);
  expect(warned).toHaveLength(11);
  expect(warned[0]).toMatch(/^".*archive", line 2: .*\.$/);
  expect(warned[10]).toContain('12 entries could not be read');
});

test.each([
  ['a plain file', false, warcRecord],
  ['a member per record', false, (response: Response) => warcGz([response])],
  ['one member', true, undefined],
])('warns about a WARC file that is compressed as a whole: %s', async (_, isWarned, packed) => {
  const path = `${temporaryFolder()}/a.warc`;
  const responses = ['a', 'b', 'c'].map((host) => ({
    url: `http://${host}.example/robots.txt`,
    body: RULES + '#'.repeat(600_000),
  }));
  const whole = Buffer.concat(responses.map(packed ?? warcRecord));
  writeFileSync(path, packed ? whole : gzipSync(whole));
  const warned: string[] = [];
  await outcomes(path, [], 'rfc9309', (sentence) => warned.push(sentence));
  const message = `"${path}" is compressed as a whole, so it is read from its start for each site.`;
  expect(warned).toEqual(isWarned ? [expect.stringContaining(message)] : []);
});

test('warns about a cut WARC file', async () => {
  const path = `${temporaryFolder()}/a.warc.gz`;
  const records = ['a', 'b'].map((host) => ({
    url: `http://${host}.example/robots.txt`,
    body: RULES,
  }));
  writeFileSync(path, warcGz(records).subarray(0, -20));
  const warned: string[] = [];
  const urls = ['http://a.example/p', 'http://b.example/p'];
  const answers = await outcomes(path, urls, 'rfc9309', (sentence) => warned.push(sentence));
  expect(answers).toEqual(['disallowed', 'unreachable']);
  expect(warned.at(-1)).toContain('1 entry could not be read');
});
