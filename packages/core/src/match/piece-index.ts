/** Patterns with `*`, each found by a few bytes that every target it matches must hold. */

import { IMPOSSIBLE } from './byte-mask.js';
import type { PatternFacts } from './pattern-facts.js';
import { NO_RANK } from './pattern-set.js';
import { sharedBytes } from './piece.js';
import { pairsOf, type Target } from './target.js';

/** Bytes of a key: as many as one integer holds. */
const KEY_BYTES = 4;
/**
 * A target is looked at two bytes at a time, so that a key is only seen where it begins at an even place. Each
 * pattern has two keys, the second one byte after the first: wherever their bytes stand, one of them does.
 */
const PIECE_BYTES = KEY_BYTES + 1;

/** So many slots for a key: in one of as many places of a target the signs of another text are looked at in vain. */
const SLOTS_PER_KEY = 4;
const MIN_SLOT_BITS = 7;
const MAX_SLOT_BITS = 18;
/** Keys are counted by the highest bits of their hash. */
const COUNT_SHIFT = 32 - 13;

/** What is kept of a key. */
const FACTS = 9;
const PATTERN = 0;
const RANK = 1;
const MASK = 2;
/** The number of the piece around the key, its place in the arena, and how far into it the key begins. */
const PIECE = 3;
const PIECE_START = 4;
const PIECE_END = 5;
const KEY = 6;
const NEXT = 7;
/** The number of the target, last, that is known not to match: so nothing is cleared between two targets. */
const EXCLUDED = 8;
const LAST_ROUND = 0xffff;
/** Steps for each byte of a target, and for any target, before a query is given up: real files take a few. */
const MAX_STEPS_PER_BYTE = 64;
const MAX_STEPS = 16_384;

/** The result if so many patterns share keys that occur all over the target that the index is of no use. */
export const GIVEN_UP = -1;

/**
 * For sets of many patterns with `*`: a target is gone over once, two bytes a step; where it holds a key of a
 * pattern, and the piece around that key, the pattern is compared with it. The keys are those that the fewest other
 * patterns hold.
 * Worst case: that of comparing every pattern once, plus a bounded number of steps for each byte of the target.
 */
export class PieceIndex {
  readonly #patterns: PatternFacts;
  /** FACTS numbers a key. */
  readonly #facts: Int32Array;
  /** By slot: the signs that all patterns with a key there share; IMPOSSIBLE where there is none. */
  readonly #mask: Int32Array;
  /** By slot: where the facts of the best pattern lie, + 1. */
  readonly #lists: Int32Array;
  readonly #shift: number;
  readonly #bestRank: number;
  #round = 0;
  #stepsLeft = 0;

  /** `members` are some of the patterns, which must all have a key. */
  constructor(patterns: PatternFacts, members: readonly number[]) {
    const keys = members.length * 2;
    let bits = MIN_SLOT_BITS;
    while (bits < MAX_SLOT_BITS && 2 ** bits < keys * SLOTS_PER_KEY) bits++;
    this.#patterns = patterns;
    this.#shift = 32 - bits;
    this.#mask = new Int32Array(2 ** bits).fill(IMPOSSIBLE);
    this.#lists = new Int32Array(2 ** bits);
    this.#facts = new Int32Array(keys * FACTS);
    this.#bestRank = members.reduce(
      (best, pattern) => Math.min(best, patterns.rank(pattern)),
      NO_RANK,
    );
    const places = rarestPlaces(patterns, members);
    let used = 0;
    // The best comes last, so that it is first in its list.
    const worstFirst = Array.from(members.keys()).sort((a, b) => members[b] - members[a]);
    for (const member of worstFirst) {
      for (let more = 0; more < PIECE_BYTES - KEY_BYTES + 1; more++) {
        this.#add(used, members[member], places[member], more);
        used += FACTS;
      }
    }
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#facts.byteLength + this.#mask.byteLength + this.#lists.byteLength;
  }

  #add(at: number, pattern: number, { piece, key }: Place, more: number): void {
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

  /** Returns the best rank among the patterns that match the target if it is better than the given one, or GIVEN_UP. */
  match(target: Target, rank: number): number {
    if (rank < this.#bestRank) return rank;
    const { start, end } = target;
    const pairs = pairsOf(target);
    const mask = this.#mask;
    const shift = this.#shift;
    const lacks = ~target.mask;
    this.#nextRound();
    this.#stepsLeft = MAX_STEPS + (end - start) * MAX_STEPS_PER_BYTE;
    const last = end >> 1;
    let best = rank;
    let key = 0;
    for (let at = (start + 1) >> 1; at < last; at++) {
      key = (key << 16) | pairs[at];
      const slot = hashOf(key) >>> shift;
      // Whether there is a key at all is part of the same question, which is rarely answered with yes: a branch that
      // the processor foresees.
      if ((mask[slot] & lacks) === 0) {
        best = this.#compare(slot, target, at * 2 - 2, best);
        if (best === GIVEN_UP) break;
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

  /** Compares the patterns of a slot with a target in which their key begins at `key`. */
  #compare(slot: number, target: Target, key: number, rank: number): number {
    const facts = this.#facts;
    const { arena } = this.#patterns;
    const { bytes, start, end } = target;
    const lacks = ~target.mask;
    for (let at = this.#lists[slot] - 1; at >= 0; at = facts[at + NEXT] - 1) {
      if (facts[at + RANK] >= rank) return rank;
      if (--this.#stepsLeft < 0) return GIVEN_UP;
      if ((facts[at + MASK] & lacks) !== 0 || facts[at + EXCLUDED] === this.#round) continue;
      const pieceStart = facts[at + PIECE_START];
      const pieceEnd = facts[at + PIECE_END];
      const place = key - facts[at + KEY];
      if (place < start || place + pieceEnd - pieceStart > end) continue;
      const shared = sharedBytes(arena, pieceStart, pieceEnd, bytes, place);
      this.#stepsLeft -= shared;
      if (shared < pieceEnd - pieceStart) continue;
      if (this.#patterns.matchesAround(facts[at + PATTERN], facts[at + PIECE], target, place)) {
        return facts[at + RANK];
      }
      this.#stepsLeft -= end - place;
      facts[at + EXCLUDED] = this.#round;
      facts[otherKeyOf(at) + EXCLUDED] = this.#round;
    }
    return rank;
  }
}

/** Where the other key of a pattern lies. */
function otherKeyOf(at: number): number {
  return at % (2 * FACTS) === 0 ? at + FACTS : at - FACTS;
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1);
}

/** The order of bytes in a number of two, which is the machine's, so that keys are as targets have them. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function keyAt(arena: Uint8Array, place: number): number {
  const first = arena[place];
  const second = arena[place + 1];
  const third = arena[place + 2];
  const fourth = arena[place + 3];
  return isLittleEndian
    ? (first << 16) | (second << 24) | third | (fourth << 8)
    : (first << 24) | (second << 16) | (third << 8) | fourth;
}

/** Whether the pattern has keys: five bytes in a row after its first `*`. */
export function hasKeys(patterns: PatternFacts, pattern: number): boolean {
  return longPieces(patterns, pattern).length > 0;
}

/** The pieces after the first `*` that are long enough for keys. */
function longPieces(patterns: PatternFacts, pattern: number): number[] {
  const pieces: number[] = [];
  for (let piece = patterns.firstPiece(pattern) + 1; piece < patterns.piecesEnd(pattern); piece++) {
    if (patterns.pieceEnd(piece) - patterns.pieceStart(piece) >= PIECE_BYTES) pieces.push(piece);
  }
  return pieces;
}

/** Where the first of the two keys of a pattern begins. */
interface Place {
  readonly piece: number;
  /** Bytes of the piece before the key. */
  readonly key: number;
}

/**
 * For each member, where those two keys of it begin that the fewest members hold. They are counted by a part of their
 * hash: a mistake costs a comparison here or there.
 */
function rarestPlaces(patterns: PatternFacts, members: readonly number[]): Place[] {
  const counts = new Uint32Array(2 ** (32 - COUNT_SHIFT));
  const slotAt = (place: number) => hashOf(keyAt(patterns.arena, place)) >>> COUNT_SHIFT;
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
