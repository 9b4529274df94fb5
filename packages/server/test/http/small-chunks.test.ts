import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Connections } from '../../src/http/connections.js';
import { DEFAULT_LIMITS } from '../../src/options.js';

const HEADER = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
const BYTE = '1\r\na\r\n';
const LAST = '0\r\n\r\n';

/** Responds with the number of pieces of the body, and its length. */
function count(request: IncomingMessage, response: ServerResponse): void {
  let [pieces, length] = [0, 0];
  request.on('data', (piece: Buffer) => {
    pieces++;
    length += piece.length;
  });
  request.on('end', () => response.end(JSON.stringify({ pieces, length })));
}

async function start() {
  const { server } = new Connections(count, DEFAULT_LIMITS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Returns the response; undefined if the connection was closed without one. */
  return (sent: string) =>
    new Promise<{ pieces: number; length: number } | undefined>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('error', () => {});
      socket.on('close', () => resolve(undefined));
      socket.on('data', (data) => {
        received += data;
        const found = /\{.*\}/.exec(received)?.[0];
        if (found !== undefined) resolve(JSON.parse(found));
        if (found !== undefined) socket.destroy();
      });
      socket.write(sent);
    });
}

test('chunks that arrive together are joined', async () => {
  const send = await start();
  const { pieces, length } = (await send(HEADER + BYTE.repeat(900) + LAST)) ?? {};
  expect(length).toBe(900);
  expect(pieces).toBeLessThan(10);
});

test('a connection with too many small chunks is closed, before and while connections are paced', async () => {
  const send = await start();
  const flood = HEADER + BYTE.repeat(200_000) + LAST;
  expect(await send(flood)).toBeUndefined();
  expect(await send(flood)).toBeUndefined();
  expect(await send(HEADER + BYTE.repeat(900) + LAST)).toMatchObject({ length: 900 });
});

test('any number of larger chunks is read', async () => {
  const send = await start();
  const lines = `20\r\n${'a'.repeat(32)}\r\n`.repeat(100_000);
  expect(await send(HEADER + lines + LAST)).toMatchObject({ length: 3_200_000 });
  await send(HEADER + BYTE.repeat(200_000));
  expect(await send(HEADER + lines + LAST)).toMatchObject({ length: 3_200_000 });
});
