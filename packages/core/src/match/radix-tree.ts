/** Patterns with shared prefixes as a radix tree in flat arrays. */
import type { PatternSet } from './pattern-set.js';
import { NONE } from './strategy.js';

/** A range of sorted patterns that share their first `depth` bytes, and their parent node. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly depth: number;
  readonly parent: number;
}

/**
 * Node 0 is the root. Nodes are numbered breadth first, so the children of a node are consecutive. Labels of siblings
 * start with different bytes. Labels are stored in node order: the label of node `i` ends where that of node `i + 1`
 * starts.
 * Size: at most two nodes per pattern. Construction: a sort, then linear in the bytes.
 */
export class RadixTree {
  readonly arena: Uint8Array;
  readonly size: number;
  /** Has one more entry than there are nodes, like `firstChild`. */
  readonly labelStart: Int32Array;
  /** The children of node `i` are the nodes from `firstChild[i]` up to `firstChild[i + 1]`. */
  readonly firstChild: Int32Array;
  readonly parent: Int32Array;
  /** The best rank of patterns that end at the node, without and with `$`. */
  readonly rank: Int32Array;
  readonly anchoredRank: Int32Array;
  /** The node at which each pattern ends. */
  readonly nodeOf: Int32Array;

  constructor(patterns: PatternSet) {
    const { arena, starts, ends, anchored, ranks } = patterns;
    const sorted = sortedPatterns(patterns);
    this.nodeOf = new Int32Array(patterns.size);
    const ranges: Range[] = [{ low: 0, high: sorted.length, depth: 0, parent: -1 }];
    const labels: number[] = [];
    const labelStart: number[] = [];
    const firstChild: number[] = [];
    const nodeRanks: number[] = [];
    const anchoredRanks: number[] = [];
    // The list of ranges grows during the loop.
    for (let node = 0; node < ranges.length; node++) {
      const { low, high, depth } = ranges[node];
      const start = starts[sorted[low]];
      const shared = sharedLength(patterns, sorted[low], sorted[high - 1], depth);
      labelStart.push(labels.length);
      for (let at = start + depth; at < start + shared; at++) labels.push(arena[at]);
      let rank = NONE;
      let anchoredRank = NONE;
      let next = low;
      for (; next < high; next++) {
        const pattern = sorted[next];
        if (ends[pattern] - starts[pattern] > shared) break;
        this.nodeOf[pattern] = node;
        if (!anchored[pattern]) rank = Math.min(rank, ranks[pattern]);
        else anchoredRank = Math.min(anchoredRank, ranks[pattern]);
      }
      nodeRanks.push(rank);
      anchoredRanks.push(anchoredRank);
      firstChild.push(ranges.length);
      while (next < high) {
        const from = next;
        const byte = arena[starts[sorted[from]] + shared];
        while (next < high && arena[starts[sorted[next]] + shared] === byte) next++;
        ranges.push({ low: from, high: next, depth: shared, parent: node });
      }
    }
    this.arena = Uint8Array.from(labels);
    this.size = ranges.length;
    this.labelStart = Int32Array.from([...labelStart, labels.length]);
    this.firstChild = Int32Array.from([...firstChild, ranges.length]);
    this.parent = Int32Array.from(ranges, ({ parent }) => parent);
    this.rank = Int32Array.from(nodeRanks);
    this.anchoredRank = Int32Array.from(anchoredRanks);
  }
}

/** Returns the pattern numbers in byte order. */
function sortedPatterns({ arena, starts, ends, size }: PatternSet): number[] {
  return Array.from({ length: size }, (_, pattern) => pattern).sort((a, b) => {
    const lengthA = ends[a] - starts[a];
    const lengthB = ends[b] - starts[b];
    const shorter = lengthA < lengthB ? lengthA : lengthB;
    for (let i = 0; i < shorter; i++) {
      const difference = arena[starts[a] + i] - arena[starts[b] + i];
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  });
}

/** Returns the length of the common prefix of two patterns that share at least `depth` bytes. */
function sharedLength(patterns: PatternSet, a: number, b: number, depth: number): number {
  const { arena, starts, ends } = patterns;
  const length = Math.min(ends[a] - starts[a], ends[b] - starts[b]);
  let shared = depth;
  while (shared < length && arena[starts[a] + shared] === arena[starts[b] + shared]) shared++;
  return shared;
}
