import { request } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/options.js';
import { AnalysisPool } from '../../src/work/analysis-pool.js';
import { startService } from '../support/service.js';

/** Takes minutes unless it is aborted. */
const ENDLESS = {
  urls: Array.from({ length: 10_000 }, () => `/${'abcd'.repeat(2000)}`),
  crawlers: ['Bot'],
  robotsTxt: `User-agent: *\n${'Disallow: /*ab*cd*x$\n'.repeat(20_000)}`,
  given: {},
  otherwise: {},
  explain: true,
  responseBytes: 1 << 30,
} as const;
const SHORT = { robotsTxt: 'user-agent:*\n' } as const;

function poolOf(limits: Partial<typeof DEFAULT_LIMITS>) {
  const pool = new AnalysisPool({ ...DEFAULT_LIMITS, analysisThreads: 1, ...limits });
  onTestFinished(() => pool.close());
  const start = (analysis: typeof ENDLESS | typeof SHORT) => {
    const controller = new AbortController();
    const result = pool.run(analysis === SHORT ? 'format' : 'check', analysis, {
      signal: controller.signal,
      hold: () => {},
    });
    result.catch(() => {});
    return { result, abort: (reason: Error) => controller.abort(reason) };
  };
  return { pool, start };
}

describe('AnalysisPool', () => {
  test('an aborted analysis rejects with the reason, and the next one gets a new thread', async () => {
    const { pool, start } = poolOf({});
    const gone = new Error('gone');
    const running = start(ENDLESS);
    const waiting = start(ENDLESS);
    const last = start(SHORT);
    expect(pool.waiting).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    running.abort(gone);
    await expect(running.result).rejects.toBe(gone);
    waiting.abort(gone);
    await expect(waiting.result).rejects.toBe(gone);
    expect(JSON.parse(await last.result)).toMatchObject({ robotsTxt: 'User-agent: *\n' });
    expect(pool.waiting).toBe(0);
  });

  test('the heap of a thread is limited, with its new objects', async () => {
    const workers: Worker[] = [];
    const add = (worker: Worker) => void workers.push(worker);
    process.on('worker', add);
    onTestFinished(() => void process.off('worker', add));
    await poolOf({}).start(SHORT).result;
    for (const { resourceLimits } of workers) {
      const { maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 } = resourceLimits ?? {};
      expect(maxOldGenerationSizeMb + maxYoungGenerationSizeMb).toBe(256 + 48);
    }
    expect(workers.length).toBeGreaterThan(0);
  });

  test('a full queue rejects with 503 and Retry-After', async () => {
    const { start } = poolOf({ analysisQueue: 1 });
    const running = [start(ENDLESS), start(ENDLESS)];
    await expect(start(SHORT).result).rejects.toMatchObject({
      problem: 'busy',
      status: 503,
      headers: { 'retry-after': '5' },
    });
    for (const { abort } of running) abort(new Error('over'));
  });

  test('an analysis that runs out of memory does not affect others', async () => {
    const { start } = poolOf({});
    const long = `/${'b'.repeat(8000)}`;
    const much = {
      ...ENDLESS,
      urls: Array.from({ length: 10_000 }, () => long),
      crawlers: Array.from({ length: 100 }, () => 'Bot'),
      robotsTxt: 'User-agent: *\nDisallow: /\n',
    } as unknown as typeof ENDLESS;
    await expect(start(much).result).rejects.toMatchObject({ problem: 'analysis-too-large' });
    expect(await start(SHORT).result).toContain('User-agent');
  });

  test('close ends running and waiting analyses', async () => {
    const { pool, start } = poolOf({});
    const running = [start(ENDLESS), start(SHORT)];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await pool.close();
    for (const { result } of running) await expect(result).rejects.toMatchObject({ status: 503 });
    await expect(start(SHORT).result).rejects.toMatchObject({ status: 503 });
  });
});

const { responseBytes, crawlers: productTokens, given, otherwise, ...endless } = ENDLESS;
const heavy = { ...endless, productTokens, urls: endless.urls.slice(0, 300) };

test('health checks succeed while threads are busy, and a disconnect frees the thread', async () => {
  const service = await startService({ limits: { analysisThreads: 1 }, withThreads: true });
  const body = JSON.stringify(heavy);
  const leaving = Array.from({ length: 4 }, () => {
    const sending = request(`${service.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    sending.on('error', () => {});
    sending.end(body);
    return sending;
  });
  const waiting = async () =>
    /^repkit_analyses_waiting (\d+)$/m.exec(await (await service.get('/metrics')).text())?.[1];
  await expect.poll(waiting).toBe('3');
  expect((await service.get('/healthz')).status).toBe(200);
  for (const sending of leaving) sending.destroy();
  await expect.poll(waiting).toBe('0');
  const formatted = await service.post('/v1/format', { robotsTxt: 'user-agent:*\n' });
  expect(formatted.status).toBe(200);
});

test('an analysis past its deadline gets a 4xx', async () => {
  const service = await startService({
    limits: { analysisThreads: 1, responseMs: 300 },
    withThreads: true,
  });
  const response = await service.post('/v1/check', heavy);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ type: '/docs#problem-took-too-long' });
});

test('the deadline also ends computations, because they pause', async () => {
  const service = await startService({ limits: { responseMs: 30 }, withThreads: true });
  const robotsTxt = `User-agent: *\n${'Disallow: /*a*b*c*d*e$\n'.repeat(15_000)}`;
  const urls = Array(1000).fill(`/${'abcd'.repeat(500)}`);
  const response = await service.post('/v1/check', { urls, productTokens: ['a'], robotsTxt });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ type: '/docs#problem-took-too-long' });
});
