import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { NDJSON_TYPE } from '../../src/http/operation.js';
import { startService } from '../support/service.js';

const LINE = `${JSON.stringify({ url: 'https://example.com/private/a', productToken: 'Bot', explain: true })}\n`;

function open(url: string) {
  const upload = request(`${url}/v1/check/stream`, {
    method: 'POST',
    headers: { 'content-type': NDJSON_TYPE },
  });
  upload.on('error', () => {});
  return upload;
}

test('results arrive before the next check is sent', async () => {
  const service = await startService();
  const upload = open(service.url);
  const received: string[] = [];
  upload.on('response', (response) => {
    response.setEncoding('utf8').on('data', (text: string) => received.push(text));
  });
  upload.write(LINE);
  await expect.poll(() => received.join('')).toContain('"line":1');
  upload.write(`not JSON\n${LINE}`);
  await expect.poll(() => received.join('')).toContain('"line":3');
  upload.end();
  const lines = received.join('').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).line)).toEqual([1, 2, 3]);
  expect(service.fetched).toHaveLength(1);
});

test('backpressure: the service stops reading when results are not read', async () => {
  const service = await startService();
  const upload = open(service.url);
  const response = new Promise<IncomingMessage>((resolve) => upload.on('response', resolve));
  const before = process.memoryUsage();
  const url = `https://example.com/${'a'.repeat(8000)}`;
  const line = `${JSON.stringify({ url, productToken: 'Bot' })}\n`;
  // The kernel buffers a few MiB; only a service without backpressure would read 200 MiB.
  const most = 200 << 20;
  let sent = 0;
  let isHeld = false;
  while (sent < most && !isHeld) {
    sent += line.length;
    if (upload.write(line)) continue;
    isHeld = await Promise.race([
      new Promise<boolean>((resolve) => upload.once('drain', () => resolve(false))),
      new Promise<boolean>((resolve) => setTimeout(resolve, 1000, true)),
    ]);
  }
  expect(isHeld).toBe(true);
  expect(sent).toBeLessThan(most / 2);
  expect(process.memoryUsage().rss - before.rss).toBeLessThan(150 << 20);
  // Reading resumes the stream, and every line gets a result.
  upload.end();
  let lines = 0;
  for await (const chunk of await response) {
    for (const byte of chunk as Buffer) if (byte === 0x0a) lines++;
  }
  expect(lines).toBe(sent / line.length);
});

test('a disconnect in mid-stream releases everything', async () => {
  const service = await startService({ sites: { 'https://silent.example': 'silent' } });
  const upload = open(service.url);
  upload.write(`${JSON.stringify({ url: 'https://silent.example/', productToken: 'a' })}\n`);
  await expect.poll(() => service.fetched).toHaveLength(1);
  upload.destroy();
  await expect.poll(() => service.log.join('')).toContain('/v1/check/stream');
  expect(service.log.join('')).not.toContain('internal error');
  expect((await service.get('/healthz')).status).toBe(200);
});

test('an idle stream is ended', async () => {
  const service = await startService({ limits: { idleMs: 100 } });
  const upload = open(service.url);
  const ended = new Promise((resolve) => upload.once('close', resolve));
  upload.flushHeaders();
  await ended;
});
