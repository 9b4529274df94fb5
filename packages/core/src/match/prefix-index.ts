/** Patterns by how they begin: the best one without `*`, and those with `*` that a target may match. */
import type { PatternList } from './pattern-list.js';
import { NO_RANK } from './pattern-set.js';
import type { RadixTree } from './radix-tree.js';
import type { Target } from './target.js';

const NO_CHILD = -1;
const NO_LIST = -1;

/** What is kept of a node, together, since a large tree is in no near cache. */
const FACTS = 5;
const LABEL = 0;
/** The best rank on the way from the root to the node, the node's own included. */
const RANK = 1;
const ANCHORED_RANK = 2;
/** The list of patterns with `*` that hangs nearest, at the node or above it. */
const LIST = 3;
const FIRST_CHILD = 4;

/**
 * A radix tree of the beginnings of all patterns, up to their first `*`. A pattern with `*` hangs at the node where its
 * beginning ends, and is only compared with targets that come by and hold all bytes that it needs.
 * Most targets leave the tree after a few bytes.
 * Worst case: at each byte of the target a look at all that may follow, and what it takes to compare all patterns that
 * hang on its way.
 */
export class PrefixIndex {
  readonly #labels: Uint8Array;
  readonly #nodes: Int32Array;
  /** The first byte of each label: the children of a node lie side by side. */
  readonly #firsts: Uint8Array;
  readonly #lists: PatternList[] = [];
  /** For each list, the signs without which it need not be gone through: most targets lack one. */
  readonly #listMasks: number[] = [];
  /** For each list, the next one above it. */
  readonly #above: number[] = [];

  /** `hung` are the lists of patterns with `*` by the node at which they hang. */
  constructor(tree: RadixTree, hung: ReadonlyMap<number, PatternList>) {
    const { labelStart, parent, size } = tree;
    this.#labels = tree.arena;
    this.#nodes = new Int32Array((size + 1) * FACTS);
    this.#firsts = new Uint8Array(size);
    for (let node = 0; node < size; node++) {
      const at = node * FACTS;
      const above = parent[node] * FACTS;
      const isRoot = node === 0;
      const rankAbove = isRoot ? NO_RANK : this.#nodes[above + RANK];
      const listAbove = isRoot ? NO_LIST : this.#nodes[above + LIST];
      const list = hung.get(node);
      this.#nodes[at + LABEL] = labelStart[node];
      this.#nodes[at + RANK] = Math.min(tree.rank[node], rankAbove);
      this.#nodes[at + ANCHORED_RANK] = tree.anchoredRank[node];
      this.#nodes[at + LIST] = list === undefined ? listAbove : this.#lists.length;
      if (list !== undefined) {
        this.#lists.push(list);
        this.#listMasks.push(list.commonMask);
        this.#above.push(listAbove);
      }
      this.#nodes[at + FIRST_CHILD] = tree.firstChild[node];
      this.#firsts[node] = tree.arena[labelStart[node]];
    }
    this.#nodes[size * FACTS + LABEL] = labelStart[size];
    this.#nodes[size * FACTS + FIRST_CHILD] = tree.firstChild[size];
  }

  /** Bytes held. */
  get bytes(): number {
    const arrays = [this.#labels, this.#nodes, this.#firsts];
    const lists = this.#lists.reduce((sum, { bytes }) => sum + bytes, 0);
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, lists);
  }

  /** The best rank among the patterns that match the target. */
  match(target: Target): number {
    const { bytes, start, end } = target;
    const labels = this.#labels;
    const nodes = this.#nodes;
    let node = 0;
    let at = start;
    let rank = NO_RANK;
    let list = NO_LIST;
    let next = 0;
    for (;;) {
      const facts = node * FACTS;
      const labelEnd = nodes[facts + FACTS + LABEL];
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
      // It begins with that byte.
      next = nodes[node * FACTS + LABEL] + 1;
      at++;
    }
    const lacks = ~target.mask;
    // From the longest beginning to the shortest: what matches there is likely to be the best.
    for (; list !== NO_LIST; list = this.#above[list]) {
      if ((this.#listMasks[list] & lacks) === 0) rank = this.#lists[list].match(target, rank);
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
