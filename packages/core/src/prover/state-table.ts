/** The states of a search, each stored once with the last step of the shortest path to it. */
import { MAX_SEARCH_NUMBERS, MAX_SEARCH_STATES } from '../limits.js';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Not stored: already reached by a path at most as long, or out of memory. */
export const KNOWN = -1;
export const NO_ROOM = -2;

/** States are lists of numbers, indexed from 0 in insertion order. */
export class StateTable {
  /** The numbers of all states, concatenated. */
  numbers = new Int32Array(64);
  readonly #ends: number[] = [];
  readonly #origins: number[] = [];
  readonly #steps: number[] = [];
  readonly #lengths: number[] = [];
  #slots = new Int32Array(16).fill(KNOWN);

  get size(): number {
    return this.#ends.length;
  }

  start(state: number): number {
    return state === 0 ? 0 : this.#ends[state - 1];
  }

  end(state: number): number {
    return this.#ends[state];
  }

  /** Returns the length of the shortest known path to the state. */
  length(state: number): number {
    return this.#lengths[state];
  }

  /** Returns the previous state and the step on that path. */
  origin(state: number): { readonly state: number; readonly step: number } {
    return { state: this.#origins[state], step: this.#steps[state] };
  }

  /**
   * Adds the first `count` numbers as a state, or shortens the path to it; returns its index. Returns KNOWN if the path
   * is not shorter, NO_ROOM if the memory is full.
   */
  add(state: Int32Array, count: number, origin: number, step: number, length: number): number {
    let slot = this.#slotOf(state, count);
    const known = this.#slots[slot];
    if (known !== KNOWN) {
      if (this.#lengths[known] <= length) return KNOWN;
      this.#origins[known] = origin;
      this.#steps[known] = step;
      this.#lengths[known] = length;
      return known;
    }
    const start = this.start(this.size);
    if (start + count > MAX_SEARCH_NUMBERS || this.size >= MAX_SEARCH_STATES) return NO_ROOM;
    if (start + count > this.numbers.length) this.#growNumbers(start + count);
    for (let i = 0; i < count; i++) this.numbers[start + i] = state[i];
    if (this.size * 2 >= this.#slots.length) {
      this.#growSlots();
      slot = this.#slotOf(state, count);
    }
    const added = this.size;
    this.#slots[slot] = added;
    this.#ends.push(start + count);
    this.#origins.push(origin);
    this.#steps.push(step);
    this.#lengths.push(length);
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
    if (this.#ends[known] - start !== count) return false;
    for (let i = 0; i < count; i++) if (this.numbers[start + i] !== state[i]) return false;
    return true;
  }

  #growNumbers(wanted: number): void {
    const larger = new Int32Array(Math.max(wanted, this.numbers.length * 2));
    larger.set(this.numbers);
    this.numbers = larger;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(KNOWN);
    const mask = slots.length - 1;
    for (let state = 0; state < this.size; state++) {
      let slot = hash(this.numbers, this.start(state), this.#ends[state]) & mask;
      while (slots[slot] !== KNOWN) slot = (slot + 1) & mask;
      slots[slot] = state;
    }
    this.#slots = slots;
  }
}

/** FNV-1a over integers; mixes the high bits into the low ones, which choose the slot. */
function hash(numbers: Int32Array, start: number, end: number): number {
  let value = FNV_OFFSET;
  for (let at = start; at < end; at++) value = Math.imul(value ^ numbers[at], FNV_PRIME);
  return (value ^ (value >>> 15)) >>> 0;
}
