/** Counts the walk of a request; test/support/walks.ts defines the figures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TracedSources, traceSources, type Walk } from '../../../test/support/walks.js';
import type { ThreadPool } from '../src/work/threads.js';

let sources: TracedSources;

beforeAll(async () => {
  sources = await traceSources();
});

afterAll(async () => {
  await sources.close();
});

/** Returns the walk of POST /v1/lint, with its thread in this process and without the functions of core. */
async function walkOfLint(): Promise<Walk> {
  const load = <Module>(path: string) => sources.load<Module>(`packages/server/src/${path}`);
  const { createServer } = await load<typeof import('../src/create-server.js')>('create-server.ts');
  const { run } = await load<typeof import('../src/routes/thread.js')>('routes/thread.ts');
  const { MemoryStore } = await sources.load<typeof import('@repkit/client')>('packages/client/src/index.ts');
  const pool: ThreadPool = { run, destroy: async () => {} };
  const options = {
    store: new MemoryStore(),
    userAgent: 'repkit-test/1.0',
    pages: 'no-such-folder',
  };
  const limits = { memoryBytes: Number.POSITIVE_INFINITY };
  const app = await createServer({ ...options, limits }, () => pool);
  const lint = async () => {
    const payload = { robotsTxt: 'User-agent: *\nDisallow: /\n' };
    const response = await app.inject({ method: 'POST', url: '/v1/lint', payload });
    expect(response.statusCode).toBe(200);
  };
  try {
    await lint();
    return await sources.walkOf(lint, (path) => path.startsWith('packages/server/'));
  } finally {
    await app.close();
  }
}

test('POST /v1/lint', async () => {
  const { files, returns } = await walkOfLint();
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(6);
  expect(returns, files.join('\n')).toBeLessThanOrEqual(2);
});
