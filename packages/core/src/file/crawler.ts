/** A crawler: the product tokens that it looks for, or how its operator documents its behavior. */
import type { DialectName } from '../dialect/dialect.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { AppliedGroup } from '../match/verdict.js';
import { isLabel } from './label.js';

/** Where a fact about a crawler is documented. */
export interface FactSource {
  /** The https URL of the page. */
  readonly source: string;
  /** When the page was last checked, as YYYY-MM-DD. */
  readonly checked: string;
}

/** What is known about a crawler; each has its source. */
export type CrawlerFact =
  | 'productTokens'
  | 'fallsBackToStar'
  | 'obeysRobotsTxt'
  | 'kind'
  | 'dialect'
  | 'policy'
  | 'crawlDelay'
  | 'addresses'
  | 'blocking'
  | 'purposes';

/** The part of a crawler profile that decides. */
export interface CrawlerBehavior {
  /** What to call the crawler in explanations. */
  readonly name: string;
  /** The product tokens it looks for: the first that has a group decides. At least one. */
  readonly productTokens: readonly string[];
  /** Whether the group of `*` applies if no group names one of the tokens. RFC 9309 2.2.1 says yes. */
  readonly fallsBackToStar: boolean;
  /** `user-triggered`: its requests are started by users, so it may not apply robots.txt. Undefined if undocumented. */
  readonly obeysRobotsTxt?: 'yes' | 'no' | 'user-triggered' | undefined;
  /** A token is a name that no crawler sends (default: `crawler`). */
  readonly kind?: 'crawler' | 'control-token' | 'policy-token' | undefined;
  /** For a control token: the use of content that a group for it decides about, such as "Gemini training". */
  readonly governs?: string | undefined;
  /** The dialect closest to how it interprets a robots.txt (default: `rfc9309`). */
  readonly dialect?: DialectName | undefined;
  /** The name of the access policy of @repkit/client closest to how it fetches. */
  readonly policy?: string | undefined;
  /** Whether it applies crawl-delay; `also-of-star`: that of `*` if its own group has none. Undefined if undocumented. */
  readonly crawlDelay?: boolean | 'also-of-star' | undefined;
  readonly facts?: Readonly<Partial<Record<CrawlerFact, FactSource>>> | undefined;
}

/** A product token, several in order of specificity, or a crawler as its operator documents it. */
export type Crawler = string | readonly string[] | CrawlerBehavior;

/**
 * Returns false for a crawler that may ignore robots.txt.
 *
 * @example
 * ```ts
 * import { isGoverned } from '@repkit/core';
 *
 * const agent = { name: 'Agent', productTokens: ['Agent'], fallsBackToStar: true };
 * isGoverned({ ...agent, obeysRobotsTxt: 'user-triggered' }); // false
 * isGoverned('ExampleBot'); // true
 * ```
 */
export function isGoverned(crawler: Crawler): boolean {
  return (behaviorOf(crawler)?.obeysRobotsTxt ?? 'yes') === 'yes';
}

/**
 * Returns the name of the profile, or the first product token.
 *
 * @example
 * ```ts
 * import { crawlerName } from '@repkit/core';
 *
 * crawlerName(['ExampleBot-Image', 'ExampleBot']); // 'ExampleBot-Image'
 * ```
 */
export function crawlerName(crawler: Crawler): string {
  const [first = ''] = productTokensOf(crawler);
  return behaviorOf(crawler)?.name ?? first;
}

/**
 * Returns the product tokens that a crawler looks for, in order.
 *
 * @example
 * ```ts
 * import { productTokensOf } from '@repkit/core';
 * import { crawlerProfile } from '@repkit/core/crawlers';
 *
 * const crawler = crawlerProfile('Googlebot-Image');
 * if (crawler === undefined) throw new Error('Unknown crawler');
 * productTokensOf(crawler); // [ 'Googlebot-Image', 'Googlebot' ]
 * ```
 */
export function productTokensOf(crawler: Crawler): readonly string[] {
  if (typeof crawler === 'string') return [crawler];
  return behaviorOf(crawler)?.productTokens ?? (crawler as readonly string[]);
}

/** Returns whether the group of `*` applies if no group names the crawler. No document applies it to a label. */
export function fallsBackToStar(crawler: Crawler): boolean {
  return behaviorOf(crawler)?.fallsBackToStar ?? !isLabel(crawler);
}

/** Returns the documented behavior of a crawler; undefined for product tokens. */
export function behaviorOf(crawler: Crawler): CrawlerBehavior | undefined {
  const isProfile = typeof crawler === 'object' && crawler !== null && 'productTokens' in crawler;
  return isProfile ? crawler : undefined;
}

/** Returns whether the group of `*` applies, but the crawler is documented to ignore it. */
export function ignoresStar(crawler: Crawler, group: AppliedGroup | undefined): boolean {
  return group?.productToken === STAR_TOKEN && !fallsBackToStar(crawler);
}
