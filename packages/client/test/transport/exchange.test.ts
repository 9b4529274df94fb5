/** Contract of exchanges for every scheme. */
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDispatcher } from '../../src/transport/dispatcher.js';
import { FtpExchange } from '../../src/transport/ftp-exchange.js';
import { HttpExchange } from '../../src/transport/http-exchange.js';
import type { TransportOptions } from '../../src/transport/options.js';
import type { Exchange } from '../../src/transport/transport.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';
import { lookupBySystem, transportOptions } from '../support/transport-options.js';

const CONNECT_MS = 400;

interface Implementation {
  readonly scheme: string;
  readonly make: (options: TransportOptions) => Exchange;
}

const IMPLEMENTATIONS: readonly Implementation[] = [
  {
    scheme: 'http',
    make: (options) => new HttpExchange(createDispatcher(options, lookupBySystem), options),
  },
  {
    scheme: 'https',
    make: (options) => new HttpExchange(createDispatcher(options, lookupBySystem), options),
  },
  { scheme: 'ftp', make: (options) => new FtpExchange(options, lookupBySystem) },
];

describe.each(IMPLEMENTATIONS)('an exchange over $scheme', ({ scheme, make }) => {
  const begin = (port: number, signal = new AbortController().signal) => {
    const exchange = make(transportOptions({ connectMs: CONNECT_MS }));
    onTestFinished(() => exchange.close());
    const url = new URL(`${scheme}://127.0.0.1:${port}/robots.txt`);
    return { exchange, url, result: exchange.request({ url, signal }) };
  };
  /** A server that sends nothing useful. */
  const serve = (greet: (socket: Socket) => void): Promise<RawServer> => startRawServer(() => {}, undefined, greet);
  /** undici does not close a connection before it is open or timed out. */
  const left = (server: RawServer) => expect.poll(() => server.open).toBe(0);
  const connected = (server: RawServer) => expect.poll(() => server.open).toBe(1);

  test.each([
    ['is lost', (socket: Socket) => socket.resetAndDestroy()],
    ['ends', (socket: Socket) => socket.end()],
    ['uses an unknown protocol', (socket: Socket) => socket.end('\xff\x00 no such protocol\r\n\r\n')],
  ])('does not reject if the server %s', async (_, greet) => {
    const { result } = begin((await serve(greet)).port);
    expect(await result).toMatchObject({ kind: 'failure', detail: expect.any(String) });
  });

  test('does not reject if the connection is refused', async () => {
    const expected = { failure: 'connect', code: 'ECONNREFUSED' };
    expect(await begin(1).result).toMatchObject({ kind: 'failure', ...expected });
  });

  test.each([
    ['timeout', new DOMException('late', 'TimeoutError')],
    ['aborted', new Error('a secret')],
  ])('ends with its signal: %s', async (failure, reason) => {
    const server = await serve(() => {});
    const controller = new AbortController();
    const { result } = begin(server.port, controller.signal);
    await connected(server);
    controller.abort(reason);
    expect(await result).toMatchObject({ kind: 'failure', failure });
    await left(server);
    expect(await begin(server.port, controller.signal).result).toMatchObject({ failure });
  });

  test('closing it ends running and later requests', async () => {
    const server = await serve(() => {});
    const { exchange, url, result } = begin(server.port);
    await connected(server);
    await exchange.close();
    const aborted = { kind: 'failure', failure: 'aborted' };
    expect(await result).toMatchObject(aborted);
    const { signal } = new AbortController();
    expect(await exchange.request({ url, signal })).toMatchObject(aborted);
    await left(server);
    await exchange.close();
  });
});
