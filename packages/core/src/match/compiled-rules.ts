/** The rules of a matcher compiled for many questions, each pattern by the cheapest way that is sound for it. */
import { AUTOMATON_CACHE_OCTETS, MOST_COMPILED_STARRED_OCTETS } from '../limits.js';
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
 * So many patterns with `*`, and so many octets of patterns in all, make few enough states that real targets stay
 * within the cache; beyond, the states of a thousand targets would fill any cache.
 */
const AUTOMATON_STARRED_PATTERNS = 32;
const AUTOMATON_OCTETS = 8 * 1024;

/**
 * A few patterns are one automaton. Many are split: those without `*` are a walk down a tree, those with a piece of
 * four octets are found by it, and the others are an automaton of their own.
 */
export class CompiledRules {
  /** 1 for the ranks whose rule restricts nothing. */
  readonly #allows: Uint8Array;
  readonly #prefixes: PrefixIndex | undefined;
  readonly #automaton: Automaton | undefined;
  readonly #pieces: PieceIndex | undefined;
  /** Whether all is left to the direct simulation. */
  readonly #isLeft: boolean;

  constructor(rules: RuleList, cacheOctets: number = AUTOMATON_CACHE_OCTETS) {
    const { patterns, allows } = rankPatterns(rules);
    this.#allows = allows;
    const kinds = rules.tables.canonicalPatternKinds;
    const plain: number[] = [];
    const keyed: number[] = [];
    const others: number[] = [];
    let starredOctets = 0;
    patterns.starred.forEach((isStarred, pattern) => {
      const list = !isStarred ? plain : hasKey(patterns, pattern, kinds) ? keyed : others;
      list.push(pattern);
      if (isStarred) starredOctets += patterns.ends[pattern] - patterns.starts[pattern];
    });
    const automatonOf = (set: PatternSet) => new Automaton(new RadixTree(set), cacheOctets);
    const starred = keyed.length + others.length;
    const isFew =
      starred <= AUTOMATON_STARRED_PATTERNS && patterns.arena.length <= AUTOMATON_OCTETS;
    this.#isLeft = starredOctets > MOST_COMPILED_STARRED_OCTETS;
    if (this.#isLeft) return;
    if (starred > 0 && isFew) {
      this.#automaton = automatonOf(patterns);
      return;
    }
    if (plain.length > 0) this.#prefixes = new PrefixIndex(patterns.subset(plain));
    if (keyed.length > 0) this.#pieces = new PieceIndex(patterns.subset(keyed), kinds);
    if (others.length > 0) this.#automaton = automatonOf(patterns.subset(others));
  }

  /** Octets held, for who wants to know what a matcher costs. */
  get octets(): number {
    const parts = [this.#prefixes, this.#automaton, this.#pieces];
    return parts.reduce((sum, part) => sum + (part?.octets ?? 0), this.#allows.length);
  }

  /** 1 where the target is allowed, 0 where it is not, or UNDECIDED. */
  decide(target: Target): number {
    if (this.#isLeft) return UNDECIDED;
    let rank = this.#prefixes === undefined ? NO_RANK : this.#prefixes.match(target);
    if (this.#automaton !== undefined) {
      const other = this.#automaton.match(target);
      if (other === GIVEN_UP) return UNDECIDED;
      if (other < rank) rank = other;
    }
    if (this.#pieces !== undefined) rank = this.#pieces.match(target, rank);
    return rank === NO_RANK ? 1 : this.#allows[rank];
  }
}
