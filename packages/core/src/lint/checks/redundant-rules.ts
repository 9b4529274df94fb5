/** Finds rules that can be removed without changing a verdict, one by one and together. */
import type { Audience } from '../../analysis/audience.js';
import type { Rule } from '../../match/verdict.js';
import { findChangedTarget, proveForAll } from '../../prover/prove.js';
import type { FileContext } from './check.js';

/** A rule as it applies to one audience. */
export interface RuleUse {
  readonly audience: Audience;
  readonly rule: Rule;
}

/** A rule whose removal changes no verdict. */
export interface Redundant {
  readonly rule: Rule;
  readonly holders: readonly RuleUse[];
  readonly witness: string;
  /** A single rule that matches the same URLs, if there is one. */
  cover: Rule | undefined;
}

/** If a cover is itself redundant, replaces it by the rule that covers it, which matches the same URLs. */
export function followCovers(redundant: ReadonlyMap<number, Redundant>): void {
  for (const start of redundant.values()) {
    const path: Redundant[] = [];
    let last = start;
    for (;;) {
      const next = last.cover && redundant.get(last.cover.line);
      if (next?.cover === undefined) break;
      path.push(last);
      last = next;
    }
    for (const step of path) step.cover = last.cover;
  }
}

/**
 * Returns redundant rules that can all be removed together with the copies. Of two rules that match the same URLs, either
 * one is redundant, but not both. Prefers to remove longer rules, and later ones of equal length. Leaves each group at least
 * one rule: otherwise its user-agent lines would join the next group. At most one proof per holder of a redundant rule.
 */
export function removableTogether(
  redundant: readonly Redundant[],
  copies: ReadonlySet<Rule>,
  { robotsTxt, budget }: FileContext,
): readonly Rule[] {
  const copied = new Set(Array.from(copies, ({ line }) => line));
  const groupByLine = new Map(
    robotsTxt.groups.flatMap(({ rules }) => {
      const group = { rules: rules.filter(({ line }) => !copied.has(line)).length };
      return rules.map(({ line }) => [line, group] as const);
    }),
  );
  const gone = new Set(copies);
  const removable: Rule[] = [];
  for (const { rule, holders } of redundant.toSorted((a, b) => b.rule.bytes - a.rule.bytes || b.rule.line - a.rule.line)) {
    const group = groupByLine.get(rule.line);
    if (group === undefined || group.rules === 1) continue;
    const { outcome } = proveForAll(holders, ({ audience }) => findChangedTarget(audience.ranked, rule, budget, gone));
    if (outcome !== 'never') continue;
    gone.add(rule);
    removable.push(rule);
    group.rules--;
  }
  return removable;
}
