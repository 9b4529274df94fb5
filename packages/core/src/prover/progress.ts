/** The patterns of a search, and how much of each a target has matched. */
import { type Shape, STAR, STAR_CHARACTER } from './shape.js';
import { ENDS_TARGET, type Image } from './target-units.js';

/** The side of the alphabet that compares a pattern. */
type Side = 0 | 1 | 'both';

export interface SidedPattern {
  readonly shape: Shape;
  readonly side: Side;
}

/** Roles of patterns. The role of a competing pattern is its level, starting at 0 for the best. */
export const REQUIRED = -2;
export const FORBIDDEN = -1;

/** How much of a pattern a target has matched so far. */
export interface Progress {
  readonly pattern: SearchPattern;
  /**
   * The position of the next byte in the text: after the last star that was reached and the longest matched beginning of
   * the piece that follows it. Any target that matches from an earlier position also matches from here.
   */
  readonly position: number;
  /** Whether the pattern matches regardless of what follows. */
  readonly isSettled: boolean;
}

/** Used instead of a fallback if the pattern can no longer match. */
const NEVER = -(2 ** 31);

/**
 * A pattern with its role in a search, and the algorithm of Knuth, Morris and Pratt for each of its pieces between stars.
 */
export class SearchPattern {
  readonly source: SidedPattern;
  /** REQUIRED, FORBIDDEN or a level. */
  readonly role: number;
  /** Distinguishes its positions from those of all other patterns. */
  readonly offset: number;
  readonly #text: string;
  /**
   * For each position, where to continue after a mismatch: at a shorter beginning of the piece. After `aa` of `*aab`, that
   * is after the first `a`, because the target may continue with `ab`. Negative if there is none: the complement of the start
   * of the piece, or NEVER before the first star.
   */
  readonly #fallback: Int32Array;
  /** The number of bytes from each position to the end, without stars. */
  readonly #bytesLeft: Int32Array;

  constructor(source: SidedPattern, role: number, offset: number) {
    const { text } = source.shape;
    this.source = source;
    this.role = role;
    this.offset = offset;
    this.#text = text;
    this.#fallback = fallbacks(text);
    this.#bytesLeft = new Int32Array(text.length + 1);
    for (let at = text.length - 1; at >= 0; at--) {
      this.#bytesLeft[at] = this.#bytesLeft[at + 1] + (text.charCodeAt(at) === STAR ? 0 : 1);
    }
  }

  /** Returns the progress before the first byte. */
  start(): Progress {
    return this.#reach(0);
  }

  /** Returns the progress after an image of the pattern's side; undefined if the pattern can no longer match. */
  advance(progress: Progress, image: Image): Progress | undefined {
    if (image === ENDS_TARGET) {
      return this.matchesHere(progress) ? { ...progress, isSettled: true } : undefined;
    }
    let next: Progress | undefined = progress;
    for (const byte of image) {
      if (next === undefined || next.isSettled) break;
      next = this.#advanceByte(next, byte);
    }
    return next;
  }

  #advanceByte(progress: Progress, byte: number): Progress | undefined {
    let at = progress.position;
    while (at >= 0 && this.#text.charCodeAt(at) !== byte) at = this.#fallback[at];
    if (at >= 0) return this.#reach(at + 1);
    if (at === NEVER) return undefined;
    return ~at === progress.position ? progress : this.#reach(~at);
  }

  #reach(at: number): Progress {
    const { length } = this.#text;
    const position = this.#text.charCodeAt(at) === STAR ? at + 1 : at;
    const isSettled = position === length && !this.source.shape.anchored;
    return { pattern: this, position, isSettled };
  }

  /** Returns whether the pattern matches a target that ends here. */
  matchesHere({ position }: Progress): boolean {
    return position === this.#text.length;
  }

  /** Returns the minimum number of bytes that a target still needs. */
  bytesLeft({ position }: Progress): number {
    return this.#bytesLeft[position];
  }

  /** Adds the bytes that lead to progress of their own. All other bytes lead to the same progress. */
  addAwaited({ position }: Progress, awaited: Set<number>): void {
    for (let at = position; at >= 0; at = this.#fallback[at]) {
      awaited.add(this.#text.charCodeAt(at));
    }
  }

  /** Returns whether the pattern can no longer match after any byte that is not awaited. */
  isStrict({ position }: Progress): boolean {
    return this.#fallback[position] === NEVER;
  }
}

function fallbacks(text: string): Int32Array {
  const fallback = new Int32Array(text.length + 1).fill(NEVER);
  for (let star = text.indexOf(STAR_CHARACTER); star >= 0; ) {
    const start = star + 1;
    star = text.indexOf(STAR_CHARACTER, start);
    const end = star < 0 ? text.length : star;
    // The end of the longest beginning of the piece that is also a suffix of its part before `at`.
    let border = ~start;
    for (let at = start; at <= end; at++) {
      const next = text.charCodeAt(at);
      const isSame = border >= 0 && text.charCodeAt(border) === next;
      fallback[at] = isSame ? fallback[border] : border;
      while (border >= 0 && text.charCodeAt(border) !== next) border = fallback[border];
      border = border < 0 ? start : border + 1;
    }
  }
  return fallback;
}
