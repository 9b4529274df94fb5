/** The rules of a robots.txt for the product tokens of a run. */
import type { RobotsTxt } from '@repkit/core';
import { OUTCOME_OF_ACCESS } from '../answer.js';

/** What may come of a URL in bulk: a verdict, no robots.txt to be had (RFC 9309 2.3.1.4), or no URL. */
export const OUTCOMES = ['allowed', 'disallowed', 'unreachable', 'invalid'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** What decides for one robots.txt, or for want of one. */
export interface Rules {
  /** Of a product token by its place in the list. Throws a TypeError where the URL cannot be one. */
  outcome(url: string, productToken: number): Outcome;
}

export function rulesOf(robotsTxt: RobotsTxt, productTokens: readonly string[]): Rules {
  const matchers = productTokens.map((token) => robotsTxt.matcher(token));
  return {
    outcome: (url, productToken) =>
      matchers[productToken]?.isAllowed(url) ? 'allowed' : 'disallowed',
  };
}

/** The same answer to every URL (RFC 9309 2.3.1.3, 2.3.1.4). */
export function rulesWithout(outcome: Outcome): Rules {
  return { outcome: () => outcome };
}

/** What holds where there are no rules. RFC 9309 2.2.2: a robots.txt may always be asked for. */
export function rulesByAccess(kind: Exclude<keyof typeof OUTCOME_OF_ACCESS, 'robots-txt'>): Rules {
  return {
    outcome(url) {
      const isRobotsTxt = url.includes('/robots.txt') && new URL(url).pathname === '/robots.txt';
      return OUTCOME_OF_ACCESS[isRobotsTxt ? 'robots-txt' : kind];
    },
  };
}
