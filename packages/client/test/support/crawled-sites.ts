/** Two sites that redirect to each other, each with its own robots.txt, and a client for them. */
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { RobotsClient } from '../../src/client/robots-client.js';
import { type Answer, type Site, startSite } from './site.js';

export interface Sites {
  /** Allows `/page` and `/to-…`; disallows `/private`. */
  readonly site: Site;
  /** Allows `/open`; disallows `/closed`. */
  readonly other: Site;
  /** Its robots.txt is unreachable. */
  readonly broken: Site;
}

export interface CrawledSites extends Sites {
  readonly client: RobotsClient;
}

const RULES = 'User-agent: *\nDisallow: /private\n';

export function redirectTo(location: string, status = 302): Answer {
  return (_request, response) => void response.writeHead(status, { location }).end('moved');
}

function page(text: string): Answer {
  return (_request, response) => void response.setHeader('content-type', 'text/html').end(text);
}

/** The sites end with the test. */
export async function startSites(): Promise<Sites> {
  const other = await startSite({
    '/robots.txt': 'User-agent: *\nDisallow: /closed\n',
    '/open': page('open'),
    '/closed': page('closed'),
  });
  const site = await startSite({
    '/robots.txt': RULES,
    '/page': page('a page'),
    '/private': page('private'),
    '/to-page': redirectTo('/page'),
    '/to-private': redirectTo('/private'),
    '/to-open': redirectTo(`${other.origin}/open`),
    '/to-closed': redirectTo(`${other.origin}/closed`),
    '/to-private-in-two-steps': redirectTo('/to-private'),
  });
  const broken = await startSite({ '/robots.txt': 503, '/page': page('a page') });
  return { site, other, broken };
}

export function newClient(): RobotsClient {
  return new RobotsClient({
    userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
    proxy: 'none',
    guard: false,
  });
}

/** Sites and client end with the test. */
export async function startCrawledSites(): Promise<CrawledSites> {
  const client = newClient();
  onTestFinished(() => client.close());
  return { client, ...(await startSites()) };
}

/** Delays the robots.txt of a site: `requested` resolves when the request arrives, `release` sends it. */
export function holdRobotsTxt(site: Site): { requested: Promise<void>; release: () => void } {
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  const waiting: ServerResponse[] = [];
  site.answer('/robots.txt', (_request, response) => {
    waiting.push(response);
    resolve();
  });
  const release = () => {
    site.answer('/robots.txt', RULES);
    for (const response of waiting) response.end(RULES);
  };
  return { requested, release };
}
