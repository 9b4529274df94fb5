/** Cached checks per second of a client that fetches and caches robots.txt. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RobotsClient } from '@repkit/client';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { type RaceOptions, race, rateOf } from './race.js';

/** Each origin is a server, because a port is part of an origin. */
const ORIGINS = 20;

export async function measureClient(options: RaceOptions): Promise<number> {
  const input = makeInput('typical', 0);
  const servers = Array.from({ length: ORIGINS }, () =>
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/plain').end(input.body);
    }),
  );
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const paths = makeUrls('typical', input).few.map((url) => new URL(url).pathname);
  const urls = servers.flatMap((server) => {
    const { port } = server.address() as AddressInfo;
    return paths.map((path) => `http://127.0.0.1:${port}${path}`);
  });
  const client = new RobotsClient({ userAgent: `${TOKEN}/1.0`, proxy: 'none', guard: false });
  const check = async (from: number, count: number): Promise<number> => {
    let allowed = 0;
    for (let index = 0; index < count; index++) {
      if (await client.isAllowed(urls[(from * 61 + index) % urls.length])) allowed++;
    }
    return allowed;
  };
  try {
    await check(0, urls.length);
    const lane = { heat: 'cached', contender: 'repkit', work: check };
    const results = await race([lane], options);
    return rateOf(results, 'cached', 'repkit');
  } finally {
    await client.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}
