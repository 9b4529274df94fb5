/** Patterns with shared beginnings as one tree, in flat arrays. */

/** The rank that stands for no rule at all; every rule's is lower, and the lowest wins. */
export const NO_RANK = 0x3fffffff;

/** A pattern to put into the tree: octets of the arena, and what it is worth. */
export interface RankedPattern {
  readonly start: number;
  readonly end: number;
  readonly anchored: boolean;
  readonly rank: number;
}

/** A range of sorted patterns that share their first `depth` octets, and the node they hang from. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly depth: number;
  readonly parent: number;
}

function compareOctets(arena: Uint8Array, a: RankedPattern, b: RankedPattern): number {
  const length = Math.min(a.end - a.start, b.end - b.start);
  for (let i = 0; i < length; i++) {
    const difference = arena[a.start + i] - arena[b.start + i];
    if (difference !== 0) return difference;
  }
  return a.end - a.start - (b.end - b.start);
}

/**
 * Node 0 is the root. A node's label is a piece of the arena that no other node's label shares; the children of a
 * node have successive numbers and labels that begin with different octets.
 * Size: at most two nodes a pattern. Building: a sort, then linear in the octets.
 */
export class RadixTree {
  readonly arena: Uint8Array;
  readonly size: number;
  readonly labelStart: Int32Array;
  readonly labelEnd: Int32Array;
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly childEnd: Int32Array;
  /** The best rank of the patterns that end at the node, and of those that end there with `$`. */
  readonly rank: Int32Array;
  readonly anchoredRank: Int32Array;

  constructor(arena: Uint8Array, patterns: readonly RankedPattern[]) {
    this.arena = arena;
    const sorted = [...patterns].sort((a, b) => compareOctets(arena, a, b));
    const labelStart: number[] = [];
    const labelEnd: number[] = [];
    const parents: number[] = [];
    const firstChild: number[] = [];
    const childEnd: number[] = [];
    const ranks: number[] = [];
    const anchoredRanks: number[] = [];
    const ranges: Range[] = [{ low: 0, high: sorted.length, depth: 0, parent: -1 }];
    // The list of ranges grows while it is walked: breadth first, so that siblings are neighbours.
    for (let node = 0; node < ranges.length; node++) {
      const { low, high, depth, parent } = ranges[node];
      let rank = NO_RANK;
      let anchoredRank = NO_RANK;
      let shared = depth;
      let next = low;
      const origin = sorted[low]?.start ?? 0;
      if (low < high) {
        shared = sharedLength(arena, sorted[low], sorted[high - 1], depth);
        for (; next < high && sorted[next].end - sorted[next].start === shared; next++) {
          const pattern = sorted[next];
          if (pattern.anchored) anchoredRank = Math.min(anchoredRank, pattern.rank);
          else rank = Math.min(rank, pattern.rank);
        }
      }
      labelStart.push(origin + depth);
      labelEnd.push(origin + shared);
      parents.push(parent);
      ranks.push(rank);
      anchoredRanks.push(anchoredRank);
      firstChild.push(ranges.length);
      while (next < high) {
        const from = next;
        const octet = arena[sorted[from].start + shared];
        while (next < high && arena[sorted[next].start + shared] === octet) next++;
        ranges.push({ low: from, high: next, depth: shared, parent: node });
      }
      childEnd.push(ranges.length);
    }
    this.size = ranges.length;
    this.labelStart = new Int32Array(labelStart);
    this.labelEnd = new Int32Array(labelEnd);
    this.parent = new Int32Array(parents);
    this.firstChild = new Int32Array(firstChild);
    this.childEnd = new Int32Array(childEnd);
    this.rank = new Int32Array(ranks);
    this.anchoredRank = new Int32Array(anchoredRanks);
  }
}

/** How many octets two patterns share from their beginnings, the first `depth` of which are known to be shared. */
function sharedLength(
  arena: Uint8Array,
  a: RankedPattern,
  b: RankedPattern,
  depth: number,
): number {
  const length = Math.min(a.end - a.start, b.end - b.start);
  let shared = depth;
  while (shared < length && arena[a.start + shared] === arena[b.start + shared]) shared++;
  return shared;
}
