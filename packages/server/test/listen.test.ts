import { createServer as createSite } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { MemoryStore } from '@repkit/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from '../src/create-server.js';
import { isLocal, serve } from '../src/listen.js';
import { startService } from './support/service.js';

test('which hosts only this machine can reach', () => {
  expect(['127.0.0.1', 'localhost', '::1', '[::1]'].map(isLocal)).toEqual(Array(4).fill(true));
  expect(['0.0.0.0', '::', 'example.com', ''].map(isLocal)).toEqual(Array(4).fill(false));
});

/** A service whose one site answers when it is told to. */
async function startHeld(drainMs: number) {
  let answer = (): void => {};
  const asked = vi.fn();
  const site = createSite((_request, response) => {
    asked();
    answer = () => response.end('User-agent: *\nDisallow: /a\n');
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
  });
  const serving = await serve(app, { port: 0, drainMs });
  onTestFinished(() => serving.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a`;
  const answered = fetch(`${serving.url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: [url], productTokens: ['Bot'] }),
  });
  answered.catch(() => {});
  await expect.poll(() => asked).toHaveBeenCalled();
  return { serving, answered, closeStore, answer: () => answer() };
}

test('at the end what runs is answered, nothing new is taken, and then the store is closed', async () => {
  const { serving, answered, closeStore, answer } = await startHeld(10_000);
  const kept = connect(Number(new URL(serving.url).port), '127.0.0.1');
  let heard = '';
  kept.on('data', (data) => {
    heard += data;
  });
  // Half a request, so that the connection is not idle when the end comes.
  kept.write('GET /healthz HTTP/1.1\r\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = serving.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  kept.write('Host: localhost\r\n\r\n');
  await expect.poll(() => heard).toContain('/docs#problem-closing');
  expect(heard).toMatch(/^HTTP\/1\.1 503 /);
  expect(closeStore).not.toHaveBeenCalled();
  answer();
  const response = await answered;
  expect(await response.json()).toMatchObject({ verdicts: [{ verdict: 'disallowed' }] });
  kept.destroy();
  await closed;
  expect(closeStore).toHaveBeenCalledTimes(1);
  await expect(fetch(`${serving.url}/healthz`)).rejects.toThrow();
});

test('what runs too long is not waited for', async () => {
  const { serving, answered, closeStore } = await startHeld(100);
  await serving.close();
  await expect(answered).rejects.toThrow();
  expect(closeStore).toHaveBeenCalledTimes(1);
});

test('a port that is in use is told by the error of the system', async () => {
  const service = await startService();
  const app = await createServer({ store: new MemoryStore(), userAgent: 'repkit-test/1.0' });
  const port = Number(new URL(service.url).port);
  await expect(serve(app, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await app.close();
});
