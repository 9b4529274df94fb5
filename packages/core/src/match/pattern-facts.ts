/** Patterns with what there is to know about each before it is compared with a target. */
import { LITERAL } from '../compiled-dialect.js';
import { signsOf } from './octet-signs.js';
import { MATCH, matchFromStar, NO_MATCH, pieceAt } from './pattern.js';
import type { PatternSet } from './pattern-set.js';
import type { Target } from './target.js';

/** The pattern does not match with its piece at that place, but may with it at a later one. */
export const NOT_HERE = -1;

/** What is kept of a pattern. */
const FACTS = 6;
const START = 0;
const END = 1;
/** Where the first `*` is; otherwise the end. */
const LITERAL_END = 2;
const ANCHORED = 3;
const RANK = 4;
const SIGNS = 5;

/** The patterns of a set by their number there, of which the best come first. */
export class PatternFacts {
  readonly size: number;
  readonly arena: Uint8Array;
  readonly #kinds: Uint8Array;
  readonly #facts: Int32Array;

  constructor(set: PatternSet, kinds: Uint8Array) {
    const { arena, starts, ends, anchored, ranks, size } = set;
    this.size = size;
    this.arena = arena;
    this.#kinds = kinds;
    this.#facts = new Int32Array(size * FACTS);
    for (let pattern = 0; pattern < size; pattern++) {
      const at = pattern * FACTS;
      this.#facts[at + START] = starts[pattern];
      this.#facts[at + END] = ends[pattern];
      this.#facts[at + LITERAL_END] = this.pieceEnd(pattern, starts[pattern]);
      this.#facts[at + ANCHORED] = anchored[pattern] ? 1 : 0;
      this.#facts[at + RANK] = ranks[pattern];
      this.#facts[at + SIGNS] = this.#signsOf(starts[pattern], ends[pattern]);
    }
  }

  /** Octets held. */
  get octets(): number {
    return this.arena.length + this.#facts.byteLength;
  }

  start(pattern: number): number {
    return this.#facts[pattern * FACTS + START];
  }

  end(pattern: number): number {
    return this.#facts[pattern * FACTS + END];
  }

  rank(pattern: number): number {
    return this.#facts[pattern * FACTS + RANK];
  }

  /** The signs of all that a target must hold to match. */
  signs(pattern: number): number {
    return this.#facts[pattern * FACTS + SIGNS];
  }

  /** Where the piece around a literal octet begins. */
  pieceStart(pattern: number, from: number): number {
    const start = this.start(pattern);
    let at = from;
    while (at > start && this.#kinds[this.arena[at - 1]] === LITERAL) at--;
    return at;
  }

  /** Where the next `*` from a place on is, or the end of the pattern. */
  pieceEnd(pattern: number, from: number): number {
    const end = this.end(pattern);
    let at = from;
    while (at < end && this.#kinds[this.arena[at]] === LITERAL) at++;
    return at;
  }

  /** Worst case: that of matchPattern. */
  matches(pattern: number, target: Target): boolean {
    const at = pattern * FACTS;
    const literalEnd = this.#facts[at + LITERAL_END];
    const next = this.#afterLiteral(at, target);
    if (next < 0) return false;
    if (literalEnd < this.#facts[at + END]) return this.#matchesFrom(at, literalEnd, target, next);
    return this.#facts[at + ANCHORED] === 0 || next === target.end;
  }

  /**
   * MATCH, NO_MATCH or NOT_HERE where the piece of the pattern from `piece` to `pieceEnd` is known to stand at `place`
   * in the target, and was asked about at every earlier place where it stands. Only NOT_HERE leaves something to ask.
   */
  matchAround(
    pattern: number,
    piece: number,
    pieceEnd: number,
    target: Target,
    place: number,
  ): typeof MATCH | typeof NO_MATCH | typeof NOT_HERE {
    const at = pattern * FACTS;
    if (piece !== this.#facts[at + LITERAL_END] + 1) {
      return this.matches(pattern, target) ? MATCH : NO_MATCH;
    }
    const next = this.#afterLiteral(at, target);
    if (next < 0) return NO_MATCH;
    if (next > place) return NOT_HERE;
    const after = place + pieceEnd - piece;
    if (pieceEnd < this.#facts[at + END]) {
      // The first place is never worse than a later one.
      return this.#matchesFrom(at, pieceEnd, target, after) ? MATCH : NO_MATCH;
    }
    return this.#facts[at + ANCHORED] === 0 || after === target.end ? MATCH : NOT_HERE;
  }

  /** The place in the target after what stands before the first `*`; -1 where it begins otherwise. */
  #afterLiteral(at: number, { octets, start, end }: Target): number {
    const from = this.#facts[at + START];
    const to = this.#facts[at + LITERAL_END];
    const after = start + to - from;
    return after <= end && pieceAt(this.arena, from, to, octets, start) ? after : -1;
  }

  #matchesFrom(at: number, star: number, target: Target, from: number): boolean {
    const end = this.#facts[at + END];
    const anchored = this.#facts[at + ANCHORED] === 1;
    return matchFromStar(this.arena, star, end, anchored, this.#kinds, target, from) === MATCH;
  }

  #signsOf(start: number, end: number): number {
    let signs = 0;
    for (let at = start; at < end; at++) {
      if (this.#kinds[this.arena[at]] === LITERAL) signs |= signsOf(this.arena, at, at + 1);
    }
    return signs;
  }
}
