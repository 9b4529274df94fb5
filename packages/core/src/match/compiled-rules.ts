/** The rules of a matcher compiled for many questions, each pattern by the cheapest way that is sound for it. */
import {
  AUTOMATON_OCTETS_AN_OCTET,
  FEWEST_AUTOMATON_OCTETS,
  MOST_AUTOMATON_OCTETS,
} from '../limits.js';
import { Automaton, GIVEN_UP } from './automaton.js';
import { type PatternSet, rankPatterns } from './pattern-set.js';
import { hasKey, PieceIndex } from './piece-index.js';
import { PrefixIndex } from './prefix-index.js';
import { NO_RANK, RadixTree } from './radix-tree.js';
import type { RuleList } from './rule-list.js';
import type { Target } from './target.js';

/** The answer where the question is left to the direct simulation. */
export const UNDECIDED = -1;

/**
 * Patterns without `*` alone are a walk down a tree. With others, one automaton of all patterns answers as long as the
 * states that the targets reach fit into its cache; where they do not, the tree and the index of pieces do.
 */
export class CompiledRules {
  /** 1 for the ranks whose rule restricts nothing. */
  readonly #allows: Uint8Array;
  /** All patterns, where some hold a `*`. */
  readonly #automaton: Automaton | undefined;
  /** Patterns without `*`. */
  readonly #prefixes: PrefixIndex | undefined;
  /** Patterns with `*`, and four octets in a row that are none. */
  readonly #pieces: PieceIndex | undefined;
  /** The other patterns with `*`: short pieces make few states. */
  readonly #remainder: Automaton | undefined;

  constructor(rules: RuleList, cacheOctets?: number) {
    const { patterns, allows } = rankPatterns(rules);
    this.#allows = allows;
    const kinds = rules.tables.canonicalPatternKinds;
    const plain: number[] = [];
    const keyed: number[] = [];
    const others: number[] = [];
    patterns.starred.forEach((isStarred, pattern) => {
      const kind = !isStarred ? plain : hasKey(patterns, pattern, kinds) ? keyed : others;
      kind.push(pattern);
    });
    const automatonOf = (set: PatternSet) =>
      new Automaton(new RadixTree(set), cacheOctets ?? cacheFor(set));
    if (plain.length > 0) this.#prefixes = new PrefixIndex(patterns.subset(plain));
    if (plain.length === patterns.size) return;
    if (keyed.length > 0) this.#pieces = new PieceIndex(patterns.subset(keyed), kinds);
    if (others.length > 0) this.#remainder = automatonOf(patterns.subset(others));
    this.#automaton = automatonOf(patterns);
  }

  /** Octets held, for who wants to know what a matcher costs. */
  get octets(): number {
    const parts = [this.#automaton, this.#prefixes, this.#pieces, this.#remainder];
    return parts.reduce((sum, part) => sum + (part?.octets ?? 0), this.#allows.length);
  }

  /** 1 where the target is allowed, 0 where it is not, or UNDECIDED. */
  decide(target: Target): number {
    let rank = this.#automaton === undefined ? GIVEN_UP : this.#automaton.match(target);
    if (rank === GIVEN_UP) rank = this.#lookUp(target);
    if (rank === GIVEN_UP) return UNDECIDED;
    return rank === NO_RANK ? 1 : this.#allows[rank];
  }

  #lookUp(target: Target): number {
    let rank = this.#prefixes === undefined ? NO_RANK : this.#prefixes.match(target);
    if (this.#remainder !== undefined) {
      const other = this.#remainder.match(target);
      if (other === GIVEN_UP) return GIVEN_UP;
      if (other < rank) rank = other;
    }
    return this.#pieces === undefined ? rank : this.#pieces.match(target, rank);
  }
}

/** Octets for the states of an automaton: more for more patterns, within two bounds. */
function cacheFor({ arena }: PatternSet): number {
  const wanted = arena.length * AUTOMATON_OCTETS_AN_OCTET;
  return Math.min(Math.max(wanted, FEWEST_AUTOMATON_OCTETS), MOST_AUTOMATON_OCTETS);
}
