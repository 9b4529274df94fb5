/** The patterns of a search in one row, and what each is for. */
import { DOT } from '../bytes.js';
import type { Alphabet } from './alphabet.js';
import { type Shape, STAR } from './shape.js';

/** Which side of the alphabet compares a pattern. */
export type Side = 0 | 1 | 'both';

export interface Piece {
  readonly shape: Shape;
  readonly side: Side;
}

/** A pattern that decides unless a better one matches. */
export interface CompetingPattern extends Piece {
  readonly wanted: boolean;
}

/** What a target must be like. */
export interface SearchProblem {
  readonly alphabet: Alphabet;
  /** Patterns that all match; at most 30. */
  readonly required: readonly Piece[];
  /** Patterns of which none matches. */
  readonly forbidden: readonly Piece[];
  /**
   * The first of these that matches is a wanted one. The last one matches whatever the others leave.
   * None: nothing is asked of them.
   */
  readonly competing: readonly CompetingPattern[];
}

/** A place behind the last byte of a pattern: there anything may follow, or nothing. */
export const OPEN_END = 257;
export const FIXED_END = 258;

/** What a pattern is for; rivals have the number of their level instead, from 0 for the best. */
export const REQUIRED = -2;
export const FORBIDDEN = -1;

/** What may stand before or after a whole path segment in a pattern. */
const SEGMENT_BOUNDS: ReadonlySet<number> = new Set([0x2f, 0x3f, STAR, OPEN_END, FIXED_END]);

/** A pattern of the row. */
export interface Owner {
  /** Where it begins in the row. */
  readonly start: number;
  /** REQUIRED, FORBIDDEN or a level. */
  readonly role: number;
  readonly side: Side;
  /** Its place in `nevers`; -1 where it is none of them. */
  readonly forbiddenIndex: number;
}

/**
 * Rivals of which the same is wanted, and that follow each other, are one level. The first level is wanted, since an
 * unwanted rival there must never match; so those with even numbers are. The last level needs no patterns: it is what
 * the others leave.
 */
export class PatternRow {
  /** An byte, STAR, OPEN_END or FIXED_END at each position. */
  readonly places: Int16Array;
  /** The number of the pattern at each position, and its bytes from there on, without its stars. */
  readonly ownerAt: Int32Array;
  readonly bytesLeft: Int32Array;
  /** The musts come first. */
  readonly owners: readonly Owner[];
  readonly lastLevel: number;
  /** A bit for each must. */
  readonly allRequired: number;
  /** False where no rival is wanted. */
  readonly isPossible: boolean;

  constructor({ required, forbidden, competing }: SearchProblem) {
    const members: { piece: Piece; role: number; forbiddenIndex: number }[] = [
      ...required.map((piece) => ({ piece, role: REQUIRED, forbiddenIndex: -1 })),
      ...forbidden.map((piece, forbiddenIndex) => ({ piece, role: FORBIDDEN, forbiddenIndex })),
    ];
    let level = -1;
    let wanted = false;
    for (const competitor of competing) {
      if (competitor.wanted !== wanted) level++;
      wanted = competitor.wanted;
      members.push({ piece: competitor, role: level < 0 ? FORBIDDEN : level, forbiddenIndex: -1 });
    }
    this.lastLevel = Math.max(level, 0);
    this.isPossible = competing.length === 0 || level >= 0;
    this.allRequired = 2 ** required.length - 1;
    const kept = members.filter(({ role }) => role < this.lastLevel);
    const size = kept.reduce((sum, { piece }) => sum + piece.shape.places.length + 1, 0);
    this.places = new Int16Array(size);
    this.ownerAt = new Int32Array(size);
    this.bytesLeft = new Int32Array(size);
    let start = 0;
    this.owners = kept.map(({ piece: { shape, side }, role, forbiddenIndex }, owner) => {
      const from = start;
      const end = from + shape.places.length;
      this.places.set(shape.places, from);
      this.places[end] = shape.anchored ? FIXED_END : OPEN_END;
      this.ownerAt.fill(owner, from, end + 1);
      for (let at = end - 1; at >= from; at--) {
        this.bytesLeft[at] = this.bytesLeft[at + 1] + (this.places[at] === STAR ? 0 : 1);
      }
      start = end + 1;
      return { start: from, role, side, forbiddenIndex };
    });
  }

  /**
   * Whether a pattern that is to match may need a dot segment behind a `*`. A path has none (row 20), so the `*` then
   * stands for the `?` before it.
   */
  get mayHoldDotSegments(): boolean {
    return this.owners.some(({ start, role }) => {
      // Musts and wanted rivals have even numbers.
      if (role % 2 !== 0) return false;
      for (
        let at = this.places.indexOf(STAR, start);
        this.ownerAt[at] === this.ownerAt[start];
        at++
      ) {
        if (SEGMENT_BOUNDS.has(this.places[at]) && this.#isDotSegment(at + 1)) return true;
      }
      return false;
    });
  }

  /** Whether one dot or two stand here and nothing that would make them part of a longer segment. */
  #isDotSegment(at: number): boolean {
    if (this.places[at] !== DOT) return false;
    const end = this.places[at + 1] === DOT ? at + 2 : at + 1;
    return SEGMENT_BOUNDS.has(this.places[end]);
  }
}
