import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { ThreadWork } from '../../src/thread/thread-work.js';

test('a thread started from the built file filters blocks', async () => {
  const work: ThreadWork = {
    kind: 'filter',
    rules: {
      kind: 'robots',
      bytes: Buffer.from('User-agent: *\nDisallow: /p\n'),
      dialect: 'rfc9309',
    },
    spec: { format: { name: 'tsv' }, crawlers: ['*'], only: undefined },
  };
  const file = fileURLToPath(new URL('../../dist/thread/thread.js', import.meta.url));
  const worker = new Worker(file, { workerData: work });
  try {
    worker.postMessage(new TextEncoder().encode('/p\n/x\n'));
    const [reply] = await once(worker, 'message');
    const text = Buffer.from(reply.result.bytes).toString();
    expect(text).toBe('/p\t*\tdisallowed\n/x\t*\tallowed\n');
  } finally {
    await worker.terminate();
  }
});
