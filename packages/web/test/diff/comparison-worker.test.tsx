import { expect, onTestFinished, test } from 'vitest';
import type { Comparison } from '../../src/diff/comparison.js';

test('a real worker compares', async () => {
  const url = new URL('../../src/diff/comparison-worker.ts', import.meta.url);
  const worker = new Worker(url, { type: 'module' });
  onTestFinished(() => worker.terminate());
  const answered = new Promise<Comparison>((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
  });
  worker.postMessage({ before: '', after: 'User-agent: *\nDisallow: /x', dialect: 'rfc9309' });
  const { changes } = await answered;
  expect(changes.map(({ effect, witness }) => [effect, witness])).toEqual([
    ['newly-blocked', '/x'],
  ]);
});
