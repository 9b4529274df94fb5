/** The patterns of a search in one row, and what each is for. */
import type { Piece, Quest, Side } from './search.js';
import { STAR } from './shape.js';

/** A place behind the last octet of a pattern: there anything may follow, or nothing. */
export const OPEN_END = 257;
export const FIXED_END = 258;

/** What a pattern is for; rivals have the number of their level instead, from 0 for the best. */
export const MUST = -2;
export const NEVER = -1;

const SLASH = 0x2f;
const DOT = 0x2e;

/** A pattern of the row. */
export interface Owner {
  /** Where it begins in the row. */
  readonly start: number;
  /** MUST, NEVER or a level. */
  readonly role: number;
  readonly side: Side;
  /** Its place in `nevers`; -1 where it is none of them. */
  readonly never: number;
}

/**
 * Rivals of which the same is wanted, and that follow each other, are one level. The first level is wanted, since an
 * unwanted rival there must never match; so those with even numbers are. The last level needs no patterns: it is what
 * the others leave.
 */
export class PatternRow {
  /** An octet, STAR, OPEN_END or FIXED_END at each position. */
  readonly places: Int16Array;
  /** The number of the pattern at each position, and its octets from there on, without its stars. */
  readonly ownerAt: Int32Array;
  readonly octetsLeft: Int32Array;
  /** The musts come first. */
  readonly owners: readonly Owner[];
  readonly lastLevel: number;
  /** A bit for each must. */
  readonly allMusts: number;
  /** False where no rival is wanted. */
  readonly isPossible: boolean;

  constructor({ musts, nevers, rivals }: Quest) {
    const members: { piece: Piece; role: number; never: number }[] = [
      ...musts.map((piece) => ({ piece, role: MUST, never: -1 })),
      ...nevers.map((piece, never) => ({ piece, role: NEVER, never })),
    ];
    let level = -1;
    let wanted = false;
    for (const rival of rivals) {
      if (rival.wanted !== wanted) level++;
      wanted = rival.wanted;
      members.push({ piece: rival, role: level < 0 ? NEVER : level, never: -1 });
    }
    this.lastLevel = Math.max(level, 0);
    this.isPossible = rivals.length === 0 || level >= 0;
    this.allMusts = 2 ** musts.length - 1;
    const kept = members.filter(({ role }) => role < this.lastLevel);
    const size = kept.reduce((sum, { piece }) => sum + piece.shape.places.length + 1, 0);
    this.places = new Int16Array(size);
    this.ownerAt = new Int32Array(size);
    this.octetsLeft = new Int32Array(size);
    let start = 0;
    this.owners = kept.map(({ piece: { shape, side }, role, never }, owner) => {
      const from = start;
      const end = from + shape.places.length;
      this.places.set(shape.places, from);
      this.places[end] = shape.anchored ? FIXED_END : OPEN_END;
      this.ownerAt.fill(owner, from, end + 1);
      for (let at = end - 1; at >= from; at--) {
        this.octetsLeft[at] = this.octetsLeft[at + 1] + (this.places[at] === STAR ? 0 : 1);
      }
      start = end + 1;
      return { start: from, role, side, never };
    });
  }

  /** Whether a `*` of a pattern may hide the `?` before what looks like a dot segment. */
  get mayHoldDotSegments(): boolean {
    let afterStar = false;
    return this.places.some((place, at) => {
      afterStar = place === STAR || (afterStar && place < STAR);
      return afterStar && place === DOT && this.places[at - 1] === SLASH;
    });
  }
}
