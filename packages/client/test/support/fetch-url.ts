import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import type { FetchRequest } from '../../src/transport/transport.js';
import { type RawServer, respond, startRawServer } from './raw-server.js';
import { transportOptions } from './transport-options.js';
import { webTransport } from './web-transport.js';

export const BODY = 'User-agent: *\nDisallow: /a\n';
export const OPTIONS = transportOptions();
export const ETAG = { etag: '"a"' };

export function fetch(url: string, request: Partial<FetchRequest> = {}): Promise<FetchOutcome> {
  return webTransport(OPTIONS).fetch({ url, signal: new AbortController().signal, ...request });
}

/** A server that redirects paths according to the map and serves a robots.txt elsewhere. */
export function redirecting(to: Readonly<Record<string, string>>, status = 301): Promise<RawServer> {
  return startRawServer((socket, head) => {
    const location = to[head.split(' ')[1] ?? ''];
    if (location === undefined) respond(socket, 200, [], BODY);
    else respond(socket, status, [`Location: ${location}`]);
  });
}
