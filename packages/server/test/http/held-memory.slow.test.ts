import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HeldMemory, type Holder } from '../../src/http/request-work.js';
import { type ServiceOptions, startService } from '../support/service.js';

/** A busy machine takes longer than the default second. */
const POLL = { timeout: 120_000 };

test('hold fails over the limit and succeeds after a release', () => {
  const memory = new HeldMemory({ heldBytes: 100, minReadMs: 5000 });
  const [one, other, third] = [holder(), holder(), holder()];
  memory.hold(third, 20);
  expect(memory.hold(one, 40)).toBe(true);
  expect(memory.hold(other, 41)).toBe(false);
  expect(memory.hold(other, 40)).toBe(true);
  expect(memory.hold(one, -10)).toBe(true);
  expect(memory.bytes).toBe(90);
  memory.release(one);
  expect(memory.bytes).toBe(60);
  expect(one.disconnect).not.toHaveBeenCalled();
});

test('releasing bytes of a released request changes nothing', () => {
  const memory = new HeldMemory({ heldBytes: 100, minReadMs: 5000 });
  const [one, other] = [holder(), holder()];
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
  expect(memory.hold(holder(), 40)).toBe(true);
  expect(slow.map(({ disconnect }) => vi.mocked(disconnect).mock.calls.length)).toEqual([1, 1, 0]);
  expect(recent.disconnect).not.toHaveBeenCalled();
  expect(memory.bytes).toBe(90);
});

test('a client holds at most half of the memory', () => {
  const memory = new HeldMemory({ heldBytes: 100, minReadMs: 5000 });
  const [one, other] = [holder(undefined, 'a'), holder(undefined, 'a')];
  expect(memory.hold(one, 30)).toBe(true);
  expect(memory.hold(other, 21)).toBe(false);
  expect(memory.hold(holder(undefined, 'b'), 50)).toBe(true);
  memory.release(one);
  expect(memory.hold(other, 50)).toBe(true);
});

let clients = 0;
function holder(sentAt?: number, client = `client ${clients++}`): Holder {
  return { client, sentAt, disconnect: vi.fn() };
}

/** The last number is the largest size of a buffer in bytes, the second its size before anything is read. */
const kernelSizes = (name: string) =>
  readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/).map(Number);
/** What the kernel may buffer of an unread response: a send buffer grows, a receive buffer only if the client reads. */
const KERNEL_BYTES = (kernelSizes('tcp_wmem')[2] ?? 0) + (kernelSizes('tcp_rmem')[1] ?? 0);
const UNREAD_BYTES = 2 * KERNEL_BYTES;
const LONG_URL = `/${'a'.repeat(8000)}`;

/** Its response is too large for the buffers of the kernel. */
const LARGE = {
  urls: Array.from({ length: 100 }, (_, at) => LONG_URL + at),
  productTokens: Array.from({ length: Math.ceil(UNREAD_BYTES / 800_000) }, (_, at) => `b${at}`),
  robotsTxt: '',
};
const LARGE_BYTES = LARGE.productTokens.length * 800_000;
const responseBytes = 2 * LARGE_BYTES;

/** Starts a service and returns a function that sends a request on a new connection and never reads. */
async function startUnread(options: ServiceOptions) {
  const limits = { responseBytes, ...options.limits };
  const service = await startService({ ...options, limits });
  const body = JSON.stringify(LARGE);
  let sent = 0;
  const sendUnread = (count: number) => {
    for (let at = 0; at < count; at++) {
      const socket = connect({
        port: Number(new URL(service.url).port),
        host: '127.0.0.1',
        // Clients are told apart by their addresses.
        localAddress: `127.0.1.${++sent}`,
      });
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
  const { sendUnread, held, logged } = await startUnread({
    limits: { sendMs: 10_000, heldBytes: 4 * LARGE_BYTES },
  });
  sendUnread(2);
  // On a busy machine, the second response may come after the first has been released.
  await expect.poll(held, POLL).toBeGreaterThan(LARGE_BYTES);
  await expect.poll(held, POLL).toBe(0);
  expect(logged(499)).toHaveLength(2);
});

test('unread responses are bounded over all connections while small requests succeed', async () => {
  const most = 6 * LARGE_BYTES;
  // No request of this test exceeds a time limit, and no client is disconnected to make room.
  const ms = 10 * POLL.timeout;
  const limits = { heldBytes: most, receiveMs: ms, responseMs: ms, sendMs: ms, minReadMs: ms };
  const { service, sendUnread, held, logged } = await startUnread({ limits });
  // Twice as many as fit.
  sendUnread(5);
  await expect.poll(held, POLL).toBeGreaterThan(5 * LARGE_BYTES);
  sendUnread(5);
  await expect.poll(() => logged(503), POLL).toHaveLength(5);
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
  const line = `${JSON.stringify({ url: LONG_URL, productToken: 'Bot', robotsTxt: '' })}\n`;
  const body = line.repeat(Math.ceil(UNREAD_BYTES / 8000));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `POST /v1/check/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await expect.poll(() => log.join(''), POLL).toContain('"status":499');
});
