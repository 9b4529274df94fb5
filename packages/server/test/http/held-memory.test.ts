import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HeldMemory, type Holder } from '../../src/http/request-work.js';
import { type ServiceOptions, startService } from '../support/service.js';

test('hold fails over the limit and succeeds after a release', () => {
  const memory = new HeldMemory({ heldBytes: 100, minReadMs: 5000 });
  const [one, other] = [holder(undefined), holder(undefined)];
  expect(memory.hold(one, 60)).toBe(true);
  expect(memory.hold(other, 41)).toBe(false);
  expect(memory.hold(other, 40)).toBe(true);
  expect(memory.hold(one, -10)).toBe(true);
  expect(memory.bytes).toBe(90);
  memory.release(one);
  expect(memory.bytes).toBe(40);
  expect(one.disconnect).not.toHaveBeenCalled();
});

test('releasing bytes of a released request changes nothing', () => {
  const memory = new HeldMemory({ heldBytes: 100, minReadMs: 5000 });
  const [one, other] = [holder(undefined), holder(undefined)];
  memory.hold(one, 30);
  memory.hold(other, 30);
  memory.release(one);
  memory.release(one);
  memory.hold(one, -30);
  expect(memory.bytes).toBe(30);
});

test('clients with the oldest unread responses are disconnected first', () => {
  const memory = new HeldMemory({ heldBytes: 100, minReadMs: 5000 });
  const now = performance.now();
  const recent = holder(now);
  const slow = [holder(now - 20_000), holder(now - 10_000), holder(now - 8000)];
  for (const one of [recent, ...slow]) memory.hold(one, 25);
  expect(memory.hold(holder(undefined), 40)).toBe(true);
  expect(slow.map(({ disconnect }) => vi.mocked(disconnect).mock.calls.length)).toEqual([1, 1, 0]);
  expect(recent.disconnect).not.toHaveBeenCalled();
  expect(memory.bytes).toBe(90);
});

function holder(sentAt: number | undefined): Holder {
  return { sentAt, disconnect: vi.fn() };
}

/** Its response has about 7.2 MB; the kernel buffers up to 4 MiB (`net.ipv4.tcp_wmem`) of unread data. */
const LARGE = {
  urls: Array.from({ length: 100 }, (_, at) => `/${'a'.repeat(8000)}${at}`),
  productTokens: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
  robotsTxt: '',
};

/** Starts a service and returns a function that sends a request on a new connection and never reads. */
async function startUnread(options: ServiceOptions) {
  const service = await startService(options);
  const body = JSON.stringify(LARGE);
  const sendUnread = (count: number) => {
    for (let at = 0; at < count; at++) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.pause();
      socket.write(
        `POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
  };
  const held = async () => {
    const text = await (await service.get('/metrics')).text();
    return Number(/^repkit_held_bytes (\d+)$/m.exec(text)?.[1]);
  };
  const logged = (status: number) =>
    service.log.filter((line) => line.includes('/v1/check') && line.includes(`"status":${status}`));
  return { service, sendUnread, held, logged };
}

test('a client that does not read is disconnected and its memory released', async () => {
  const { sendUnread, held, logged } = await startUnread({ limits: { sendMs: 3000 } });
  sendUnread(2);
  await expect.poll(held).toBeGreaterThan(14_000_000);
  await expect.poll(held).toBe(0);
  expect(logged(499)).toHaveLength(2);
});

test('unread responses are bounded over all connections while small requests succeed', async () => {
  const most = 40_000_000;
  const limits = { heldBytes: most, minReadMs: 60_000 };
  const { service, sendUnread, held, logged } = await startUnread({ limits });
  // Twice as many as fit.
  sendUnread(5);
  await expect.poll(held).toBeGreaterThan(35_000_000);
  sendUnread(5);
  await expect.poll(() => logged(503)).toHaveLength(5);
  expect(await held()).toBeLessThanOrEqual(most);
  const refused = await service.post('/v1/check', LARGE);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ type: '/docs#problem-busy' });
  const small = await service.post('/v1/check', { ...LARGE, urls: ['/a'] });
  expect(small.status).toBe(200);
});

test('a stream whose results are not read ends, even if all checks have been sent', async () => {
  const { url, log } = await startService({ limits: { idleMs: 300 } });
  const line = `${JSON.stringify({ url: `/${'a'.repeat(8000)}`, productToken: 'Bot', robotsTxt: '' })}\n`;
  const body = line.repeat(1500);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `POST /v1/check/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await expect.poll(() => log.join('')).toContain('"status":499');
});
