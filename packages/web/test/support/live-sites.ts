/** Real sites on the loopback interface, one for each thing that a robots.txt can come to. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SHOP_ROBOTS_TXT = `User-agent: *
Disallow: /checkout/
Allow: /checkout/help

User-agent: GPTBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`;

export interface LiveSites {
  readonly origins: {
    /** Two redirects, the second one to `www`. */
    readonly shop: string;
    /** 200, for two days. */
    readonly www: string;
    /** 200 as text/html. */
    readonly page: string;
    /** 403. */
    readonly closed: string;
    /** 404. */
    readonly missing: string;
    /** 503 with Retry-After. */
    readonly busy: string;
    /** Takes the request and never answers. */
    readonly silent: string;
    /** Nor does it. */
    readonly mute: string;
    /** Nobody listens there. */
    readonly down: string;
    /** An address that the guard of the service does not permit. */
    readonly refused: string;
  };
  /** The names of the sites that were asked for their robots.txt, in order. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

export async function startSites(): Promise<LiveSites> {
  const servers: Server[] = [];
  const asked: string[] = [];

  async function site(name: string, answer: RequestListener): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === '/robots.txt') asked.push(name);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const www = await site('www', (_request, response) => {
    const type = 'text/plain; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=172800' });
    response.end(SHOP_ROBOTS_TXT);
  });
  const shop = await site('shop', ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(301, { location: '/old/robots.txt' });
    else response.writeHead(302, { location: `${www}/robots.txt` });
    response.end();
  });
  const page = await site('page', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('User-agent: *\nDisallow: /x\n');
  });
  const closed = await site('closed', (_request, response) => response.writeHead(403).end());
  const missing = await site('missing', (_request, response) => response.writeHead(404).end());
  const busy = await site('busy', (_request, response) => {
    response.writeHead(503, { 'retry-after': '120' }).end();
  });
  const silent = await site('silent', () => {});
  const mute = await site('mute', () => {});
  const down = await site('down', (_request, response) => response.end());
  await stopServer(servers.pop());
  // Whatever listens there: it must not be reached.
  const refused = www.replace('127.0.0.1', '127.0.0.2');

  return {
    origins: { shop, www, page, closed, missing, busy, silent, mute, down, refused },
    asked,
    async stop() {
      await Promise.all(servers.map(stopServer));
    },
  };
}

async function stopServer(server: Server | undefined): Promise<void> {
  server?.closeAllConnections();
  await new Promise<unknown>((resolve) => server?.close(resolve));
}
