/** Finds patterns with `*` by a few bytes that all their targets contain. */

import { IMPOSSIBLE } from './byte-mask.js';
import type { PatternFacts } from './pattern-facts.js';
import { sharedBytes } from './piece.js';
import { NONE, type PatternStrategy } from './strategy.js';
import { pairsOf, type Target } from './target.js';

/** Bytes per key: what fits into one integer. */
const KEY_BYTES = 4;
/**
 * Targets are scanned two bytes at a time, so keys are found only at even offsets. Each pattern has two keys, one byte
 * apart, so that one of them is at an even offset.
 */
const PIECE_BYTES = KEY_BYTES + 1;

/** Slots per key: the larger, the fewer collisions between keys and other text. */
const SLOTS_PER_KEY = 4;
const MIN_SLOT_BITS = 7;
const MAX_SLOT_BITS = 18;
/** Keys are counted by the highest bits of their hash. */
const COUNT_SHIFT = 32 - 13;

/** Layout of a key's properties. */
const FACTS = 9;
const PATTERN = 0;
const RANK = 1;
const MASK = 2;
/** The piece that contains the key, its range in the arena, and the key's offset in it. */
const PIECE = 3;
const PIECE_START = 4;
const PIECE_END = 5;
const KEY = 6;
const NEXT = 7;
/** The number of the latest target known not to match, so that nothing is cleared between targets. */
const EXCLUDED = 8;
const LAST_ROUND = 0xffff;
/**
 * Budget per byte of a target, and per target. Real files need a few steps. If too many patterns share keys that occur
 * throughout the target, comparing them one by one is cheaper.
 */
const MAX_STEPS_PER_BYTE = 64;
const MAX_STEPS = 16_384;

/**
 * An index for many patterns with `*`. Scans a target once, two bytes per step. Where it contains a pattern's key and
 * the surrounding piece, compares the pattern. Keys are chosen to be shared by the fewest patterns.
 * Worst case: comparing every pattern once, plus a bounded number of steps per byte of the target.
 */
export class PieceIndex implements PatternStrategy {
  readonly #patterns: PatternFacts;
  readonly #members: readonly number[];
  /** FACTS numbers per key. */
  readonly #facts: Int32Array;
  /** By slot: the mask shared by all its patterns; IMPOSSIBLE if the slot is empty. */
  readonly #mask: Int32Array;
  /** By slot: offset of the best pattern's properties, plus 1. */
  readonly #lists: Int32Array;
  readonly #shift: number;
  readonly #bestRank: number;
  #round = 0;
  #stepsLeft = 0;

  /** `members` are the numbers of the patterns, best first; each must have a key. */
  constructor(patterns: PatternFacts, members: readonly number[]) {
    const keys = members.length * 2;
    let bits = MIN_SLOT_BITS;
    while (bits < MAX_SLOT_BITS && 2 ** bits < keys * SLOTS_PER_KEY) bits++;
    this.#patterns = patterns;
    this.#members = members;
    this.#shift = 32 - bits;
    this.#mask = new Int32Array(2 ** bits).fill(IMPOSSIBLE);
    this.#lists = new Int32Array(2 ** bits);
    this.#facts = new Int32Array(keys * FACTS);
    this.#bestRank = members.length === 0 ? NONE : patterns.rank(members[0]);
    const keyPositions = rarestKeys(patterns, members);
    let used = 0;
    // Insert the best pattern last, because lists grow at the front.
    for (let member = members.length - 1; member >= 0; member--) {
      for (let more = 0; more < PIECE_BYTES - KEY_BYTES + 1; more++) {
        this.#add(used, members[member], keyPositions[member], more);
        used += FACTS;
      }
    }
  }

  get bytes(): number {
    return this.#facts.byteLength + this.#mask.byteLength + this.#lists.byteLength;
  }

  #add(at: number, pattern: number, { piece, key }: KeyPosition, more: number): void {
    const start = this.#patterns.pieceStart(piece);
    const slot = hashOf(keyAt(this.#patterns.arena, start + key + more)) >>> this.#shift;
    const mask = this.#patterns.mask(pattern);
    this.#mask[slot] = this.#mask[slot] === IMPOSSIBLE ? mask : this.#mask[slot] & mask;
    this.#facts[at + PATTERN] = pattern;
    this.#facts[at + RANK] = this.#patterns.rank(pattern);
    this.#facts[at + MASK] = mask;
    this.#facts[at + PIECE] = piece;
    this.#facts[at + PIECE_START] = start;
    this.#facts[at + PIECE_END] = this.#patterns.pieceEnd(piece);
    this.#facts[at + KEY] = key + more;
    this.#facts[at + NEXT] = this.#lists[slot];
    this.#lists[slot] = at + 1;
  }

  best(target: Target, below: number): number {
    if (below <= this.#bestRank) return below;
    const { start, end } = target;
    const pairs = pairsOf(target);
    const mask = this.#mask;
    const shift = this.#shift;
    const lacks = ~target.mask;
    this.#nextRound();
    this.#stepsLeft = MAX_STEPS + (end - start) * MAX_STEPS_PER_BYTE;
    const last = end >> 1;
    let best = below;
    let key = 0;
    for (let at = (start + 1) >> 1; at < last; at++) {
      key = (key << 16) | pairs[at];
      const slot = hashOf(key) >>> shift;
      // One comparison covers "no key" and "bytes missing"; both are common, so the branch is predictable.
      if ((mask[slot] & lacks) === 0) {
        best = this.#compare(slot, target, at * 2 - 2, best);
        if (this.#stepsLeft < 0) return this.#oneByOne(target, best);
      }
    }
    return best;
  }

  #nextRound(): void {
    if (this.#round === LAST_ROUND) {
      for (let at = EXCLUDED; at < this.#facts.length; at += FACTS) this.#facts[at] = 0;
      this.#round = 0;
    }
    this.#round++;
  }

  /** Compares a slot's patterns with a target in which their key starts at `key`. */
  #compare(slot: number, target: Target, key: number, below: number): number {
    const facts = this.#facts;
    const { arena } = this.#patterns;
    const { bytes, start, end } = target;
    const lacks = ~target.mask;
    for (let at = this.#lists[slot] - 1; at >= 0; at = facts[at + NEXT] - 1) {
      if (facts[at + RANK] >= below || --this.#stepsLeft < 0) return below;
      if ((facts[at + MASK] & lacks) !== 0 || facts[at + EXCLUDED] === this.#round) continue;
      const pieceStart = facts[at + PIECE_START];
      const pieceEnd = facts[at + PIECE_END];
      const offset = key - facts[at + KEY];
      if (offset < start || offset + pieceEnd - pieceStart > end) continue;
      const shared = sharedBytes(arena, pieceStart, pieceEnd, bytes, offset);
      this.#stepsLeft -= shared;
      if (shared < pieceEnd - pieceStart) continue;
      if (this.#patterns.matchesAround(facts[at + PATTERN], facts[at + PIECE], target, offset)) {
        return facts[at + RANK];
      }
      this.#stepsLeft -= end - offset;
      facts[at + EXCLUDED] = this.#round;
      facts[otherKeyOf(at) + EXCLUDED] = this.#round;
    }
    return below;
  }

  #oneByOne(target: Target, below: number): number {
    const patterns = this.#patterns;
    for (const pattern of this.#members) {
      if (patterns.rank(pattern) >= below) break;
      const lacksBytes = (patterns.mask(pattern) & ~target.mask) !== 0;
      if (!lacksBytes && patterns.matches(pattern, target)) return patterns.rank(pattern);
    }
    return below;
  }
}

/** Returns the offset of the pattern's other key. */
function otherKeyOf(at: number): number {
  return at % (2 * FACTS) === 0 ? at + FACTS : at - FACTS;
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1);
}

/** Keys use the machine's byte order, as the target's 16-bit view does. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function keyAt(arena: Uint8Array, offset: number): number {
  const first = arena[offset];
  const second = arena[offset + 1];
  const third = arena[offset + 2];
  const fourth = arena[offset + 3];
  return isLittleEndian
    ? (first << 16) | (second << 24) | third | (fourth << 8)
    : (first << 24) | (second << 16) | (third << 8) | fourth;
}

/** Returns whether the pattern has keys: five consecutive literal bytes after its first `*`. */
export function hasKeys(patterns: PatternFacts, pattern: number): boolean {
  return longPieces(patterns, pattern).length > 0;
}

/** Returns the pieces after the first `*` that are long enough for keys. */
function longPieces(patterns: PatternFacts, pattern: number): number[] {
  const pieces: number[] = [];
  for (let piece = patterns.firstPiece(pattern) + 1; piece < patterns.piecesEnd(pattern); piece++) {
    if (patterns.pieceEnd(piece) - patterns.pieceStart(piece) >= PIECE_BYTES) pieces.push(piece);
  }
  return pieces;
}

/** The position of the first of a pattern's two keys. */
interface KeyPosition {
  readonly piece: number;
  /** Offset of the key in the piece. */
  readonly key: number;
}

/**
 * Returns, for each member, the two adjacent keys shared by the fewest members. Keys are counted by part of their hash;
 * a collision only costs an extra comparison.
 */
function rarestKeys(patterns: PatternFacts, members: readonly number[]): KeyPosition[] {
  const counts = new Uint32Array(2 ** (32 - COUNT_SHIFT));
  const slotAt = (offset: number) => hashOf(keyAt(patterns.arena, offset)) >>> COUNT_SHIFT;
  const pieces = members.map((pattern) => longPieces(patterns, pattern));
  for (const piece of pieces.flat()) {
    const last = patterns.pieceEnd(piece) - KEY_BYTES;
    for (let at = patterns.pieceStart(piece); at <= last; at++) counts[slotAt(at)]++;
  }
  return pieces.map((own) => {
    let rarest = { piece: 0, key: 0 };
    let fewest = Number.POSITIVE_INFINITY;
    for (const piece of own) {
      const start = patterns.pieceStart(piece);
      const last = patterns.pieceEnd(piece) - KEY_BYTES;
      let before = counts[slotAt(start)];
      for (let at = start + 1; at <= last; at++) {
        const count = counts[slotAt(at)];
        if (before + count < fewest) {
          fewest = before + count;
          rarest = { piece, key: at - 1 - start };
        }
        before = count;
      }
    }
    return rarest;
  });
}
