/** The requests of an access log, by the crawler that made them. */
import { isGoverned } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import type { Traffic } from '../worker/requests.js';
import { ALL_OTHERS } from './crawlers.js';

/** Returns all requests for a URL. */
export function requestsFor(traffic: Traffic | undefined, url: string): number {
  return [...(traffic?.get(url)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** Returns the requests of each listed crawler for a URL; those of crawlers that are not listed belong to `*` if they obey it. */
export function requestsBy(traffic: Traffic | undefined, url: string, productTokens: readonly string[]): number[] {
  const requests = traffic?.get(url);
  if (requests === undefined) return productTokens.map(() => 0);
  const listed = productTokens.map((token) => token.toLowerCase());
  const others = [...requests].filter(([token]) => token !== '' && !listed.includes(token) && followsStar(token));
  return listed.map((token) =>
    token === ALL_OTHERS ? others.reduce((sum, [, count]) => sum + count, 0) : (requests.get(token) ?? 0),
  );
}

/** Whether the crawler obeys the group of `*` if no group names it. */
function followsStar(token: string): boolean {
  const crawler = crawlerProfile(token);
  return crawler === undefined || (isGoverned(crawler) && crawler.fallsBackToStar);
}
