/** Patterns without `*`: the best one that begins the target, found in one walk down a tree. */
import type { PatternSet } from './pattern-set.js';
import { NO_RANK, RadixTree } from './radix-tree.js';
import type { Target } from './target.js';

/** No child; node 0 is the root and nobody's child. */
const NONE = 0;

/**
 * A radix tree whose edges lie in one hash table. Most targets leave the tree after a few octets, which is why these
 * patterns are kept out of the automaton: it would spend a state on every one of those octets.
 */
export class PrefixIndex {
  readonly #arena: Uint8Array;
  readonly #labelStart: Int32Array;
  readonly #parent: Int32Array;
  /** The best rank on the way from the root to each node, the node's own included. */
  readonly #rank: Int32Array;
  readonly #anchoredRank: Int32Array;
  /** Children by the hash of their parent and first octet. */
  readonly #edges: Int32Array;
  readonly #mask: number;

  constructor(patterns: PatternSet) {
    const { arena, labelStart, parent, rank, anchoredRank, size } = new RadixTree(patterns);
    this.#arena = arena;
    this.#labelStart = labelStart;
    this.#parent = parent;
    this.#rank = rank;
    this.#anchoredRank = anchoredRank;
    let slots = 2;
    while (slots < size * 2) slots *= 2;
    this.#mask = slots - 1;
    this.#edges = new Int32Array(slots);
    for (let node = 1; node < size; node++) {
      rank[node] = Math.min(rank[node], rank[parent[node]]);
      let slot = edgeHash(parent[node], arena[labelStart[node]]) & this.#mask;
      while (this.#edges[slot] !== NONE) slot = (slot + 1) & this.#mask;
      this.#edges[slot] = node;
    }
  }

  /** Octets held. */
  get octets(): number {
    const arrays = [this.#labelStart, this.#parent, this.#rank, this.#anchoredRank, this.#edges];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#arena.length);
  }

  /** The best rank among the patterns that match the target. Linear in the target. */
  match({ octets, start, end }: Target): number {
    const arena = this.#arena;
    const labelStart = this.#labelStart;
    let node = 0;
    let at = start;
    let rank = NO_RANK;
    for (;;) {
      const last = labelStart[node + 1];
      for (let next = labelStart[node]; next < last; next++, at++) {
        if (at >= end || octets[at] !== arena[next]) return rank;
      }
      rank = this.#rank[node];
      if (at >= end) return Math.min(rank, this.#anchoredRank[node]);
      node = this.#child(node, octets[at]);
      if (node === NONE) return rank;
    }
  }

  #child(node: number, octet: number): number {
    const edges = this.#edges;
    let slot = edgeHash(node, octet) & this.#mask;
    for (;;) {
      const child = edges[slot];
      if (child === NONE) return NONE;
      if (this.#parent[child] === node && this.#arena[this.#labelStart[child]] === octet) {
        return child;
      }
      slot = (slot + 1) & this.#mask;
    }
  }
}

function edgeHash(node: number, octet: number): number {
  return Math.imul((node << 8) | octet, 0x9e3779b1) >>> 15;
}
