import { expect, onTestFinished, test } from 'vitest';
import { Comparer } from '../../src/diff/comparer.js';
import type { Comparison } from '../../src/diff/comparison.js';

test('a real worker compares', async () => {
  const comparison = await new Promise<Comparison>((resolve) => {
    const comparer = new Comparer(resolve);
    onTestFinished(() => comparer.close());
    comparer.ask({ before: '', after: 'User-agent: *\nDisallow: /x', dialect: 'rfc9309' });
  });
  expect(comparison.changes.map(({ effect, witness }) => [effect, witness])).toEqual([
    ['newly-blocked', '/x'],
  ]);
});
