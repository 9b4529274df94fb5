/** The public API: parse once, query many times. */

import { type CompiledDialect, compileDialect } from '../dialect/compiled-dialect.js';
import { type Dialect, type DialectName, dialects } from '../dialect/dialect.js';
import { MAX_PARSING_LIMIT_BYTES, MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { type ExplainOptions, type Matcher, RuleMatcher } from '../match/matcher.js';
import { RuleList } from '../match/rule-list.js';
import { GroupIndex, type Selection, selectGroups } from '../match/selection.js';
import { readTokenInputs } from '../match/token-input.js';
import type { Verdict } from '../match/verdict.js';
import { Body, type BodyEncoding } from '../syntax/body.js';
import { RecordReader, type RecordWalk, type RobotsTxtRecord } from '../syntax/record.js';
import { limitRules } from '../syntax/rule-limit.js';
import { textOf } from '../syntax/source-text.js';
import { behaviorOf, type Crawler, type CrawlerBehavior, ignoresStar, isGoverned } from './crawler.js';
import { FileRecords, type Group, isAbsoluteUrl, type OtherRecord, readCrawlDelays, readOtherRecords } from './groups.js';
import { BODY } from './internal.js';
import { isLabel } from './label.js';

/** One product token, or several in order of specificity: the first one with a group decides. */
export type ProductTokenInput = string | readonly string[];

export interface ParseOptions {
  /** A dialect name or a custom dialect (default: `rfc9309`). */
  readonly dialect?: DialectName | Dialect;
  /** Parsing limit in bytes, from 512,000 (default; RFC 9309 2.5) to 64 MiB. */
  readonly maxBytes?: number;
}

/** Maximum cached matchers; few files are queried for more crawlers. */
const MAX_MATCHERS = 128;
/** Up to this many tokens, walking over the body is fastest; for more, groups are indexed by name. */
const MAX_WALKS = 8;

export class RobotsTxt {
  static {
    Object.defineProperty(RobotsTxt.prototype, BODY, {
      get(this: RobotsTxt) {
        return this.#body;
      },
    });
  }

  readonly dialect: Dialect;
  readonly #tables: CompiledDialect;
  readonly #body: Body;
  readonly #records: FileRecords;
  #matchers: Map<string, RuleMatcher> | undefined;
  /** The latest matcher and its key: a token, or a list of tokens as text. */
  #latestMatcher: RuleMatcher | undefined;
  #latestKey = '';
  /** Walks so far, and the index that replaces them. */
  #walks = 0;
  #index: GroupIndex | undefined;
  #otherRecords: readonly OtherRecord[] | undefined;
  #delayOf: ReturnType<typeof readCrawlDelays> | undefined;
  /** The file in the dialects of known crawlers, and the rules that these follow. */
  #inDialects: Map<Dialect, RobotsTxt> | undefined;
  #documented: WeakMap<CrawlerBehavior, Matcher> | undefined;

  /** Use parseRobotsTxt. */
  constructor(body: string | Uint8Array, dialect: Dialect, limit: number) {
    this.dialect = dialect;
    this.#tables = compileDialect(dialect);
    this.#body = new Body(body, dialect, limit);
    limitRules(this.#body, this.#tables);
    this.#records = new FileRecords(this.#body, this.#tables);
  }

  /**
   * Whether the body exceeds the parsing limit (RFC 9309 2.5) or the dialect's limit on rules. If so, only the lines before
   * the limit were parsed.
   */
  get truncated(): boolean {
    return this.#body.truncated;
  }

  get encoding(): BodyEncoding {
    return this.#body.encoding;
  }

  /** The body as text up to the parsing limit, without a byte-order mark. Invalid UTF-8 becomes U+FFFD. */
  get text(): string {
    const { start, end } = this.#body;
    return textOf(this.#body.bytes(), start, end);
  }

  /**
   * Returns whether the crawler may fetch the URL. For a known crawler, the file is read in the dialect that its operator
   * documents (`rfc9309` if none), and the result is true only if `decide` returns `allowed`: false for a crawler that
   * robots.txt does not govern. Throws a TypeError if the URL or a product token is invalid.
   *
   * @example
   * robotsTxt.isAllowed('https://example.com/private', 'ExampleBot');
   * robotsTxt.isAllowed('https://example.com/private', crawlerProfile('Googlebot') ?? 'Googlebot');
   */
  isAllowed(url: string | URL, crawler: Crawler): boolean {
    const behavior = behaviorOf(crawler);
    if (isLabel(crawler)) {
      const matcher = matcherFor(this, crawler);
      return matcher.isAllowed(url) && matcher.group !== undefined;
    }
    if (behavior === undefined) return this.#matcher(crawler as ProductTokenInput).isAllowed(url);
    return this.#documentedMatcher(behavior).isAllowed(url) && isGoverned(behavior);
  }

  /** Returns the verdict with its reasons. */
  explain(url: string | URL, productToken: ProductTokenInput, options?: ExplainOptions): Verdict {
    return this.#matcher(productToken).explain(url, options);
  }

  /** Returns the rules for a product token, for callers that check many URLs. */
  matcher(productToken: ProductTokenInput): Matcher {
    return this.#matcher(productToken);
  }

  /** Every line of the body as a record. The concatenated bytes are the body. */
  get records(): readonly RobotsTxtRecord[] {
    return this.#records.records;
  }

  /** Returns a walk over the same records that creates no objects, for callers that read millions of files. */
  walk(): RecordWalk {
    return new RecordReader(this.#body, this.#tables);
  }

  get groups(): readonly Group[] {
    return this.#records.groups;
  }

  /** All records that are neither user-agent lines nor rules. */
  get otherRecords(): readonly OtherRecord[] {
    this.#otherRecords ??= readOtherRecords(this.walk());
    return this.#otherRecords;
  }

  /** The absolute URLs of the sitemap records. Relative ones are in `otherRecords` and have a diagnostic. */
  get sitemaps(): readonly string[] {
    return this.otherRecords.filter(({ field, value }) => field === 'sitemap' && isAbsoluteUrl(value)).map(({ value }) => value);
  }

  /** Returns the crawl delay of the token's groups in seconds; undefined if they have no valid one. */
  crawlDelay(productToken: ProductTokenInput): number | undefined {
    this.#delayOf ??= readCrawlDelays(new RecordReader(this.#body, this.#tables));
    return this.#matcher(productToken)
      .group?.userAgentLines.map(this.#delayOf)
      .find((delay) => delay !== undefined);
  }

  /** Returns the rules for a crawler in the dialect that its operator documents. */
  #documentedMatcher(behavior: CrawlerBehavior): Matcher {
    this.#documented ??= new WeakMap();
    const known = this.#documented.get(behavior);
    if (known !== undefined) return known;
    const matcher = matcherFor(this.#in(readDialect(behavior.dialect)), behavior);
    this.#documented.set(behavior, matcher);
    return matcher;
  }

  /** Returns the same body in a dialect. */
  #in(dialect: Dialect): RobotsTxt {
    if (dialect === this.dialect) return this;
    this.#inDialects ??= new Map();
    const robotsTxt =
      this.#inDialects.get(dialect) ?? parseRobotsTxt(this.#body.wholeSource(), { dialect, maxBytes: this.#body.limit });
    this.#inDialects.set(dialect, robotsTxt);
    return robotsTxt;
  }

  #matcher(input: ProductTokenInput): RuleMatcher {
    if (input === this.#latestKey && this.#latestMatcher !== undefined) return this.#latestMatcher;
    const key = typeof input === 'string' ? input : listKey(input);
    const matcher = this.#matchers?.get(key) ?? this.#makeMatcher(input);
    // Most files are queried for one token, so the map is created only for the second.
    if (this.#latestMatcher !== undefined) {
      this.#matchers ??= new Map();
      if (this.#matchers.size >= MAX_MATCHERS) this.#matchers.clear();
      this.#matchers.set(this.#latestKey, this.#latestMatcher).set(key, matcher);
    }
    this.#latestKey = key;
    this.#latestMatcher = matcher;
    return matcher;
  }

  #makeMatcher(input: ProductTokenInput): RuleMatcher {
    const { group, rules } = this.#selectGroups(readTokenInputs(input, this.dialect));
    const list = new RuleList(this.#body, this.#tables, rules);
    return new RuleMatcher(list, group, this.#records);
  }

  #selectGroups(tokens: readonly string[]): Selection {
    if (this.#walks < MAX_WALKS) {
      this.#walks++;
      return selectGroups(this.#body, this.#tables, tokens);
    }
    this.#index ??= new GroupIndex(this.#body, this.#tables);
    return this.#index.select(tokens);
  }
}

/** Single tokens never start with a space in any dialect, so list keys cannot collide with them. */
function listKey(tokens: readonly string[]): string {
  return ` ${JSON.stringify(tokens)}`;
}

/**
 * Parses a robots.txt. Accepts any body; throws only for invalid options. The body is not copied: do not change a byte
 * array afterwards.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /private/\nAllow: /private/faq');
 * robotsTxt.isAllowed('https://example.com/private/page', 'ExampleBot'); // false
 * robotsTxt.explain('https://example.com/private/faq', 'ExampleBot').rule?.line; // 3
 * ```
 */
export function parseRobotsTxt(body: string | Uint8Array, options?: ParseOptions): RobotsTxt {
  checkBody(body);
  return new RobotsTxt(body, readDialect(options?.dialect), readLimit(options?.maxBytes));
}

/**
 * Throws a TypeError for anything but a string or bytes. Other values, such as an ArrayBuffer, would count as an empty file,
 * which allows everything.
 */
export function checkBody(body: string | Uint8Array): void {
  // `instanceof` would reject a Uint8Array of another realm, as in tests in a simulated browser.
  if (typeof body === 'string' || body?.BYTES_PER_ELEMENT === 1) return;
  throw new TypeError('The body of a robots.txt must be a string or a Uint8Array.');
}

/**
 * Returns the rules that a crawler follows in a file: none if it ignores the group of `*` and no group names it. Throws a
 * TypeError for an invalid product token.
 *
 * @example
 * ```ts
 * import { matcherFor, parseRobotsTxt } from '@repkit/core';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * const crawler = { name: 'Fetcher', productTokens: ['Fetcher'], fallsBackToStar: false };
 * matcherFor(robotsTxt, crawler).isAllowed('https://example.com/private/'); // true
 * matcherFor(robotsTxt, 'ExampleBot').isAllowed('https://example.com/private/'); // false
 * ```
 */
export function matcherFor(robotsTxt: RobotsTxt, crawler: Crawler): Matcher {
  const tokens = behaviorOf(crawler)?.productTokens ?? (crawler as ProductTokenInput);
  const matcher = robotsTxt.matcher(tokens);
  if (!ignoresStar(crawler, matcher.group)) return matcher;
  return parseRobotsTxt('', { dialect: robotsTxt.dialect }).matcher(tokens);
}

/** Custom dialects already found to be complete. */
const completeDialects = new WeakSet<Dialect>();

/**
 * Returns the dialect of an option. Throws a RangeError for an unknown name and a TypeError for an incomplete dialect.
 */
export function readDialect(dialect: DialectName | Dialect | undefined): Dialect {
  if (dialect === undefined) return dialects.rfc9309;
  if (typeof dialect === 'object' && dialect !== null) {
    if (!completeDialects.has(dialect)) checkComplete(dialect);
    return dialect;
  }
  if (Object.hasOwn(dialects, dialect)) return dialects[dialect];
  const names = Object.keys(dialects).join(', ');
  throw new RangeError(`Unknown dialect ${JSON.stringify(dialect)}. Use one of ${names}.`);
}

function checkComplete(dialect: Dialect): void {
  const missing = Object.keys(dialects.rfc9309).find((name) => Reflect.get(dialect, name) === undefined);
  if (missing !== undefined) {
    throw new TypeError(
      `The dialect lacks the property ${missing}. Derive it from a built-in one, such as { ...dialects.rfc9309, name: "mine" }.`,
    );
  }
  completeDialects.add(dialect);
}

/** Returns the parsing limit of an option. Throws a RangeError if it is out of range. */
export function readLimit(maxBytes: number | undefined): number {
  if (maxBytes === undefined) return MIN_PARSING_LIMIT_BYTES;
  const isWithin = maxBytes >= MIN_PARSING_LIMIT_BYTES && maxBytes <= MAX_PARSING_LIMIT_BYTES;
  if (Number.isSafeInteger(maxBytes) && isWithin) return maxBytes;
  throw new RangeError(
    `maxBytes must be a whole number from ${MIN_PARSING_LIMIT_BYTES} (RFC 9309 2.5) ` +
      `to ${MAX_PARSING_LIMIT_BYTES}, not ${maxBytes}.`,
  );
}
