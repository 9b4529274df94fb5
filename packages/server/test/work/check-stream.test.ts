import { MemoryStore } from '@repkit/client';
import { expect, onTestFinished, test } from 'vitest';
import { Clients } from '../../src/clients.js';
import { DEFAULT_LIMITS } from '../../src/options.js';
import { AnalysisPool } from '../../src/work/analysis-pool.js';
import { checkStream } from '../../src/work/check-stream.js';
import { Checker } from '../../src/work/checker.js';
import { startInProcess } from '../support/threads.js';

const work = { client: '', signal: new AbortController().signal, hold: () => {}, moved: () => {} };

function checker(): Checker {
  const store = new MemoryStore();
  const clients = new Clients({
    store,
    policy: 'rfc9309',
    userAgent: 'repkit-test/1.0',
    guard: undefined,
    transport: undefined,
    clock: Date.now,
    liveChecks: 64,
  });
  onTestFinished(() => clients.client.close());
  return new Checker(clients, new AnalysisPool(DEFAULT_LIMITS, startInProcess));
}

async function resultsOf(text: string, lineBytes = 1000): Promise<Record<string, unknown>[]> {
  const chunks = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  const results: Record<string, unknown>[] = [];
  for await (const line of checkStream(chunks, checker(), lineBytes, work)) {
    expect(line.endsWith('\n')).toBe(true);
    results.push(JSON.parse(line));
  }
  return results;
}

test('invalid lines get problems with their numbers, and the stream continues', async () => {
  const robotsTxt = 'User-agent: *\nDisallow: /a\n';
  const good = { url: '/a', productToken: 'Bot', robotsTxt };
  const lines = [
    JSON.stringify(good),
    '{',
    '[]',
    '',
    JSON.stringify({ ...good, productToken: 1 }),
    JSON.stringify({ ...good, productToken: 'a b' }),
    JSON.stringify({ ...good, extra: 1 }),
    JSON.stringify({ url: '/a', productToken: 'Bot' }),
    `"${'x'.repeat(1000)}"`,
    JSON.stringify({ ...good, url: '/b' }),
  ];
  const results = await resultsOf(lines.join('\n'));
  expect(results.map(({ line }) => line)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
  expect(results[0]).toMatchObject({ verdict: 'disallowed', rule: { line: 2 } });
  expect(results.at(-1)).toMatchObject({ verdict: 'allowed' });
  const names = results.slice(1, -1).map(({ problem }) => (problem as { type: string }).type);
  expect(names.map((name) => name.replace('/docs#problem-', ''))).toEqual([
    'invalid-request',
    'invalid-request',
    'invalid-request',
    'invalid-check',
    'invalid-request',
    'invalid-check',
    'text-too-long',
  ]);
  expect(results[3]).toMatchObject({ problem: { errors: [{ pointer: '#/productToken' }] } });
});

test('empty lines do not block the event loop', async () => {
  const chunks = (async function* () {
    for (let sent = 0; sent < 200; sent++) yield Buffer.alloc(64 << 10, '\n');
  })();
  let turns = 0;
  let timer = setImmediate(function count() {
    turns++;
    timer = setImmediate(count);
  });
  for await (const line of checkStream(chunks, checker(), 1000, work)) expect(line).toBe('');
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(3);
});

test('an endless stream gets results as it arrives', async () => {
  let sent = 0;
  const endless = (async function* () {
    for (;;) {
      sent++;
      yield new TextEncoder().encode(
        `${JSON.stringify({ url: `/${sent}`, productToken: 'a', robotsTxt: '' })}\n`,
      );
    }
  })();
  const results = checkStream(endless, checker(), 1000, work);
  for (let count = 0; count < 1000; count++) expect((await results.next()).done).toBe(false);
  expect(sent).toBeLessThan(1000 + 70);
  await results.return(undefined);
});

test('a result that is too large becomes a problem for its line, and held memory is released', async () => {
  let held = 0;
  let most = 0;
  const counting = {
    ...work,
    hold: (bytes: number) => {
      held += bytes;
      most = Math.max(most, held);
    },
  };
  const pattern = `/${'a'.repeat(400_000)}`;
  const robotsTxt = `User-agent: *\nDisallow: ${pattern}\nDisallow: /*b\n`;
  const large = { url: '/b', productToken: 'Bot', robotsTxt, explain: true };
  const ends = { ...large, robotsTxt: `User-agent: *\nDisallow: /*${'*'.repeat(400_000)}\n` };
  const lines = [large, ends, large, ends].map((line) => `${JSON.stringify(line)}\n`);
  const chunks = (async function* () {
    yield new TextEncoder().encode(lines.join(''));
  })();
  const results: unknown[] = [];
  for await (const line of checkStream(chunks, checker(), 3 << 20, counting)) {
    expect(line.length).toBeLessThan(300_000);
    results.push(JSON.parse(line));
  }
  const tooLarge = { problem: { type: '/docs#problem-response-too-large' } };
  expect(results).toMatchObject([
    { line: 1, verdict: 'disallowed' },
    { line: 2, ...tooLarge },
    { line: 3, verdict: 'disallowed' },
    { line: 4, ...tooLarge },
  ]);
  expect(held).toBe(0);
  expect(most).toBeLessThan(6 << 20);
});
