import { setTimeout as sleep } from 'node:timers/promises';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ResponseReader } from '../../src/transport/http-request.js';
import { StrictClient } from '../../src/transport/strict-client.js';
import { collect } from '../support/bytes.js';
import { get, textOf } from '../support/exchange.js';
import { type Answer, cutOff, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';

const CLOSING = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';
const LOST = {
  failure: 'reset',
  message: 'the connection was lost before the response was complete',
  cause: { code: 'ECONNRESET' },
};

/** Returns a reader of the response to a lone client. */
async function read(answer: Answer) {
  const server = await startRawServer(answer);
  const client = new StrictClient(new URL(server.origin), { connect: buildConnector({}) });
  onTestFinished(() => client.destroy());
  const reader = new ResponseReader(60_000);
  client.dispatch({ path: '/', method: 'GET' }, reader);
  return reader;
}

describe('a lost connection', () => {
  test.each(['Content-Length: 50000\r\n', ''])(
    'earlier data is read first, and is complete with a Content-Length: %j',
    async (field) => {
      const reader = await read(cutOff(`${CLOSING}${field}\r\n${'a'.repeat(50_000)}`));
      await reader.head;
      await sleep(150);
      let length = 0;
      const result = (async () => {
        for await (const chunk of reader.body()) length += chunk.length;
      })();
      if (field === '') await expect(result).rejects.toMatchObject(LOST);
      else await result;
      expect(length).toBe(50_000);
    },
  );

  test('the next request has its own connection', async () => {
    const server = await startRawServer((socket, _, index) => {
      if (index === 0) cutOff(`${CLOSING}\r\nabc`)(socket);
      else socket.end(`${CLOSING}\r\nabc`);
    });
    const client = new StrictClient(new URL(server.origin), {
      connect: buildConnector({}),
      pipelining: 0,
    });
    onTestFinished(() => client.destroy());
    const send = () => {
      const reader = new ResponseReader(60_000);
      client.dispatch({ path: '/', method: 'GET' }, reader);
      return collect(reader.body());
    };
    const [first, second] = await Promise.allSettled([send(), send()]);
    expect(first).toMatchObject({ status: 'rejected', reason: LOST });
    expect(second).toMatchObject({ status: 'fulfilled', value: Buffer.from('abc') });
  });

  test('undici alone treats it as the end; otherwise this client would be unnecessary', async () => {
    const server = await startRawServer(cutOff(`${CLOSING}\r\nabc`));
    const client = new Client(server.origin);
    onTestFinished(() => client.destroy());
    const { body } = await client.request({ path: '/', method: 'GET' });
    expect(await body.text()).toBe('abc');
  });
});

describe('everything else is unchanged', () => {
  test('a connection that cannot be opened', async () => {
    const client = new StrictClient(new URL('http://127.0.0.1:1'), { connect: buildConnector({}) });
    onTestFinished(() => client.destroy());
    const refused = client.request({ path: '/', method: 'GET' });
    await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('a tunnel', async () => {
    const server = await startRawServer((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nabc'));
    const factory = (origin: URL, options: object): Dispatcher => new StrictClient(origin, options);
    const pool = new Pool(server.origin, { factory });
    onTestFinished(() => pool.destroy());
    const { statusCode, socket } = await pool.connect({ path: 'site.example:443' });
    expect(statusCode).toBe(200);
    const [bytes] = await socket.take(1).toArray();
    expect(`${bytes}`).toBe('abc');
    socket.destroy();
  });

  test('a client without a connector throws', () => {
    expect(() => new StrictClient(new URL('http://site.example'), {})).toThrow(TypeError);
  });
});

describe('a close-delimited body through a proxy', () => {
  const url = 'http://site.example/robots.txt';
  test('fails if the connection is lost', async () => {
    const proxy = await startRawServer(cutOff(`${CLOSING}\r\nabc`));
    const result = await get(transportOptions({}, { proxy: proxy.origin }), url);
    expect(result).toMatchObject({ kind: 'failure', failure: 'reset', code: 'ECONNRESET' });
  });

  test('is complete if the connection is closed', async () => {
    const proxy = await startRawServer((socket) => socket.end(`${CLOSING}\r\nabc`));
    expect(textOf(await get(transportOptions({}, { proxy: proxy.origin }), url))).toBe('abc');
  });
});
