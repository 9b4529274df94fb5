/** RFC 9112 8: a close-delimited body is complete if the connection was closed, and incomplete if it was lost. */
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { ResponseReader } from '../../src/transport/http-exchange.js';
import { StrictClient } from '../../src/transport/strict-client.js';
import { collect } from '../support/bytes.js';
import { type Certificates, makeCertificates } from '../support/certificates.js';
import { get, textOf } from '../support/exchange.js';
import { type Answer, cutOff, type RawServer, startRawServer } from '../support/raw-server.js';
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

describeWith(['openssl'], 'a close-delimited body over TLS', () => {
  let certificates: Certificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });

  /** A site and a forwarder: only the connection under TLS can be reset. */
  async function setUp(isCut: boolean) {
    const near = new Set<Socket>();
    const site = await startRawServer((socket) => {
      if (!isCut) return socket.end(`${CLOSING}\r\nabc`);
      socket.write(`${CLOSING}\r\nabc`);
      return setTimeout(() => near.forEach((each) => void each.resetAndDestroy()), 50);
    }, certificates.right);
    const handOn = (socket: Socket) => {
      near.add(socket);
      const far = connectTcp(site.port, '127.0.0.1');
      socket.on('close', () => far.destroy());
      far.on('error', () => {});
      far.pipe(socket).pipe(far);
    };
    return { site, handOn };
  }
  const options = (proxy = 'none') => transportOptions({}, { ca: [certificates.ca], proxy });
  const urlOf = ({ port }: RawServer) => `https://localhost:${port}/robots.txt`;

  test.each([true, false])('fails if it is lost: %s', async (isCut) => {
    const { handOn } = await setUp(isCut);
    const relay = await startRawServer(() => {}, undefined, handOn);
    const result = await get(options(), urlOf(relay));
    if (isCut) expect(result).toMatchObject({ failure: 'reset', code: 'ECONNRESET' });
    else expect(textOf(result)).toBe('abc');
  });

  test.each([true, false])('fails if it is lost, in a tunnel: %s', async (isCut) => {
    const { site, handOn } = await setUp(isCut);
    const proxy = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      handOn(socket);
    });
    const result = await get(options(proxy.origin), urlOf(site));
    if (isCut) expect(result).toMatchObject({ failure: 'reset', code: 'ECONNRESET' });
    else expect(textOf(result)).toBe('abc');
  });
});
