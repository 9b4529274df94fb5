import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Connections } from '../../src/http/connections.js';
import { DEFAULT_LIMITS, MAX_PIPELINED } from '../../src/options.js';

const HEADER = '/ HTTP/1.1\r\nHost: localhost\r\n';
const GET = `GET ${HEADER}\r\n`;
const FLOOD = GET.repeat(1400);

/** Responds with the body of the request, in capital letters. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => response.end(`<${body.toUpperCase()}>`));
}

async function start(handle = echo) {
  const connections = new Connections(handle, DEFAULT_LIMITS);
  const { server } = connections;
  const requests: (string | undefined)[] = [];
  server.on('request', ({ method }) => requests.push(method));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return { socket, closed, bodies: () => received.match(/<[^>]*>/g) ?? [] };
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { connections, requests, open };
}

type Started = Awaited<ReturnType<typeof start>>;

/** From now on, all connections are paced. */
async function flood({ open }: Started): Promise<void> {
  const { socket, closed } = open();
  socket.write(FLOOD);
  await closed;
}

const poll = (bodies: () => string[]) => expect.poll(bodies);

test('of many clients that pipeline too many requests, one at most gets all parsed', async () => {
  const service = await start();
  const clients = Array.from({ length: 60 }, () => service.open());
  for (const { socket } of clients) socket.write(FLOOD);
  await Promise.all(clients.map(({ closed }) => closed));
  expect(service.requests.length).toBeGreaterThan(1000);
  expect(service.requests.length).toBeLessThanOrEqual(1400 + 60 * (MAX_PIPELINED + 1));
  expect(service.connections.count).toBe(0);
});

test('a paced client may pipeline up to the limit and gets responses in order', async () => {
  const service = await start();
  await flood(service);
  const { socket, bodies } = service.open();
  for (let round = 1; round <= 3; round++) {
    const posts = Array.from(
      { length: MAX_PIPELINED },
      (_, at) => `POST ${HEADER}Content-Length: 3\r\n\r\n${at + 100}`,
    );
    socket.write(posts.join(''));
    await poll(bodies).toHaveLength(MAX_PIPELINED * round);
    expect(bodies().slice(-2)).toEqual([`<${MAX_PIPELINED + 98}>`, `<${MAX_PIPELINED + 99}>`]);
  }
});

test('a connection that was open before the flood is paced too', async () => {
  const service = await start();
  const { socket, bodies, closed } = service.open();
  socket.write(GET);
  await poll(bodies).toEqual(['<>']);
  await flood(service);
  const before = service.requests.length;
  socket.write(GET);
  await poll(bodies).toEqual(['<>', '<>']);
  socket.write(FLOOD);
  await closed;
  expect(service.requests.length - before).toBeLessThan(100);
});

test.each([
  ['in one piece', 1 << 20],
  ['in pieces that split blank lines', 1001],
])('a body of blank lines arrives whole, %s, and so does the next request', async (_name, size) => {
  const service = await start();
  await flood(service);
  const { socket, bodies } = service.open();
  const body = 'a\r\n\r\n'.repeat(30_000);
  const text = `POST ${HEADER}Content-Length: ${body.length}\r\n\r\n${body}${GET}`;
  for (let at = 0; at < text.length; at += size) socket.write(text.slice(at, at + size));
  await poll(() => bodies().map(({ length }) => String(length))).toEqual([
    String(body.length + 2),
    '2',
  ]);
  expect(bodies()[0]).toBe(`<${body.toUpperCase()}>`);
});

test('a body that is read slowly does not let the requests after it through', async () => {
  const service = await start((request, response) => {
    if (request.method === 'GET') return response.end('<>') && undefined;
    setTimeout(() => echo(request, response), 200);
  });
  await flood(service);
  const before = service.requests.length;
  const { socket, closed } = service.open();
  const body = 'a'.repeat(1 << 20);
  socket.write(`POST ${HEADER}Content-Length: ${body.length}\r\n\r\n${body}${FLOOD}`);
  await closed;
  expect(service.requests.length - before).toBeLessThan(100);
});

test('a request waits until the response to the one before has been sent', async () => {
  const waiting: ServerResponse[] = [];
  const service = await start((_request, response) => void waiting.push(response));
  await flood(service);
  waiting.length = 0;
  const { socket, bodies } = service.open();
  socket.write(GET.repeat(3));
  for (let at = 0; at < 3; at++) {
    await expect.poll(() => waiting.length).toBe(at + 1);
    await sleep(50);
    expect(waiting).toHaveLength(at + 1);
    waiting[at]?.end(`<${at}>`);
  }
  await poll(bodies).toEqual(['<0>', '<1>', '<2>']);
});
