/** Linear scan over a few patterns. */
import type { PatternFacts } from './pattern-facts.js';
import type { PatternStrategy } from './strategy.js';
import type { Target } from './target.js';

/** Layout of an entry. Entries are contiguous in memory. */
const WIDTH = 6;
const MASK = 0;
/** The first 4 bytes of the pattern, up to a `*`, and a mask of the bits that they use. */
const HEAD = 1;
const HEAD_MASK = 2;
const RANK = 3;
const PATTERN = 4;
const PAIR_MASK = 5;

const HEAD_BYTES = 4;

/**
 * Finds the best matching pattern of a few. Skips most patterns by their required bytes and their first bytes, in a single
 * predictable branch, and compares the rest. Worst case: comparing all patterns.
 */
export class PatternList implements PatternStrategy {
  /** The bits that all patterns require. A target that lacks one of them matches no pattern. */
  readonly commonMask: number;
  readonly #patterns: PatternFacts;
  readonly #entries: Int32Array;

  /** `members` are the numbers of the patterns, best first. */
  constructor(patterns: PatternFacts, members: readonly number[]) {
    this.#patterns = patterns;
    this.#entries = new Int32Array(members.length * WIDTH);
    this.commonMask = members.reduce((common, pattern) => common & patterns.mask(pattern), -1);
    members.forEach((pattern, index) => {
      const first = patterns.firstPiece(pattern);
      const start = patterns.pieceStart(first);
      const bytes = Math.min(HEAD_BYTES, patterns.pieceEnd(first) - start);
      const mask = bytes === HEAD_BYTES ? -1 : 2 ** (bytes * 8) - 1;
      const at = index * WIDTH;
      this.#entries[at + MASK] = patterns.mask(pattern);
      this.#entries[at + HEAD] = headAt(patterns.arena, start);
      this.#entries[at + HEAD_MASK] = mask;
      this.#entries[at + RANK] = patterns.rank(pattern);
      this.#entries[at + PATTERN] = pattern;
      this.#entries[at + PAIR_MASK] = patterns.pairMask(pattern);
    });
  }

  /** `pairMask` may contain extra bits (default: all bits, which skips no pattern). */
  best(target: Target, below: number, pairMask = -1): number {
    const entries = this.#entries;
    if (entries[RANK] >= below) return below;
    const lacks = ~target.mask;
    const lacksPairs = ~pairMask;
    // Reads past the end of a short target; patterns that need those bytes do not match anyway.
    const head = headAt(target.bytes, target.start);
    for (let at = 0; at < entries.length; at += WIDTH) {
      const differs = (entries[at + HEAD] ^ head) & entries[at + HEAD_MASK];
      const isMissing = (entries[at + MASK] & lacks) | (entries[at + PAIR_MASK] & lacksPairs);
      if ((differs | isMissing) !== 0) continue;
      if (entries[at + RANK] >= below) return below;
      if (this.#patterns.matches(entries[at + PATTERN], target)) return entries[at + RANK];
    }
    return below;
  }
}

/** Returns four bytes as one number. */
function headAt(bytes: ArrayLike<number>, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}
