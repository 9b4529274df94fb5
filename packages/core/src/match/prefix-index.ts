/** Patterns without `*`: the longest one that begins the target, found in one walk down a tree. */
import { NO_RANK, type RadixTree } from './radix-tree.js';

const EMPTY = -1;

/**
 * A radix tree whose edges lie in one hash table. Most targets leave the tree after a few octets, which is why
 * these patterns are kept out of the automaton: it would spend a state on every one of those octets.
 */
export class PrefixIndex {
  readonly #tree: RadixTree;
  /** The best rank on the way from the root to each node, the node's own included. */
  readonly #rankOnWay: Int32Array;
  /** Pairs of key (`node * 256 + octet`) and child. */
  readonly #edges: Int32Array;
  readonly #mask: number;

  constructor(tree: RadixTree) {
    this.#tree = tree;
    this.#rankOnWay = tree.rank.slice();
    let slots = 2;
    while (slots < tree.size * 2) slots *= 2;
    this.#mask = slots - 1;
    this.#edges = new Int32Array(slots * 2).fill(EMPTY);
    for (let node = 1; node < tree.size; node++) {
      const parent = tree.parent[node];
      this.#rankOnWay[node] = Math.min(tree.rank[node], this.#rankOnWay[parent]);
      const key = (parent << 8) | tree.arena[tree.labelStart[node]];
      let slot = this.#slot(key);
      while (this.#edges[slot * 2] !== EMPTY) slot = (slot + 1) & this.#mask;
      this.#edges[slot * 2] = key;
      this.#edges[slot * 2 + 1] = node;
    }
  }

  /** Octets that the index holds. */
  get octets(): number {
    const { size, arena } = this.#tree;
    return arena.length + size * 8 * Int32Array.BYTES_PER_ELEMENT + this.#edges.byteLength;
  }

  /** The best rank among the patterns that match the target from `start` to `end`. Linear in the target. */
  match(target: string, start: number, end: number): number {
    const { arena, labelStart, labelEnd, anchoredRank } = this.#tree;
    let node = 0;
    let at = start;
    let rank = NO_RANK;
    for (;;) {
      const last = labelEnd[node];
      for (let next = labelStart[node]; next < last; next++, at++) {
        if (at >= end || target.charCodeAt(at) !== arena[next]) return rank;
      }
      rank = this.#rankOnWay[node];
      if (at >= end) return Math.min(rank, anchoredRank[node]);
      node = this.#child(node, target.charCodeAt(at));
      if (node === EMPTY) return rank;
    }
  }

  #child(node: number, octet: number): number {
    const key = (node << 8) | octet;
    const edges = this.#edges;
    let slot = this.#slot(key);
    for (;;) {
      const found = edges[slot * 2];
      if (found === key) return edges[slot * 2 + 1];
      if (found === EMPTY) return EMPTY;
      slot = (slot + 1) & this.#mask;
    }
  }

  #slot(key: number): number {
    return (Math.imul(key, 0x9e3779b1) >>> 15) & this.#mask;
  }
}
