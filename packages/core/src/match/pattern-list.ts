/** A few patterns, gone through one by one. */
import type { PatternFacts } from './pattern-facts.js';
import type { Target } from './target.js';

/** What is kept of a pattern, together, so that going through a list is going through memory. */
const LISTED = 5;
const MASK = 0;
/** The first bytes of the pattern up to a `*`, and a mask of them. */
const HEAD = 1;
const HEAD_MASK = 2;
const RANK = 3;
const PATTERN = 4;

const HEAD_BYTES = 4;

/**
 * The best of a few patterns that matches a target: those for which the target lacks a byte, or begins otherwise, are
 * passed by without a branch that the processor could not foresee, and what is left is compared.
 * Worst case: that of comparing all of them.
 */
export class PatternList {
  /** The signs that all of them need: where a target lacks one, none of them matches. */
  readonly commonMask: number;
  readonly #patterns: PatternFacts;
  readonly #listed: Int32Array;

  /** `members` are some of the patterns, the best first. */
  constructor(patterns: PatternFacts, members: readonly number[]) {
    this.#patterns = patterns;
    this.#listed = new Int32Array(members.length * LISTED);
    this.commonMask = members.reduce((common, pattern) => common & patterns.mask(pattern), -1);
    members.forEach((pattern, place) => {
      const first = patterns.firstPiece(pattern);
      const start = patterns.pieceStart(first);
      const bytes = Math.min(HEAD_BYTES, patterns.pieceEnd(first) - start);
      const mask = bytes === HEAD_BYTES ? -1 : 2 ** (bytes * 8) - 1;
      const at = place * LISTED;
      this.#listed[at + MASK] = patterns.mask(pattern);
      this.#listed[at + HEAD] = headAt(patterns.arena, start);
      this.#listed[at + HEAD_MASK] = mask;
      this.#listed[at + RANK] = patterns.rank(pattern);
      this.#listed[at + PATTERN] = pattern;
    });
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#listed.byteLength;
  }

  /** The best rank among the patterns that match the target, if better than the given one. */
  match(target: Target, rank: number): number {
    const listed = this.#listed;
    if (listed[RANK] >= rank) return rank;
    const lacks = ~target.mask;
    // What lies beyond a short target is read too: a pattern that would need it does not match anyhow.
    const head = headAt(target.bytes, target.start);
    for (let at = 0; at < listed.length; at += LISTED) {
      const differs = (listed[at + HEAD] ^ head) & listed[at + HEAD_MASK];
      if ((differs | (listed[at + MASK] & lacks)) !== 0) continue;
      if (listed[at + RANK] >= rank) return rank;
      if (this.#patterns.matches(listed[at + PATTERN], target)) return listed[at + RANK];
    }
    return rank;
  }
}

/** Four bytes as one number. */
function headAt(bytes: ArrayLike<number>, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}
