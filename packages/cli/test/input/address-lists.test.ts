import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import { site, siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { cachedAddressLists, listUrls, updateAddressLists } from '../../src/input/address-lists.js';
import { FETCH_OPTIONS } from '../../src/options/fetch-options.js';
import { parseArguments } from '../../src/options/parser.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const LIST = JSON.stringify({
  creationTime: '2026-11-28T00:00:00.000000',
  prefixes: [{ ipv4Prefix: '192.0.2.0/24' }, { ipv6Prefix: '2001:db8::/32' }],
});

const NOON = Date.UTC(2026, 10, 29, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const cacheIo = (world: World = {}) => fakeIo({ home: '/home/ann', now: () => NOON, ...world });

async function update(urls: readonly string[], io = cacheIo(), argv = ['--allow', '127.0.0.1']) {
  const args = parseArguments(argv, FETCH_OPTIONS);
  const updated: string[] = [];
  for await (const { text, isFailed } of updateAddressLists(urls, args, io)) {
    updated.push(isFailed ? `failed: ${text}` : text);
  }
  return { updated, files: io.files };
}

function crawlerOf(...lists: string[]): CrawlerProfile {
  return { ...(crawlerProfile('GPTBot') as CrawlerProfile), addresses: { lists } };
}

test('lists are fetched into the cache, at most hourly, and read from it', async () => {
  const { origin, log } = await siteWith(200, LIST, { 'content-type': 'application/json' });
  const url = `${origin}/bots.json`;
  const io = cacheIo();
  expect((await update([url], io)).updated).toEqual(['2 prefixes']);
  const [name = ''] = io.files.keys();
  expect(name).toMatch(/^\/home\/ann\/\.cache\/repkit\/addresses\/127\.0\.0\.1_\d+_bots\.json$/);
  const { lists, warnings } = await cachedAddressLists([crawlerOf(url)], io);
  expect(lists.get(url)?.prefixOf('192.0.2.9')).toBeDefined();
  expect(lists.get(url)?.prefixOf('198.51.100.1')).toBeUndefined();
  expect(warnings).toEqual([]);
  const later = (ms: number) => cacheIo({ files: Object.fromEntries(io.files), now: () => NOON + ms });
  expect((await update([url], later(HOUR - 1))).updated).toEqual(['2 prefixes, fetched within the last hour']);
  expect(log).toHaveLength(1);
  expect((await update([url], later(HOUR))).updated).toEqual(['2 prefixes']);
  expect(log).toHaveLength(2);
});

test('missing, damaged and old lists are reported with their operators', async () => {
  const { origin } = await siteWith(200, LIST);
  const url = `${origin}/bots.json`;
  const { files } = await update([url]);
  const at = (now: number, changed: Iterable<[string, string | Uint8Array]> = files) =>
    cachedAddressLists([crawlerOf(url)], cacheIo({ files: Object.fromEntries(changed), now: () => now }));
  expect((await at(NOON + 30 * DAY)).warnings).toEqual([]);
  const old = await at(NOON + 30 * DAY + 1);
  expect(old.lists.size).toBe(1);
  expect(old.warnings).toEqual([
    'Some address lists are older than 30 days, for crawlers of: OpenAI. Run "repkit crawlers update" to fetch them.',
  ]);
  const [name = ''] = files.keys();
  for (const content of ['', '{', '{"version":2}', '{"version":1,"fetchedAt":"2026-11-29T12:00Z","list":{}}']) {
    const { lists, warnings } = await at(NOON, [[name, content]]);
    expect(lists.size).toBe(0);
    expect(warnings).toEqual([
      'No address lists are cached for crawlers of: OpenAI. Run "repkit crawlers update" to fetch them.',
    ]);
  }
});

test.each<[string, string | number, string]>([
  ['a status', 404, 'status 404'],
  ['a page', '<html>', 'it is not an address list: it has no "prefixes"'],
  ['a later format', '{"formatVersion":"2.0","prefixes":[]}', 'it has the format 2.0, which is not supported. Update repkit'],
  ['too many bytes', ' '.repeat(4 * 1024 * 1024 + 1), 'it exceeds 4 MiB'],
])('%s leaves the cached list', async (_, answer, why) => {
  let isFirst = true;
  const { origin } = await site((_request, response) => {
    if (typeof answer === 'number' && !isFirst) response.writeHead(answer);
    response.end(isFirst ? LIST : String(answer));
    isFirst = false;
  });
  const url = `${origin}/bots.json`;
  const { files } = await update([url]);
  const before = Object.fromEntries(files);
  const io = cacheIo({ files: before, now: () => NOON + DAY });
  expect((await update([url], io)).updated).toEqual([`failed: ${why}. The list of 2026-11-29 stays in use.`]);
  expect(Object.fromEntries(io.files)).toEqual(before);
});

test('one list that fails does not stop the others', async () => {
  const { origin } = await siteWith(200, LIST);
  const none = await unusedOrigin();
  expect((await update([`${none}/a.json`, `${origin}/b.json`])).updated).toEqual([
    'failed: the connection was refused. There is no cached list.',
    '2 prefixes',
  ]);
});

test('the guard refuses addresses that are not public', async () => {
  const { origin, log } = await siteWith(200, LIST);
  const { updated } = await update([`${origin}/a.json`], cacheIo(), []);
  expect(updated).toEqual([
    expect.stringMatching(/^failed: .*use --allow 127\.0\.0\.1 to permit it\. There is no cached list\.$/),
  ]);
  expect(log).toEqual([]);
});

test('each list of a known crawler is an https URL with a file of its own', () => {
  const urls = listUrls();
  expect(urls.length).toBeGreaterThan(5);
  const names = urls.map((url) => `${new URL(url).host}${new URL(url).pathname}`);
  expect(new Set(names).size).toBe(urls.length);
  expect(urls.filter((url) => !url.startsWith('https:'))).toEqual([]);
});

test('the command prints each list', async () => {
  const io = cacheIo();
  const stored = JSON.stringify({
    version: 1,
    fetchedAt: '2026-11-29T12:00:00Z',
    list: JSON.parse(LIST),
  });
  for (const url of listUrls(knownCrawlers)) {
    const name = url.slice('https://'.length).replaceAll('/', '_');
    io.files.set(`/home/ann/.cache/repkit/addresses/${name}`, stored);
  }
  expect(await run(['crawlers', 'update'], io)).toBe(0);
  expect(io.written.err).toBe('');
  const lines = io.written.out.trimEnd().split('\n');
  expect(lines).toHaveLength(listUrls().length);
  expect(lines).toContain('https://openai.com/gptbot.json  2 prefixes, fetched within the last hour');
});

test.each([
  ['crawlers --timeout 3', '--timeout has no effect without update.'],
  ['crawlers update --format json', '--format has no effect with update.'],
  ['crawlers refresh', 'update'],
])('%s', async (argv, says) => {
  const io = cacheIo();
  expect(await run(argv.split(' '), io)).toBe(2);
  expect(io.written.err).toContain(says);
});
