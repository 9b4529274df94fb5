import { nearestName } from '@repkit/core/analysis';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { problemAt } from '../http/problem.js';

/** A product token, or the profile of a known crawler. */
export type Crawler = string | CrawlerProfile;

export function nameOf(crawler: Crawler): string {
  return typeof crawler === 'string' ? crawler : crawler.name;
}

interface CrawlerMembers {
  readonly productTokens?: readonly string[];
  readonly crawlers?: readonly string[];
}

const CRAWLER_NAMES = knownCrawlers.map((crawler) => crawler.name);

/** Returns the product tokens and then the profiles of a request. Throws a Problem if a crawler is not known. */
export function crawlersOf({ productTokens = [], crawlers = [] }: CrawlerMembers): Crawler[] {
  const profiles = crawlers.map((name, index) => {
    const profile = crawlerProfile(name);
    if (profile !== undefined) return profile;
    const nearest = nearestName(name, CRAWLER_NAMES);
    const advice =
      nearest === undefined
        ? 'For other crawlers, use productTokens. GET /v1/crawlers lists the known ones.'
        : `Did you mean "${nearest}"?`;
    const detail = `Unknown crawler ${JSON.stringify(name)}. ${advice}`;
    throw problemAt('invalid-check', ['crawlers', index], detail);
  });
  return [...productTokens, ...profiles];
}

/** Returns the same for a page, for which the crawlers are optional. */
export function pageCrawlersOf(request: CrawlerMembers): Crawler[] {
  const crawlers = crawlersOf(request);
  return crawlers.length === 0 ? ['*'] : crawlers;
}
