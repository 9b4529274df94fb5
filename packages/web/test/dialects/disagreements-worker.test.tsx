import { expect, onTestFinished, test } from 'vitest';
import type { Disagreements } from '../../src/dialects/disagreements.js';

test('a real worker finds them', async () => {
  const url = new URL('../../src/dialects/disagreements-worker.ts', import.meta.url);
  const worker = new Worker(url, { type: 'module' });
  onTestFinished(() => worker.terminate());
  const answered = new Promise<Disagreements>((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
  });
  const robotsTxt = 'User-agent: *\nDisallow: /x\nAllow: /x/y\n';
  worker.postMessage({ robotsTxt, productToken: '*' });
  expect((await answered).witnesses).toContain('/x/y');
});
