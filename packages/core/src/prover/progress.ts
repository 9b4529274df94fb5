/** The patterns of a search, and how far a target has come in each. */
import { type Shape, STAR, STAR_CHARACTER } from './shape.js';
import { ENDS_TARGET, type Image } from './target-units.js';

/** The side of the alphabet that compares a pattern. */
type Side = 0 | 1 | 'both';

export interface SidedPattern {
  readonly shape: Shape;
  readonly side: Side;
}

/** Roles of patterns. Competing patterns have their level instead, from 0 for the best. */
export const REQUIRED = -2;
export const FORBIDDEN = -1;

/** How far a target has come in a pattern. */
export interface Progress {
  readonly pattern: SearchPattern;
  /**
   * The position in the text of the byte that comes next: after the last star that was reached, and the longest beginning
   * of the piece that follows it. What the pattern matches from any earlier position, it also matches from there.
   */
  readonly position: number;
  /** Whether the pattern matches, whatever follows. */
  readonly isSettled: boolean;
}

/** In place of a fallback: the pattern cannot match. */
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
   * By position, the shorter beginning of the piece to compare instead if another byte comes. After `aa` of `*aab`, that is
   * the `a`: the target may go on with `ab`. Negative if there is none: the complement of the start of the piece, or NEVER
   * before the first star.
   */
  readonly #fallback: Int32Array;
  /** The bytes from each position to the end, without stars. */
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

  /** Returns the progress after what the pattern's side compares next; undefined if the pattern can no longer match. */
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

  /** Returns the least number of bytes that a target lacks. */
  bytesLeft({ position }: Progress): number {
    return this.#bytesLeft[position];
  }

  /** Adds the bytes that lead to other progress than all others do. */
  addAwaited({ position }: Progress, awaited: Set<number>): void {
    for (let at = position; at >= 0; at = this.#fallback[at]) {
      awaited.add(this.#text.charCodeAt(at));
    }
  }

  /** Returns whether every byte that is not awaited rules out that the pattern matches. */
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
    // The longest beginning of the piece with which the part of it before `at` ends.
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
