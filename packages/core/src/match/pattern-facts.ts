/** Patterns with precomputed properties that speed up matching. */
import { LITERAL } from '../dialect/compiled-dialect.js';
import { maskOf, pairMaskOf } from '../util/byte-mask.js';
import type { PatternSet } from './pattern-set.js';
import { findPiece, pieceAt } from './piece.js';
import type { Target } from './target.js';

/** Layout of a pattern's properties. */
const FACTS = 6;
/** Index of the pattern's first piece, and the index after its last. */
const PIECES = 0;
const PIECES_END = 1;
const ANCHORED = 2;
const RANK = 3;
const MASK = 4;
const PAIR_MASK = 5;

/** Layout of a piece: its byte range in the arena. */
const PIECE_FACTS = 2;
const START = 0;
const END = 1;

/**
 * Patterns by number, best first. Each is split into pieces at its `*`; the first piece, possibly empty, is the prefix
 * of matching targets.
 */
export class PatternFacts {
  readonly size: number;
  readonly arena: Uint8Array;
  readonly #facts: Int32Array;
  readonly #pieces: Int32Array;

  constructor(set: PatternSet, kinds: Uint8Array) {
    const { arena, starts, ends, anchored, ranks, size } = set;
    this.size = size;
    this.arena = arena;
    this.#facts = new Int32Array(size * FACTS);
    const pieces: number[] = [];
    for (let pattern = 0; pattern < size; pattern++) {
      const at = pattern * FACTS;
      this.#facts[at + PIECES] = pieces.length / PIECE_FACTS;
      let start = starts[pattern];
      let mask = 0;
      let pairMask = 0;
      for (let next = start; next <= ends[pattern]; next++) {
        if (next < ends[pattern] && kinds[arena[next]] === LITERAL) continue;
        mask |= maskOf(arena, start, next);
        pairMask |= pairMaskOf(arena, start, next);
        pieces.push(start, next);
        start = next + 1;
      }
      this.#facts[at + PIECES_END] = pieces.length / PIECE_FACTS;
      this.#facts[at + ANCHORED] = anchored[pattern] ? 1 : 0;
      this.#facts[at + RANK] = ranks[pattern];
      this.#facts[at + MASK] = mask;
      this.#facts[at + PAIR_MASK] = pairMask;
    }
    this.#pieces = Int32Array.from(pieces);
  }

  /** Returns the piece that targets must start with. */
  firstPiece(pattern: number): number {
    return this.#facts[pattern * FACTS + PIECES];
  }

  /** Returns the offset of a piece in the arena. */
  pieceStart(piece: number): number {
    return this.#pieces[piece * PIECE_FACTS + START];
  }

  pieceEnd(piece: number): number {
    return this.#pieces[piece * PIECE_FACTS + END];
  }

  rank(pattern: number): number {
    return this.#facts[pattern * FACTS + RANK];
  }

  /** Returns the mask of all bytes that a matching target must contain. */
  mask(pattern: number): number {
    return this.#facts[pattern * FACTS + MASK];
  }

  /** Returns the mask of all pairs of adjacent bytes that a matching target must contain. */
  pairMask(pattern: number): number {
    return this.#facts[pattern * FACTS + PAIR_MASK];
  }

  /** Returns whether the pattern matches. Worst case: that of matchPattern. */
  matches(pattern: number, target: Target): boolean {
    const at = pattern * FACTS;
    const first = this.#facts[at + PIECES];
    const end = this.#facts[at + PIECES_END];
    const after = this.#afterFirst(first, target);
    if (after < 0) return false;
    if (first + 1 < end) return this.#matchesRest(at, target, after);
    return this.#facts[at + ANCHORED] === 0 || after === target.end;
  }

  /** Returns the offset after the target's required prefix, or -1. */
  #afterFirst(piece: number, { bytes, start, end }: Target): number {
    const after = start + this.#length(piece);
    const from = this.pieceStart(piece);
    return after <= end && pieceAt(this.arena, from, this.pieceEnd(piece), bytes, start) ? after : -1;
  }

  /** Returns whether the target contains all pieces after the first, in order. */
  #matchesRest(at: number, target: Target, from: number): boolean {
    const end = this.#facts[at + PIECES_END];
    const anchored = this.#facts[at + ANCHORED];
    let after = from;
    for (let next = this.#facts[at + PIECES] + 1; next < end - anchored; next++) {
      after = this.#after(next, target, after);
      if (after < 0) return false;
    }
    return anchored === 0 || this.#endsWith(end - 1, target, after);
  }

  /**
   * Returns the offset after the piece's first occurrence, or -1. The first occurrence is never worse than a later one.
   */
  #after(piece: number, { bytes, end }: Target, from: number): number {
    const pieceStart = this.pieceStart(piece);
    const pieceEnd = this.pieceEnd(piece);
    const at = findPiece(this.arena, pieceStart, pieceEnd, bytes, from, end);
    return at < 0 ? -1 : at + pieceEnd - pieceStart;
  }

  #endsWith(piece: number, { bytes, end }: Target, from: number): boolean {
    const offset = end - this.#length(piece);
    const start = this.pieceStart(piece);
    return offset >= from && pieceAt(this.arena, start, this.pieceEnd(piece), bytes, offset);
  }

  #length(piece: number): number {
    return this.pieceEnd(piece) - this.pieceStart(piece);
  }
}
