/** Counts how many URLs of a sitemap or log each rule decides. */

import { oncePer } from '../dialect/once-per.js';
import { type Crawler, crawlerName, fallsBackToStar, productTokensOf } from '../file/crawler.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { matcherFor } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { AppliedGroup, Rule, Verdict } from '../match/verdict.js';
import { type Budget, groupSteps, querySteps, readBudget } from '../prover/budget.js';
import { listedCrawlers, NamedGroups, namedTokens } from './audience.js';

export interface CoverageOptions {
  /** Product tokens and crawler profiles (default: every token that the file names, and `*` for all others). */
  readonly productTokens?: readonly Crawler[];
  /** Steps that counting may take (default: 13 million). */
  readonly budget?: number;
}

export interface RuleCoverage {
  readonly rule: Rule;
  readonly urls: number;
}

/** The counts for one product token. */
export interface Coverage {
  readonly productToken: string;
  readonly group: AppliedGroup | undefined;
  readonly allowed: number;
  readonly blocked: number;
  /** Every rule of the applicable groups in file order, including rules that decide no URL. */
  readonly rules: readonly RuleCoverage[];
  /** URLs that no rule decides: those that none matches, and `/robots.txt` if it is always allowed. */
  readonly withoutRule: number;
  /** Texts that are not URLs. */
  readonly unreadable: number;
  /** URLs skipped because the budget ran out. */
  readonly unchecked: number;
}

/**
 * Counts URLs one at a time without storing them. Product tokens with equal rules are counted once. A URL is counted
 * for all tokens or, once the budget runs out, for none.
 * Throws a TypeError for an invalid product token and a RangeError for an invalid budget.
 */
export class CoverageCounter {
  readonly #robotsTxt: RobotsTxt;
  readonly #budget: Budget;
  readonly #counters: readonly Counter[];
  readonly #byToken: ReadonlyMap<Crawler, CountedRules>;
  readonly #find: (crawler: Crawler) => Crawler | undefined;
  /** The counters of requests, which one crawler made. */
  readonly #requests = new Map<Crawler, Counter>();
  #urls = 0;
  #unchecked = 0;

  constructor(robotsTxt: RobotsTxt, options?: CoverageOptions) {
    this.#robotsTxt = robotsTxt;
    this.#budget = readBudget(options?.budget);
    const tokens: readonly Crawler[] = options?.productTokens ?? namedTokens([robotsTxt]);
    const named = new NamedGroups([robotsTxt]);
    this.#budget.spend(groupSteps(robotsTxt));
    const counters = new Map<string, Counter>();
    const byKey = new Map<string, CountedRules>();
    const counted = (token: Crawler): CountedRules => {
      if (!this.#budget.spend(named.stepsFor(token))) return { rules: [], counter: undefined };
      const matcher = matcherFor(robotsTxt, token);
      const key = named.rulesKeyOf(token);
      const counter = counters.get(key) ?? new Counter(matcher);
      counters.set(key, counter);
      return { rules: matcher.rules, counter };
    };
    const byToken = new Map<Crawler, CountedRules>();
    for (const token of tokens) {
      const key = named.keyOf(token);
      const known = byKey.get(key) ?? counted(token);
      byKey.set(key, known);
      byToken.set(token, known);
    }
    this.#counters = [...counters.values()];
    this.#byToken = byToken;
    const chosen = (crawler: Crawler) => [crawler];
    const followed = options?.productTokens ? chosen : namesFollowed;
    this.#find = listedCrawlers(tokens, (crawler) =>
      followed(crawler).map((one) => named.tokensKeyOf(one)),
    );
  }

  /** The crawlers that are counted. */
  get crawlers(): readonly Crawler[] {
    return [...this.#byToken.keys()];
  }

  /**
   * Adds a URL for all crawlers, or a request of one of `crawlers`, or by default of any crawler. Returns false if the URL
   * was checked and is invalid. Throws a TypeError for an invalid product token.
   */
  add(url: string | URL, crawler?: Crawler): boolean {
    const listed = crawler === undefined ? undefined : this.#find(crawler);
    this.#urls++;
    const counters = crawler === undefined ? this.#counters : this.#counterOf(listed);
    const { length } = String(url);
    const steps = counters.reduce((sum, counter) => sum + counter.steps(length), 0);
    let isValid = true;
    if (!this.#budget.spend(steps)) this.#unchecked++;
    else for (const counter of counters) isValid = counter.add(url);
    return isValid;
  }

  #counterOf(crawler: Crawler | undefined): readonly Counter[] {
    if (crawler === undefined || this.#byToken.get(crawler)?.counter === undefined) return [];
    const counter =
      this.#requests.get(crawler) ?? new Counter(matcherFor(this.#robotsTxt, crawler));
    this.#requests.set(crawler, counter);
    return [counter];
  }

  /** Returns the counts so far for each product token. */
  result(): readonly Coverage[] {
    // Thousands of tokens may share the counts of thousands of rules.
    const sharedCounts = oncePer(({ rules, counter }: CountedRules) => countsOf(rules, [counter]));
    return [...this.#byToken].map(([crawler, counted]) => {
      const { rules, counter } = counted;
      const requests = this.#requests.get(crawler);
      const counts =
        requests === undefined ? sharedCounts(counted) : countsOf(rules, [counter, requests]);
      const { group } = matcherFor(this.#robotsTxt, crawler);
      const unchecked = counter === undefined ? this.#urls : this.#unchecked;
      return { productToken: crawlerName(crawler), group, ...counts, unchecked };
    });
  }
}

type Counts = Omit<Coverage, 'productToken' | 'group' | 'unchecked'>;

/** Adds up counters of rules that equal these, possibly on other lines. */
function countsOf(rules: readonly Rule[], counters: readonly (Counter | undefined)[]): Counts {
  const sum = (count: (counter: Counter) => number) =>
    counters.reduce((all, counter) => all + (counter === undefined ? 0 : count(counter)), 0);
  return {
    allowed: sum(({ allowed }) => allowed),
    blocked: sum(({ blocked }) => blocked),
    rules: rules.map((rule, index) => ({ rule, urls: sum((counter) => counter.urlsOf(index)) })),
    withoutRule: sum(({ withoutRule }) => withoutRule),
    unreadable: sum(({ unreadable }) => unreadable),
  };
}

/** The rules of some groups, and the counter shared by all groups with equal rules. */
interface CountedRules {
  readonly rules: readonly Rule[];
  /** Undefined if the budget did not suffice to read the rules. */
  readonly counter: Counter | undefined;
}

/** Returns the names that a crawler looks for in a file, in order. */
function namesFollowed(crawler: Crawler): readonly string[] {
  const star = fallsBackToStar(crawler) ? [STAR_TOKEN] : [];
  return [...productTokensOf(crawler), ...star];
}

/** Counts which rules decide the URLs. Iterates over the URLs once. */
export function coverage(
  robotsTxt: RobotsTxt,
  urls: Iterable<string | URL>,
  options?: CoverageOptions,
): readonly Coverage[] {
  const counter = new CoverageCounter(robotsTxt, options);
  for (const url of urls) counter.add(url);
  return counter.result();
}

class Counter {
  allowed = 0;
  blocked = 0;
  withoutRule = 0;
  unreadable = 0;
  readonly #matcher: Matcher;
  readonly #rules: readonly Rule[];
  /** Returns the cost of a URL, given its length in characters. */
  readonly steps: (length: number) => number;
  /** URLs by line of the deciding rule. */
  readonly #byLine = new Map<number, number>();

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
    this.#rules = matcher.rules;
    this.steps = querySteps(matcher.rules);
  }

  /** Returns false for an invalid URL, such as a line of a log. */
  add(url: string | URL): boolean {
    let verdict: Verdict;
    try {
      verdict = this.#matcher.explain(url);
    } catch {
      this.unreadable++;
      return false;
    }
    if (verdict.allowed) this.allowed++;
    else this.blocked++;
    const line = verdict.rule?.line;
    if (line === undefined) this.withoutRule++;
    else this.#byLine.set(line, (this.#byLine.get(line) ?? 0) + 1);
    return true;
  }

  urlsOf(index: number): number {
    return this.#byLine.get(this.#rules[index].line) ?? 0;
  }
}
