/** Rules for the product tokens of a run. */
import {
  type Access,
  type CrawlerBehavior,
  decider,
  matcherFor,
  type RobotsTxt,
} from '@repkit/core';
import type { Outcome } from '../rows/row-format.js';

/** Decides for one robots.txt, or for a site without one. */
export interface Rules {
  /**
   * Checks the URL in the bytes [`start`, `end`). Throws a TypeError if it is invalid.
   *
   * @param crawler index into the list of the run
   */
  outcome(bytes: Uint8Array, start: number, end: number, crawler: number): Outcome;
}

/** A product token (RFC 9309 2.2.1), or a crawler profile that decides which group applies. */
export type Crawler = string | CrawlerBehavior;

/** Returns the product token, or the name of the profile. */
export function crawlerName(crawler: Crawler): string {
  return typeof crawler === 'string' ? crawler : crawler.name;
}

/** Returns whether robots.txt governs the crawler: not if it does not apply the rules or sends no requests. */
export function isGoverned(crawler: Crawler): boolean {
  if (typeof crawler === 'string') return true;
  return (crawler.obeysRobotsTxt ?? 'yes') === 'yes' && crawler.governs === undefined;
}

export function rulesOf(robotsTxt: RobotsTxt, crawlers: readonly Crawler[]): Rules {
  const matchers = crawlers.map((crawler) => matcherFor(robotsTxt, crawler));
  return {
    outcome: (bytes, start, end, crawler) =>
      matchers[crawler]?.isAllowedAt(bytes, start, end) ? 'allowed' : 'disallowed',
  };
}

/** Returns rules with the same outcome for every URL (RFC 9309 2.3.1.3, 2.3.1.4). */
export function constantRules(outcome: Outcome): Rules {
  return { outcome: () => outcome };
}

/** Returns the rules for a site from which no robots.txt was obtained. */
export function rulesByAccess(kind: Exclude<Access['kind'], 'file'>): Rules {
  const everyone = decider({ kind }, '*');
  return { outcome: (bytes, start, end) => everyone.outcomeAt(bytes, start, end) as Outcome };
}
