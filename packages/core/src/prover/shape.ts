/** What a path-pattern matches, regardless of its spelling: bytes, stars and whether the end is fixed. */

import { byteString } from '../match/canonical.js';
import { DOLLAR as BYTE_DOLLAR } from '../util/bytes.js';
import type { Budget } from './budget.js';

/** Represents a `*` wildcard; all other symbols are bytes. */
export const STAR = 256;
/** Stands for any text that a `*` may match: a byte that no pattern contains. */
const ANYTHING = 257;

const STARS = /\*+/g;
export const STAR_CHARACTER: string = String.fromCharCode(STAR);
/** A segment ends at a slash, a `?`, a star or the end. Linear, because text before the first star matches in only one way. */
const DOT_SEGMENT_AFTER_STAR = /^[^\u0100]*\u0100(?:.*[/?\u0100])?\.\.?(?:[/?\u0100]|$)/s;
/** Maximum comparisons per inclusion test. */
const MAX_COMPARISONS = 1 << 16;

/** A pattern without redundant stars: those after another star or at an open end. */
export class Shape {
  /** One character per symbol: a byte, or STAR. */
  readonly text: string;
  /** Whether the target must end where the pattern does. */
  readonly anchored: boolean;
  readonly starred: boolean;
  /** The bytes before the first `*`. */
  readonly prefix: string;
  /** A bit for each pair of adjacent bytes; pairs may share a bit. A shape cannot include one that lacks one of its bits. */
  readonly pairs: number;

  constructor(text: string, anchored: boolean) {
    const openEnd = text.endsWith(STAR_CHARACTER);
    this.text = openEnd ? text.slice(0, -1) : text;
    this.anchored = anchored && !openEnd;
    const star = this.text.indexOf(STAR_CHARACTER);
    this.starred = star >= 0;
    this.prefix = star < 0 ? this.text : this.text.slice(0, star);
    this.pairs = pairsIn(this.text);
  }

  /** Equal for equal shapes. */
  get id(): string {
    return `${this.anchored ? '$' : '-'}${this.text}`;
  }

  /** Whether a complete segment of one or two dots follows a star. */
  get hasDotSegmentAfterStar(): boolean {
    return this.starred && DOT_SEGMENT_AFTER_STAR.test(this.text);
  }

  /** The symbols of `text`: bytes, or STAR. */
  get symbols(): readonly number[] {
    return Array.from({ length: this.text.length }, (_, at) => this.text.charCodeAt(at));
  }

  /** Returns the shape that matches only the shortest target of this one. */
  get shortest(): Shape {
    return new Shape(this.text.replaceAll(STAR_CHARACTER, ''), true);
  }

  every(holds: (symbol: number) => boolean): boolean {
    const { text } = this;
    for (let at = 0; at < text.length; at++) if (!holds(text.charCodeAt(at))) return false;
    return true;
  }

  equals({ text, anchored }: Shape): boolean {
    return this.text === text && this.anchored === anchored;
  }
}

/**
 * Returns the shape of a canonical pattern with one byte per character. `wildcards`: whether `*` and a final `$` are
 * special.
 */
export function shapeOf(pattern: string, wildcards: boolean): Shape {
  const anchored = wildcards && pattern.charCodeAt(pattern.length - 1) === BYTE_DOLLAR;
  return makeShape(anchored ? pattern.slice(0, -1) : pattern, anchored, wildcards);
}

/** Returns the shape of a pattern without its `$`, which is passed as `anchored`. */
export function makeShape(pattern: string, anchored: boolean, wildcards: boolean): Shape {
  const hasStars = wildcards && pattern.includes('*');
  return new Shape(hasStars ? pattern.replaceAll(STARS, STAR_CHARACTER) : pattern, anchored);
}

export function shapeOfTarget(target: readonly number[]): Shape {
  return new Shape(byteString(Uint8Array.from(target), 0, target.length), true);
}

/** Returns false if the prefixes exclude a common target. */
export function mayOverlap(a: Shape, b: Shape): boolean {
  return a.prefix.length <= b.prefix.length ? b.prefix.startsWith(a.prefix) : a.prefix.startsWith(b.prefix);
}

/**
 * Returns true only if `outer` matches every target that `inner` matches. Tests whether `outer` matches the text of `inner`
 * in which ANYTHING replaces each `*` and follows an open end. Worst case: MAX_COMPARISONS steps, after which the result is
 * false.
 */
export function includes(outer: Shape, inner: Shape, budget: Budget): boolean {
  const { text, anchored, prefix } = outer;
  if (!budget.spend(1) || (outer.pairs & ~inner.pairs) !== 0) return false;
  if (!inner.prefix.startsWith(prefix)) return false;
  const word = inner.text;
  const end = inner.anchored ? word.length : word.length + 1;
  if (!outer.starred) return !anchored || end === text.length;
  let next = prefix.length;
  let at = next;
  /** Where to resume if a piece does not match: after its star, one byte further in the word. */
  let afterStar = -1;
  let tried = 0;
  for (let left = MAX_COMPARISONS; left > 0 && budget.spend(1); left--) {
    const symbol = text.charCodeAt(next);
    if (symbol === STAR) {
      afterStar = ++next;
      tried = at;
    } else if (next === text.length && (!anchored || at === end)) {
      return true;
    } else if (next < text.length && at < end && hiddenByte(word, at) === symbol) {
      next++;
      at++;
    } else if (afterStar >= 0 && tried < end) {
      next = afterStar;
      at = ++tried;
    } else {
      return false;
    }
  }
  return false;
}

/** Above this product of lengths, `includes` may give up. */
const MAX_CERTAIN = 1 << 15;

/** Returns whether `includes` may return false although the shape matches the target. */
export function isTooLong({ text, starred }: Shape, target: Shape): boolean {
  return starred && text.length * target.text.length > MAX_CERTAIN;
}

function pairsIn(text: string): number {
  let pairs = 0;
  let last = STAR;
  for (let at = 0; at < text.length; at++) {
    const symbol = text.charCodeAt(at);
    if (last !== STAR && symbol !== STAR) pairs |= 1 << (last * 5 + symbol);
    last = symbol;
  }
  return pairs;
}

/** Returns the byte of the word, or ANYTHING for a star. */
function hiddenByte(word: string, at: number): number {
  const symbol = at < word.length ? word.charCodeAt(at) : STAR;
  return symbol === STAR ? ANYTHING : symbol;
}
