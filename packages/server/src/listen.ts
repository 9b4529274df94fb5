/** The one place that listens. */
import type { FastifyInstance } from 'fastify';
import { isLoopbackName } from './http/admission.js';
import { DEFAULT_LIMITS } from './options.js';

export interface ServeOptions {
  /** A name or an address: `127.0.0.1` by default. */
  readonly host?: string | undefined;
  /** 0 for any that is free; 9309 by default. */
  readonly port?: number | undefined;
  /** How long requests that run are waited for at the end, in milliseconds: 20,000 by default. */
  readonly drainMs?: number | undefined;
}

export interface Serving {
  /** Where it can be reached, with its port. */
  readonly url: string;
  /** Takes no more requests, waits for those that run, and closes the store. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 9309;
const DEFAULT_HOST = '127.0.0.1';
const IDLE_LOOK_MS = 100;

/** Whether only this machine can reach a host: a name or an address, IPv6 with or without brackets. */
export function isLocal(host: string): boolean {
  return isLoopbackName(host.replace(/^\[|\]$/g, ''));
}

/** Rejects with the error of the system where the port cannot be had. */
export async function serve(
  app: FastifyInstance,
  { host = DEFAULT_HOST, port = DEFAULT_PORT, drainMs = DEFAULT_LIMITS.drainMs }: ServeOptions = {},
): Promise<Serving> {
  const url = await app.listen({ host: host.replace(/^\[|\]$/g, ''), port });
  return {
    url,
    async close() {
      const impatient = setTimeout(() => app.server.closeAllConnections(), drainMs);
      // A connection that is kept alive after the last answer would hold up the end.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS);
      try {
        await app.close();
      } finally {
        clearTimeout(impatient);
        clearInterval(idle);
      }
    },
  };
}
