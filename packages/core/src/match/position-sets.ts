/** Where in a tree of patterns a target may have got to: the states of the automaton, one octet at a time. */
import { NO_RANK } from './pattern-set.js';
import type { RadixTree } from './radix-tree.js';

const STAR = 0x2a;

/**
 * Steps a set of positions over the octets of a target.
 *
 * A position is the place in the arena of the octet that is waited for next. One on a `*` stays where it is, and
 * stands for what may follow that `*` too: so a `*` before many children is one position, not one for each child.
 * Two kinds of position are left out because nothing can come of them: those below which every rule is worse than one
 * that has matched already, and those before a `*` of the same label that is reached, since all that they could still
 * reach can be reached from there.
 * Cost of a step: linear in the positions, which are at most one for every octet of the patterns.
 */
export class PositionSets {
  /** The set that the last call made, in rising order. */
  positions = new Int32Array(16);
  count = 0;
  /** The best rank that has matched, whatever follows; and the best if the target ends here. */
  rank = NO_RANK;
  endRank = NO_RANK;
  readonly #tree: RadixTree;
  /** The node to whose label each octet of the arena belongs. */
  readonly #owner: Int32Array | Uint16Array;
  /** The best rank in the tree below each node, its own included. */
  readonly #bestBelow: Int32Array;
  /** 1 for positions that are in the set that is being made. */
  readonly #taken: Uint8Array;

  constructor(tree: RadixTree) {
    this.#tree = tree;
    this.#taken = new Uint8Array(tree.arena.length);
    this.#owner =
      tree.size <= 0xffff ? new Uint16Array(tree.arena.length) : new Int32Array(tree.arena.length);
    this.#bestBelow = tree.rank.map((rank, node) => Math.min(rank, tree.anchoredRank[node]));
    for (let node = tree.size - 1; node >= 0; node--) {
      this.#owner.fill(node, tree.labelStart[node], tree.labelStart[node + 1]);
      const parent = tree.parent[node];
      if (parent >= 0) {
        this.#bestBelow[parent] = Math.min(this.#bestBelow[parent], this.#bestBelow[node]);
      }
    }
  }

  /** Octets held. */
  get octets(): number {
    const { size, arena } = this.#tree;
    return arena.length * 2 + this.#owner.byteLength + size * 8 * Int32Array.BYTES_PER_ELEMENT;
  }

  /** The set before the first octet. */
  start(): void {
    this.#clear(NO_RANK);
    const { labelStart } = this.#tree;
    if (labelStart[0] < labelStart[1]) this.#take(labelStart[0]);
    else this.#leave(0);
    this.#settle();
  }

  /** The set after one more octet. */
  step(from: Int32Array, start: number, end: number, rank: number, octet: number): void {
    this.#clear(rank);
    const { arena } = this.#tree;
    for (let i = start; i < end; i++) {
      const position = from[i];
      const awaited = arena[position];
      if (awaited === STAR) this.#pass(position, octet);
      else if (awaited === octet) this.#advance(position);
    }
    this.#settle();
  }

  #clear(rank: number): void {
    this.count = 0;
    this.rank = rank;
    this.endRank = NO_RANK;
  }

  /** Stays at a `*`, and goes on with what follows it where that begins with the octet. */
  #pass(star: number, octet: number): void {
    this.#take(star);
    const { arena, labelStart } = this.#tree;
    const node = this.#owner[star];
    if (star + 1 < labelStart[node + 1]) {
      if (arena[star + 1] === octet) this.#advance(star + 1);
      return;
    }
    const child = this.#tree.childAt(node, octet);
    if (child >= 0) this.#advance(labelStart[child]);
  }

  /** Goes past the octet at the position. */
  #advance(position: number): void {
    const node = this.#owner[position];
    if (position + 1 < this.#tree.labelStart[node + 1]) this.#take(position + 1);
    else this.#leave(node);
  }

  /** Reaches the end of a node's label: its patterns have matched, and its children are waited for. */
  #leave(node: number): void {
    const { rank, anchoredRank, firstChild, labelStart } = this.#tree;
    if (rank[node] < this.rank) this.rank = rank[node];
    if (anchoredRank[node] < this.endRank) this.endRank = anchoredRank[node];
    for (let child = firstChild[node]; child < firstChild[node + 1]; child++) {
      this.#take(labelStart[child]);
    }
  }

  #take(position: number): void {
    if (this.#taken[position] === 1) return;
    this.#taken[position] = 1;
    if (this.count === this.positions.length) {
      const larger = new Int32Array(this.positions.length * 2);
      larger.set(this.positions);
      this.positions = larger;
    }
    this.positions[this.count++] = position;
  }

  /** Leaves out the positions of which nothing can come, and puts the others in order. */
  #settle(): void {
    const { positions, count } = this;
    for (let i = 0; i < count; i++) this.#taken[positions[i]] = 0;
    sortRange(positions, count);
    let kept = count;
    let starNode = -1;
    for (let i = count - 1; i >= 0; i--) {
      const position = positions[i];
      const node = this.#owner[position];
      if (node === starNode || this.#bestBelow[node] >= this.rank) continue;
      if (this.#tree.arena[position] === STAR) starNode = node;
      positions[--kept] = position;
    }
    positions.copyWithin(0, kept, count);
    this.count = count - kept;
    if (this.rank < this.endRank) this.endRank = this.rank;
  }
}

/** Most sets are small, and nearly in order already. */
function sortRange(values: Int32Array, count: number): void {
  if (count > 64) {
    values.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = values[i];
    let at = i;
    while (at > 0 && values[at - 1] > value) {
      values[at] = values[at - 1];
      at--;
    }
    values[at] = value;
  }
}
