/** Rules of a matcher compiled for many queries, with the cheapest sound strategy per pattern. */
import { PatternFacts } from './pattern-facts.js';
import { PatternList } from './pattern-list.js';
import { NO_RANK, type PatternSet, rankPatterns } from './pattern-set.js';
import { pieceAt } from './piece.js';
import { GIVEN_UP, hasKeys, PieceIndex } from './piece-index.js';
import { PrefixIndex } from './prefix-index.js';
import { RadixTree } from './radix-tree.js';
import { NO_RULE, type RuleList } from './rule-list.js';
import type { Target } from './target.js';

/** Above this many bytes of patterns with `*`, nothing is compiled: comparing them one by one is bounded better. */
export const MAX_COMPILED_STARRED_BYTES: number = 64 * 1024;

/** Returned if a query is left to the direct simulation; differs from NO_RULE. */
export const UNDECIDED = -2;

/** Up to this many patterns, a linear scan is 15 % faster than the tree; 85 % of real groups have no more rules. */
const A_FEW = 20;
/**
 * If more than this many keyed patterns share a prefix, find candidates by the keys that occur in the target. Without
 * plain patterns, any number suffices, because no tree may be needed at all.
 */
const MAX_ALIKE = 8;
/**
 * Maximum product of listed patterns and target bytes. Above it, comparing one by one may exceed the bounded direct
 * simulation. 1,000 patterns and a URL of 4,000 bytes are within it.
 */
const MAX_COMPARED = 1 << 22;

/**
 * Keeps a few patterns in a list, and more in a tree by prefix. If many patterns with `*` share a prefix, finds all
 * that have a piece of a few bytes by that piece.
 * Worst case: linear in the target and the compared patterns, which MAX_COMPARED and the PieceIndex bound.
 */
export class CompiledRules {
  /** allows[rank] is 1 if the rule at that rank restricts nothing. */
  readonly #allows: Uint8Array;
  /** The rule number at each rank. */
  readonly #owners: Int32Array;
  readonly #list: PatternList | undefined;
  readonly #prefixes: PrefixIndex | undefined;
  readonly #pieces: PieceIndex | undefined;
  /** Number of patterns in the tree. */
  readonly #attached: number = 0;
  /**
   * The patterns of the list, or of the tree and piece index; undefined if everything is left to the direct simulation.
   */
  readonly #compared: PatternFacts | undefined;

  constructor(rules: RuleList) {
    const { patterns, allows, owners } = rankPatterns(rules);
    const kinds = rules.tables.canonicalPatternKinds;
    this.#allows = allows;
    this.#owners = owners;
    if (patterns.starredBytes > MAX_COMPILED_STARRED_BYTES) return;
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
    const { attached, keyed } = divideStarred(starred, nodeOf, arePlain ? MAX_ALIKE : 0);
    if (arePlain || attached.size > 0) this.#prefixes = new PrefixIndex(tree, attached);
    this.#attached = starred.size - keyed.length;
    if (keyed.length > 0) this.#pieces = new PieceIndex(starred, keyed);
  }

  /** Approximate memory in bytes. */
  get bytes(): number {
    const parts = [this.#compared, this.#list, this.#prefixes, this.#pieces];
    const tables = this.#allows.byteLength + this.#owners.byteLength;
    return parts.reduce((sum, part) => sum + (part?.bytes ?? 0), tables);
  }

  /** Returns 1 if the target is allowed, 0 if it is not, or UNDECIDED. */
  decide(target: Target): number {
    const rank = this.#rank(target);
    if (rank === UNDECIDED) return UNDECIDED;
    return rank === NO_RANK ? 1 : this.#allows[rank];
  }

  /** Returns the deciding rule's number, NO_RULE or UNDECIDED. */
  deciding(target: Target): number {
    const rank = this.#rank(target);
    if (rank === UNDECIDED) return UNDECIDED;
    return rank === NO_RANK ? NO_RULE : this.#owners[rank];
  }

  #rank(target: Target): number {
    if (this.#list !== undefined) return this.#list.match(target, NO_RANK);
    if (this.#compared === undefined) return UNDECIDED;
    if (this.#attached * (target.end - target.start) > MAX_COMPARED) return UNDECIDED;
    let rank = this.#prefixes === undefined ? NO_RANK : this.#prefixes.match(target);
    if (this.#pieces !== undefined) rank = this.#pieces.match(target, rank);
    return rank === GIVEN_UP ? UNDECIDED : rank;
  }
}

/** Returns the patterns with `*`, best first, without duplicates. */
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

interface Division {
  /** By tree node. */
  readonly attached: Map<number, PatternList>;
  readonly keyed: readonly number[];
}

/** If more than `mostAlike` patterns with keys share a prefix, moves all patterns with keys to the piece index. */
function divideStarred(
  starred: PatternFacts,
  nodeOf: (pattern: number) => number,
  mostAlike: number,
): Division {
  const all = Array.from({ length: starred.size }, (_, pattern) => pattern);
  const withKeys = all.map((pattern) => hasKeys(starred, pattern));
  const byNode = [...Map.groupBy(all, nodeOf)];
  const byKeys = byNode.some(
    ([, alike]) => alike.filter((pattern) => withKeys[pattern]).length > mostAlike,
  );
  const attached = new Map<number, PatternList>();
  for (const [node, alike] of byNode) {
    const list = byKeys ? alike.filter((pattern) => !withKeys[pattern]) : alike;
    if (list.length > 0) attached.set(node, new PatternList(starred, list));
  }
  return { attached, keyed: byKeys ? all.filter((pattern) => withKeys[pattern]) : [] };
}
