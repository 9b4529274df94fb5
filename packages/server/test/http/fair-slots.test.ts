import { expect, test } from 'vitest';
import { FairSlots } from '../../src/http/fair-slots.js';
import { startService } from '../support/service.js';

/** Runs work that ends on demand, and notes in which order it begins. */
function runner(count: number) {
  const slots = new FairSlots(count);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, signal = new AbortController().signal) =>
    slots.run({ client: name.charAt(0), signal }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { run, end, begun };
}

test('a client alone takes half of the slots, and its further work begins in order', async () => {
  const { run, end, begun } = runner(4);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name);
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('the first work of a client never waits for that of others', () => {
  const { run, begun } = runner(2);
  for (const name of ['a1', 'a2', 'b1', 'b2', 'c1', 'd1']) void run(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1']);
});

test('clients with waiting work take turns', async () => {
  const { run, end, begun } = runner(3);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) void run(name);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('a2');
  await end('b1');
  await end('a3');
  await end('b2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'b3']);
});

test('work whose signal is aborted while it waits never begins', async () => {
  const { run, end, begun } = runner(1);
  void run('a1');
  const controller = new AbortController();
  const canceled = run('a2', controller.signal);
  void run('a3');
  controller.abort(new Error('gone'));
  await expect(canceled).rejects.toThrow('gone');
  await expect(run('a4', controller.signal)).rejects.toThrow('gone');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});

test('checks of silent sites leave room for those of other clients', async () => {
  const urls = Array.from({ length: 10 }, (_, at) => `https://${at}.example/`);
  const sites = Object.fromEntries(urls.map((url) => [new URL(url).origin, 'silent' as const]));
  const limits = { liveChecks: 4, responseMs: 300 };
  const service = await startService({ sites, limits, trustedProxies: ['127.0.0.1'] });
  const check = (client: string, urls: readonly string[]) =>
    service.post('/v1/check', { urls, productTokens: ['a'] }, { 'x-forwarded-for': client });
  const greedy = check('192.0.2.1', urls);
  await expect.poll(() => service.fetched.length).toBe(2);
  expect((await check('192.0.2.2', ['https://good.example/'])).status).toBe(200);
  expect((await greedy).status).toBe(422);
  expect(service.fetched).toHaveLength(3);
});
