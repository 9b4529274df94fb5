/** Finds rules to remove and patterns to shorten without changing any verdict; every step is proved. */

import type { Rule } from '../match/verdict.js';
import { type Budget, rulesSteps } from '../prover/budget.js';
import { findDifferences } from '../prover/differences.js';
import { findChangedTarget, proveForAll } from '../prover/prove.js';
import { rankRules } from '../prover/ranked-rules.js';
import type { Audience } from './audience.js';

type AudienceRules = Pick<Audience, 'ranked'>;

/** Budget per proof in the first round, so that hard proofs do not starve the others. */
const FIRST_SLICE = 100_000;

export interface NeededRules {
  readonly isNeeded: (rule: Rule) => boolean;
  /** False if the budget ran out: then some rules that count as needed may be removable. */
  readonly complete: boolean;
}

/**
 * Finds the rules that can be removed without changing a verdict for any audience. Tries the longest rules first, and
 * later ones first among equally long rules. Each proof gets a small share of the budget at first; the hard ones divide
 * the rest.
 */
export function neededRules(audiences: readonly AudienceRules[], budget: Budget): NeededRules {
  const uses = audiences.flatMap(({ ranked }) =>
    ranked.rules.map((rule) => ({ ranked, rule, entries: ranked.entriesOf(rule) })),
  );
  // A rule that matches nothing is not needed.
  const matching = uses.filter(({ entries }) => entries.length > 0);
  const holders = Map.groupBy(matching, ({ rule }) => rule);
  const order = [...holders.keys()].sort((a, b) => b.bytes - a.bytes || b.line - a.line);
  const gone = new Set<Rule>();

  const matters = (rule: Rule, share: Budget) =>
    proveForAll(holders.get(rule) ?? [], ({ ranked }) =>
      findChangedTarget(ranked, rule, share, gone),
    );

  const overlapping = (rule: Rule): readonly (Rule | undefined)[] =>
    (holders.get(rule) ?? []).flatMap(({ ranked, entries }) =>
      entries.flatMap(({ shape }) => ranked.overlapping(shape, budget).map((other) => other.rule)),
    );

  let open = new Set(order);
  let undecided = new Set<Rule>();
  for (const isLast of [false, true]) {
    if (isLast) [open, undecided] = [undecided, new Set()];
    while (open.size > 0) {
      // Removing a rule can make overlapping rules removable.
      const again = new Set<Rule | undefined>();
      let left = open.size;
      for (const rule of open) {
        const most = isLast ? Math.ceil(budget.left / left) : FIRST_SLICE;
        left--;
        const { outcome } = budget.lend(most, (share) => matters(rule, share));
        undecided.delete(rule);
        if (outcome === 'undecided') undecided.add(rule);
        if (outcome !== 'never') continue;
        gone.add(rule);
        for (const other of overlapping(rule)) again.add(other);
      }
      open = new Set(order.filter((rule) => again.has(rule) && !gone.has(rule)));
    }
  }
  return {
    isNeeded: (rule) => holders.has(rule) && !gone.has(rule),
    complete: undecided.size === 0,
  };
}

const STARS = /\*{2,}/g;
/** A star at the end of a pattern, which changes nothing because patterns match prefixes. */
const IDLE_STAR = /(?<!\$)\*\$?$/;

export interface ShorterPatterns {
  /** Patterns to write, by line of their rule. */
  readonly byLine: ReadonlyMap<number, string>;
  readonly complete: boolean;
}

/**
 * Finds stars that change nothing: `/***` becomes `/`, unless the extra bytes decide between two rules. Shortens all
 * patterns at once, then restores those that make a difference until none does.
 */
export function shorterPatterns(
  audiences: readonly AudienceRules[],
  budget: Budget,
): ShorterPatterns {
  const shorter = new Map<Rule, Rule>();
  for (const { ranked } of audiences) {
    if (!ranked.dialect.wildcards) continue;
    for (const rule of ranked.rules) {
      const pattern = withoutStars(rule.pattern);
      if (!rule.usable || pattern.length >= rule.pattern.length) continue;
      const canonicalPattern = withoutStars(rule.canonicalPattern);
      const bytes = rule.bytes - (rule.canonicalPattern.length - canonicalPattern.length);
      shorter.set(rule, { ...rule, pattern, canonicalPattern, bytes });
    }
  }
  let complete = true;
  for (let restored = true; restored && shorter.size > 0; ) {
    restored = false;
    for (const { ranked } of audiences) {
      if (!ranked.rules.some((rule) => shorter.has(rule))) continue;
      const rules = ranked.rules.map((rule) => shorter.get(rule) ?? rule);
      if (!budget.spend(rulesSteps(rules))) return { byLine: new Map(), complete: false };
      const { differences, undecided } = findDifferences(
        ranked,
        rankRules(rules, ranked.dialect),
        budget,
      );
      if (undecided.length > 0) complete = false;
      const lines = new Set([...differences, ...undecided].map(({ rule }) => rule?.line));
      for (const rule of shorter.keys()) {
        if (!lines.has(rule.line)) continue;
        shorter.delete(rule);
        restored = true;
      }
      // No remaining rule explains the difference, so shortening none is the only safe result.
      if (lines.size > 0 && !restored) return { byLine: new Map(), complete };
    }
  }
  const byLine = new Map([...shorter].map(([{ line }, { pattern }]) => [line, pattern]));
  return { byLine, complete };
}

function withoutStars(pattern: string): string {
  return pattern.replace(STARS, '*').replace(IDLE_STAR, '') || '/';
}
