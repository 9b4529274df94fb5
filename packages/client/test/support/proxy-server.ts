/** An HTTP proxy that forwards absolute requests, opens tunnels, and logs its requests. */
import { createServer, type IncomingMessage, request as requestBy, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Certificates } from './certificates.js';

export interface ProxyServer {
  readonly port: number;
  /** `http://127.0.0.1:port`, or `https://localhost:port`. */
  readonly url: string;
  /** The request lines, each with `407` or `ok` before it. */
  readonly log: readonly string[];
}

export interface ProxyBehavior {
  /** The `user:password` that the proxy requires. */
  readonly login?: string;
  /** Names that the proxy resolves, all to 127.0.0.1. Others fail. */
  readonly names?: readonly string[];
  /** The status of every tunnel. */
  readonly tunnelStatus?: number;
  /** If set, the proxy uses TLS. */
  readonly tls?: Certificates['right'];
}

/** Starts a proxy on a free port of the loopback; it stops with the test. */
export async function startProxy(behavior: ProxyBehavior = {}): Promise<ProxyServer> {
  const { login, names = [], tunnelStatus = 200, tls } = behavior;
  const log: string[] = [];
  const sockets = new Set<Duplex>();
  const isKnown = ({ hostname }: URL) => /^(127\.0\.0\.1|localhost)$/.test(hostname) || names.includes(hostname);

  const isWelcome = (request: IncomingMessage): boolean => {
    const given = request.headers['proxy-authorization'];
    const expected = login && `Basic ${Buffer.from(login).toString('base64')}`;
    log.push(`${given === expected ? 'ok' : '407'} ${request.method} ${request.url}`);
    return given === expected;
  };

  const forward = (request: IncomingMessage, response: ServerResponse): unknown => {
    const target = URL.parse(request.url ?? '');
    if (!isWelcome(request)) return response.writeHead(407).end();
    if (target === null || !isKnown(target)) return response.writeHead(502).end();
    const { pathname: path, port } = target;
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const onwards = requestBy({ host: '127.0.0.1', port, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    return onwards.end();
  };

  const tunnel = (request: IncomingMessage, near: Duplex): unknown => {
    const target = URL.parse(`http://${request.url}`);
    near.on('error', () => {});
    if (!isWelcome(request)) return near.end('HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n');
    if (target === null || !isKnown(target) || tunnelStatus !== 200) {
      return near.end(`HTTP/1.1 ${tunnelStatus === 200 ? 502 : tunnelStatus} No\r\n\r\n`);
    }
    const far: Socket = connect(Number(target.port), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connected\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    sockets.add(far);
    return far.on('error', () => near.destroy());
  };

  const server = tls === undefined ? createServer(forward) : createTlsServer(tls, forward);
  server.on('connect', tunnel);
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const { port } = address;
  return { port, url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`, log };
}
