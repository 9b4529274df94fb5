import type { Outcome } from '@repkit/core';
import { expect, test } from 'vitest';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { OriginRules } from '../../src/filter/origin-rules.js';
import { tsvRows } from '../../src/rows/rows.js';
import { constantRules } from '../support/blocks.js';

const filter = new BlockFilter({ format: tsvRows, crawlers: ['a'] });

function loader(outcome: (host: string) => Outcome = () => 'allowed') {
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
    return { rules: constantRules(outcome(host)), bytes: 1000 };
  };
  return { load, state };
}

test('loads each origin once and preserves the order of rows', async () => {
  const { load, state } = loader((host) => (host === 'b.example' ? 'disallowed' : 'allowed'));
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 2, maxBytes: 1e6 });
  const urls = ['http://b.example/1', 'http://a.example/2', 'nothing', 'http://b.example/3'];
  const { bytes, invalid } = await origins.filterBlock(Buffer.from(urls.join('\n')), filter);
  expect(
    bytes
      .toString()
      .split('\n')
      .map((row) => row.split('\t')[2]),
  ).toEqual(['disallowed', 'allowed', 'invalid', 'disallowed', undefined]);
  expect(invalid.map(({ line }) => line)).toEqual([3]);
  const again = Buffer.from('http://a.example/9\nhttp://b.example/9\nhttp://a.example/8\n');
  for (let block = 0; block < 3; block++) await origins.filterBlock(again, filter);
  expect(state.loaded.toSorted()).toEqual(['a.example', 'b.example']);
});

test('limits the number of parallel loads', async () => {
  const { load, state } = loader();
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 3, maxBytes: 1e6 });
  const urls = Array.from({ length: 40 }, (_, host) => `http://h${host}.example/\n`);
  await origins.filterBlock(Buffer.from(urls.join('')), filter);
  expect(state.loaded.length).toBe(40);
  expect(state.maxRunning).toBe(3);
});

test('evicts the least recently used origins between blocks, and reports when they are loaded again', async () => {
  const { load, state } = loader();
  const reloads: number[] = [];
  // Half of the budget is two origins.
  const origins = new OriginRules(load, {
    crawlers: 1,
    concurrency: 1,
    maxBytes: 4000,
    onReload: (count) => reloads.push(count),
  });
  const run = async (...hosts: string[]) => {
    const rows = hosts.map((host) => `http://${host}.example/\n`).join('');
    const { bytes } = await origins.filterBlock(Buffer.from(rows), filter);
    expect(bytes.toString()).toBe(rows.replaceAll('\n', '\ta\tallowed\n'));
  };
  await run('a', 'b', 'c', 'd', 'c');
  // a to d become the older generation, and c and d are used again.
  await run('d', 'c');
  await run('e');
  expect(reloads).toEqual([]);
  await run('a');
  expect(reloads.length).toBe(1);
  await run('d', 'c');
  await run('b');
  expect(state.loaded.map((host) => host[0]).join('')).toBe('abcdeadcb');
  expect(reloads.length).toBe(1);
});

test('finds origins whose hashes share a slot', async () => {
  const { load, state } = loader((host) => (/^[a-m]/.test(host) ? 'allowed' : 'disallowed'));
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 1, maxBytes: 1e9 });
  const slotOf = (host: string): number => {
    let hash = 'http://'.length;
    for (const byte of Buffer.from(host)) hash = Math.imul(hash ^ byte, 0x01000193);
    return (hash ^ (hash >>> 15)) & 1023;
  };
  const hosts = Array.from({ length: 200_000 }, (_, n) =>
    n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit))),
  )
    .filter((host) => slotOf(host) === 7)
    .slice(0, 100);
  expect(hosts.length).toBe(100);
  const rows = hosts.map((host) => `http://${host}/\n`).join('');
  for (let round = 0; round < 2; round++) {
    const { bytes } = await origins.filterBlock(Buffer.from(rows), filter);
    const expected = hosts.map(
      (host) => `http://${host}/\ta\t${/^[a-m]/.test(host) ? 'allowed' : 'disallowed'}\n`,
    );
    expect(bytes.toString()).toBe(expected.join(''));
  }
  expect(state.loaded.length).toBe(hosts.length);
});

test('does not mix up origins', async () => {
  const { load } = loader((host) => (/^a\.example(\.b)?$/.test(host) ? 'allowed' : 'disallowed'));
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 1, maxBytes: 1e6 });
  const a = [
    'https:///a.example/',
    'https:a.example/',
    'https:\\\\a.example/',
    ' https://a.example/',
  ];
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

test('finds more and longer origins than it keeps by their bytes', async () => {
  const outcomeOf = (text: string) => (/[02468]\.example/.test(text) ? 'allowed' : 'disallowed');
  const { load, state } = loader(outcomeOf);
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 1, maxBytes: 1e9 });
  const long = Array.from(
    { length: 4000 },
    (_, host) => `http://${'long.'.repeat(40)}${host}.example/`,
  );
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
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 2, maxBytes: 1e6 });
  await expect(origins.filterBlock(Buffer.from('http://a.example/\n'), filter)).rejects.toThrow(
    'the disk',
  );
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
  const origins = new OriginRules(load, { crawlers: 1, concurrency: 1, maxBytes: 1e6 });
  const rows = [one, other, one].map((host) => `http://${host}/\n`).join('');
  for (let block = 0; block < 2; block++) {
    const { bytes } = await origins.filterBlock(Buffer.from(rows), filter);
    const outcomes = bytes.toString().trimEnd().split('\n');
    expect(outcomes.map((row) => row.split('\t')[2])).toEqual(['allowed', 'disallowed', 'allowed']);
  }
});

test('evicts origins without a listener, and counts the memory of their names', async () => {
  const { load, state } = loader();
  const origins = new OriginRules(async (url) => ({ ...(await load(url)), bytes: 0 }), {
    crawlers: 1,
    concurrency: 1,
    maxBytes: 2000,
  });
  const run = (host: string) =>
    origins.filterBlock(Buffer.from(`nothing\nhttp://${host.repeat(900)}/\n`), filter);
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'a']) await run(host);
  expect(state.loaded.map((host) => host[0]).join('')).toBe('abcdefa');
});
