/** Which rule decides about how many URLs of a sitemap or a log, and which rules decide about none. */
import type { RobotsTxt } from '../robots-txt.js';
import type { AppliedGroup, Rule, Verdict } from '../verdict.js';
import { NamedGroups, namedTokens } from './named-tokens.js';

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
}

/**
 * Counts URLs one after the other, and keeps none of them. Tokens are those that the file names, and `*`, unless some
 * are given; a TypeError says where one cannot be asked about.
 */
export class CoverageCounter {
  readonly #counters: readonly Counter[];
  /** The counter of each product token: one for all to which the same groups apply. */
  readonly #byToken: ReadonlyMap<string, Counter>;

  constructor(robotsTxt: RobotsTxt, productTokens?: readonly string[]) {
    const named = new NamedGroups([robotsTxt]);
    const byKey = new Map<string, Counter>();
    const byToken = new Map<string, Counter>();
    for (const token of productTokens ?? namedTokens([robotsTxt])) {
      const key = named.keyOf(token);
      const counter = byKey.get(key) ?? new Counter(robotsTxt, token);
      byKey.set(key, counter);
      byToken.set(token, counter);
    }
    this.#counters = [...byKey.values()];
    this.#byToken = byToken;
  }

  add(url: string | URL): void {
    for (const counter of this.#counters) counter.add(url);
  }

  /** What came of the URLs so far, for each product token. */
  result(): readonly Coverage[] {
    return [...this.#byToken].map(([token, counter]) => counter.result(token));
  }
}

/** Which rules decide about the URLs, which are gone through once. */
export function coverage(
  robotsTxt: RobotsTxt,
  urls: Iterable<string | URL>,
  productTokens?: readonly string[],
): readonly Coverage[] {
  const counter = new CoverageCounter(robotsTxt, productTokens);
  for (const url of urls) counter.add(url);
  return counter.result();
}

class Counter {
  readonly #robotsTxt: RobotsTxt;
  readonly #token: string;
  /** URLs by the line of the rule. */
  readonly #byLine = new Map<number, number>();
  #allowed = 0;
  #blocked = 0;
  #withoutRule = 0;
  #unreadable = 0;

  constructor(robotsTxt: RobotsTxt, token: string) {
    this.#robotsTxt = robotsTxt;
    this.#token = token;
  }

  add(url: string | URL): void {
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

  /** A line of a log that is no URL costs that line. */
  #verdict(url: string | URL): Verdict | undefined {
    try {
      return this.#robotsTxt.matcher(this.#token).explain(url);
    } catch {
      return undefined;
    }
  }

  result(productToken: string): Coverage {
    const { group, rules } = this.#robotsTxt.matcher(productToken);
    return {
      productToken,
      group,
      allowed: this.#allowed,
      blocked: this.#blocked,
      rules: rules.map((rule) => ({ rule, urls: this.#byLine.get(rule.line) ?? 0 })),
      withoutRule: this.#withoutRule,
      unreadable: this.#unreadable,
    };
  }
}
