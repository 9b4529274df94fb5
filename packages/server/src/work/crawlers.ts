import { nearestName } from '@repkit/core/analysis';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import { problemAt } from '../http/problem.js';

/** A product token, or the profile of a known crawler. */
export type Crawler = string | CrawlerProfile;

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

/** Runs a function and turns its TypeError, which describes an invalid argument, into a Problem. */
export function problemIfInvalid<Result>(
  path: readonly (string | number)[],
  check: () => Result,
): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw problemAt('invalid-check', path, error.message);
  }
}
