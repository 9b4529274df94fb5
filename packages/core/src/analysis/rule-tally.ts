/** URLs by the rule of one file that decides them. */

import type { Matcher } from '../match/matcher.js';
import type { AppliedGroup, Rule } from '../match/verdict.js';

export interface RuleCoverage {
  readonly rule: Rule;
  readonly urls: number;
}

/** The counts for one crawler. */
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
  readonly invalid: number;
  /** URLs skipped because the budget ran out. */
  readonly unchecked: number;
}

export class RuleTally {
  allowed = 0;
  blocked = 0;
  withoutRule = 0;
  /** Texts that are URLs in other dialects only. */
  invalid = 0;
  readonly #byLine = new Map<number, { readonly rule: Rule; urls: number }>();

  add(url: string | URL, matcher: Matcher): void {
    const { allowed, rule } = matcher.explain(url);
    if (allowed) this.allowed++;
    else this.blocked++;
    if (rule === undefined) {
      this.withoutRule++;
      return;
    }
    const known = this.#byLine.get(rule.line) ?? { rule, urls: 0 };
    this.#byLine.set(rule.line, known);
    known.urls++;
  }

  get rules(): Iterable<RuleCoverage> {
    return this.#byLine.values();
  }

  urlsOf({ line }: Rule): number {
    return this.#byLine.get(line)?.urls ?? 0;
  }
}

type RuleCounts = Pick<Coverage, 'allowed' | 'blocked' | 'rules' | 'withoutRule'>;

/**
 * Adds up the URLs for all crawlers and the requests of one.
 *
 * @param rules those of the crawler
 * @param counted the same rules as they are counted, possibly on other lines
 * @param requests may have other rules, which another dialect applies
 */
export function coverageOf(
  rules: readonly Rule[],
  counted: { readonly rules: readonly Rule[]; readonly tally: RuleTally },
  requests: RuleTally,
): RuleCounts {
  const { tally } = counted;
  const byLine = new Map(
    rules.map((rule, index) => [rule.line, { rule, urls: tally.urlsOf(counted.rules[index]) + requests.urlsOf(rule) }]),
  );
  for (const requested of requests.rules) {
    if (!byLine.has(requested.rule.line)) byLine.set(requested.rule.line, requested);
  }
  return {
    allowed: tally.allowed + requests.allowed,
    blocked: tally.blocked + requests.blocked,
    rules: [...byLine.values()].sort((a, b) => a.rule.line - b.rule.line),
    withoutRule: tally.withoutRule + requests.withoutRule,
  };
}
