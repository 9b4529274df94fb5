import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/options.js';
import { Threads } from '../../src/work/threads.js';
import { startService } from '../support/service.js';

/** Takes minutes unless it is aborted. */
const ENDLESS = {
  urls: Array.from({ length: 10_000 }, () => `/${'abcd'.repeat(2000)}`),
  crawlers: ['Bot'],
  robotsTxt: `User-agent: *\n${'Disallow: /*ab*cd*x$\n'.repeat(20_000)}`,
  overrides: {},
  defaults: {},
  explain: true,
  responseBytes: 1 << 30,
} as const;
const SHORT = { robotsTxt: 'user-agent:*\n' } as const;

function threadsOf(limits: Partial<typeof DEFAULT_LIMITS>) {
  const threads = new Threads({ ...DEFAULT_LIMITS, ...limits });
  onTestFinished(() => threads.close());
  const start = (input: typeof ENDLESS | typeof SHORT) => {
    const controller = new AbortController();
    const name = input === SHORT ? 'format' : 'check';
    const result = threads.run(name, input, controller.signal);
    result.catch(() => {});
    return { result, abort: (reason: Error) => controller.abort(reason) };
  };
  return { threads, start };
}

describe('Threads', () => {
  test('an aborted task rejects with the reason, and the next one gets a new thread', async () => {
    const { threads, start } = threadsOf({});
    const gone = new Error('gone');
    const running = start(ENDLESS);
    const waiting = start(ENDLESS);
    const last = start(SHORT);
    expect(threads.waiting).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    running.abort(gone);
    await expect(running.result).rejects.toBe(gone);
    waiting.abort(gone);
    await expect(waiting.result).rejects.toBe(gone);
    expect(await last.result).toMatchObject({ robotsTxt: 'User-agent: *\n' });
    expect(threads.waiting).toBe(0);
  });

  test('the heap of a thread is limited, with its new objects', async () => {
    const workers: Worker[] = [];
    const add = (worker: Worker) => void workers.push(worker);
    process.on('worker', add);
    onTestFinished(() => void process.off('worker', add));
    await threadsOf({}).start(SHORT).result;
    for (const { resourceLimits } of workers) {
      const { maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 } = resourceLimits ?? {};
      expect(maxOldGenerationSizeMb + maxYoungGenerationSizeMb).toBe(256 + 48);
    }
    expect(workers.length).toBeGreaterThan(0);
  });

  test('a full queue rejects with 503 and Retry-After', async () => {
    const { start } = threadsOf({ threadQueue: 1 });
    const running = [start(ENDLESS), start(ENDLESS)];
    await expect(start(SHORT).result).rejects.toMatchObject({
      problem: 'busy',
      status: 503,
      headers: { 'retry-after': '5' },
    });
    for (const { abort } of running) abort(new Error('over'));
  });

  test('a task that runs out of memory does not affect others', async () => {
    const { start } = threadsOf({});
    const long = `/${'b'.repeat(8000)}`;
    const much = {
      ...ENDLESS,
      urls: Array.from({ length: 10_000 }, () => long),
      crawlers: Array.from({ length: 100 }, () => 'Bot'),
      robotsTxt: 'User-agent: *\nDisallow: /\n',
      responseBytes: Number.POSITIVE_INFINITY,
    } as unknown as typeof ENDLESS;
    await expect(start(much).result).rejects.toMatchObject({ problem: 'analysis-too-large' });
    expect(await start(SHORT).result).toMatchObject({ changed: true });
  });

  test('close ends running and waiting tasks', async () => {
    const { threads, start } = threadsOf({});
    const running = [start(ENDLESS), start(SHORT)];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await threads.close();
    for (const { result } of running) await expect(result).rejects.toMatchObject({ status: 503 });
    await expect(start(SHORT).result).rejects.toMatchObject({ status: 503 });
  });
});

const { responseBytes, crawlers: productTokens, overrides, defaults, ...endless } = ENDLESS;
const heavy = { ...endless, productTokens, urls: endless.urls.slice(0, 300) };

test('health checks succeed while threads are busy, and a disconnect frees the thread', async () => {
  const service = await startService({ withThreads: true });
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
  const waiting = async () => /^repkit_thread_queue (\d+)$/m.exec(await (await service.get('/metrics')).text())?.[1];
  await expect.poll(waiting).toBe('3');
  expect((await service.get('/healthz')).status).toBe(200);
  for (const sending of leaving) sending.destroy();
  await expect.poll(waiting).toBe('0');
  const formatted = await service.post('/v1/format', { robotsTxt: 'user-agent:*\n' });
  expect(formatted.status).toBe(200);
});

test('a task past its deadline gets a 4xx', async () => {
  const service = await startService({ limits: { responseMs: 300 }, withThreads: true });
  const response = await service.post('/v1/check', heavy);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ type: '/docs#problem-took-too-long' });
});

test('a thread loads no HTTP library before it needs one', async () => {
  const thread = new URL('../../dist/routes/thread.js', import.meta.url).href;
  // undici registers its dispatcher under this symbol.
  const program = `await import('${thread}'); console.log(Symbol.for('undici.globalDispatcher.2') in globalThis);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('false\n');
});
