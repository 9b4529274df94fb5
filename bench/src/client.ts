/** Cached checks per second of a client that fetches and caches robots.txt, and its requests for many concurrent checks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RobotsClient } from '@repkit/client';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { type RaceOptions, race, rateOf } from './race.js';

/** Each origin is a server, because a port is part of an origin. */
const ORIGINS = 20;
/** Concurrent checks of an origin that is not cached yet. */
const CONCURRENT = 1_000;

export interface ClientFigures {
  readonly checksPerSecond: number;
  /** Requests for one robots.txt during the concurrent checks. */
  readonly requests: number;
}

export async function measureClient(options: RaceOptions): Promise<ClientFigures> {
  const input = makeInput('typical', 0);
  let requests = 0;
  const servers = Array.from({ length: ORIGINS }, () =>
    createServer((_request, response) => {
      requests++;
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
    await Promise.all(Array.from({ length: CONCURRENT }, () => client.isAllowed(urls[0])));
    const requestsForOne = requests;
    await check(0, urls.length);
    const lane = { heat: 'cached', contender: 'repkit', work: check };
    const results = await race([lane], options);
    return { checksPerSecond: rateOf(results, 'cached', 'repkit'), requests: requestsForOne };
  } finally {
    await client.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}
