/** Local sites that count requests for their robots.txt. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Sites {
  /** `http://127.0.0.1:PORT`, one per site. */
  readonly origins: readonly string[];
  /** Returns the number of robots.txt requests to all sites since the last call. */
  takeRequests(): number;
  close(): Promise<void>;
}

/** Each site is a separate server, because an origin is identified by its port. */
export async function startSites(count: number, body: string): Promise<Sites> {
  let requests = 0;
  const servers: Server[] = [];
  for (let index = 0; index < count; index++) {
    const server = createServer((request, response) => {
      if (request.url === '/robots.txt') requests++;
      response.setHeader('content-type', 'text/plain').end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  return {
    origins: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    takeRequests() {
      const taken = requests;
      requests = 0;
      return taken;
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
