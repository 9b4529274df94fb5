/** The rules of a matcher compiled for many questions, each by the cheapest way that is sound. */
import { LITERAL, STAR } from '../compiled-dialect.js';
import { AUTOMATON_CACHE_OCTETS } from '../limits.js';
import { Automaton, GIVEN_UP } from './automaton.js';
import { PrefixIndex } from './prefix-index.js';
import { NO_RANK, RadixTree, type RankedPattern } from './radix-tree.js';
import type { RuleList, RulePattern } from './rule-list.js';

/** The answer where the question is left to the direct simulation. */
export const UNDECIDED = -1;

interface OwnedPattern extends RulePattern {
  readonly rule: number;
  readonly allows: boolean;
}

export class CompiledRules {
  /** 1 for the ranks whose rule allows, or restricts nothing. */
  readonly #allows: Uint8Array;
  readonly #prefixes: PrefixIndex | undefined;
  readonly #automaton: Automaton | undefined;

  constructor(rules: RuleList, cacheOctets: number = AUTOMATON_CACHE_OCTETS) {
    const patterns: OwnedPattern[] = [];
    for (let rule = 0; rule < rules.length; rule++) {
      for (const pattern of rules.patterns(rule)) {
        patterns.push({ ...pattern, rule, allows: !rules.restricts(rule) });
      }
    }
    if (rules.tables.dialect.precedence === 'most-octets') patterns.sort(bySpecificity);
    this.#allows = Uint8Array.from(patterns, ({ allows }) => (allows ? 1 : 0));
    const plain = new ArenaBuilder();
    const starred = new ArenaBuilder();
    const kinds = rules.tables.canonicalPatternKinds;
    patterns.forEach((pattern, rank) => {
      const simple = withoutRedundantStars(pattern, kinds);
      const hasStar = simple.octets.some((octet) => kinds[octet] !== LITERAL);
      (hasStar ? starred : plain).add(simple.octets, simple.anchored, rank);
    });
    this.#prefixes = plain.isEmpty ? undefined : new PrefixIndex(plain.tree());
    this.#automaton = starred.isEmpty ? undefined : new Automaton(starred.tree(), cacheOctets);
  }

  /** Octets held, for who wants to know what a matcher costs. */
  get octets(): number {
    return this.#allows.length + (this.#prefixes?.octets ?? 0) + (this.#automaton?.octets ?? 0);
  }

  /** 1 where the canonical target from `start` to `end` is allowed, 0 where it is not, or UNDECIDED. */
  decide(target: string, start: number, end: number): number {
    let rank = NO_RANK;
    if (this.#automaton !== undefined) {
      rank = this.#automaton.match(target, start, end);
      if (rank === GIVEN_UP) return UNDECIDED;
    }
    if (this.#prefixes !== undefined) {
      const prefixRank = this.#prefixes.match(target, start, end);
      if (prefixRank < rank) rank = prefixRank;
    }
    return rank === NO_RANK ? 1 : this.#allows[rank];
  }
}

/** Row 21: most octets first, allow before disallow, then as in the file. */
function bySpecificity(a: OwnedPattern, b: OwnedPattern): number {
  return b.priority - a.priority || Number(b.allows) - Number(a.allows) || a.rule - b.rule;
}

/** A `*` after another, or at the end, changes nothing that matches; one before a last `$` makes that one idle. */
function withoutRedundantStars(
  { octets, start, end, anchored }: RulePattern,
  kinds: Uint8Array,
): { octets: number[]; anchored: boolean } {
  const kept: number[] = [];
  let endsWithStar = false;
  for (let at = start; at < end; at++) {
    const isStar = kinds[octets[at]] === STAR;
    if (!isStar || !endsWithStar) kept.push(octets[at]);
    endsWithStar = isStar;
  }
  if (endsWithStar) kept.pop();
  return { octets: kept, anchored: anchored && !endsWithStar };
}

/** Gathers patterns and their octets for one tree. */
class ArenaBuilder {
  readonly #octets: number[] = [];
  readonly #patterns: RankedPattern[] = [];

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  add(octets: readonly number[], anchored: boolean, rank: number): void {
    const start = this.#octets.length;
    for (const octet of octets) this.#octets.push(octet);
    this.#patterns.push({ start, end: this.#octets.length, anchored, rank });
  }

  tree(): RadixTree {
    return new RadixTree(Uint8Array.from(this.#octets), this.#patterns);
  }
}
