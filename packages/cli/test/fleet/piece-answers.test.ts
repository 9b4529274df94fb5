import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { rulesOf } from '../../src/bulk/rules.js';
import { PieceAnswers } from '../../src/fleet/piece-answers.js';

function answers(onLoad: (url: string) => void) {
  const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /p\n');
  return new PieceAnswers({
    load: async (url) => {
      if (!URL.canParse(url)) throw new TypeError('no URL');
      onLoad(url);
      return rulesOf(robotsTxt, ['a']);
    },
    productTokens: ['a'],
    concurrency: 5,
  });
}

test('each line has its row, in order, and each origin is asked for once', async () => {
  const loaded: string[] = [];
  const lines = Array.from({ length: 1000 }, (_, n) => `${n + 5}\thttp://h${n % 4}.example/p${n}`);
  const own = answers((url) => loaded.push(url));
  const rows = (await own.rows([...lines, '2000\tnothing'])).trimEnd().split('\n');
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

test('it ends with the signal', async () => {
  const own = answers(() => {});
  await expect(own.rows(['1\thttp://a.example/'], AbortSignal.abort('lost'))).rejects.toBe('lost');
});
