/** The crawler that is checked: its dialect, whether robots.txt governs it, and the rules that it follows in a file. */
import type { Dialect, DialectName } from '../dialect/dialect.js';
import { parseRobotsTxt, type RobotsTxt, readDialect } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { STAR_TOKEN } from '../match/token-input.js';

/** Where a fact about a crawler is documented. */
export interface FactSource {
  /** The https URL of the page. */
  readonly source: string;
  /** When the page was last checked, as YYYY-MM-DD. */
  readonly checked: string;
}

/** What is known about the behavior of a crawler; each has its source. */
export type CrawlerFact =
  | 'productTokens'
  | 'fallsBackToStar'
  | 'obeysRobotsTxt'
  | 'kind'
  | 'dialect'
  | 'policy'
  | 'crawlDelay';

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

/** What the caller requests explicitly; each member overrides the crawler's documentation. */
export interface Given {
  readonly dialect?: DialectName | Dialect | undefined;
  /** Of an access policy, core needs only the dialect. */
  readonly policy?: { readonly dialect: DialectName } | undefined;
}

/**
 * How a crawler profile came to its group:
 * - `own-group`: a group names its first product token.
 * - `fallback-group`: only a group for a later product token of its list was found.
 * - `star-group`: none of its tokens has a group, so the group of `*` applies.
 * - `star-ignored`: none of its tokens has a group, and it ignores the group of `*`.
 * - `no-group`: none of its tokens has a group, and `*` has none either.
 */
export type ProfileStep =
  | 'own-group'
  | 'fallback-group'
  | 'star-group'
  | 'star-ignored'
  | 'no-group';

/** The crawler profile that was checked. */
export interface AppliedProfile {
  readonly name: string;
  /** Present for a name that sends no requests. The outcome says whether content may be used for what it governs. */
  readonly kind?: 'control-token' | 'policy-token';
  /** Missing if the site has no robots.txt to apply. */
  readonly step?: ProfileStep;
  /** The page that documents why the crawler is not governed, else the order of its groups; absent if it is that of RFC 9309. */
  readonly source?: string;
  /** When the page was last checked, as YYYY-MM-DD. */
  readonly checked?: string;
}

/**
 * Returns the dialect for a crawler: the given one, else that of the given policy, else the documented one, else
 * `rfc9309`. Throws a RangeError for an unknown name and a TypeError for an incomplete dialect.
 */
export function dialectFor(crawler: Crawler, given?: Given): Dialect {
  if (given?.dialect !== undefined) return readDialect(given.dialect);
  return readDialect(given?.policy?.dialect ?? behaviorOf(crawler)?.dialect);
}

/** Returns the name of the access policy that a crawler documents. */
export function documentedPolicy(crawler: Crawler): string | undefined {
  return behaviorOf(crawler)?.policy;
}

/** Returns false for a crawler that may ignore robots.txt. */
export function isGoverned(crawler: Crawler): boolean {
  return (behaviorOf(crawler)?.obeysRobotsTxt ?? 'yes') === 'yes';
}

/** Returns the name of the profile, or the first product token. */
export function crawlerName(crawler: Crawler): string {
  const [first = ''] = productTokensOf(crawler);
  return behaviorOf(crawler)?.name ?? first;
}

/** Returns the product tokens that a crawler looks for, in order. */
export function productTokensOf(crawler: Crawler): readonly string[] {
  if (typeof crawler === 'string') return [crawler];
  return behaviorOf(crawler)?.productTokens ?? (crawler as readonly string[]);
}

/** Returns whether the group of `*` applies if no group names the crawler. */
export function fallsBackToStar(crawler: Crawler): boolean {
  return behaviorOf(crawler)?.fallsBackToStar ?? true;
}

/**
 * Returns the rules that a crawler follows in a file: none if it ignores the group of `*` and no group names it. Throws a
 * TypeError for an invalid product token.
 */
export function matcherFor(robotsTxt: RobotsTxt, crawler: Crawler): Matcher {
  const behavior = behaviorOf(crawler);
  if (behavior === undefined)
    return robotsTxt.matcher(crawler as Exclude<Crawler, CrawlerBehavior>);
  const matcher = robotsTxt.matcher(behavior.productTokens);
  if (!ignoresStar(crawler, matcher)) return matcher;
  return parseRobotsTxt('', { dialect: robotsTxt.dialect }).matcher(behavior.productTokens);
}

/** Returns how a crawler profile came to its group in a file, if there is one; undefined for product tokens. */
export function appliedProfile(
  robotsTxt: RobotsTxt | undefined,
  crawler: Crawler,
): AppliedProfile | undefined {
  const behavior = behaviorOf(crawler);
  if (behavior === undefined) return undefined;
  const { name, productTokens, kind = 'crawler' } = behavior;
  const step = robotsTxt && stepOf(behavior, robotsTxt.matcher(productTokens));
  const controls = kind !== 'crawler' && { kind };
  return { name, ...controls, ...(step && { step }), ...factAbout(behavior, step) };
}

/**
 * Returns the crawl delay for a crawler in seconds; undefined if its groups have no valid one, or if the crawler is
 * documented to ignore crawl-delay.
 */
export function crawlDelayFor(robotsTxt: RobotsTxt, crawler: Crawler): number | undefined {
  const behavior = behaviorOf(crawler);
  if (behavior?.crawlDelay === false) return undefined;
  const productTokens = productTokensOf(crawler);
  const ignored = ignoresStar(crawler, robotsTxt.matcher(productTokens));
  const own = ignored ? undefined : robotsTxt.crawlDelay(productTokens);
  const fromStar = behavior?.crawlDelay === 'also-of-star';
  return own ?? (fromStar ? robotsTxt.crawlDelay(STAR_TOKEN) : undefined);
}

/** Returns the documented behavior of a crawler; undefined for product tokens. */
function behaviorOf(crawler: Crawler): CrawlerBehavior | undefined {
  const isProfile = typeof crawler === 'object' && crawler !== null && 'productTokens' in crawler;
  return isProfile ? crawler : undefined;
}

function ignoresStar(crawler: Crawler, { group }: Matcher): boolean {
  return group?.productToken === STAR_TOKEN && !fallsBackToStar(crawler);
}

function stepOf(behavior: CrawlerBehavior, matcher: Matcher): ProfileStep {
  const token = matcher.group?.productToken;
  if (token === undefined) return 'no-group';
  if (token === STAR_TOKEN) return ignoresStar(behavior, matcher) ? 'star-ignored' : 'star-group';
  return token === behavior.productTokens[0] ? 'own-group' : 'fallback-group';
}

/** Returns the source of the fact that decided. */
function factAbout(behavior: CrawlerBehavior, step?: ProfileStep): FactSource | undefined {
  const { kind = 'crawler', obeysRobotsTxt = 'yes', facts } = behavior;
  if (kind !== 'crawler') return facts?.kind;
  if (obeysRobotsTxt !== 'yes') return facts?.obeysRobotsTxt;
  return step === 'star-ignored' ? facts?.fallsBackToStar : facts?.productTokens;
}
