import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HeldMemory, type Holder } from '../../src/http/request-work.js';
import { type ServiceOptions, startService } from '../support/service.js';

test('what does not fit is refused, and what is released has room again', () => {
  const memory = new HeldMemory({ heldBytes: 100, leastReadMs: 5000 });
  const [one, other] = [holder(undefined), holder(undefined)];
  expect(memory.hold(one, 60)).toBe(true);
  expect(memory.hold(other, 41)).toBe(false);
  expect(memory.hold(other, 40)).toBe(true);
  expect(memory.hold(one, -10)).toBe(true);
  expect(memory.bytes).toBe(90);
  memory.release(one);
  expect(memory.bytes).toBe(40);
  expect(one.cutOff).not.toHaveBeenCalled();
});

test('nothing is counted twice: of a request that was released, nothing is left to take off', () => {
  const memory = new HeldMemory({ heldBytes: 100, leastReadMs: 5000 });
  const [one, other] = [holder(undefined), holder(undefined)];
  memory.hold(one, 30);
  memory.hold(other, 30);
  memory.release(one);
  memory.release(one);
  memory.hold(one, -30);
  expect(memory.bytes).toBe(30);
});

test('answers that nobody has read for a while make room, the oldest first', () => {
  const memory = new HeldMemory({ heldBytes: 100, leastReadMs: 5000 });
  const now = performance.now();
  const recent = holder(now);
  const slow = [holder(now - 20_000), holder(now - 10_000), holder(now - 8000)];
  for (const one of [recent, ...slow]) memory.hold(one, 25);
  expect(memory.hold(holder(undefined), 40)).toBe(true);
  expect(slow.map(({ cutOff }) => vi.mocked(cutOff).mock.calls.length)).toEqual([1, 1, 0]);
  expect(recent.cutOff).not.toHaveBeenCalled();
  expect(memory.bytes).toBe(90);
});

function holder(sentAt: number | undefined): Holder {
  return { sentAt, cutOff: vi.fn() };
}

/** An answer of about 7.2 MB: the system takes up to 4 MiB (`net.ipv4.tcp_wmem`) of what a client does not read. */
const LARGE = {
  urls: Array.from({ length: 100 }, (_, at) => `/${'a'.repeat(8000)}${at}`),
  productTokens: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
  robotsTxt: '',
};

/** A service, and a way to send requests on connections of their own, of which nothing is read. */
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

test('a client that does not read is cut off, and its memory is free again', async () => {
  const { sendUnread, held, logged } = await startUnread({ limits: { sendMs: 3000 } });
  sendUnread(2);
  await expect.poll(held).toBeGreaterThan(14_000_000);
  await expect.poll(held).toBe(0);
  expect(logged(499)).toHaveLength(2);
});

test('unread answers over all connections are bounded, and small requests go on', async () => {
  const most = 40_000_000;
  const limits = { heldBytes: most, leastReadMs: 60_000 };
  const { service, sendUnread, held, logged } = await startUnread({ limits });
  // As many as fit, and then as many again.
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

test('a stream that nobody reads ends, although its questions have been sent', async () => {
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
