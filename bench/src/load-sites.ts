/** Sites for the load test: one good site, and one of each kind of bad site that crawlers encounter. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { freePort } from './free-port.js';

type SiteKind = 'good' | 'slow' | 'silent' | 'endless' | 'bomb' | 'looping' | 'dying';

const SITE_KINDS: readonly SiteKind[] = [
  'good',
  'slow',
  'silent',
  'endless',
  'bomb',
  'looping',
  'dying',
];

/** The robots.txt of every site that sends a complete one. */
const RULES = 'User-agent: *\nDisallow: /private/\n';
const SLOW_MS = 1500;
const MEBI = 1024 * 1024;
const LINES = Buffer.from('# one of many lines\n'.repeat(3000));

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface LoadSite {
  readonly kind: SiteKind;
  readonly origin: string;
  /** Closes all connections and accepts no new ones until `revive`. */
  die(): Promise<void>;
  revive(): Promise<void>;
}

export interface LoadSites {
  readonly sites: readonly LoadSite[];
  close(): Promise<void>;
}

/** Each site has its own port, which makes it a separate origin. */
export async function startLoadSites(): Promise<LoadSites> {
  const bomb = gzipSync(Buffer.concat([Buffer.from(RULES), Buffer.alloc(64 * MEBI, '#')]));
  const handlers: Readonly<Record<SiteKind, Handler>> = {
    good: (_request, response) => response.end(RULES),
    dying: (_request, response) => response.end(RULES),
    slow: (_request, response) => setTimeout(() => response.end(RULES), SLOW_MS),
    // Never responds.
    silent: () => {},
    endless: (_request, response) => pour(response),
    bomb: (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb),
    looping: (request, response) =>
      response.writeHead(302, { location: `${request.url}?again` }).end(),
  };
  const servers: Server[] = [];
  const sites: LoadSite[] = [];
  for (const kind of SITE_KINDS) {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/plain');
      handlers[kind](request, response);
    });
    const listen = (port: number) =>
      new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const port = await freePort();
    await listen(port);
    servers.push(server);
    sites.push({
      kind,
      origin: `http://127.0.0.1:${port}`,
      die: () => closed(server),
      revive: () => listen(port),
    });
  }
  return {
    sites,
    close: async () => {
      await Promise.all(servers.map(closed));
    },
  };
}

/** Sends the rules, then comments until the client disconnects. */
function pour(response: ServerResponse): void {
  response.write(RULES);
  const more = (): void => {
    while (!response.destroyed && response.write(LINES));
  };
  response.on('drain', more);
  more();
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
