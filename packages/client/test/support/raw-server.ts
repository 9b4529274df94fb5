/** A server that sends arbitrary bytes and logs its requests. */
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface RawServer {
  readonly port: number;
  /** `http://127.0.0.1:port`, or `https://localhost:port`. */
  readonly origin: string;
  /** The header of each request, in order. */
  readonly requests: readonly string[];
  /** The request lines. */
  readonly lines: readonly string[];
  /** Number of open connections. */
  readonly open: number;
}

/** Responds to one request and may end the connection. `index` counts requests from 0. */
export type Answer = (socket: Socket, head: string, index: number) => void;

/**
 * Starts a server on a free loopback port, over TLS with `tls`. It stops with the test. `greet` is called for each
 * connection before any request.
 */
export async function startRawServer(
  answer: Answer,
  tls?: TlsOptions,
  greet: (socket: Socket) => void = () => {},
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Errors of connections are tested on the other side.
    socket.on('error', () => {});
    greet(socket);
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      if (!head.endsWith('\r\n\r\n')) return;
      requests.push(head);
      answer(socket, head, requests.length - 1);
      head = '';
    });
  };
  const server = tls === undefined ? createTcpServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  return {
    port,
    origin: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    requests,
    get lines() {
      return requests.map((head) => head.slice(0, head.indexOf(' HTTP/')));
    },
    get open() {
      return sockets.size;
    },
  };
}

/** A complete response that ends the connection. */
export function respond(
  socket: Socket,
  status: number | string,
  fields: readonly string[] = [],
  body: string | Uint8Array = '',
): void {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  socket.write(['HTTP/1.1 ', status, '\r\n', [...fields, length].join('\r\n'), '\r\n\r\n'].join(''));
  socket.end(body);
}

/**
 * Sends bytes, and a reset a while later: Node 22 treats an immediate reset as the end. A reset discards what the client, which
 * is in the same process, has not read, so that it gets turns of the event loop and not only time.
 */
export function cutOff(bytes: string | Uint8Array): (socket: Socket) => void {
  return async (socket) => {
    socket.write(bytes);
    for (let turn = 0; turn < 50; turn++) await setTimeout(1);
    socket.resetAndDestroy();
  };
}

/** Writes a start, then repeats a unit as fast as the other side reads, until the connection is closed. */
export function flood(socket: Socket, start: string, unit: Uint8Array): void {
  const piece = Buffer.concat(Array(Math.ceil(65_536 / unit.length)).fill(unit));
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  socket.write(start, 'latin1');
  write();
}
