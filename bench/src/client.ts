/** Target 5: cached checks per second of a client that fetches and caches robots.txt. */
import { RobotsClient } from '@repkit/client';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { type LaneResult, type RaceOptions, race } from './race.js';
import { startSites } from './sites.js';

/** How many origins the questions go round. */
const ORIGINS = 20;
/** How many questions are asked at once about one origin that nobody knows yet. */
const CONCURRENT = 1_000;

/** A client of a crawler, ready to answer. */
interface AnsweringClient {
  isAllowed(url: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface ClientContender {
  readonly name: string;
  readonly make: () => Promise<AnsweringClient>;
}

export const REPKIT_CLIENT: ClientContender = {
  name: 'repkit',
  async make() {
    return new RobotsClient({ userAgent: `${TOKEN}/1.0`, proxy: 'none' });
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
      // It has not begun to crawl, so there is nothing to end.
      close: async () => {},
    };
  },
};

export interface ClientFigures {
  readonly cached: readonly LaneResult[];
  /** Requests for one robots.txt that `concurrent` questions at once made, by contender. */
  readonly requests: ReadonlyMap<string, number>;
  readonly concurrent: number;
}

export const CACHED_HEAT = 'cached answers';

/** Answers a second once everything is known, and requests while nothing is. */
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
      const ask = () => clients[index].isAllowed(urls[0]);
      await Promise.all(Array.from({ length: CONCURRENT }, ask));
      requests.set(name, sites.takeRequests());
    }
    for (const client of clients) await answerAll(client, urls, 0, urls.length);
    const lanes = contenders.map(({ name }, index) => ({
      heat: CACHED_HEAT,
      contender: name,
      work: (from: number, count: number) => answerAll(clients[index], urls, from * 61, count),
    }));
    return { cached: await race(lanes, options), requests, concurrent: CONCURRENT };
  } finally {
    for (const client of clients) await client.close();
    await sites.close();
  }
}

async function answerAll(
  client: AnsweringClient,
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
