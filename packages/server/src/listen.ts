import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopbackName, withoutBrackets } from './http/admission.js';
import { DEFAULT_LIMITS } from './options.js';

export interface ServeOptions {
  /** Host name or address (default: `127.0.0.1`). */
  readonly host?: string | undefined;
  /** Port, or 0 for any free one. */
  readonly port: number;
  /** Milliseconds to wait for running requests on close (default: 20,000). */
  readonly drainMs?: number | undefined;
}

export interface Serving {
  /** URL of the service, including the port. */
  readonly url: string;
  /** Rejects new requests, waits for running ones, and closes the store. */
  close(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';
const IDLE_CHECK_MS = 100;

/** Returns whether a host name or address (IPv6 with or without brackets) is reachable only from this machine. */
export function isLocal(host: string): boolean {
  return isLoopbackName(withoutBrackets(host));
}

/** Starts listening. Rejects with the system error if the port is not available. */
export async function serve(
  app: FastifyInstance,
  { host = DEFAULT_HOST, port, drainMs = DEFAULT_LIMITS.drainMs }: ServeOptions,
): Promise<Serving> {
  const { server } = app;
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  // Fastify would bind each address of `localhost`, but wait only for the requests of the first one on close.
  const { address } = await lookup(withoutBrackets(host), { order: 'ipv4first' });
  const url = await app.listen({ host: address, port });
  return {
    url,
    async close() {
      const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
      // A connection kept alive after the last response, or opened in advance, would delay closing.
      const closeIdle = () => {
        server.closeIdleConnections();
        // Node.js does not count a connection as idle before its first request.
        for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
      };
      const idle = setInterval(closeIdle, IDLE_CHECK_MS);
      try {
        await app.close();
      } finally {
        clearTimeout(deadline);
        clearInterval(idle);
      }
    },
  };
}
