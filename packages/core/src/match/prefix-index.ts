/** Finds patterns by their prefix: the best one without `*`, and candidates with `*`. */
import { pairMaskOf } from '../util/byte-mask.js';
import type { PatternList } from './pattern-list.js';
import type { RadixTree } from './radix-tree.js';
import { NONE, type PatternStrategy } from './strategy.js';
import type { Target } from './target.js';

const NO_CHILD = -1;
const NO_LIST = -1;

/** Layout of a node. Its facts are contiguous, because large trees exceed the CPU caches. */
const FACTS = 5;
const LABEL_START = 0;
/** The best rank from the root to the node, inclusive. */
const RANK = 1;
const ANCHORED_RANK = 2;
/** The nearest list of patterns with `*`, at the node or above. */
const LIST = 3;
const FIRST_CHILD = 4;

/**
 * A radix tree of all patterns up to their first `*`. Patterns with `*` are attached to the node where their prefix
 * ends, and compared only with targets that reach it and contain all required bytes. Most targets leave the tree after
 * a few bytes.
 * Worst case: for each byte of the target, a scan over the node's children, plus comparing all patterns attached along
 * the path.
 */
export class PrefixIndex implements PatternStrategy {
  readonly #labels: Uint8Array;
  readonly #nodes: Int32Array;
  /** The first byte of each label; children of a node are adjacent. */
  readonly #firsts: Uint8Array;
  readonly #lists: PatternList[] = [];
  /** For each list, the bits that a target needs. Most targets lack one. */
  readonly #listMasks: number[] = [];
  /** For each list, the next list at the same node or above. */
  readonly #above: number[] = [];

  /** Whether enough patterns are attached to make the byte pairs of a target worth collecting. */
  readonly #usesPairs: boolean;

  /** `attached` maps nodes to their lists of patterns with `*`. */
  constructor(tree: RadixTree, attached: ReadonlyMap<number, readonly PatternList[]>, usesPairs: boolean) {
    const { labelStart, parent, size } = tree;
    this.#labels = tree.arena;
    this.#usesPairs = usesPairs;
    this.#nodes = new Int32Array((size + 1) * FACTS);
    this.#firsts = new Uint8Array(size);
    for (let node = 0; node < size; node++) {
      const at = node * FACTS;
      const above = parent[node] * FACTS;
      const isRoot = node === 0;
      const rankAbove = isRoot ? NONE : this.#nodes[above + RANK];
      let latest = isRoot ? NO_LIST : this.#nodes[above + LIST];
      for (const list of attached.get(node) ?? []) {
        this.#above.push(latest);
        latest = this.#lists.push(list) - 1;
        this.#listMasks.push(list.commonMask);
      }
      this.#nodes[at + LABEL_START] = labelStart[node];
      this.#nodes[at + RANK] = Math.min(tree.rank[node], rankAbove);
      this.#nodes[at + ANCHORED_RANK] = tree.anchoredRank[node];
      this.#nodes[at + LIST] = latest;
      this.#nodes[at + FIRST_CHILD] = tree.firstChild[node];
      this.#firsts[node] = tree.arena[labelStart[node]];
    }
    this.#nodes[size * FACTS + LABEL_START] = labelStart[size];
    this.#nodes[size * FACTS + FIRST_CHILD] = tree.firstChild[size];
  }

  best(target: Target, below: number): number {
    const { bytes, start, end } = target;
    const labels = this.#labels;
    const nodes = this.#nodes;
    let node = 0;
    let at = start;
    let rank = NONE;
    let list = NO_LIST;
    let next = 0;
    for (;;) {
      const facts = node * FACTS;
      const labelEnd = nodes[facts + FACTS + LABEL_START];
      while (next < labelEnd && at < end && bytes[at] === labels[next]) {
        next++;
        at++;
      }
      if (next < labelEnd) break;
      rank = nodes[facts + RANK];
      list = nodes[facts + LIST];
      if (at >= end) {
        if (nodes[facts + ANCHORED_RANK] < rank) rank = nodes[facts + ANCHORED_RANK];
        break;
      }
      node = this.#child(node, bytes[at]);
      if (node === NO_CHILD) break;
      // The label's first byte already matched.
      next = nodes[node * FACTS + LABEL_START] + 1;
      at++;
    }
    if (rank > below) rank = below;
    if (list === NO_LIST) return rank;
    const lacks = ~target.mask;
    const pairs = this.#usesPairs ? pairMaskOf(bytes, start, end) : -1;
    // From the longest prefix to the shortest: matches there are likely to be the best.
    for (; list !== NO_LIST; list = this.#above[list]) {
      if ((this.#listMasks[list] & lacks) === 0) rank = this.#lists[list].best(target, rank, pairs);
    }
    return rank;
  }

  #child(node: number, byte: number): number {
    const firsts = this.#firsts;
    const end = this.#nodes[node * FACTS + FACTS + FIRST_CHILD];
    for (let child = this.#nodes[node * FACTS + FIRST_CHILD]; child < end; child++) {
      if (firsts[child] === byte) return child;
    }
    return NO_CHILD;
  }
}
