import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.js';

export interface Site {
  readonly origin: string;
  /** The requested paths, in order. */
  readonly log: readonly string[];
}

/** Starts a web server that stops with the test; by default, on one loopback address. */
export async function site(listener: RequestListener, address = '127.0.0.1'): Promise<Site> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    log.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the server has no port');
  return { origin: `http://127.0.0.1:${listening.port}`, log };
}

/** Starts a site that sends the same response to every request. */
export async function siteWith(status: number, body = '', headers: Record<string, string> = {}): Promise<Site> {
  return await site((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
}

/** Returns an origin where no server listens. */
export async function unusedOrigin(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
