/** Counts the URLs of a list that each rule decides. */
import type { RobotsTxt } from '../file/robots-txt.js';
import { readBudget } from '../prover/budget.js';
import type { Coverage } from './rule-tally.js';
import { type CountOptions, UrlCounter } from './url-counter.js';

/**
 * Counts which rules decide the URLs, within a budget (default: 13 million steps). Iterates over the URLs once.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { coverage } from '@repkit/core/analysis';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /private/\nDisallow: /old/');
 * const [counts] = coverage(robotsTxt, ['https://example.com/', 'https://example.com/private/a']);
 * [counts?.allowed, counts?.blocked]; // [ 1, 1 ]
 * counts?.rules.map(({ rule, urls }) => [rule.pattern, urls]); // [ [ '/private/', 1 ], [ '/old/', 0 ] ]
 * ```
 */
export function coverage(robotsTxt: RobotsTxt, urls: Iterable<string | URL>, options?: CountOptions): readonly Coverage[] {
  const budget = readBudget(options?.budget).left;
  const counter = new UrlCounter([robotsTxt], { ...options, budget });
  for (const url of urls) counter.add(url);
  return counter.coverage();
}
