import { expect, test } from 'vitest';
import { BlockFilter } from '../../src/filter/block-filter.js';
import { tsvRows } from '../../src/rows/rows.js';
import { OriginRules } from '../../src/rules/origin-rules.js';
import { type Outcome, rulesWithout } from '../../src/rules/rules.js';

const filter = new BlockFilter({ format: tsvRows, productTokens: ['a'] });

function loader(outcome: (host: string) => Outcome = () => 'allowed') {
  const asked: string[] = [];
  let running = 0;
  const state = { asked, mostAtOnce: 0 };
  const load = async (url: string) => {
    const { host } = new URL(url);
    asked.push(host);
    running++;
    state.mostAtOnce = Math.max(state.mostAtOnce, running);
    await Promise.resolve();
    running--;
    return rulesWithout(outcome(host));
  };
  return { load, state };
}

test('each origin is loaded once, and the order of the rows is kept', async () => {
  const { load, state } = loader((host) => (host === 'b.example' ? 'disallowed' : 'allowed'));
  const origins = new OriginRules(load, { concurrency: 2, most: 10 });
  const urls = ['http://b.example/1', 'http://a.example/2', 'nothing', 'http://b.example/3'];
  const { bytes, bad } = await origins.answer(Buffer.from(urls.join('\n')), filter);
  expect(
    bytes
      .toString()
      .split('\n')
      .map((row) => row.split('\t')[2]),
  ).toEqual(['disallowed', 'allowed', 'invalid', 'disallowed', undefined]);
  expect(bad.map(({ line }) => line)).toEqual([3]);
  await origins.answer(Buffer.from('http://a.example/9\nhttp://b.example/9\n'), filter);
  expect(state.asked.toSorted()).toEqual(['a.example', 'b.example']);
});

test('no more are loaded at once than is said', async () => {
  const { load, state } = loader();
  const origins = new OriginRules(load, { concurrency: 3, most: 10 });
  const urls = Array.from({ length: 40 }, (_, host) => `http://h${host}.example/\n`);
  await origins.answer(Buffer.from(urls.join('')), filter);
  expect(state.asked.length).toBe(40);
  expect(state.mostAtOnce).toBe(3);
});

test('those used last are kept, and no more than is said', async () => {
  const { load, state } = loader();
  const origins = new OriginRules(load, { concurrency: 1, most: 2 });
  const ask = async (...hosts: string[]) => {
    await origins.answer(
      Buffer.from(hosts.map((host) => `http://${host}.example/\n`).join('')),
      filter,
    );
  };
  await ask('a', 'b', 'c', 'd', 'c');
  await ask('d', 'c');
  await ask('a');
  await ask('d', 'c');
  await ask('d');
  expect(state.asked.map((host) => host[0]).join('')).toBe('abcdad');
});

test('no two origins are taken for one', async () => {
  const { load } = loader((host) => (host === 'a.example' ? 'allowed' : 'disallowed'));
  const origins = new OriginRules(load, { concurrency: 1, most: 10 });
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
  );
  const b = a.map((url) => url.replace(/a\.e/i, 'b.e'));
  const urls = a.flatMap((url, index) => [url, b[index]]);
  // By a format that asks the URL for nothing but its origin.
  const { bytes } = await origins.answer(Buffer.from(`${urls.join('\n')}\n`), filter);
  const outcomes = bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t')[2]);
  expect(outcomes).toEqual(a.flatMap(() => ['allowed', 'disallowed']));
});

test('an error of loading ends the run', async () => {
  const load = async () => {
    throw new RangeError('the disk is gone');
  };
  const origins = new OriginRules(load, { concurrency: 2, most: 10 });
  await expect(origins.answer(Buffer.from('http://a.example/\n'), filter)).rejects.toThrow(
    'the disk',
  );
});

test('what is prepared is loaded once, and not again by the rows', async () => {
  const { load, state } = loader();
  const origins = new OriginRules(load, { concurrency: 2, most: 10 });
  await origins.prepare([
    'http://a.example/1',
    'http://b.example/',
    'http://a.example/2',
    'nothing',
  ]);
  await origins.prepare(['http://b.example/3']);
  const { bytes } = await origins.answer(Buffer.from('http://a.example/1\n'), filter);
  expect(bytes.toString()).toBe('http://a.example/1\ta\tallowed\n');
  expect(state.asked.toSorted()).toEqual(['a.example', 'b.example']);
});
