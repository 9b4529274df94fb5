import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const silent = { 'https://silent.example': 'silent' } as const;
const live = { urls: ['https://silent.example/'], productTokens: ['a'] };

test('a disconnect aborts the fetch', async () => {
  let fetching = false;
  let aborted = false;
  const service = await startService({
    transport: {
      fetch: ({ signal }) =>
        new Promise((_, reject) => {
          fetching = true;
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        }),
      close: async () => {},
    },
  });
  const body = JSON.stringify(live);
  const sending = request(`${service.url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  sending.on('error', () => {});
  sending.end(body);
  await expect.poll(() => fetching).toBe(true);
  expect(aborted).toBe(false);
  sending.destroy();
  await expect.poll(() => aborted).toBe(true);
  await expect.poll(() => service.log.join('')).toContain('"status":499');
  expect(service.log.join('')).not.toContain('the service failed');
});

test('a result that takes too long gets its own 4xx problem', async () => {
  const service = await startService({ sites: silent, limits: { responseMs: 50 } });
  const response = await service.post('/v1/check', live);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    type: '/docs#problem-took-too-long',
    detail: expect.stringContaining('0.05 s'),
  });
});

test('a body that arrives too slowly gets a problem, and the connection is closed', async () => {
  const service = await startService({ limits: { receiveMs: 50 } });
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.write(
    `POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"urls"`,
  );
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('/docs#problem-received-too-slowly');
});
