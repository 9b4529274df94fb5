/** The patterns of a search in one row, with their roles. */
import type { Alphabet } from './alphabet.js';
import { type Shape, STAR } from './shape.js';

/** The side of the alphabet that compares a pattern. */
export type Side = 0 | 1 | 'both';

export interface SidedPattern {
  readonly shape: Shape;
  readonly side: Side;
}

/** A pattern that decides unless a better one matches. */
export interface CompetingPattern extends SidedPattern {
  readonly wanted: boolean;
}

/** The properties of the target to find. */
export interface SearchProblem {
  readonly alphabet: Alphabet;
  /** Patterns that must all match; at most 30. */
  readonly required: readonly SidedPattern[];
  /** Patterns that must not match. */
  readonly forbidden: readonly SidedPattern[];
  /**
   * The first of these that matches must be a wanted one. The last one is taken to match everything that the others
   * leave. Empty: no condition.
   */
  readonly competing: readonly CompetingPattern[];
}

/** Positions after the last byte of a pattern: anything, or nothing, may follow. */
export const OPEN_END = 257;
export const FIXED_END = 258;

/** Roles of patterns. Competing patterns have their level instead, from 0 for the best. */
export const REQUIRED = -2;
export const FORBIDDEN = -1;

/** A pattern of the row. */
export interface Owner extends SidedPattern {
  /** Its first position in the row. */
  readonly start: number;
  /** REQUIRED, FORBIDDEN or a level. */
  readonly role: number;
}

/**
 * Consecutive competing patterns with the same `wanted` form a level. Unwanted patterns before the first wanted one are
 * forbidden, so levels with even numbers are wanted. The last level needs no patterns: it matches everything that the others leave.
 */
export class PatternRow {
  /** A byte, STAR, OPEN_END or FIXED_END at each position. */
  readonly symbols: Int16Array;
  /** The index of the pattern at each position, and its remaining bytes without stars. */
  readonly ownerAt: Int32Array;
  readonly bytesLeft: Int32Array;
  /** Required patterns come first, then forbidden and competing ones. */
  readonly owners: readonly Owner[];
  readonly required: number;
  readonly forbidden: number;
  readonly lastLevel: number;
  /** A bit for each required pattern. */
  readonly allRequired: number;

  constructor({ required, forbidden, competing }: SearchProblem) {
    const members: { pattern: SidedPattern; role: number }[] = [
      ...required.map((pattern) => ({ pattern, role: REQUIRED })),
      ...forbidden.map((pattern) => ({ pattern, role: FORBIDDEN })),
    ];
    let level = -1;
    let wanted = false;
    for (const competitor of competing) {
      if (competitor.wanted !== wanted) level++;
      wanted = competitor.wanted;
      members.push({ pattern: competitor, role: level < 0 ? FORBIDDEN : level });
    }
    this.lastLevel = Math.max(level, 0);
    this.required = required.length;
    this.forbidden = forbidden.length;
    this.allRequired = 2 ** required.length - 1;
    const kept = members.filter(({ role }) => role < this.lastLevel);
    const size = kept.reduce((sum, { pattern }) => sum + pattern.shape.text.length + 1, 0);
    this.symbols = new Int16Array(size);
    this.ownerAt = new Int32Array(size);
    this.bytesLeft = new Int32Array(size);
    let start = 0;
    this.owners = kept.map(({ pattern: { shape, side }, role }, owner) => {
      const from = start;
      const end = from + shape.text.length;
      this.symbols.set(shape.symbols, from);
      this.symbols[end] = shape.anchored ? FIXED_END : OPEN_END;
      this.ownerAt.fill(owner, from, end + 1);
      for (let at = end - 1; at >= from; at--) {
        this.bytesLeft[at] = this.bytesLeft[at + 1] + (this.symbols[at] === STAR ? 0 : 1);
      }
      start = end + 1;
      return { start: from, role, shape, side };
    });
  }

  /**
   * Whether a required or wanted pattern may need a dot segment after a `*`. Paths contain none (row 20), so the `*`
   * must then match the `?` before it.
   */
  get mayContainDotSegments(): boolean {
    // Required and wanted patterns have even numbers.
    return this.owners.some(({ shape, role }) => role % 2 === 0 && shape.hasDotSegmentAfterStar);
  }
}
