import { rulesOf } from '@repkit/bulk/blocks';
import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { PieceChecker } from '../src/piece-checker.js';

function checkerOf(onLoad: (url: string) => void) {
  const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /p\n');
  return new PieceChecker({
    load: async (url) => {
      if (!URL.canParse(url)) throw new TypeError('not a URL');
      onLoad(url);
      return rulesOf(robotsTxt, ['a']);
    },
    productTokens: ['a'],
    concurrency: 5,
  });
}

test('returns rows in order and loads each origin once', async () => {
  const loaded: string[] = [];
  const lines = Array.from({ length: 1000 }, (_, n) => `${n + 5}\thttp://h${n % 4}.example/p${n}`);
  const checker = checkerOf((url) => loaded.push(url));
  const rows = (await checker.rows([...lines, '2000\tnothing'])).trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row))).toEqual([
    ...lines.map((_, n) => ({
      line: n + 5,
      url: `http://h${n % 4}.example/p${n}`,
      token: 'a',
      verdict: 'disallowed',
    })),
    { line: 2000, url: 'nothing', token: 'a', verdict: 'invalid' },
  ]);
  expect(loaded).toHaveLength(4);
});

test('loads all sites of a piece in parallel, whatever their order', async () => {
  let waiting = 0;
  let most = 0;
  const checker = new PieceChecker({
    load: async () => {
      most = Math.max(most, ++waiting);
      await new Promise((resolve) => setTimeout(resolve, 5));
      waiting--;
      return rulesOf(parseRobotsTxt(''), ['a']);
    },
    productTokens: ['a'],
    concurrency: 20,
  });
  const lines = Array.from(
    { length: 5000 },
    (_, n) => `${n + 1}\thttp://h${Math.floor(n / 100)}.example/`,
  );
  expect((await checker.rows(lines)).split('\n')).toHaveLength(5001);
  expect(most).toBe(20);
});

test('rejects with the reason of the signal', async () => {
  const checker = checkerOf(() => {});
  await expect(checker.rows(['1\thttp://a.example/'], AbortSignal.abort('lost'))).rejects.toBe(
    'lost',
  );
});
