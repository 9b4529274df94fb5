/** An index of all substrings of a target: a suffix array whose offsets can be queried in order. */
import { pieceAt } from './piece.js';
import type { Target } from './target.js';

/**
 * Finds the next occurrence of a piece in O(piece × log target), independent of the number of occurrences and the
 * distance. Worthwhile only for hostile files.
 * Construction: O(target × log target), linear if few substrings repeat. Memory: 4 bytes per byte of the target and bit
 * of its length, plus 16 per byte.
 */
export class SuffixIndex {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  /** Offsets in the order of their suffixes. */
  readonly #suffixes: Int32Array;
  /**
   * A wavelet matrix of the suffixes, highest bit first. For each bit: the number of earlier offsets with that bit
   * clear. From one bit to the next, offsets with the bit clear come first, and both halves keep their order.
   */
  readonly #clear: Int32Array[] = [];

  constructor({ bytes, start, end }: Target) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#suffixes = sortedSuffixes(bytes.subarray(start, end));
    const length = end - start;
    let offsets = this.#suffixes;
    for (let bit = 31 - Math.clz32(length | 1); bit >= 0; bit--) {
      const clear = new Int32Array(length + 1);
      for (let i = 0; i < length; i++) clear[i + 1] = clear[i] + (~(offsets[i] >> bit) & 1);
      const next = new Int32Array(length);
      for (let i = 0; i < length; i++) {
        const isClear = clear[i + 1] > clear[i];
        next[isClear ? clear[i] : clear[length] + i - clear[i]] = offsets[i];
      }
      this.#clear.push(clear);
      offsets = next;
    }
  }

  /** Returns the first occurrence at or after `from`, or -1. */
  find(bytes: Uint8Array, piece: number, end: number, from: number): number {
    const low = this.#firstSuffix(bytes, piece, end, 0, false);
    if (!this.#startsWith(low, bytes, piece, end)) return -1;
    const high = this.#firstSuffix(bytes, piece, end, low + 1, true);
    const before = this.#countBelow(low, high, from - this.#start);
    return before < high - low ? this.#start + this.#select(low, high, before) : -1;
  }

  #startsWith(suffix: number, bytes: Uint8Array, piece: number, end: number): boolean {
    if (suffix === this.#suffixes.length) return false;
    const at = this.#start + this.#suffixes[suffix];
    return at + end - piece <= this.#end && pieceAt(bytes, piece, end, this.#bytes, at);
  }

  /**
   * Returns the index of the first suffix at or after `from` that is greater than or starts with the piece; if
   * `isPast`, skips suffixes that start with it.
   */
  #firstSuffix(bytes: Uint8Array, piece: number, end: number, from: number, isPast: boolean) {
    const text = this.#bytes;
    let low = from;
    let high = this.#suffixes.length;
    // Bytes shared by both bounds are shared by all suffixes between them.
    let sharedLow = 0;
    let sharedHigh = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      let shared = sharedLow < sharedHigh ? sharedLow : sharedHigh;
      let at = this.#start + this.#suffixes[middle] + shared;
      let next = piece + shared;
      while (next < end && at < this.#end && text[at] === bytes[next]) {
        at++;
        next++;
      }
      shared = next - piece;
      const isLess = next === end ? isPast : at === this.#end || text[at] < bytes[next];
      if (isLess) {
        low = middle + 1;
        sharedLow = shared;
      } else {
        high = middle;
        sharedHigh = shared;
      }
    }
    return low;
  }

  /** Returns how many suffixes from `low` to `high` start before `offset`. */
  #countBelow(low: number, high: number, offset: number): number {
    const levels = this.#clear.length;
    if (offset >> levels > 0) return high - low;
    const length = this.#suffixes.length;
    let count = 0;
    for (let level = 0; level < levels; level++) {
      const clear = this.#clear[level];
      if (((offset >> (levels - 1 - level)) & 1) === 0) {
        low = clear[low];
        high = clear[high];
      } else {
        count += clear[high] - clear[low];
        low += clear[length] - clear[low];
        high += clear[length] - clear[high];
      }
    }
    return count;
  }

  /** Returns the offset with exactly `before` smaller ones among the suffixes from `low` to `high`. */
  #select(low: number, high: number, before: number): number {
    const length = this.#suffixes.length;
    let left = before;
    let offset = 0;
    for (const clear of this.#clear) {
      const clearHere = clear[high] - clear[low];
      offset *= 2;
      if (left < clearHere) {
        low = clear[low];
        high = clear[high];
      } else {
        left -= clearHere;
        offset++;
        low += clear[length] - clear[low];
        high += clear[length] - clear[high];
      }
    }
    return offset;
  }
}

/** Sorts suffixes by their first byte, then by twice as many bytes per round (Manber and Myers). */
function sortedSuffixes(text: Uint8Array): Int32Array {
  const { length } = text;
  let ranks: Int32Array = Int32Array.from(text);
  let nextRanks: Int32Array = new Int32Array(length);
  const suffixes = new Int32Array(length);
  const order = suffixes.map((_, at) => at);
  const counts = new Int32Array(Math.max(length, 256) + 1);
  for (let sorted = 0; ; sorted = Math.max(1, sorted * 2)) {
    counts.fill(0);
    for (let at = 0; at < length; at++) counts[ranks[at] + 1]++;
    for (let rank = 1; rank < counts.length; rank++) counts[rank] += counts[rank - 1];
    for (let i = 0; i < length; i++) suffixes[counts[ranks[order[i]]]++] = order[i];
    let rank = 0;
    for (let i = 0; i < length; i++) {
      if (i > 0 && !areAlike(ranks, suffixes[i - 1], suffixes[i], sorted)) rank++;
      nextRanks[suffixes[i]] = rank;
    }
    [ranks, nextRanks] = [nextRanks, ranks];
    if (rank >= length - 1) return suffixes;
    // Sorts by the second half; suffixes without one come first.
    const half = Math.max(1, sorted * 2);
    let used = 0;
    for (let at = Math.max(0, length - half); at < length; at++) order[used++] = at;
    for (const suffix of suffixes) if (suffix >= half) order[used++] = suffix - half;
  }
}

/** Returns whether two suffixes have equal ranks, both at their start and `sorted` bytes later. */
function areAlike(ranks: Int32Array, one: number, other: number, sorted: number): boolean {
  if (ranks[one] !== ranks[other]) return false;
  if (sorted === 0) return true;
  const a = one + sorted;
  const b = other + sorted;
  return a < ranks.length && b < ranks.length && ranks[a] === ranks[b];
}
