/** The states of a search, each stored once with the last step of the shortest path to it. */

/**
 * Memory limits of one search: its states, and the numbers in all states together. The numbers take 8 MiB; the state
 * table, paths and queue take at most about 30 MiB.
 */
const MAX_SEARCH_STATES: number = 1 << 19;
const MAX_SEARCH_NUMBERS: number = 1 << 21;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Not stored: already reached by a path at most as long, or out of memory. */
export const KNOWN = -1;
export const NO_ROOM = -2;

const ROW = 4;
const ORIGIN = 1;
const STEP = 2;
const LENGTH = 3;

/** States are lists of numbers, indexed from 0 in insertion order. */
export class StateTable {
  /** The numbers of all states, concatenated. */
  numbers = new Int32Array(64);
  size = 0;
  /** Four numbers per state: where its numbers end, and the origin, last step and length of the shortest way so far. */
  #rows = new Int32Array(16 * ROW);
  #slots = new Int32Array(16).fill(KNOWN);

  start(state: number): number {
    return state === 0 ? 0 : this.#rows[(state - 1) * ROW];
  }

  end(state: number): number {
    return this.#rows[state * ROW];
  }

  /** Returns the length of the shortest known path to the state. */
  length(state: number): number {
    return this.#rows[state * ROW + LENGTH];
  }

  /** Returns the previous state and the step on that path. */
  origin(state: number): { readonly state: number; readonly step: number } {
    return { state: this.#rows[state * ROW + ORIGIN], step: this.#rows[state * ROW + STEP] };
  }

  /**
   * Adds the first `count` numbers as a state, or shortens the path to it; returns its index. Returns KNOWN if the path
   * is not shorter, NO_ROOM if the memory is full.
   */
  add(state: Int32Array, count: number, origin: number, step: number, length: number): number {
    let slot = this.#slotOf(state, count);
    const known = this.#slots[slot];
    if (known !== KNOWN) {
      if (this.length(known) <= length) return KNOWN;
      this.#setPath(known, origin, step, length);
      return known;
    }
    const start = this.start(this.size);
    if (start + count > MAX_SEARCH_NUMBERS || this.size >= MAX_SEARCH_STATES) return NO_ROOM;
    this.numbers = withRoom(this.numbers, start + count);
    this.#rows = withRoom(this.#rows, (this.size + 1) * ROW);
    for (let i = 0; i < count; i++) this.numbers[start + i] = state[i];
    if (this.size * 2 >= this.#slots.length) {
      this.#growSlots();
      slot = this.#slotOf(state, count);
    }
    const added = this.size++;
    this.#slots[slot] = added;
    this.#rows[added * ROW] = start + count;
    this.#setPath(added, origin, step, length);
    return added;
  }

  /** Returns the slot of the state, or the free slot for it. */
  #slotOf(state: Int32Array, count: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(state, 0, count) & mask;
    while (this.#slots[slot] !== KNOWN && !this.#equals(this.#slots[slot], state, count)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #equals(known: number, state: Int32Array, count: number): boolean {
    const start = this.start(known);
    if (this.end(known) - start !== count) return false;
    for (let i = 0; i < count; i++) if (this.numbers[start + i] !== state[i]) return false;
    return true;
  }

  #setPath(state: number, origin: number, step: number, length: number): void {
    this.#rows[state * ROW + ORIGIN] = origin;
    this.#rows[state * ROW + STEP] = step;
    this.#rows[state * ROW + LENGTH] = length;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(KNOWN);
    const mask = slots.length - 1;
    for (let state = 0; state < this.size; state++) {
      let slot = hash(this.numbers, this.start(state), this.end(state)) & mask;
      while (slots[slot] !== KNOWN) slot = (slot + 1) & mask;
      slots[slot] = state;
    }
    this.#slots = slots;
  }
}

/** Returns the numbers, or a larger copy if there is not enough room. */
function withRoom(numbers: Int32Array<ArrayBuffer>, wanted: number): Int32Array<ArrayBuffer> {
  if (wanted <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(wanted, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/** FNV-1a over integers; mixes the high bits into the low ones, which choose the slot. */
function hash(numbers: Int32Array, start: number, end: number): number {
  let value = FNV_OFFSET;
  for (let at = start; at < end; at++) value = Math.imul(value ^ numbers[at], FNV_PRIME);
  return (value ^ (value >>> 15)) >>> 0;
}
