import { isGoverned } from '@repkit/core';
import { nearestName } from '@repkit/core/analysis';
import { type CrawlerProfile, crawlersFor, currentNames, knownCrawlers, purposeNames } from '@repkit/core/crawlers';
import { problemAt } from '../http/problem.js';

/** A product token, or the profile of a known crawler. */
export type Crawler = string | CrawlerProfile;

interface CrawlerMembers {
  readonly productTokens?: readonly string[];
  readonly crawlers?: readonly string[];
}

const CRAWLER_NAMES = [...purposeNames, ...knownCrawlers.map((crawler) => crawler.name)];

/**
 * Returns the product tokens and then the profiles of a request, each once. A purpose stands for all its crawlers. Throws a
 * Problem if a crawler is not known.
 */
export function crawlersOf({ productTokens = [], crawlers = [] }: CrawlerMembers): Crawler[] {
  return [...productTokens, ...new Set(crawlers.flatMap(profilesAt))];
}

/**
 * Returns the crawlers that robots.txt governs, each once. Throws a Problem if a name is not known or stands for none of
 * them.
 */
export function governedCrawlersOf(crawlers: readonly string[]): CrawlerProfile[] {
  const profiles = crawlers.flatMap((name, index) => {
    const governed = profilesAt(name, index).filter(isGoverned);
    if (governed.length > 0) return governed;
    const detail = `robots.txt does not govern ${name}, so there is nothing to compare.`;
    throw problemAt('invalid-check', ['crawlers', index], detail);
  });
  return [...new Set(profiles)];
}

/** Throws a Problem if the name at this index is not known. */
function profilesAt(name: string, index: number): readonly CrawlerProfile[] {
  const named = crawlersFor(name);
  if (named.length > 0) return named;
  const detail = `Unknown crawler ${JSON.stringify(name)}. ${adviceFor(name)}`;
  throw problemAt('invalid-check', ['crawlers', index], detail);
}

function adviceFor(name: string): string {
  const current = currentNames(name);
  if (current.length > 0) return `No crawler has this name today; use ${current.join(' or ')}.`;
  const nearest = nearestName(name, CRAWLER_NAMES);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return 'For other crawlers, send a product token. GET /v1/crawlers lists the known ones.';
}

/** Runs a function and turns its TypeError, which describes an invalid argument, into a Problem. */
export function problemIfInvalid<Result>(path: readonly (string | number)[], check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw problemAt('invalid-check', path, error.message);
  }
}
