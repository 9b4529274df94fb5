import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service.js';

/** Opens a connection and collects what is received. `closed` resolves to all of it. */
function open(url: string, options: { readonly localAddress?: string } = {}) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', ...options });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { socket, closed, received: () => received };
}

const GET = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('pipelined requests are answered in order', async () => {
  const { url } = await startService();
  const { socket, received } = open(url);
  socket.write(HEALTH.repeat(16));
  await expect.poll(() => received().split('{"status":"ok"}').length).toBe(17);
  socket.write(HEALTH);
  await expect.poll(() => received().split('{"status":"ok"}').length).toBe(18);
});

test('a client with many unanswered requests is disconnected, and nothing of them stays in flight', async () => {
  const service = await startService();
  const clients = Array.from({ length: 20 }, () => {
    const { socket, closed } = open(service.url);
    socket.pause();
    socket.write(GET.repeat(1400));
    return { socket, closed };
  });
  for (const { socket } of clients) socket.resume();
  await Promise.all(clients.map(({ closed }) => closed));
  const text = await (await service.get('/metrics')).text();
  // The scrape itself.
  expect(text).toMatch(/^repkit_http_requests_in_flight 1$/m);
  expect(text).toMatch(/^repkit_connections 1$/m);
  const answered = service.log.filter((line) => line.includes('/openapi.json')).length;
  expect(answered).toBeLessThanOrEqual(20 * 16);
});

test.each([
  ['401', 'POST /v1/check', 'Content-Type: application/json', { token: 'a'.repeat(32) }],
  ['415', 'POST /v1/check', 'Content-Type: text/plain', {}],
  ['405', 'PUT /v1/check', 'Content-Type: application/json', {}],
  ['200', 'GET /', 'Content-Type: application/json', {}],
  ['200', 'HEAD /healthz', 'Content-Type: application/json', {}],
])(
  'after %s for %s a client that drips its body is disconnected',
  async (status, line, type, options) => {
    const { url } = await startService(options);
    const { socket, closed } = open(url);
    socket.write(
      `${line} HTTP/1.1\r\nHost: localhost\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const drip = setInterval(() => socket.write('1\r\na\r\n'), 200);
    onTestFinished(() => clearInterval(drip));
    const began = performance.now();
    expect(await closed).toContain(`HTTP/1.1 ${status} `);
    expect(performance.now() - began).toBeLessThan(20_000);
  },
);

test('an unknown path is answered before the body arrives', async () => {
  const { url } = await startService();
  const { socket, closed } = open(url);
  socket.write(
    'POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  expect(await closed).toMatch(/^HTTP\/1\.1 404 /);
});

test('connections are bounded, in all and per client', async () => {
  const { url } = await startService({ limits: { connections: 8 } });
  const openFrom = async (localAddress: string, count: number) => {
    const sockets: Socket[] = [];
    for (let at = 0; at < count; at++) {
      const one = open(url, { localAddress });
      one.socket.write(HEALTH);
      await Promise.race([one.closed, expect.poll(one.received).toContain('ok')]);
      if (!one.socket.closed) sockets.push(one.socket);
    }
    return sockets.length;
  };
  expect(await openFrom('127.0.2.1', 6)).toBe(4);
  expect(await openFrom('127.0.2.2', 6)).toBe(2);
  expect(await openFrom('127.0.2.3', 1)).toBe(1);
});

test.each([
  ['no Host field', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n', 417],
  ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
])('a request with %s gets a problem document', async (_name, text, status) => {
  const { url } = await startService();
  const { socket, closed } = open(url);
  socket.write(text);
  const received = await closed;
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(received.toLowerCase()).toContain('content-type: application/problem+json');
  expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ status });
});

test('a client that resets its connection after CONNECT does not end the service', async () => {
  const service = await startService();
  const { socket, closed } = open(service.url);
  socket.pause();
  socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await sleep(100);
  socket.resetAndDestroy();
  await closed;
  // An error without a listener would be reported by then.
  await sleep(100);
  expect((await service.get('/healthz')).status).toBe(200);
});

test('what a client sends after CONNECT is discarded', async () => {
  const { url } = await startService();
  const { socket, closed } = open(url);
  socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const start = performance.now();
  const error = await new Promise((resolve) => socket.write(Buffer.alloc(20_000_000), resolve));
  // The connection is closed after a second.
  if (performance.now() - start < 1000) expect(error ?? undefined).toBeUndefined();
  else await closed;
});

test('bytes that are not UTF-8 get 400', async () => {
  const service = await startService();
  const body = Buffer.concat([
    Buffer.from('{"urls":["/'),
    Buffer.from([0xe9]),
    Buffer.from('"],"productTokens":["a"],"robotsTxt":""}'),
  ]);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/v1/check`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('UTF-8') });
});

test('clients that declare large bodies and send little hold no memory', async () => {
  const service = await startService();
  for (let at = 0; at < 40; at++) {
    const { socket } = open(service.url);
    socket.write(
      'POST /v1/lint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2900000\r\n\r\n{"robotsTxt":"',
    );
  }
  await sleep(200);
  const response = await service.post('/v1/lint', { robotsTxt: '#'.repeat(900_000) });
  expect(response.status).toBe(200);
});

test.each([
  ['cross-site', undefined, 403],
  ['same-site', undefined, 403],
  ['cross-site', 'https://other.example', 403],
  ['cross-site', 'https://tools.example', 200],
  ['same-origin', undefined, 200],
  ['none', undefined, 200],
])(
  'a request of a web page with Sec-Fetch-Site %s and Origin %s gets %i',
  async (site, origin, status) => {
    const service = await startService({ cors: ['https://tools.example'], requestsPerMinute: 1 });
    const get = (path: string, headers: Record<string, string>) => service.get(path, headers);
    const headers = { 'sec-fetch-site': site, ...(origin === undefined ? {} : { origin }) };
    const path = '/v1/robots?origin=https://a.example&refresh=true';
    expect((await get(path, headers)).status).toBe(status);
    expect(service.fetched).toHaveLength(status === 200 ? 1 : 0);
    // A refused request does not count for the rate of the user.
    expect((await get(path, {})).status).toBe(status === 200 ? 429 : 200);
    expect((await get('/healthz', headers)).status).toBe(200);
  },
);
