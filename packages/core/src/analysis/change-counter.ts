/** Weighs an edit of a robots.txt by URLs: how many of a sitemap or an access log it blocks or allows. */

import { type Crawler, crawlerName, matcherFor } from '../decide/crawler.js';
import { MAX_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import type { Rule } from '../match/verdict.js';
import { comparedCrawlers, NamedGroups } from './audience.js';
import type { Change } from './diff.js';

/** What changes for product tokens whose rules are the same as each other's in both files. */
export interface CountedChange {
  readonly productTokens: readonly string[];
  readonly effect: Change['effect'];
  /** URLs whose verdict changes; a URL that was added several times counts as often. */
  readonly urls: number;
  /** All valid URLs that were added for these tokens. */
  readonly total: number;
  /**
   * By the rule that decides after the edit, or before it if none does after it; most URLs first. Lines are those of the
   * first token.
   */
  readonly rules: readonly CountedRule[];
  /** The targets (path and query) that were added most often, at most ten. */
  readonly targets: readonly { readonly target: string; readonly urls: number }[];
}

export interface CountedRule {
  readonly file: 'before' | 'after';
  readonly rule: Rule;
  readonly urls: number;
}

export interface CountedChanges {
  /** URLs that were added and are valid. */
  readonly urls: number;
  /** Texts that were added and are not URLs. */
  readonly invalid: number;
  /** Most URLs first. */
  readonly changes: readonly CountedChange[];
}

const MAX_TARGETS = 10;
/** Different targets counted per change. Further ones count as URLs, but are never among the most frequent. */
const MAX_COUNTED_TARGETS = 100_000;

/**
 * Counts URLs as they are added, without storing more than a bounded number of them. Time per URL: one verdict, and two
 * more for each set of product tokens with different rules if a rule that was added or removed matches.
 */
export class ChangeCounter {
  readonly #audiences: readonly CountedAudience[];
  /** Blocks every URL whose verdict may change. */
  readonly #candidates: Matcher | undefined;
  readonly #anyMatcher: Matcher;
  /** The crawlers that are counted. */
  readonly crawlers: readonly Crawler[];
  readonly #byCrawler = new Map<Crawler, CountedAudience>();
  /** Valid URLs that were added for all crawlers. */
  #urlsForAll = 0;
  #urls = 0;
  #invalid = 0;

  /** @param productTokens the crawlers to count for; by default the same as in `diff` */
  constructor(before: RobotsTxt, after: RobotsTxt, productTokens?: readonly Crawler[]) {
    const files = [before, after] as const;
    const groups = new NamedGroups(files);
    this.crawlers = productTokens ?? comparedCrawlers(files, groups);
    this.#anyMatcher = after.matcher('*');
    this.#audiences = [...Map.groupBy(this.crawlers, (token) => groups.rulesKeyOf(token)).values()]
      .filter(([token]) => !groups.agreeOn(token))
      .map((some) => {
        const matchers = [matcherFor(before, some[0]), matcherFor(after, some[0])] as const;
        const audience = new CountedAudience(some.map(crawlerName), ...matchers);
        for (const crawler of some) this.#byCrawler.set(crawler, audience);
        return audience;
      });
    this.#candidates = candidatesOf(this.#audiences);
  }

  /** Adds a URL for all crawlers, or a request of one of `crawlers`. */
  add(url: string | URL, crawler?: Crawler): void {
    const matcher = this.#candidates ?? this.#anyMatcher;
    let isAllowed: boolean;
    try {
      isAllowed = matcher.isAllowed(url);
    } catch {
      this.#invalid++;
      return;
    }
    this.#urls++;
    const audience = crawler === undefined ? undefined : this.#byCrawler.get(crawler);
    if (audience !== undefined) audience.requests++;
    if (crawler === undefined) this.#urlsForAll++;
    if (isAllowed && this.#candidates !== undefined) return;
    if (crawler === undefined) for (const one of this.#audiences) one.add(url);
    else audience?.add(url);
  }

  /** The counts so far. */
  result(): CountedChanges {
    const changes = this.#audiences.flatMap((audience) => audience.result(this.#urlsForAll));
    return {
      urls: this.#urls,
      invalid: this.#invalid,
      changes: changes.sort((one, other) => other.urls - one.urls),
    };
  }
}

/**
 * Returns a matcher that blocks every URL that an added or removed rule matches; undefined if other URLs may change too.
 * The rule with the most bytes decides, so if the verdict changes, the deciding rule of one file is not in the other.
 */
function candidatesOf(audiences: readonly CountedAudience[]): Matcher | undefined {
  const patterns = new Set<string>();
  const [dialect, ...others] = new Set(
    audiences.flatMap(({ before, after }) => [before.dialect, after.dialect]),
  );
  for (const { before, after } of audiences) {
    const keyOf = ({ kind, canonicalPattern }: Rule) => `${kind} ${canonicalPattern}`;
    const [old, young] = [before, after].map(({ rules }) => new Set(rules.map(keyOf)));
    const changed = [
      ...before.rules.filter((rule) => !young.has(keyOf(rule))),
      ...after.rules.filter((rule) => !old.has(keyOf(rule))),
    ];
    for (const { pattern, canonicalPattern } of changed) {
      patterns.add(pattern);
      // In Google's dialect, the rule may also allow the folder of an index page (row 24).
      const index = canonicalPattern.lastIndexOf('/index.htm');
      if (index !== -1) patterns.add(`${canonicalPattern.slice(0, index)}/$`);
    }
  }
  if (dialect === undefined || others.length > 0 || dialect.precedence !== 'most-bytes')
    return undefined;
  const lines = [...patterns].map((pattern) => `Disallow: ${pattern}\n`);
  const text = `User-agent: *\n${lines.join('')}`;
  const candidates = parseRobotsTxt(text, { dialect, maxBytes: MAX_PARSING_LIMIT_BYTES });
  // A pattern that is not UTF-8 cannot be copied as text.
  return candidates.truncated || text.includes('\ufffd') ? undefined : candidates.matcher('*');
}

class CountedAudience {
  readonly before: Matcher;
  readonly after: Matcher;
  /** Valid URLs that were added for one of its crawlers. */
  requests = 0;
  readonly #tokens: readonly string[];
  readonly #counts = { 'newly-blocked': new Counts(), 'newly-allowed': new Counts() };

  constructor(tokens: readonly string[], before: Matcher, after: Matcher) {
    this.#tokens = tokens;
    this.before = before;
    this.after = after;
  }

  add(url: string | URL): void {
    const isAllowed = this.after.isAllowed(url);
    if (isAllowed === this.before.isAllowed(url)) return;
    const after = this.after.explain(url);
    const counts = this.#counts[isAllowed ? 'newly-allowed' : 'newly-blocked'];
    if (after.rule !== undefined) counts.add(after.target, 'after', after.rule);
    else counts.add(after.target, 'before', this.before.explain(url).rule);
  }

  result(urlsForAll: number): CountedChange[] {
    return (['newly-blocked', 'newly-allowed'] as const)
      .filter((effect) => this.#counts[effect].urls > 0)
      .map((effect) => ({
        productTokens: this.#tokens,
        effect,
        total: urlsForAll + this.requests,
        ...this.#counts[effect].result(),
      }));
  }
}

class Counts {
  urls = 0;
  readonly #rules = new Map<string, { file: 'before' | 'after'; rule: Rule; urls: number }>();
  readonly #targets = new Map<string, number>();

  add(target: string, file: 'before' | 'after', rule: Rule | undefined): void {
    this.urls++;
    if (rule !== undefined) {
      const key = `${file} ${rule.line}`;
      const known = this.#rules.get(key);
      if (known === undefined) this.#rules.set(key, { file, rule, urls: 1 });
      else known.urls++;
    }
    const count = this.#targets.get(target);
    if (count !== undefined || this.#targets.size < MAX_COUNTED_TARGETS) {
      this.#targets.set(target, (count ?? 0) + 1);
    }
  }

  result(): Pick<CountedChange, 'urls' | 'rules' | 'targets'> {
    return {
      urls: this.urls,
      rules: [...this.#rules.values()].sort((one, other) => other.urls - one.urls),
      targets: [...this.#targets]
        .map(([target, urls]) => ({ target, urls }))
        .sort((one, other) => other.urls - one.urls)
        .slice(0, MAX_TARGETS),
    };
  }
}
