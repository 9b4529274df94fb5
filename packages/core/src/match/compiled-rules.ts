/** The rules of a matcher compiled for many questions, each pattern by the cheapest way that is sound for it. */
import { AUTOMATON_CACHE_OCTETS, MOST_COMPILED_STARRED_OCTETS } from '../limits.js';
import { Automaton, GIVEN_UP } from './automaton.js';
import { pieceAt } from './pattern.js';
import { PatternFacts } from './pattern-facts.js';
import { PatternList } from './pattern-list.js';
import { NO_RANK, type PatternSet, rankPatterns } from './pattern-set.js';
import { hasKeys, PieceIndex } from './piece-index.js';
import { PrefixIndex } from './prefix-index.js';
import { RadixTree } from './radix-tree.js';
import type { RuleList } from './rule-list.js';
import type { Target } from './target.js';

/** The answer where the question is left to the direct simulation. */
export const UNDECIDED = -1;

/** So few patterns are gone through one by one: most files have fewer. */
const A_FEW = 20;
/**
 * Where more patterns with keys begin alike, a target is looked through for keys, and then whatever has keys is found by
 * them. Without a pattern that has no `*` that is so at once: then it may be that there is no tree to go through.
 */
const MOST_ALIKE = 8;
/** Where more patterns without a key begin alike, they are an automaton: hardly a file has so many. */
const MOST_ALIKE_WITHOUT_KEYS = 64;

/**
 * A few patterns are a list. More hang in a tree by what they begin with; where many with `*` begin alike, all with a
 * piece of some octets are found by it, and the others, if they are still many, are an automaton of their own.
 * Nothing of this but the automaton grows with the questions, and that within its bound.
 */
export class CompiledRules {
  /** 1 for the ranks whose rule restricts nothing. */
  readonly #allows: Uint8Array;
  readonly #list: PatternList | undefined;
  readonly #prefixes: PrefixIndex | undefined;
  readonly #pieces: PieceIndex | undefined;
  readonly #automaton: Automaton | undefined;
  /** What the list, or the tree and the pieces, compare; undefined where all is left to the direct simulation. */
  readonly #compared: PatternFacts | undefined;

  constructor(rules: RuleList, cacheOctets: number = AUTOMATON_CACHE_OCTETS) {
    const { patterns, allows } = rankPatterns(rules);
    const kinds = rules.tables.canonicalPatternKinds;
    this.#allows = allows;
    if (patterns.starredOctets > MOST_COMPILED_STARRED_OCTETS) return;
    if (patterns.size <= A_FEW) {
      const all = Array.from(patterns.ranks.keys());
      all.sort((a, b) => patterns.ranks[a] - patterns.ranks[b]);
      this.#compared = new PatternFacts(patterns.subset(all), kinds);
      this.#list = new PatternList(this.#compared, Array.from(all.keys()));
      return;
    }
    const tree = new RadixTree(patterns.beginnings(kinds));
    const members = distinctStarred(patterns);
    const starred = new PatternFacts(patterns.subset(members), kinds);
    this.#compared = starred;
    const nodeOf = (pattern: number) => tree.nodeOf[members[pattern]];
    const arePlain = patterns.starred.includes(false);
    const { hung, keyed, others } = shareOut(starred, nodeOf, arePlain ? MOST_ALIKE : 0);
    if (arePlain || hung.size > 0) this.#prefixes = new PrefixIndex(tree, hung);
    if (keyed.length > 0) this.#pieces = new PieceIndex(starred, keyed);
    if (others.length > 0) {
      const rest = patterns.subset(others.map((pattern) => members[pattern]));
      this.#automaton = new Automaton(new RadixTree(rest), cacheOctets);
    }
  }

  /** Octets held, for who wants to know what a matcher costs. */
  get octets(): number {
    const parts = [this.#compared, this.#list, this.#prefixes, this.#pieces, this.#automaton];
    return parts.reduce((sum, part) => sum + (part?.octets ?? 0), this.#allows.length);
  }

  /** 1 where the target is allowed, 0 where it is not, or UNDECIDED. */
  decide(target: Target): number {
    if (this.#list !== undefined) return this.#answer(this.#list.match(target, NO_RANK));
    if (this.#compared === undefined) return UNDECIDED;
    let rank = this.#prefixes === undefined ? NO_RANK : this.#prefixes.match(target);
    if (this.#pieces !== undefined) rank = this.#pieces.match(target, rank);
    if (this.#automaton !== undefined) {
      const other = this.#automaton.match(target);
      if (other === GIVEN_UP) return UNDECIDED;
      if (other < rank) rank = other;
    }
    return this.#answer(rank);
  }

  #answer(rank: number): number {
    return rank === NO_RANK ? 1 : this.#allows[rank];
  }
}

/** The patterns with `*`, the best first, and of equal ones the best alone. */
function distinctStarred(patterns: PatternSet): number[] {
  const { starts, starred, ranks } = patterns;
  const all = Array.from(starts.keys()).filter((pattern) => starred[pattern]);
  all.sort((a, b) => ranks[a] - ranks[b]);
  const best = new Map<number, number>();
  return all.filter((pattern) => {
    const hash = hashOf(patterns, pattern);
    const other = best.get(hash);
    if (other === undefined) best.set(hash, pattern);
    return other === undefined || !areEqual(patterns, pattern, other);
  });
}

function hashOf({ arena, starts, ends }: PatternSet, pattern: number): number {
  let hash = 0;
  for (let at = starts[pattern]; at < ends[pattern]; at++)
    hash = Math.imul(hash ^ arena[at], 0x01000193);
  return hash;
}

function areEqual({ arena, starts, ends, anchored }: PatternSet, a: number, b: number): boolean {
  return (
    anchored[a] === anchored[b] &&
    ends[a] - starts[a] === ends[b] - starts[b] &&
    pieceAt(arena, starts[a], ends[a], arena, starts[b])
  );
}

interface Shares {
  /** By the node of the tree at which they hang. */
  readonly hung: Map<number, PatternList>;
  readonly keyed: readonly number[];
  readonly others: readonly number[];
}

/** Where more than `mostAlike` with keys begin alike, all are found by these that have some. */
function shareOut(
  starred: PatternFacts,
  nodeOf: (pattern: number) => number,
  mostAlike: number,
): Shares {
  const byNode = new Map<number, number[]>();
  for (let pattern = 0; pattern < starred.size; pattern++) {
    const node = nodeOf(pattern);
    const alike = byNode.get(node);
    if (alike === undefined) byNode.set(node, [pattern]);
    else alike.push(pattern);
  }
  const groups = [...byNode].map(([node, alike]) => {
    const withKeys: number[] = [];
    const without: number[] = [];
    for (const pattern of alike) (hasKeys(starred, pattern) ? withKeys : without).push(pattern);
    return { node, alike, withKeys, without };
  });
  const byKeys = groups.some(({ withKeys }) => withKeys.length > mostAlike);
  const hung = new Map<number, PatternList>();
  const keyed: number[] = [];
  const others: number[] = [];
  for (const { node, alike, withKeys, without } of groups) {
    if (byKeys) keyed.push(...withKeys);
    const list = byKeys ? without : alike;
    if (list.length > MOST_ALIKE_WITHOUT_KEYS) others.push(...list);
    else if (list.length > 0) hung.set(node, new PatternList(starred, list));
  }
  return { hung, keyed, others };
}
