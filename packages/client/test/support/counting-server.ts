/** A web server that counts connections and sends the same response to all requests. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CountingServer {
  readonly port: number;
  /** Number of accepted connections. */
  readonly connections: number;
  /** Number of open connections. */
  readonly open: number;
  /** Maximum number of concurrently pending requests. */
  readonly mostWaiting: number;
}

export interface CountingOptions {
  readonly host?: string;
  /** 0 for any. */
  readonly port?: number;
  /** Header and body. */
  readonly answer?: string;
  /** Response delay in milliseconds. */
  readonly delayMs?: number;
}

/** Starts a server that stops with the test. It leaves connections open, so that the client has to close them. */
export async function startCountingServer(options: CountingOptions = {}): Promise<CountingServer> {
  const { host = '127.0.0.1', answer = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n' } = options;
  const { delayMs = 0 } = options;
  const sockets = new Set<Socket>();
  const counts = { connections: 0, waiting: 0, mostWaiting: 0 };
  const server = createServer((socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', () => {
      counts.waiting += 1;
      counts.mostWaiting = Math.max(counts.mostWaiting, counts.waiting);
      setTimeout(() => {
        counts.waiting -= 1;
        socket.write(answer);
      }, delayMs);
    });
  });
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return counts.connections;
    },
    get open() {
      return sockets.size;
    },
    get mostWaiting() {
      return counts.mostWaiting;
    },
  };
}
