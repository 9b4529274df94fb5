/** Target 5: cached checks per second of a client that fetches and caches robots.txt. */
import { RobotsClient } from '@repkit/client';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { type LaneResult, type RaceOptions, race } from './race.js';
import { startSites } from './sites.js';

/** Number of origins that the checks rotate through. */
const ORIGINS = 20;
/** Concurrent checks of one origin that is not cached yet. */
const CONCURRENT = 1_000;

/** A client that decides whether a URL may be fetched. */
interface CheckingClient {
  isAllowed(url: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface ClientContender {
  readonly name: string;
  readonly make: () => Promise<CheckingClient>;
}

export const REPKIT_CLIENT: ClientContender = {
  name: 'repkit',
  async make() {
    return new RobotsClient({ userAgent: `${TOKEN}/1.0`, proxy: 'none', guard: false });
  },
};

/** The check that Crawlee's crawlers make before each request. It is private, so its type is declared here. */
interface CrawleeRobots {
  isAllowedBasedOnRobotsTxtFile(url: string): Promise<boolean>;
}

export const CRAWLEE: ClientContender = {
  name: 'crawlee',
  async make() {
    // Imported here, so that other parts of the bench do not load it.
    const { Configuration, BasicCrawler, log, LogLevel } = await import('@crawlee/basic');
    log.setLevel(LogLevel.OFF);
    const crawler = new BasicCrawler(
      { respectRobotsTxtFile: { userAgent: TOKEN }, requestHandler: () => {} },
      new Configuration({ persistStorage: false }),
    );
    const robots = crawler as unknown as CrawleeRobots;
    return {
      isAllowed: (url) => robots.isAllowedBasedOnRobotsTxtFile(url),
      // It never starts crawling, so there is nothing to close.
      close: async () => {},
    };
  },
};

export interface ClientFigures {
  readonly cached: readonly LaneResult[];
  /** Requests for one robots.txt caused by `concurrent` simultaneous checks, by contender. */
  readonly requests: ReadonlyMap<string, number>;
  readonly concurrent: number;
}

export const CACHED_HEAT = 'cached checks';

/** Measures checks per second with a full cache, and requests per robots.txt with an empty one. */
export async function raceClients(
  contenders: readonly ClientContender[],
  options: RaceOptions,
): Promise<ClientFigures> {
  const input = makeInput('typical', 0);
  const sites = await startSites(ORIGINS, input.body);
  const paths = makeUrls(input).few.map((url) => new URL(url).pathname);
  const urls = sites.origins.flatMap((origin) => paths.map((path) => `${origin}${path}`));
  const clients = await Promise.all(contenders.map(({ make }) => make()));
  const requests = new Map<string, number>();
  try {
    for (const [index, { name }] of contenders.entries()) {
      const check = () => clients[index].isAllowed(urls[0]);
      await Promise.all(Array.from({ length: CONCURRENT }, check));
      requests.set(name, sites.takeRequests());
    }
    for (const client of clients) await checkAll(client, urls, 0, urls.length);
    const lanes = contenders.map(({ name }, index) => ({
      heat: CACHED_HEAT,
      contender: name,
      work: (from: number, count: number) => checkAll(clients[index], urls, from * 61, count),
    }));
    return { cached: await race(lanes, options), requests, concurrent: CONCURRENT };
  } finally {
    for (const client of clients) await client.close();
    await sites.close();
  }
}

async function checkAll(
  client: CheckingClient,
  urls: readonly string[],
  from: number,
  count: number,
): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < count; index++) {
    if (await client.isAllowed(urls[(from + index) % urls.length])) allowed++;
  }
  return allowed;
}
