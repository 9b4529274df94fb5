/** Thousands of origins on loopback ports, with a log of requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseRobotsTxt } from '@repkit/core';
import { onTestFinished } from 'vitest';

export interface VirtualSite {
  readonly origin: string;
  /** Path and User-Agent of each request. */
  readonly log: readonly string[];
  /** Expected verdict for a URL of this site. */
  verdict(url: string, productToken: string): 'allowed' | 'disallowed';
}

/** Undefined means status 404. */
const BODIES = [
  undefined,
  'User-agent: *\nDisallow: /private/\n',
  'User-agent: ExampleBot\nDisallow: /*.pdf$\n\nUser-agent: *\nDisallow: /\n',
  'User-agent: ExampleBot\nDisallow: /\nAllow: /a\n',
  'User-agent: OtherBot\nDisallow: /\n',
  '',
];

/** @param delayMs from a request to its answer */
export async function startVirtualSites(count: number, delayMs: number): Promise<VirtualSite[]> {
  return await Promise.all(Array.from({ length: count }, (_, at) => startVirtualSite(at, delayMs)));
}

async function startVirtualSite(at: number, delayMs: number): Promise<VirtualSite> {
  const body = BODIES[at % BODIES.length];
  const log: string[] = [];
  const server = createServer((request, response) => {
    log.push(`${request.url} ${request.headers['user-agent']}`);
    setTimeout(() => response.writeHead(body === undefined ? 404 : 200).end(body), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const robotsTxt = parseRobotsTxt(body ?? '');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    verdict: (url, productToken) =>
      robotsTxt.isAllowed(url, productToken) ? 'allowed' : 'disallowed',
  };
}
