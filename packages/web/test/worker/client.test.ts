import { expect, test } from 'vitest';
import { WorkerClient, type WorkPort } from '../../src/worker/client.js';
import type { Message } from '../../src/worker/reply.js';

type Listener = (event: { readonly data?: unknown }) => void;

/** A worker that the test controls. */
class Port implements WorkPort {
  readonly messages: Message[] = [];
  readonly #listeners: [type: string, listener: Listener][] = [];
  isTerminated = false;

  postMessage(message: Message): void {
    this.messages.push(message);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push([type, listener]);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  send(type: 'message' | 'error', data?: unknown): void {
    for (const [name, listener] of this.#listeners) if (name === type) listener({ data });
  }
}

function client() {
  const ports: Port[] = [];
  const work = new WorkerClient(() => {
    const port = new Port();
    ports.push(port);
    return port;
  });
  return { work, ports };
}

const check = (robotsTxt: string) => ({
  kind: 'check' as const,
  robotsTxt,
  dialect: undefined,
  isBlocked: false,
  urls: '',
  productTokens: [],
});
const RESULT = { diagnostics: [] };

test('starts the worker with the first request and gives each caller its result', async () => {
  const { work, ports } = client();
  expect(ports).toEqual([]);
  const results = Promise.all([work.ask(check('a')), work.ask(check('b'))]);
  const [port] = ports;
  expect(port?.messages.map(({ request }) => request)).toEqual([check('a'), check('b')]);
  for (const { id } of port?.messages.toReversed() ?? []) {
    port?.send('message', { id, result: { diagnostics: [id] } });
  }
  expect((await results).map(({ diagnostics }) => diagnostics)).toEqual([[1], [2]]);
  expect(ports).toHaveLength(1);
});

test('passes on what the worker reports before the result', async () => {
  const { work, ports } = client();
  const shares: unknown[] = [];
  const result = work.ask(check('a'), { onReport: (share) => shares.push(share) });
  for (const share of [0.25, 0.5]) ports[0]?.send('message', { id: 1, report: share });
  ports[0]?.send('message', { id: 1, result: RESULT });
  expect([await result, shares]).toEqual([RESULT, [0.25, 0.5]]);
});

test('rejects a request that the worker cannot answer', async () => {
  const { work, ports } = client();
  const result = work.ask(check('a'));
  ports[0]?.send('message', { id: 1, error: 'too deep' });
  await expect(result).rejects.toThrow('too deep');
});

test('a failed worker rejects all requests, and the next one starts a new worker', async () => {
  const { work, ports } = client();
  const failed = Promise.allSettled([work.ask(check('a')), work.ask(check('b'))]);
  ports[0]?.send('error');
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const result = work.ask(check('c'));
  ports[1]?.send('message', { id: 3, result: RESULT });
  expect(await result).toEqual(RESULT);
  expect([ports.length, ports[0]?.isTerminated]).toEqual([2, true]);
});

test('cancelling a request ends its work, and a new worker takes over the others', async () => {
  const { work, ports } = client();
  const controller = new AbortController();
  const cancelled = work.ask(check('slow'), { signal: controller.signal });
  const result = work.ask(check('b'));
  controller.abort();
  await expect(cancelled).rejects.toThrow();
  expect([ports[0]?.isTerminated, ports[1]?.messages]).toEqual([...[true, [{ id: 2, request: check('b') }]]]);
  // The terminated worker may have posted its result before.
  ports[0]?.send('message', { id: 2, result: 'late' });
  ports[1]?.send('message', { id: 2, result: RESULT });
  expect(await result).toEqual(RESULT);
});

test('a signal that is aborted after the reply does not end the worker', async () => {
  const { work, ports } = client();
  const controller = new AbortController();
  const result = work.ask(check('a'), { signal: controller.signal });
  ports[0]?.send('message', { id: 1, result: RESULT });
  await result;
  controller.abort();
  expect(ports[0]?.isTerminated).toBe(false);
});
