import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sendClientError } from '../../src/http/error-problem.js';
import { startService } from '../support/service.js';

async function say(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

test('bytes that are not HTTP get a problem document', async () => {
  const { url } = await startService();
  const received = await say(url, 'this is not HTTP\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(received).toContain('Content-Type: application/problem+json');
  expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ status: 400 });
});

test('headers that are too large get 431', async () => {
  const { url } = await startService();
  const received = await say(url, `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1\.1 431 /);
});

test('headers that arrive too slowly get 408, even if bytes trickle in', async () => {
  const { url } = await startService({ limits: { headersMs: 300 } });
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    // The connection ends even if the client leaves its half open.
    allowHalfOpen: true,
  });
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: ');
  const drip = setInterval(() => socket.write('a'), 50);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('/docs#problem-received-too-slowly');
});

test('a body that arrives too slowly gets 408', async () => {
  const { url } = await startService({ limits: { headersMs: 200, receiveMs: 300 } });
  const head = 'POST /v1/lint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const answer = await say(url, `${head}Content-Length: 100\r\n\r\n{"robotsTxt":`);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('/docs#problem-received-too-slowly');
});

test('a client may send a limited number of requests without waiting for the responses', async () => {
  const { url } = await startService({ limits: { requestsPerConnection: 3 } });
  const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
  // The last one ends the connection, on which the service would otherwise wait for more.
  const requests = `${`${request}\r\n`.repeat(9)}${request}Connection: close\r\n\r\n`;
  const answer = await say(url, requests);
  expect(answer.match(/"ok"/g)).toHaveLength(3);
});

test('RFC 9112 3.2: a request with two Host fields gets 400, even if they are equal', async () => {
  const { url } = await startService();
  for (const hosts of ['Host: localhost\r\nHost: localhost', 'Host: localhost\r\nhOST: other']) {
    const answer = await say(url, `GET /healthz HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('/docs#problem-invalid-request');
  }
});

test('RFC 9112 3.2: a request of HTTP/1.1 without a Host field gets 400 with a problem document', async () => {
  const { url } = await startService();
  const answer = await say(url, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The request has no Host field. Send one.');
});

test('slow headers get 408; a closed socket is destroyed without a response', () => {
  const sent: string[] = [];
  let destroyed = 0;
  const socket = {
    writable: true,
    end: (text: string) => sent.push(text),
    destroy: () => destroyed++,
  };
  const error = (code: string) => Object.assign(new Error('x'), { code });
  sendClientError(error('ERR_HTTP_REQUEST_TIMEOUT'), socket);
  expect(sent[0]).toMatch(/^HTTP\/1\.1 408 /);
  sendClientError(error('ECONNRESET'), socket);
  sendClientError(error('HPE_INVALID_METHOD'), { ...socket, writable: false });
  expect(destroyed).toBe(2);
  expect(sent).toHaveLength(1);
});
