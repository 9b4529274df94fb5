/** Which rule decides about how many URLs of a sitemap or a log, and which rules decide about none. */
import { directQueries, type Matcher } from '../match/matcher.js';
import { type Budget, groupSteps, readBudget } from '../prover/budget.js';
import type { RobotsTxt } from '../robots-txt.js';
import type { AppliedGroup, Rule, Verdict } from '../verdict.js';
import { NamedGroups, namedTokens } from './audience.js';

export interface CoverageOptions {
  /** By default every token that the file names, and `*` for all others. */
  readonly productTokens?: readonly string[];
  /** The steps that counting may take, 16 million by default. */
  readonly budget?: number;
}

/** A rule, and of how many URLs it decided. */
export interface RuleCoverage {
  readonly rule: Rule;
  readonly urls: number;
}

/** What came of the URLs for one product token. */
export interface Coverage {
  readonly productToken: string;
  readonly group: AppliedGroup | undefined;
  readonly allowed: number;
  readonly blocked: number;
  /** Every rule of the groups that apply, in file order; those with no URLs among them. */
  readonly rules: readonly RuleCoverage[];
  /** URLs about which no rule decided. */
  readonly withoutRule: number;
  /** Texts that are no URL. */
  readonly unreadable: number;
  /** URLs that were left out because the budget was spent. */
  readonly unchecked: number;
}

/** An explanation takes about this many steps, and more for long URLs, and for patterns with `*`. */
const STEPS_PER_URL = 64;
const STEPS_PER_STARRED_BYTE = 1 / 64;

/**
 * Counts URLs one after the other, and keeps none of them. Product tokens whose groups say the same are counted once. A
 * URL is counted for all tokens or, once the budget is spent, for none. A TypeError says if a token cannot be asked
 * about, a RangeError if the budget is not a number of steps.
 */
export class CoverageCounter {
  readonly #robotsTxt: RobotsTxt;
  readonly #budget: Budget;
  readonly #counters: readonly Counter[];
  readonly #byToken: ReadonlyMap<string, CountedRules>;
  #urls = 0;
  #unchecked = 0;

  constructor(robotsTxt: RobotsTxt, options?: CoverageOptions) {
    this.#robotsTxt = robotsTxt;
    this.#budget = readBudget(options?.budget);
    const tokens = options?.productTokens ?? namedTokens([robotsTxt]);
    const named = new NamedGroups([robotsTxt]);
    this.#budget.spend(groupSteps(robotsTxt));
    const counters = new Map<string, Counter>();
    const byKey = new Map<string, CountedRules>();
    const counted = (token: string): CountedRules => {
      if (!this.#budget.spend(named.stepsFor(token))) return { rules: [], counter: undefined };
      const matcher = robotsTxt.matcher(token);
      const text = named.rulesText(token);
      const counter = counters.get(text) ?? new Counter(matcher);
      counters.set(text, counter);
      return { rules: matcher.rules, counter };
    };
    const byToken = new Map<string, CountedRules>();
    for (const token of tokens) {
      const key = named.keyOf(token);
      const known = byKey.get(key) ?? counted(token);
      byKey.set(key, known);
      byToken.set(token, known);
    }
    this.#counters = [...counters.values()];
    this.#byToken = byToken;
  }

  add(url: string | URL): void {
    this.#urls++;
    const { length } = String(url);
    const steps = this.#counters.reduce((sum, counter) => sum + counter.steps(length), 0);
    if (!this.#budget.spend(Math.ceil(steps))) this.#unchecked++;
    else for (const counter of this.#counters) counter.add(url);
  }

  /** What came of the URLs so far, for each product token. */
  result(): readonly Coverage[] {
    const results = new Map<CountedRules, Counts>();
    return [...this.#byToken].map(([productToken, counted]) => {
      const { counter, rules } = counted;
      const counts =
        results.get(counted) ??
        counter?.result(rules, this.#unchecked) ??
        ({ ...NO_COUNTS, unchecked: this.#urls } satisfies Counts);
      results.set(counted, counts);
      const { group } = this.#robotsTxt.matcher(productToken);
      return { productToken, group, ...counts };
    });
  }
}

type Counts = Omit<Coverage, 'productToken' | 'group'>;

const NO_COUNTS: Counts = {
  allowed: 0,
  blocked: 0,
  rules: [],
  withoutRule: 0,
  unreadable: 0,
  unchecked: 0,
};

/** The rules of some groups, and the counter that they share with all groups that say the same. */
interface CountedRules {
  readonly rules: readonly Rule[];
  /** Absent if the budget did not suffice to read the rules. */
  readonly counter: Counter | undefined;
}

/** Which rules decide about the URLs, which are gone through once. */
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
  readonly #matcher: Matcher;
  readonly #rules: readonly Rule[];
  readonly #starredBytes: number;
  /** URLs by the line of the rule. */
  readonly #byLine = new Map<number, number>();
  #allowed = 0;
  #blocked = 0;
  #withoutRule = 0;
  #unreadable = 0;
  #queries = 0;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
    this.#rules = matcher.rules;
    this.#starredBytes = this.#rules.reduce(
      (sum, { canonicalPattern, bytes }) => sum + (canonicalPattern.includes('*') ? bytes : 0),
      0,
    );
  }

  /** What the next URL of so many characters takes. */
  steps(length: number): number {
    const direct = this.#queries < directQueries(this.#rules.length) ? this.#rules.length : 0;
    return STEPS_PER_URL + direct + length * (1 / 8 + this.#starredBytes * STEPS_PER_STARRED_BYTE);
  }

  add(url: string | URL): void {
    this.#queries++;
    const verdict = this.#verdict(url);
    if (verdict === undefined) {
      this.#unreadable++;
      return;
    }
    if (verdict.allowed) this.#allowed++;
    else this.#blocked++;
    if (verdict.rule === undefined) this.#withoutRule++;
    else {
      const { line } = verdict.rule;
      this.#byLine.set(line, (this.#byLine.get(line) ?? 0) + 1);
    }
  }

  /** A log line that is not a URL is skipped. */
  #verdict(url: string | URL): Verdict | undefined {
    try {
      return this.#matcher.explain(url);
    } catch {
      return undefined;
    }
  }

  /** The counts by rules that are the same as the counter's, one for one, perhaps on other lines. */
  result(rules: readonly Rule[], unchecked: number): Counts {
    return {
      allowed: this.#allowed,
      blocked: this.#blocked,
      rules: rules.map((rule, place) => ({
        rule,
        urls: this.#byLine.get(this.#rules[place].line) ?? 0,
      })),
      withoutRule: this.#withoutRule,
      unreadable: this.#unreadable,
      unchecked,
    };
  }
}
