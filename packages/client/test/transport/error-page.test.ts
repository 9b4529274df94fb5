/** The page of a server error, which is read only for policies with `softNotFound`. */
import type { Socket } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { get } from '../support/exchange.js';
import { cutOff, flood, respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';

const PAGE = '<title>404 Not Found</title>';

/** Returns the result of one request. */
async function resultOf(answer: (socket: Socket) => void, options: Parameters<typeof transportOptions> = []) {
  const [limits = {}, rest = {}] = options;
  const server = await startRawServer(answer);
  const url = `${server.origin}/robots.txt`;
  return get(transportOptions(limits, { readsErrorPages: true, ...rest }), url);
}

const says =
  (status: number, page: string | Uint8Array, fields: readonly string[] = []) =>
  (socket: Socket) =>
    respond(socket, status, fields, page);

test.each([
  ['a page that says so', says(500, PAGE), true],
  ['with status 599', says(599, PAGE), true],
  ['with status 503', says(503, PAGE), true],
  ['compressed', says(502, gzipSync(PAGE), ['Content-Encoding: gzip']), true],
  [
    'in another charset',
    says(500, Buffer.from('Page not found', 'utf16le'), ['Content-Type: text/plain; charset=utf-16le']),
    true,
  ],
  ['another page', says(500, '<title>Internal Server Error</title>'), false],
  ['no page', says(500, ''), false],
  ['a long page', says(500, `${PAGE}${'<p>text</p>'.repeat(100_000)}`), true],
  ['a title beyond the first 64 KiB', says(500, `${'<p>text</p>'.repeat(7000)}${PAGE}`), false],
] as const)('%s', async (_, answer, saysNotFound) => {
  const result = await resultOf(answer);
  expect(result).toMatchObject({ kind: 'http', saysNotFound, body: undefined });
});

const head = (more = '') => `HTTP/1.1 500 Error\r\n${more}`;

test.each([
  ['a coding that does not decode', says(500, PAGE, ['Content-Encoding: gzip'])],
  ['an unknown coding of other bytes', says(500, deflateRawSync(PAGE), ['Content-Encoding: x'])],
  ['a connection that is lost', cutOff(`${head('Content-Length: 999\r\n')}\r\n${PAGE}`)],
  ['bad chunking', (socket: Socket) => socket.end(`${head('Transfer-Encoding: chunked\r\n')}\r\nx\r\n`)],
])('a page that cannot be read says nothing, and the status counts: %s', async (_, answer) => {
  expect(await resultOf(answer)).toMatchObject({
    kind: 'http',
    status: 500,
    saysNotFound: undefined,
  });
});

test('a page that does not end in time says nothing', async () => {
  const answer = (socket: Socket) => void socket.write(`${head('Content-Length: 99\r\n')}\r\n`);
  const result = await resultOf(answer, [{ bodyMs: 100 }]);
  expect(result).toMatchObject({ kind: 'http', status: 500, saysNotFound: undefined });
});

test('a page without an end is read up to 64 KiB', async () => {
  const answer = (socket: Socket) => flood(socket, `${head()}\r\n${PAGE}`, Buffer.from('<p>text'));
  expect(await resultOf(answer)).toMatchObject({ status: 500, saysNotFound: true });
});

test.each([
  ['without softNotFound', says(500, PAGE), { readsErrorPages: false }],
  ['with a status below 500', says(404, PAGE), {}],
  ['with a status of 600', says(600, PAGE), {}],
  ['with a 503 that says when to come back', says(503, PAGE, ['Retry-After: 60']), {}],
] as const)('no page is read %s', async (_, answer, options) => {
  expect(await resultOf(answer, [{}, options])).toMatchObject({
    kind: 'http',
    saysNotFound: undefined,
  });
});

test('an aborted request is a failure', async () => {
  const controller = new AbortController();
  const server = await startRawServer((socket) => {
    socket.write(`${head('Content-Length: 99\r\n')}\r\n`);
    setTimeout(() => controller.abort(), 50);
  });
  const options = transportOptions({}, { readsErrorPages: true });
  const { signal } = controller;
  expect(await get(options, `${server.origin}/robots.txt`, { signal })).toMatchObject({
    kind: 'failure',
    failure: 'aborted',
  });
});
