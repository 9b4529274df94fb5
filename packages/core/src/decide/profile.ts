/** What follows from the documentation of a crawler: its dialect, its group in a file, and its crawl delay. */
import type { Dialect, DialectName } from '../dialect/dialect.js';
import {
  behaviorOf,
  type Crawler,
  type CrawlerBehavior,
  type FactSource,
  ignoresStar,
  productTokensOf,
} from '../file/crawler.js';
import { isLabel, labelDraft } from '../file/label.js';
import { type RobotsTxt, readDialect } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { readTokenInputs, STAR_TOKEN } from '../match/token-input.js';

/** What the caller requires. Each member overrides the crawler's documentation. */
export interface Overrides {
  readonly dialect?: DialectName | Dialect | undefined;
  /** Of an access policy, core needs only the dialect. */
  readonly policy?: { readonly dialect: DialectName } | undefined;
}

/**
 * How the group of a crawler profile was chosen:
 * - `own-group`: a group names its first product token.
 * - `fallback-group`: only a group for a later product token of its list was found.
 * - `star-group`: none of its tokens has a group, so the group of `*` applies.
 * - `star-ignored`: none of its tokens has a group, and it ignores the group of `*`.
 * - `no-group`: none of its tokens has a group, and `*` has none either.
 */
export type ProfileStep = 'own-group' | 'fallback-group' | 'star-group' | 'star-ignored' | 'no-group';

/** The crawler profile that was checked. */
export interface AppliedProfile {
  readonly name: string;
  /** Present for a token that sends no requests. The outcome says whether content may be used as the token governs. */
  readonly kind?: 'control-token' | 'policy-token';
  /** Missing if the site has no robots.txt to apply. */
  readonly step?: ProfileStep;
  /** Page for the fact that decided: not governed, or the order of groups. Absent if RFC 9309 applies. */
  readonly source?: string;
  /** When the page was last checked, as YYYY-MM-DD. */
  readonly checked?: string;
}

/**
 * Returns the dialect for a crawler: that of `overrides`, else the one that the crawler documents, else
 * `rfc9309`. Throws a RangeError for an unknown name and a TypeError for an incomplete dialect.
 *
 * @example
 * ```ts
 * import { dialectFor } from '@repkit/core';
 *
 * dialectFor('ExampleBot').name; // 'rfc9309'
 * dialectFor('ExampleBot', { dialect: 'google' }).name; // 'google'
 * ```
 */
export function dialectFor(crawler: Crawler, overrides?: Overrides): Dialect {
  if (overrides?.dialect !== undefined) return readDialect(overrides.dialect);
  return readDialect(overrides?.policy?.dialect ?? behaviorOf(crawler)?.dialect);
}

/**
 * Validates a crawler without a file. Throws a TypeError for an invalid product token, and as `dialectFor` does.
 *
 * @example
 * ```ts
 * import { assertCrawler } from '@repkit/core';
 *
 * assertCrawler('ExampleBot'); // undefined
 * try {
 *   assertCrawler('Mozilla/5.0 (compatible; ExampleBot/1.0)');
 * } catch (error) {
 *   error instanceof TypeError; // true
 * }
 * ```
 */
export function assertCrawler(crawler: Crawler, overrides?: Overrides): void {
  readTokenInputs(productTokensOf(crawler), dialectFor(crawler, overrides));
}

/**
 * Returns the name of the access policy that a crawler documents.
 *
 * @example
 * ```ts
 * import { documentedPolicy } from '@repkit/core';
 * import { crawlerProfile } from '@repkit/core/crawlers';
 *
 * documentedPolicy(crawlerProfile('Googlebot') ?? 'Googlebot'); // 'google'
 * documentedPolicy('ExampleBot'); // undefined
 * ```
 */
export function documentedPolicy(crawler: Crawler): string | undefined {
  return behaviorOf(crawler)?.policy;
}

/**
 * Returns how the group of a crawler profile or a label was chosen in a file, if there is one; undefined for other product
 * tokens.
 *
 * @example
 * ```ts
 * import { appliedProfile, parseRobotsTxt } from '@repkit/core';
 * import { crawlerProfile } from '@repkit/core/crawlers';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: Googlebot\nDisallow: /private/');
 * const crawler = crawlerProfile('Googlebot-Image') ?? 'Googlebot-Image';
 * appliedProfile(robotsTxt, crawler)?.step; // 'fallback-group'
 * ```
 */
export function appliedProfile(robotsTxt: RobotsTxt | undefined, crawler: Crawler): AppliedProfile | undefined {
  const behavior = isLabel(crawler) ? labelBehavior(crawler) : behaviorOf(crawler);
  if (behavior === undefined) return undefined;
  const { name, productTokens, kind = 'crawler' } = behavior;
  const step = robotsTxt && stepOf(behavior, robotsTxt.matcher(productTokens));
  const controls = kind !== 'crawler' && { kind };
  return { name, ...controls, ...(step && { step }), ...factAbout(behavior, step) };
}

/**
 * Returns the crawl delay for a crawler in seconds; undefined if its groups have no valid one, or if the crawler is
 * documented to ignore crawl-delay.
 *
 * @example
 * ```ts
 * import { crawlDelayFor, parseRobotsTxt } from '@repkit/core';
 * import { crawlerProfile } from '@repkit/core/crawlers';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nCrawl-delay: 5');
 * crawlDelayFor(robotsTxt, 'ExampleBot'); // 5
 * crawlDelayFor(robotsTxt, crawlerProfile('Googlebot') ?? 'Googlebot'); // undefined
 * ```
 */
export function crawlDelayFor(robotsTxt: RobotsTxt, crawler: Crawler): number | undefined {
  const behavior = behaviorOf(crawler);
  if (behavior?.crawlDelay === false) return undefined;
  const productTokens = productTokensOf(crawler);
  const ignored = ignoresStar(crawler, robotsTxt.matcher(productTokens).group);
  const delay = ignored ? undefined : robotsTxt.crawlDelay(productTokens);
  const fromStar = behavior?.crawlDelay === 'also-of-star';
  return delay ?? (fromStar ? robotsTxt.crawlDelay(STAR_TOKEN) : undefined);
}

function labelBehavior(label: string): CrawlerBehavior {
  const facts = { kind: { source: labelDraft.source, checked: labelDraft.checked } };
  return {
    name: label,
    productTokens: [label],
    fallsBackToStar: false,
    kind: 'policy-token',
    facts,
  };
}

function stepOf(behavior: CrawlerBehavior, matcher: Matcher): ProfileStep {
  const token = matcher.group?.productToken;
  if (token === undefined) return 'no-group';
  if (token === STAR_TOKEN) return ignoresStar(behavior, matcher.group) ? 'star-ignored' : 'star-group';
  return token === behavior.productTokens[0] ? 'own-group' : 'fallback-group';
}

/** Returns the source of the fact that decided. */
function factAbout(behavior: CrawlerBehavior, step?: ProfileStep): FactSource | undefined {
  const { kind = 'crawler', obeysRobotsTxt = 'yes', facts } = behavior;
  if (kind !== 'crawler') return facts?.kind;
  if (obeysRobotsTxt !== 'yes') return facts?.obeysRobotsTxt;
  return step === 'star-ignored' ? facts?.fallsBackToStar : facts?.productTokens;
}
