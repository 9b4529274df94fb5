/** Where a tree of patterns can be entered below the nodes that most targets share. */
import { headAt } from './pattern-list.js';
import type { RadixTree } from './radix-tree.js';

const SLASH = 0x2f;
/** A `/`, and as many octets as one integer holds. */
const HEAD_OCTETS = 5;

/** What is kept of an entry: the octets after the `/`, the node + 1, the place in its label, and the node above. */
const FACTS = 4;
const HEAD = 0;
const NODE = 1;
const PLACE = 2;
const ABOVE = 3;

/** The answer where no entry fits. */
export const NO_ENTRY = -1;

/**
 * The places in a tree that lie five octets below its top, by these octets: one look into a hash table in place of a
 * walk over the nodes near the root, each of which costs branches that the processor cannot foresee.
 */
export class TreeEntries {
  /** Octets that an entry stands for. */
  readonly depth: number = HEAD_OCTETS;
  readonly #entries: Int32Array;
  readonly #last: number;

  constructor(tree: RadixTree) {
    const { nodes, places, heads } = placesAtDepth(tree);
    let slots = 2;
    while (slots < nodes.length * 4) slots *= 2;
    this.#entries = new Int32Array(slots * FACTS);
    this.#last = (slots - 1) * FACTS;
    nodes.forEach((node, i) => {
      let at = slotOf(heads[i]) & this.#last;
      while (this.#entries[at + NODE] !== 0) at = (at + FACTS) & this.#last;
      this.#entries[at + HEAD] = heads[i];
      this.#entries[at + NODE] = node + 1;
      this.#entries[at + PLACE] = places[i];
      this.#entries[at + ABOVE] = tree.parent[node];
    });
  }

  /** Octets held. */
  get octets(): number {
    return this.#entries.byteLength;
  }

  /** The entry for a target, or NO_ENTRY. */
  find(octets: Uint8Array, start: number, end: number): number {
    if (start + HEAD_OCTETS > end || octets[start] !== SLASH) return NO_ENTRY;
    const head = headAt(octets, start + 1);
    const entries = this.#entries;
    for (let at = slotOf(head) & this.#last; ; at = (at + FACTS) & this.#last) {
      if (entries[at + NODE] === 0) return NO_ENTRY;
      if (entries[at + HEAD] === head) return at;
    }
  }

  node(entry: number): number {
    return this.#entries[entry + NODE] - 1;
  }

  /** The octet of the labels that is waited for after those of the entry; perhaps the one after the node's. */
  place(entry: number): number {
    return this.#entries[entry + PLACE];
  }

  /** The node above, which is the last that has been passed; -1 for the root's entry. */
  above(entry: number): number {
    return this.#entries[entry + ABOVE];
  }
}

/** The nodes whose labels hold the place that deep, that place, and the octets after the `/` that lead there. */
function placesAtDepth({ arena, labelStart, parent, size }: RadixTree) {
  const found = { nodes: [] as number[], places: [] as number[], heads: [] as number[] };
  const headOf = new Int32Array(size);
  /** At the end of each node's label; no more than is asked for. */
  const depthOf = new Uint8Array(size);
  for (let node = 0; node < size; node++) {
    let depth = node === 0 ? 0 : depthOf[parent[node]];
    let head = node === 0 ? 0 : headOf[parent[node]];
    const isDeep = depth === HEAD_OCTETS;
    let place = labelStart[node];
    for (; place < labelStart[node + 1] && depth < HEAD_OCTETS; place++, depth++) {
      if (depth > 0) head |= arena[place] << ((depth - 1) * 8);
      else if (arena[place] !== SLASH) break;
    }
    const isOther = depth === 0 && place < labelStart[node + 1];
    depthOf[node] = isOther ? HEAD_OCTETS : depth;
    headOf[node] = head;
    if (isDeep || depth < HEAD_OCTETS) continue;
    found.nodes.push(node);
    found.places.push(place);
    found.heads.push(head);
  }
  return found;
}

function slotOf(head: number): number {
  return Math.imul(head, 0x9e3779b1) >>> 12;
}
