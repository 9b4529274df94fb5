import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { NDJSON_TYPE } from '../../src/http/operation.js';
import { startService } from '../support/service.js';

const LINE = `${JSON.stringify({ url: 'https://example.com/private/a', productToken: 'Bot', explain: true })}\n`;

function open(url: string) {
  const asking = request(`${url}/v1/check/stream`, {
    method: 'POST',
    headers: { 'content-type': NDJSON_TYPE },
  });
  asking.on('error', () => {});
  return asking;
}

test('an answer comes before the next question is sent: both ways at once', async () => {
  const service = await startService();
  const asking = open(service.url);
  const heard: string[] = [];
  asking.on('response', (response) => {
    response.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  });
  asking.write(LINE);
  await expect.poll(() => heard.join('')).toContain('"line":1');
  asking.write(`no question\n${LINE}`);
  await expect.poll(() => heard.join('')).toContain('"line":3');
  asking.end();
  const lines = heard.join('').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).line)).toEqual([1, 2, 3]);
  expect(service.asked).toHaveLength(1);
});

test('back-pressure: whoever reads nothing is soon not read from, and memory has a bound', async () => {
  const service = await startService();
  const asking = open(service.url);
  const response = new Promise<IncomingMessage>((resolve) => asking.on('response', resolve));
  const before = process.memoryUsage();
  const url = `https://example.com/${'a'.repeat(8000)}`;
  const line = `${JSON.stringify({ url, productToken: 'Bot' })}\n`;
  // The operating system keeps a few MiB; 200 MiB of questions are read only by who has no bound.
  const most = 200 << 20;
  let sent = 0;
  let isHeld = false;
  while (sent < most && !isHeld) {
    sent += line.length;
    if (asking.write(line)) continue;
    isHeld = await Promise.race([
      new Promise<boolean>((resolve) => asking.once('drain', () => resolve(false))),
      new Promise<boolean>((resolve) => setTimeout(resolve, 1000, true)),
    ]);
  }
  expect(isHeld).toBe(true);
  expect(sent).toBeLessThan(most / 2);
  expect(process.memoryUsage().rss - before.rss).toBeLessThan(150 << 20);
  // Once it is read, it goes on, and every line is answered.
  asking.end();
  let lines = 0;
  for await (const chunk of await response) {
    for (const byte of chunk as Buffer) if (byte === 0x0a) lines++;
  }
  expect(lines).toBe(sent / line.length);
});

test('whoever goes away in the middle leaves nothing behind', async () => {
  const service = await startService({ sites: { 'https://silent.example': 'silent' } });
  const asking = open(service.url);
  asking.write(`${JSON.stringify({ url: 'https://silent.example/', productToken: 'a' })}\n`);
  await expect.poll(() => service.asked).toHaveLength(1);
  asking.destroy();
  await expect.poll(() => service.log.join('')).toContain('/v1/check/stream');
  expect(service.log.join('')).not.toContain('the service failed');
  expect((await service.get('/healthz')).status).toBe(200);
});

test('a stream in which nothing moves is ended', async () => {
  const service = await startService({ limits: { idleMs: 100 } });
  const asking = open(service.url);
  const ended = new Promise((resolve) => asking.once('close', resolve));
  asking.flushHeaders();
  await ended;
});
