import type { Crawler } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { OriginCache } from '../../src/filter/origin-cache.js';
import { type AccessUnder, CrawlerRules } from '../../src/filter/rules.js';
import type { Row } from '../../src/rows/read-rows.js';
import { urlText } from '../../src/rows/url-problem.js';
import { TSV } from '../support/blocks.js';

const filter = new BlockFilter({ format: TSV, crawlers: ['a'] });

/** The access of a site for each outcome. */
const ACCESSES = { allowed: 'unavailable', disallowed: 'forbidden' } as const;

function loader(outcome: (host: string) => keyof typeof ACCESSES = () => 'allowed') {
  const loaded: string[] = [];
  let running = 0;
  const state = { loaded, maxRunning: 0 };
  const load = async (url: string) => {
    const { host } = new URL(url);
    loaded.push(host);
    running++;
    state.maxRunning = Math.max(state.maxRunning, running);
    await Promise.resolve();
    running--;
    const kind = ACCESSES[outcome(host)];
    return { accessUnder: () => ({ kind }), bytes: 0 };
  };
  return { load, state };
}

test('loads each origin once and preserves the order of rows', async () => {
  const { load, state } = loader((host) => (host === 'b.example' ? 'disallowed' : 'allowed'));
  const origins = new OriginCache(load, { overrides: {}, concurrency: 2, maxBytes: 1e6 });
  const urls = ['https://b.example/1', 'http://a.example/2', 'nothing', 'https://b.example/3'];
  const { bytes, invalid } = await origins.filterBlock(Buffer.from(urls.join('\n')), filter);
  expect(
    bytes
      .toString()
      .split('\n')
      .map((row) => row.split('\t')[2]),
  ).toEqual(['disallowed', 'allowed', 'invalid', 'disallowed', undefined]);
  expect(invalid.map(({ line }) => line)).toEqual([3]);
  const again = Buffer.from('http://a.example/9\nhttps://b.example/9\nhttp://a.example/8\n');
  for (let block = 0; block < 3; block++) await origins.filterBlock(again, filter);
  expect(state.loaded.toSorted()).toEqual(['a.example', 'b.example']);
});

test('limits the number of parallel loads', async () => {
  const { load, state } = loader();
  const origins = new OriginCache(load, { overrides: {}, concurrency: 3, maxBytes: 1e6 });
  const urls = Array.from({ length: 40 }, (_, host) => `http://h${host}.example/\n`);
  await origins.filterBlock(Buffer.from(urls.join('')), filter);
  expect(state.loaded.length).toBe(40);
  expect(state.maxRunning).toBe(3);
});

test.each(['', 'é'])(
  'evicts the least recently used origins between blocks, and reports when they are loaded again: %j',
  async (suffix) => {
    const { load } = loader();
    const loaded: string[] = [];
    const reloads: number[] = [];
    // Half of the budget is two origins.
    const options = {
      overrides: {},
      concurrency: 1,
      maxBytes: 4800,
      onReload: (count: number) => reloads.push(count),
    };
    const origins = new OriginCache((url) => {
      loaded.push(url.charAt('http://'.length));
      return load(url);
    }, options);
    const run = async (...hosts: string[]) => {
      const rows = hosts.map((host) => `http://${host}${suffix}.example/\n`).join('');
      const { bytes } = await origins.filterBlock(Buffer.from(rows), filter);
      expect(bytes.toString()).toBe(rows.replaceAll('\n', '\ta\tallowed\n'));
    };
    await run('a', 'b', 'c', 'd', 'c');
    // a to d become the older generation, and c and d are used again.
    await run('d', 'c');
    await run('e');
    expect(reloads).toEqual([]);
    await run('a');
    // e and a are the recent generation, d and c the older one.
    expect(reloads).toEqual([3]);
    await run('d', 'c');
    await run('b');
    expect(loaded.join('')).toBe('abcdeadcb');
    expect(reloads).toEqual([3]);
  },
);

test('reports the origins that were evicted first, even if others were evicted since', async () => {
  const reloads: number[] = [];
  const onReload = (count: number) => reloads.push(count);
  const options = { overrides: {}, concurrency: 1, maxBytes: 4800, onReload };
  const origins = new OriginCache(loader().load, options);
  for (const hosts of ['ab', 'cd', 'ef', 'gh', 'ij', 'a']) {
    const rows = [...hosts].map((host) => `http://${host}.example/\n`);
    await origins.filterBlock(Buffer.from(rows.join('')), filter);
  }
  expect(reloads.length).toBe(1);
});

test('within the budget, evicts nothing', async () => {
  const { load, state } = loader();
  const origins = new OriginCache(load, { overrides: {}, concurrency: 1, maxBytes: 1e6 });
  for (const host of 'abcda') {
    await origins.filterBlock(Buffer.from(`http://${host}.example/\n`), filter);
  }
  expect(state.loaded.map((host) => host.charAt(0)).join('')).toBe('abcd');
});

test('does not mix up origins', async () => {
  const { load } = loader((host) => (/^a\.example(\.b)?$/.test(host) ? 'allowed' : 'disallowed'));
  const origins = new OriginCache(load, { overrides: {}, concurrency: 1, maxBytes: 1e6 });
  const a = ['https:///a.example/', 'https:a.example/', 'https:\\\\a.example/', 'https://\\/a.example/', ' https://a.example/'];
  a.push(
    'https://a.example?/',
    'https://a.example#/',
    'HTTPS://A.example/',
    'https://x@a.example/',
    '   http://a.example/',
    '   https://a.example/',
    // Without a path or with more host than the row before.
    'https://a.example',
    'https://a.example/',
    'https://a.example.b/',
  );
  const b = a.map((url) => url.replace(/a\.e/i, 'b.e'));
  const urls = a.flatMap((url, index) => [url, b[index]]);
  // This format reads only the origin of the URL.
  const { bytes } = await origins.filterBlock(Buffer.from(`${urls.join('\n')}\n`), filter);
  const outcomes = bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t')[2]);
  expect(outcomes).toEqual(a.flatMap(() => ['allowed', 'disallowed']));
});

/** Parts of URLs around the origin, so that many URLs have one origin or begin alike. */
const PIECES = [
  ...['http:', 'https:', 'HTTP:', 'ftp:', '//', '/', '\\', '?', '#', '@', ':80', ':443', ':8', ' '],
  ...['a.example', 'A.example', 'b.example', 'a.example.b', 'é.example', '%61.example', '[::1]'],
];

/** The token `b` may fetch what the others may not. */
function accessOf(url: string, crawlers: readonly Crawler[]): AccessUnder {
  const { host } = new URL(url);
  if (host === '') throw new TypeError('The URL has no origin.');
  const isAllowed = /^a\.|^\[|:/.test(host) !== (crawlers[0] === 'b');
  return () => ({ kind: ACCESSES[isAllowed ? 'allowed' : 'disallowed'] });
}

test('each row has the verdict of its URL, whatever rows and blocks precede it', async () => {
  const format = { name: 'tsv', print: 'rows', columns: { url: 0, agent: 1 } } as const;
  const filter = new BlockFilter({ format, crawlers: ['a'] });
  const rulesFor = (row: Row, crawlers: readonly Crawler[]) =>
    new CrawlerRules(crawlers, {}).of(accessOf(urlText(row), crawlers));
  const parts = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 });
  const url = fc
    .tuple(fc.constantFrom('', 'http://', 'https://', 'http:///', 'http://\\/'), parts, fc.constantFrom('', '/', '/p'))
    .map(([start, middle, end]) => start + middle.join('') + end);
  const row = fc.tuple(url, fc.constantFrom('', 'b', 'c', 'x y')).map((cells) => `${cells.join('\t')}\n`);
  const block = fc.array(row, { maxLength: 8 }).map((rows) => Buffer.from(rows.join('')));
  await fc.assert(
    fc.asyncProperty(
      fc.array(block, { maxLength: 4 }),
      // With the smaller budget, nearly every block evicts origins.
      fc.constantFrom(1e6, 3000),
      async (blocks, maxBytes) => {
        const load = async (url: string, crawlers: readonly Crawler[]) => {
          return { accessUnder: accessOf(url, crawlers), bytes: 0 };
        };
        const origins = new OriginCache(load, { overrides: {}, concurrency: 2, maxBytes });
        for (const block of blocks) {
          expect(await origins.filterBlock(block, filter)).toEqual(filter.filter(block, rulesFor));
        }
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('finds many and long origins', async () => {
  const outcomeOf = (text: string) => (/[02468]\.example/.test(text) ? 'allowed' : 'disallowed');
  const { load, state } = loader(outcomeOf);
  const origins = new OriginCache(load, { overrides: {}, concurrency: 1, maxBytes: 1e9 });
  const long = Array.from({ length: 4000 }, (_, host) => `http://${'long.'.repeat(40)}${host}.example/`);
  const short = Array.from({ length: 20_000 }, (_, host) => `http://${host}.example/`);
  const longest = `http://${'x'.repeat(600_000)}0.example/`;
  const urls = [longest, ...long, ...short, ...long, longest];
  const { bytes } = await origins.filterBlock(Buffer.from(`${urls.join('\n')}\n`), filter);
  const expected = urls.map((url) => `${url}\ta\t${outcomeOf(url)}\n`);
  expect(bytes.equals(Buffer.from(expected.join('')))).toBe(true);
  expect(state.loaded.length).toBe(new Set(urls).size);
});

test('a load error ends the run', async () => {
  const load = async () => {
    throw new RangeError('the disk is gone');
  };
  const origins = new OriginCache(load, { overrides: {}, concurrency: 2, maxBytes: 1e6 });
  await expect(origins.filterBlock(Buffer.from('http://a.example/\n'), filter)).rejects.toThrow('the disk');
});

test.each([
  ['another host', 'b.example', 'c.example'],
  ['a host with a longer name', 'a.example', 'a.example.evil'],
  ['another port', 'a.example', 'a.example:81'],
  // cspell:disable-next-line
  ['a host with an equal hash', '12ikftv.example', '1rbgtpk.example'],
  // cspell:disable-next-line
  ['a longer host with an equal hash', 'a.example', 'a.example.ffauaayu'],
])('the rules of an origin do not apply to %s after it', async (_, one, other) => {
  const { load } = loader((host) => (host === one ? 'allowed' : 'disallowed'));
  const origins = new OriginCache(load, { overrides: {}, concurrency: 1, maxBytes: 1e6 });
  const rows = [one, other, one].map((host) => `http://${host}/\n`).join('');
  for (let block = 0; block < 2; block++) {
    const { bytes } = await origins.filterBlock(Buffer.from(rows), filter);
    const outcomes = bytes.toString().trimEnd().split('\n');
    expect(outcomes.map((row) => row.split('\t')[2])).toEqual(['allowed', 'disallowed', 'allowed']);
  }
});

test('evicts origins without a listener, and counts the memory of their names', async () => {
  const { load, state } = loader();
  const origins = new OriginCache(async (url) => ({ ...(await load(url)), bytes: 0 }), {
    overrides: {},
    concurrency: 1,
    maxBytes: 2000,
  });
  const run = (host: string) => origins.filterBlock(Buffer.from(`nothing\nhttp://${host.repeat(900)}/\n`), filter);
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'a']) await run(host);
  expect(state.loaded.map((host) => host[0]).join('')).toBe('abcdefa');
});
