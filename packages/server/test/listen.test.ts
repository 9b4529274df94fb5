import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createSite } from 'node:http';
import { type AddressInfo, connect, isIP } from 'node:net';
import { MemoryStore } from '@repkit/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from '../src/create-server.js';
import { isLocal, serve } from '../src/listen.js';
import { startService } from './support/service.js';

test('isLocal accepts loopback hosts only', () => {
  expect(['127.0.0.1', 'localhost', '::1', '[::1]'].map(isLocal)).toEqual(Array(4).fill(true));
  expect(['0.0.0.0', '::', 'example.com', ''].map(isLocal)).toEqual(Array(4).fill(false));
});

/** Starts a service with a site that responds only when `respond` is called. */
async function startWaiting(drainMs: number) {
  let respond = (): void => {};
  const requested = vi.fn();
  const site = createSite((_request, reply) => {
    requested();
    respond = () => reply.end('User-agent: *\nDisallow: /a\n');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  const store = new MemoryStore();
  const closeStore = vi.spyOn(store, 'close');
  const app = await createServer({
    store,
    userAgent: 'repkit-test/1.0',
    guard: { allowHosts: ['127.0.0.1'], allowCidrs: ['127.0.0.1/32'] },
    limits: { memoryBytes: Number.POSITIVE_INFINITY },
  });
  const serving = await serve(app, { port: 0, drainMs });
  onTestFinished(() => serving.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a`;
  const response = fetch(`${serving.url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: [url], productTokens: ['Bot'] }),
  });
  response.catch(() => {});
  await expect.poll(() => requested).toHaveBeenCalled();
  return { serving, response, closeStore, respond: () => respond() };
}

test('close finishes running requests, rejects new ones, then closes the store', async () => {
  const { serving, response, closeStore, respond } = await startWaiting(10_000);
  const connection = connect(Number(new URL(serving.url).port), '127.0.0.1');
  let received = '';
  connection.on('data', (data) => {
    received += data;
  });
  // A request, and half of another one, so that the connection is not idle on close.
  connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\n');
  await expect.poll(() => received).toContain('"ok"');
  received = '';
  const closed = serving.close();
  const isReachable = () => fetch(serving.url).then(Boolean, () => false);
  await expect.poll(isReachable).toBe(false);
  connection.write('Host: localhost\r\n\r\n');
  await expect.poll(() => received).toContain('/docs#problem-closing');
  expect(received).toMatch(/^HTTP\/1\.1 503 /);
  expect(closeStore).not.toHaveBeenCalled();
  respond();
  const ended = await response;
  expect(await ended.json()).toMatchObject({ verdicts: [{ verdict: 'disallowed' }] });
  connection.destroy();
  await closed;
  expect(closeStore).toHaveBeenCalledTimes(1);
  await expect(fetch(`${serving.url}/healthz`)).rejects.toThrow();
});

test('close does not wait past drainMs', async () => {
  const { serving, response, closeStore } = await startWaiting(100);
  await serving.close();
  await expect(response).rejects.toThrow();
  expect(closeStore).toHaveBeenCalledTimes(1);
});

test('close does not wait for a connection without a request', async () => {
  const service = await startService({ drainMs: 600_000, limits: { connectionMs: 600_000 } });
  const connection = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(connection, 'connect');
  // The service may close before it has accepted the connection.
  connection.on('error', () => {});
  await service.close();
  connection.destroy();
});

type Resolve = (error: NodeJS.ErrnoException | null, found: dns.LookupAddress[]) => void;

test('localhost is one address, because close waits for the requests of one server', async () => {
  const app = await createServer({ store: new MemoryStore(), userAgent: 'repkit-test/1.0' });
  const found = ['127.0.0.1', '::1'].map((address) => ({ address, family: isIP(address) }));
  const { lookup: systemLookup } = dns;
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: dns.LookupAllOptions, resolve: Resolve) => {
    if (name === 'localhost') resolve(null, found);
    else systemLookup(name, options, resolve);
  }) as typeof dns.lookup);
  onTestFinished(() => lookup.mockRestore());
  const serving = await serve(app, { host: 'localhost', port: 0 });
  expect(app.addresses()).toMatchObject([{ address: '127.0.0.1' }]);
  await serving.close();
});

test('a port in use rejects with EADDRINUSE', async () => {
  const service = await startService();
  const app = await createServer({ store: new MemoryStore(), userAgent: 'repkit-test/1.0' });
  const port = Number(new URL(service.url).port);
  await expect(serve(app, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await app.close();
});
