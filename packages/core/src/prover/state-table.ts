/** The states that a search has met: each is kept once, with the step of the shortest way to it so far. */
import { MAX_SEARCH_NUMBERS, MAX_SEARCH_STATES } from '../limits.js';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** No state: it was met before on a way as short, or there is no room for it. */
export const KNOWN = -1;
export const NO_ROOM = -2;

const ROW = 4;
const ORIGIN = 1;
const STEP = 2;
const LENGTH = 3;

/** States are lists of numbers. They are numbered from 0 in the order in which they are added. */
export class StateTable {
  /** The numbers of all states, one after the other. */
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

  /** The length of the shortest way to the state so far. */
  length(state: number): number {
    return this.#rows[state * ROW + LENGTH];
  }

  /** The state before this one on that way, and the step from there. */
  origin(state: number): { readonly state: number; readonly step: number } {
    return { state: this.#rows[state * ROW + ORIGIN], step: this.#rows[state * ROW + STEP] };
  }

  /**
   * Adds the first `count` numbers as a state, or finds a shorter way to it; its number. KNOWN where the way is not
   * shorter than the one that is known, NO_ROOM where the memory is full.
   */
  add(state: Int32Array, count: number, origin: number, step: number, length: number): number {
    let slot = this.#slotOf(state, count);
    const known = this.#slots[slot];
    if (known !== KNOWN) {
      if (this.length(known) <= length) return KNOWN;
      this.#setWay(known, origin, step, length);
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
    this.#setWay(added, origin, step, length);
    return added;
  }

  /** Where the state stands, or the free slot for it. */
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

  #setWay(state: number, origin: number, step: number, length: number): void {
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

/** Returns the numbers, or a larger copy if there is no room for so many. */
function withRoom(numbers: Int32Array<ArrayBuffer>, wanted: number): Int32Array<ArrayBuffer> {
  if (wanted <= numbers.length) return numbers;
  const larger = new Int32Array(Math.max(wanted, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/** FNV-1a over whole numbers, with the high bits brought down since the low ones choose the slot. */
function hash(numbers: Int32Array, start: number, end: number): number {
  let value = FNV_OFFSET;
  for (let at = start; at < end; at++) value = Math.imul(value ^ numbers[at], FNV_PRIME);
  return (value ^ (value >>> 15)) >>> 0;
}
