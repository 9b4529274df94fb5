/** The states of an automaton that have been made so far, within a stated bound of memory. */
import type { PositionSets } from './position-sets.js';

/** A transition that has not been asked for yet. */
export const UNKNOWN = 0xffff;
/** The answer of `add` where the cache is full. */
export const FULL = -1;

/** Rows lie at multiples of eight entries, so that 16 bits name 65,535 of them and no step multiplies. */
export const ROW_SHIFT = 3;
const MOST_ROW_UNITS = UNKNOWN;

/** What is kept of a state besides its row: where its positions lie in the pool, and its two ranks. */
const FACTS = 4;
const POOL_START = 0;
const POOL_END = 1;
const RANK = 2;
const END_RANK = 3;

/** Shares of the cache; the rest is for facts and slots. */
const ROWS_SHARE = 9 / 16;
const POOL_SHARE = 4 / 16;
const FACTS_SHARE = 3 / 16;

function withRoom(array: Int32Array, length: number): Int32Array {
  if (length <= array.length) return array;
  const larger = new Int32Array(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}

/** A state is named by the place of its row in units of eight entries. */
export class StateCache {
  /** Transitions: row of the state, then class of the octet. */
  rows: Uint16Array;
  /** Positions of all states, one after the other. */
  pool: Int32Array = new Int32Array(64);
  #poolUsed = 0;
  #states = 0;
  #facts: Int32Array = new Int32Array(16 * FACTS);
  /** Hash slots: number of the state + 1. */
  #slots = new Int32Array(64);
  readonly #rowUnits: number;
  readonly #mostStates: number;
  readonly #mostPool: number;

  constructor(classes: number, octets: number) {
    this.#rowUnits = Math.ceil(classes / (1 << ROW_SHIFT));
    const rowOctets = (this.#rowUnits << ROW_SHIFT) * Uint16Array.BYTES_PER_ELEMENT;
    const besides = (FACTS + 3) * Int32Array.BYTES_PER_ELEMENT;
    this.#mostStates = Math.min(
      Math.floor((octets * ROWS_SHARE) / rowOctets),
      Math.floor((octets * FACTS_SHARE) / besides),
      Math.floor(MOST_ROW_UNITS / this.#rowUnits),
    );
    this.#mostPool = Math.floor((octets * POOL_SHARE) / Int32Array.BYTES_PER_ELEMENT);
    this.rows = new Uint16Array((this.#rowUnits << ROW_SHIFT) * 8);
  }

  get states(): number {
    return this.#states;
  }

  /** Octets held. */
  get octets(): number {
    return (
      this.rows.byteLength + this.pool.byteLength + this.#facts.byteLength + this.#slots.byteLength
    );
  }

  clear(): void {
    this.#states = 0;
    this.#poolUsed = 0;
    this.#slots.fill(0);
  }

  poolStart(state: number): number {
    return this.#fact(state, POOL_START);
  }

  poolEnd(state: number): number {
    return this.#fact(state, POOL_END);
  }

  rank(state: number): number {
    return this.#fact(state, RANK);
  }

  endRank(state: number): number {
    return this.#fact(state, END_RANK);
  }

  /** The state of a set of positions, made if it is new; FULL where there is no room for it. */
  add(set: PositionSets): number {
    const hash = hashOf(set);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] - 1;
      if (this.#equals(number, set)) return number * this.#rowUnits;
    }
    if (this.#states === this.#mostStates || this.#poolUsed + set.count > this.#mostPool)
      return FULL;
    return this.#append(set, slot);
  }

  #append(set: PositionSets, slot: number): number {
    const number = this.#states++;
    const start = this.#poolUsed;
    this.#poolUsed = start + set.count;
    this.pool = withRoom(this.pool, this.#poolUsed);
    this.pool.set(set.positions.subarray(0, set.count), start);
    this.#facts = withRoom(this.#facts, this.#states * FACTS);
    this.#facts[number * FACTS + POOL_START] = start;
    this.#facts[number * FACTS + POOL_END] = this.#poolUsed;
    this.#facts[number * FACTS + RANK] = set.rank;
    this.#facts[number * FACTS + END_RANK] = set.endRank;
    this.#slots[slot] = number + 1;
    if (this.#states * 2 > this.#slots.length) this.#rehash();
    const rowStart = (number * this.#rowUnits) << ROW_SHIFT;
    const rowEnd = ((number + 1) * this.#rowUnits) << ROW_SHIFT;
    if (rowEnd > this.rows.length) {
      const most = (this.#mostStates * this.#rowUnits) << ROW_SHIFT;
      const larger = new Uint16Array(Math.min(this.rows.length * 2, most));
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows.fill(UNKNOWN, rowStart, rowEnd);
    return number * this.#rowUnits;
  }

  #fact(state: number, which: number): number {
    return this.#facts[(state / this.#rowUnits) * FACTS + which];
  }

  #equals(number: number, set: PositionSets): boolean {
    const facts = number * FACTS;
    const start = this.#facts[facts + POOL_START];
    if (
      this.#facts[facts + POOL_END] - start !== set.count ||
      this.#facts[facts + RANK] !== set.rank ||
      this.#facts[facts + END_RANK] !== set.endRank
    ) {
      return false;
    }
    for (let i = 0; i < set.count; i++) {
      if (this.pool[start + i] !== set.positions[i]) return false;
    }
    return true;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#states; number++) {
      const facts = number * FACTS;
      let hash = hashStart(this.#facts[facts + RANK], this.#facts[facts + END_RANK]);
      for (let i = this.#facts[facts + POOL_START]; i < this.#facts[facts + POOL_END]; i++) {
        hash = hashNext(hash, this.pool[i]);
      }
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function hashStart(rank: number, endRank: number): number {
  return hashNext(hashNext(0, rank), endRank);
}

function hashNext(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function hashOf(set: PositionSets): number {
  let hash = hashStart(set.rank, set.endRank);
  for (let i = 0; i < set.count; i++) hash = hashNext(hash, set.positions[i]);
  return hash;
}
