/** Patterns with `*`, each found by four octets that every target it matches must hold. */
import { LITERAL } from '../compiled-dialect.js';
import { MATCH, matchPattern, pieceAt } from './pattern.js';
import type { PatternSet } from './pattern-set.js';
import type { Target } from './target.js';

/** Octets of a key: as many as one integer holds, so that rolling over a target costs a shift each. */
const KEY_OCTETS = 4;
/** So many slots for a pattern: one in as many places of a target needs a second look for nothing. */
const SLOTS_A_PATTERN = 16;
/** The mark of a slot with several keys. */
const MANY = 1;

const FACTS = 8;
const START = 0;
const END = 1;
const ANCHORED = 2;
const RANK = 3;
const PIECE = 4;
const PIECE_END = 5;
const KEY_END = 6;
const NEXT = 7;

const FEWEST_SLOT_BITS = 8;
const MOST_SLOT_BITS = 18;

/**
 * For large sets of patterns with `*`, whose automaton would have more states than any cache: a target is rolled over
 * once; where it holds the key of a pattern and the piece around that key, the pattern is compared with it.
 * The key of a pattern is the one that the fewest others hold.
 * Worst case: that of comparing every pattern, where the target holds the pieces of all.
 */
export class PieceIndex {
  readonly #arena: Uint8Array;
  readonly #kinds: Uint8Array;
  /** FACTS numbers a pattern. */
  readonly #facts: Int32Array;
  /** By slot of the key: the mark of the one key that lies there, MANY or 0. */
  readonly #marks: Uint8Array;
  /** By slot of the key: the number of the best pattern + 1. */
  readonly #first: Int32Array;
  readonly #shift: number;

  /** Every pattern must have a key. */
  constructor(patterns: PatternSet, kinds: Uint8Array) {
    const { arena, starts, ends, anchored, ranks, size } = patterns;
    let bits = FEWEST_SLOT_BITS;
    while (bits < MOST_SLOT_BITS && 2 ** bits < size * SLOTS_A_PATTERN) bits++;
    this.#arena = arena;
    this.#kinds = kinds;
    this.#shift = 32 - bits;
    this.#marks = new Uint8Array(2 ** bits);
    this.#first = new Int32Array(2 ** bits);
    this.#facts = new Int32Array(size * FACTS);
    const keyEnds = rarestKeys(patterns, kinds);
    const worstFirst = Array.from(keyEnds.keys()).sort((a, b) => ranks[b] - ranks[a]);
    for (const pattern of worstFirst) {
      const keyEnd = keyEnds[pattern];
      let piece = keyEnd - KEY_OCTETS;
      while (piece > starts[pattern] && kinds[arena[piece - 1]] === LITERAL) piece--;
      let pieceEnd = keyEnd;
      while (pieceEnd < ends[pattern] && kinds[arena[pieceEnd]] === LITERAL) pieceEnd++;
      const hash = hashOf(keyBefore(arena, keyEnd));
      const slot = hash >>> this.#shift;
      const mark = this.#marks[slot];
      this.#marks[slot] = mark === 0 || mark === markOf(hash) ? markOf(hash) : MANY;
      const at = pattern * FACTS;
      this.#facts[at + START] = starts[pattern];
      this.#facts[at + END] = ends[pattern];
      this.#facts[at + ANCHORED] = anchored[pattern] ? 1 : 0;
      this.#facts[at + RANK] = ranks[pattern];
      this.#facts[at + PIECE] = piece;
      this.#facts[at + PIECE_END] = pieceEnd;
      this.#facts[at + KEY_END] = keyEnd;
      this.#facts[at + NEXT] = this.#first[slot];
      this.#first[slot] = pattern + 1;
    }
  }

  /** Octets held. */
  get octets(): number {
    const { byteLength: facts } = this.#facts;
    return this.#arena.length + facts + this.#marks.length + this.#first.byteLength;
  }

  /** The best rank among the patterns that match the target, if better than the given one. */
  match(target: Target, rank: number): number {
    const { octets, start, end } = target;
    const marks = this.#marks;
    const shift = this.#shift;
    let best = rank;
    let key = 0;
    for (let at = start; at < end; at++) {
      key = (key << 8) | octets[at];
      const hash = hashOf(key);
      const mark = marks[hash >>> shift];
      // Either is rare, so that the processor foresees both answers.
      if (mark === markOf(hash) || mark === MANY) {
        best = this.#compare(hash >>> shift, target, at + 1, best);
      }
    }
    return best;
  }

  /** Compares the patterns of a slot with a target in which their key ends at `keyEnd`. */
  #compare(slot: number, target: Target, keyEnd: number, rank: number): number {
    const facts = this.#facts;
    const arena = this.#arena;
    const { octets, start, end } = target;
    for (let pattern = this.#first[slot] - 1; pattern >= 0; ) {
      const at = pattern * FACTS;
      if (facts[at + RANK] >= rank) return rank;
      const piece = facts[at + PIECE];
      const pieceEnd = facts[at + PIECE_END];
      const place = keyEnd - (facts[at + KEY_END] - piece);
      if (
        place >= start &&
        place + pieceEnd - piece <= end &&
        pieceAt(arena, piece, pieceEnd, octets, place)
      ) {
        const isAnchored = facts[at + ANCHORED] === 1;
        const from = facts[at + START];
        if (matchPattern(arena, from, facts[at + END], isAnchored, this.#kinds, target) === MATCH) {
          return facts[at + RANK];
        }
      }
      pattern = facts[at + NEXT] - 1;
    }
    return rank;
  }
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1);
}

/** A number from 128 to 255 by which most keys of one slot differ. */
function markOf(hash: number): number {
  return (hash & 0x7f) | 0x80;
}

function keyBefore(arena: Uint8Array, end: number): number {
  let key = 0;
  for (let at = end - KEY_OCTETS; at < end; at++) key = (key << 8) | arena[at];
  return key;
}

/** Whether the pattern has a key at all: four octets in a row without a `*`. */
export function hasKey({ arena, starts, ends }: PatternSet, pattern: number, kinds: Uint8Array) {
  let length = 0;
  for (let at = starts[pattern]; at < ends[pattern] && length < KEY_OCTETS; at++) {
    length = kinds[arena[at]] === LITERAL ? length + 1 : 0;
  }
  return length === KEY_OCTETS;
}

/** For each pattern, where that key of it ends which the fewest patterns hold. */
function rarestKeys(patterns: PatternSet, kinds: Uint8Array): Int32Array {
  const { arena, starts, ends, size } = patterns;
  const counts = new Map<number, number>();
  const eachKeyEnd = (pattern: number, take: (end: number, key: number) => void) => {
    let length = 0;
    let key = 0;
    for (let at = starts[pattern]; at < ends[pattern]; at++) {
      length = kinds[arena[at]] === LITERAL ? length + 1 : 0;
      key = (key << 8) | arena[at];
      if (length >= KEY_OCTETS) take(at + 1, key);
    }
  };
  for (let pattern = 0; pattern < size; pattern++) {
    eachKeyEnd(pattern, (_, key) => counts.set(key, (counts.get(key) ?? 0) + 1));
  }
  return Int32Array.from({ length: size }, (_, pattern) => {
    let rarest = 0;
    let fewest = Number.POSITIVE_INFINITY;
    eachKeyEnd(pattern, (end, key) => {
      const count = counts.get(key) ?? 0;
      if (count >= fewest) return;
      fewest = count;
      rarest = end;
    });
    return rarest;
  });
}
