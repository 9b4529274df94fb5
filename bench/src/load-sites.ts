/** Sites for the load: good ones, and those that a crawler meets too. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export type SiteKind = 'good' | 'slow' | 'silent' | 'endless' | 'bomb' | 'looping' | 'dying';

export const SITE_KINDS: readonly SiteKind[] = [
  'good',
  'slow',
  'silent',
  'endless',
  'bomb',
  'looping',
  'dying',
];

/** What each of them says where it says something to the end. */
const RULES = 'User-agent: *\nDisallow: /private/\n';
const SLOW_MS = 1500;
const MEBI = 1024 * 1024;
const LINES = Buffer.from('# one of many lines\n'.repeat(3000));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface LoadSite {
  readonly kind: SiteKind;
  readonly origin: string;
  /** Takes no more connections and breaks those that are open, or comes back. */
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
  const answers: Readonly<Record<SiteKind, Answer>> = {
    good: (_request, response) => response.end(RULES),
    dying: (_request, response) => response.end(RULES),
    slow: (_request, response) => setTimeout(() => response.end(RULES), SLOW_MS),
    // For ever nothing.
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
      answers[kind](request, response);
    });
    const listen = (port: number) =>
      new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await listen(0);
    const { port } = server.address() as AddressInfo;
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

/** Rules first, and then comments as long as somebody reads. */
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
