/** Real sites on the loopback interface, one per access result. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../../test/support/free-port.js';

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
    /** 200 in Latin-1. */
    readonly latin: string;
    /** 403. */
    readonly closed: string;
    /** 404. */
    readonly missing: string;
    /** 200 as gzip, with a body that is not. */
    readonly unreadable: string;
    /** 503 with Retry-After. */
    readonly busy: string;
    /** 200, with a sitemap of 3,000 pages below `/shop/`. */
    readonly mapped: string;
    /** Never responds. */
    readonly silent: string;
    /** Never responds. */
    readonly mute: string;
    /** Refuses connections. */
    readonly down: string;
    /** An address that the SSRF guard of the service blocks. */
    readonly refused: string;
  };
  /** Names of the sites, in order of the requests for their robots.txt. */
  readonly requested: readonly string[];
  stop(): Promise<void>;
}

export async function startSites(): Promise<LiveSites> {
  const servers: Server[] = [];
  const requested: string[] = [];

  async function site(name: string, listener: RequestListener): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === '/robots.txt') requested.push(name);
      listener(request, response);
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
  const latin = await site('latin', (_request, response) => {
    response.end(Buffer.from('User-agent: *\nDisallow: /caf\xE9\n', 'latin1'));
  });
  const closed = await site('closed', (_request, response) => response.writeHead(403).end());
  const missing = await site('missing', (_request, response) => response.writeHead(404).end());
  const unreadable = await site('unreadable', (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('User-agent: *\nDisallow:\n');
  });
  const busy = await site('busy', (_request, response) => {
    response.writeHead(503, { 'retry-after': '120' }).end();
  });
  const mapped = await site('mapped', ({ url, headers }, response) => {
    const pages = Array.from({ length: 3000 }, (_, at) => `http://${headers.host}/shop/${at}`);
    const locations = pages.map((page) => `<url><loc>${page}</loc></url>`).join('');
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /shop/1\n');
    else if (url === '/sitemap.xml') response.end(`<urlset>${locations}</urlset>`);
    else response.writeHead(404).end();
  });
  const silent = await site('silent', () => {});
  const mute = await site('mute', () => {});
  const down = `http://127.0.0.1:${await freePort()}`;
  // Only 127.0.0.1 is allowed.
  const refused = www.replace('127.0.0.1', '127.0.0.2');

  return {
    origins: {
      shop,
      www,
      page,
      latin,
      closed,
      missing,
      unreadable,
      busy,
      mapped,
      silent,
      mute,
      down,
      refused,
    },
    requested,
    async stop() {
      await Promise.all(servers.map(stopServer));
    },
  };
}

async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<unknown>((resolve) => server.close(resolve));
}
