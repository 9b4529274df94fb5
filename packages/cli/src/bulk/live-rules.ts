/** The rules of sites, fetched by the client or kept in its store. */
import type { FetchOptions } from '../fetch-options.js';
import { type FetchWorld, fetchedRobotsTxt } from '../fetch-robots.js';
import type { Reading } from '../reading.js';
import type { RobotsTxtSource } from '../robots-txt-source.js';
import type { LoadRules, SiteRules } from './origin-rules.js';
import { rulesByAccess, rulesOf } from './rules.js';

export async function liveRules(
  reading: Reading,
  options: FetchOptions,
  productTokens: readonly string[],
  world: FetchWorld,
): Promise<SiteRules> {
  const source = await fetchedRobotsTxt(reading, options, world);
  return { load: loadRules(source, productTokens), close: () => source.close() };
}

export function loadRules(
  source: Pick<RobotsTxtSource, 'robotsTxtFor'>,
  productTokens: readonly string[],
): LoadRules {
  return async (url) => {
    if (!/^(?:https?|ftp):\/\//i.test(url) || !URL.canParse(url)) {
      throw new TypeError('The URL is not of a site.');
    }
    const result = await source.robotsTxtFor(url);
    if (result.kind === 'rules') return rulesOf(result.robotsTxt, productTokens);
    return rulesByAccess(result.kind);
  };
}
