/** The rules of sites, fetched by the client or kept in its store. */
import { OUTCOME_OF_ACCESS } from '../answer.js';
import type { FetchOptions } from '../fetch-options.js';
import { type FetchWorld, fetchedRobotsTxt } from '../fetch-robots.js';
import type { Reading } from '../reading.js';
import type { LoadRules } from './origin-rules.js';
import { type Rules, rulesOf } from './rules.js';

export interface LiveRules {
  readonly load: LoadRules;
  close(): Promise<void>;
}

export function liveRules(
  reading: Reading,
  options: FetchOptions,
  productTokens: readonly string[],
  world: FetchWorld,
): LiveRules {
  const source = fetchedRobotsTxt(reading, options, world);
  return {
    async load(url) {
      if (!/^(?:https?|ftp):\/\//i.test(url) || !URL.canParse(url)) {
        throw new TypeError('The URL is not of a site.');
      }
      const result = await source.robotsTxtFor(url);
      if (result.kind === 'rules') return rulesOf(result.robotsTxt, productTokens);
      return rulesByAccess(result.kind);
    },
    close: () => source.close(),
  };
}

/** RFC 9309 2.2.2: a robots.txt may always be asked for. */
function rulesByAccess(kind: Exclude<keyof typeof OUTCOME_OF_ACCESS, 'robots-txt'>): Rules {
  return {
    outcome(url) {
      const isRobotsTxt = url.includes('/robots.txt') && new URL(url).pathname === '/robots.txt';
      return OUTCOME_OF_ACCESS[isRobotsTxt ? 'robots-txt' : kind];
    },
  };
}
