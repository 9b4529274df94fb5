/** Searches one target for pieces of many patterns. */
import { findLinearly, findPiece, MAX_WASTED, sharedBytes } from './piece.js';
import { SuffixIndex } from './suffix-index.js';
import type { Target } from './target.js';

const SLOTS = 4096;
/** From this length on, offsets are recorded too; below, a plain search is as fast. */
const LENGTH_WORTH_OFFSETS = 256;
/** Bytes or offsets to search before using the index, which costs about as much. */
const NEAR = 128;
const NEAR_OFFSETS = 8;
/** Search steps that cost as much as building the index, per byte of the target and bit of its length. */
const STEPS_WORTH_INDEX = 4;

/**
 * Records the byte pairs of a target. A piece with another pair cannot occur in it, so nearly all rules of a long list
 * are rejected without a search: the first verdict on 500 rules with `*` is 1.6 times as fast. In a long target, the
 * offsets of a pair locate the next piece directly. Pairs may share a slot, which never rejects wrongly.
 * Worst case of a query: linear in the target and the patterns, times the logarithm of the target. The index is built
 * once the searches have cost as much as building it.
 */
export class TargetSearch {
  /** 1 for the slots of the target's pairs. */
  readonly #pairs = new Uint8Array(SLOTS);
  /** Offsets of all pairs, by slot and then ascending. */
  #offsets = new Int32Array(0);
  readonly #starts = new Int32Array(SLOTS + 1);
  #hasOffsets = false;
  #stepsLeft = 0;
  #index: SuffixIndex | undefined;

  /** Replaces the previous target. Linear. */
  read(target: Target): void {
    const { bytes, start, end } = target;
    this.#pairs.fill(0);
    for (let at = start + 1; at < end; at++) this.#pairs[slotOf(bytes[at - 1], bytes[at])] = 1;
    this.#index = undefined;
    this.#hasOffsets = end - start >= LENGTH_WORTH_OFFSETS;
    if (this.#hasOffsets) this.#sortOffsets(target);
    this.#stepsLeft = STEPS_WORTH_INDEX * (end - start) * (32 - Math.clz32(end - start));
  }

  /** Releases the memory of the index. */
  release(): void {
    this.#index = undefined;
  }

  /** Returns whether the target may contain the two bytes in a row. */
  mayContainPair(first: number, second: number): boolean {
    return this.#pairs[slotOf(first, second)] === 1;
  }

  /** Returns the first occurrence of the piece at or after `from` in the current target, or -1. */
  find(bytes: Uint8Array, piece: number, end: number, target: Target, from: number): number {
    const { bytes: text, end: to } = target;
    if (this.#stepsLeft < 0) this.#index ??= new SuffixIndex(target);
    if (this.#hasOffsets && end - piece > 1) {
      return this.#findByOffsets(bytes, piece, end, target, from);
    }
    const isNear = this.#index === undefined || from + NEAR + end - piece > to;
    const nearEnd = isNear ? to : from + NEAR + end - piece - 1;
    const at = findPiece(bytes, piece, end, text, from, nearEnd);
    this.#stepsLeft -= (at < 0 ? nearEnd : at) - from;
    return at >= 0 || isNear ? at : this.#findFar(bytes, piece, end, from + NEAR);
  }

  #findFar(bytes: Uint8Array, piece: number, end: number, from: number): number {
    return this.#index?.find(bytes, piece, end, from) ?? -1;
  }

  #findByOffsets(bytes: Uint8Array, piece: number, end: number, target: Target, from: number) {
    const { bytes: text, end: to } = target;
    const last = to - (end - piece);
    const slot = slotOf(bytes[piece], bytes[piece + 1]);
    const slotEnd = this.#starts[slot + 1];
    const first = this.#firstOffset(slot, from);
    const nearEnd = this.#index === undefined ? slotEnd : Math.min(slotEnd, first + NEAR_OFFSETS);
    let wasted = 0;
    for (let index = first; index < nearEnd; index++) {
      const at = this.#offsets[index];
      if (at > last) return -1;
      const shared = sharedBytes(bytes, piece, end, text, at);
      if (shared === end - piece) return at;
      wasted += shared;
      this.#stepsLeft -= 2;
      if (wasted <= MAX_WASTED + at - from) continue;
      if (this.#index !== undefined) return this.#index.find(bytes, piece, end, at + 1);
      this.#stepsLeft -= to - at;
      return findLinearly(bytes, piece, end, text, at + 1, to);
    }
    if (nearEnd === slotEnd) return -1;
    return this.#findFar(bytes, piece, end, this.#offsets[nearEnd]);
  }

  /** Returns the index of the first offset of the slot at or after `from`. */
  #firstOffset(slot: number, from: number): number {
    let low = this.#starts[slot];
    let high = this.#starts[slot + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#offsets[middle] < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A counting sort. */
  #sortOffsets({ bytes, start, end }: Target): void {
    if (this.#offsets.length < end - start) this.#offsets = new Int32Array((end - start) * 2);
    const starts = this.#starts;
    starts.fill(0);
    for (let at = start + 1; at < end; at++) starts[slotOf(bytes[at - 1], bytes[at])]++;
    let count = 0;
    for (let slot = 0; slot <= SLOTS; slot++) {
      count += starts[slot];
      starts[slot] = count;
    }
    // Backwards: each start moves from the end of its slot to the beginning.
    for (let at = end - 1; at > start; at--) {
      this.#offsets[--starts[slotOf(bytes[at - 1], bytes[at])]] = at - 1;
    }
  }
}

function slotOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (SLOTS - 1);
}
