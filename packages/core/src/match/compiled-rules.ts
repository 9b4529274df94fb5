/** The rules of a matcher, compiled for many queries. */
import { groupBy } from '../util/group-by.js';
import { byteString } from './canonical.js';
import { PatternFacts } from './pattern-facts.js';
import { PatternList } from './pattern-list.js';
import { type PatternSet, rankPatterns } from './pattern-set.js';
import { PrefixIndex } from './prefix-index.js';
import { RadixTree } from './radix-tree.js';
import type { RuleList } from './rule-list.js';
import { NONE, type RuleStrategy } from './strategy.js';
import type { Target } from './target.js';

/** Up to this many patterns, a linear scan is 15 % faster than the tree. 85 % of real groups have no more rules. */
const MAX_SCANNED_PATTERNS = 20;
/** Above this many bytes of patterns with `*`, nothing is compiled, because comparing one by one has a lower worst case. */
export const MAX_COMPILED_STARRED_BYTES: number = 64 * 1024;
/**
 * Maximum product of the number of patterns with `*` and the bytes of the target. Above it, `RuleList` has a lower worst
 * case. 1,000 patterns and a URL of 4,000 bytes are below it.
 */
const MAX_COMPARED = 1 << 22;

/**
 * Puts a few patterns into a list, and more into a tree by their prefix up to the first `*`.
 * Worst case: linear in the target and the compared patterns, which MAX_COMPARED bounds.
 */
export class CompiledRules implements RuleStrategy {
  readonly #rules: RuleList;
  /** The rule number at each rank. */
  readonly #owners: Int32Array;
  /** allows[rank] is 1 if the rule at that rank restricts nothing. */
  readonly #allows: Uint8Array;
  /** The patterns with `*`; all patterns if they are few. */
  readonly #compared: PatternFacts | undefined;
  /** Longer targets are compared with the rules one by one. */
  readonly #longestTarget: number = 0;
  // Two fields instead of one interface, so that engines can inline each call.
  readonly #list: PatternList | undefined;
  readonly #prefixes: PrefixIndex | undefined;

  constructor(rules: RuleList) {
    const { patterns, owners } = rankPatterns(rules);
    const kinds = rules.tables.canonicalPatternKinds;
    this.#rules = rules;
    this.#owners = owners;
    this.#allows = Uint8Array.from(owners, (rule) => (rules.restricts(rule) ? 0 : 1));
    if (patterns.starredBytes > MAX_COMPILED_STARRED_BYTES) return;
    if (patterns.size <= MAX_SCANNED_PATTERNS) {
      const all = Array.from(patterns.ranks.keys());
      all.sort((a, b) => patterns.ranks[a] - patterns.ranks[b]);
      this.#compared = new PatternFacts(patterns.subset(all), kinds);
      this.#longestTarget = MAX_COMPARED / all.length;
      this.#list = new PatternList(this.#compared, Array.from(all.keys()));
      return;
    }
    const tree = new RadixTree(patterns.beginnings(kinds));
    const members = distinctStarred(patterns);
    const starred = new PatternFacts(patterns.subset(members), kinds);
    this.#compared = starred;
    this.#longestTarget = MAX_COMPARED / starred.size;
    const nodeOf = (pattern: number) => tree.nodeOf[members[pattern]];
    const attached = new Map<number, readonly PatternList[]>();
    for (const [node, patternsOfNode] of groupBy(members.keys(), nodeOf)) {
      attached.set(node, dividedByBytes(starred, patternsOfNode));
    }
    this.#prefixes = new PrefixIndex(tree, attached, starred.size > MAX_SCANNED_PATTERNS);
  }

  isAllowed(target: Target): boolean {
    if (this.#isTooLong(target)) return this.#rules.isAllowed(target);
    const rank = this.#best(target);
    return rank === NONE || this.#allows[rank] === 1;
  }

  deciding(target: Target): number {
    if (this.#isTooLong(target)) return this.#rules.deciding(target);
    const rank = this.#best(target);
    return rank === NONE ? NONE : this.#owners[rank];
  }

  #isTooLong({ start, end }: Target): boolean {
    return end - start > this.#longestTarget;
  }

  #best(target: Target): number {
    if (this.#list !== undefined) return this.#list.best(target, NONE);
    return this.#prefixes === undefined ? NONE : this.#prefixes.best(target, NONE);
  }
}

/** Returns the patterns with `*`, best first, without duplicates. */
function distinctStarred({ arena, starts, ends, anchored, starred, ranks }: PatternSet): number[] {
  const all = Array.from(starts.keys()).filter((pattern) => starred[pattern]);
  all.sort((a, b) => ranks[a] - ranks[b]);
  const best = new Map<string, number>();
  for (const pattern of all) {
    const text = `${anchored[pattern]} ${byteString(arena, starts[pattern], ends[pattern])}`;
    if (!best.has(text)) best.set(text, pattern);
  }
  return [...best.values()];
}

/** Divides patterns into lists by the rarest byte of each, so that most targets can skip most lists. */
function dividedByBytes(starred: PatternFacts, patterns: readonly number[]): PatternList[] {
  if (patterns.length <= MAX_SCANNED_PATTERNS) return [new PatternList(starred, patterns)];
  const bits = Array.from({ length: 32 }, (_, index) => 1 << index);
  const counts = bits.map((bit) => patterns.filter((pattern) => (starred.mask(pattern) & bit) !== 0).length);
  const byCount = bits.toSorted((a, b) => counts[bits.indexOf(a)] - counts[bits.indexOf(b)]);
  const rarest = (pattern: number) => byCount.find((bit) => (starred.mask(pattern) & bit) !== 0);
  return Array.from(groupBy(patterns, rarest).values(), (patterns) => new PatternList(starred, patterns));
}
