/** What a path-pattern matches, independent of spelling: bytes, stars and whether the end is fixed. */
import { DOLLAR as BYTE_DOLLAR } from '../dialect/bytes.js';
import type { Budget } from './budget.js';

/** Represents a `*` wildcard; all other symbols are bytes. */
export const STAR = 256;
/** Represents what a `*` may match: a byte that no pattern contains. */
const ANYTHING = 257;

const STARS = /\*+/g;
const STAR_CHARACTER = String.fromCharCode(STAR);
/** Maximum comparisons per inclusion test. */
const MAX_COMPARISONS = 1 << 16;

/** A pattern without redundant stars: those after another star or at an open end. */
export interface Shape {
  /** Bytes, or STAR. */
  readonly symbols: readonly number[];
  /** Whether the target must end where the pattern does. */
  readonly anchored: boolean;
  readonly starred: boolean;
  /** The bytes before the first `*`, one per character. */
  readonly prefix: string;
  /** Equal for equal shapes. */
  readonly id: string;
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
  return shapeOfText(hasStars ? pattern.replaceAll(STARS, STAR_CHARACTER) : pattern, anchored);
}

/** Returns the shape without a fixed end. */
export function makeOpen({ symbols }: Shape): Shape {
  return shapeOfSymbols(symbols, false);
}

/** Returns the shape without its last byte and without a fixed end. */
export function withoutLast({ symbols }: Shape): Shape {
  return shapeOfSymbols(symbols.slice(0, -1), false);
}

/** Returns the shape that matches only the given target. */
export function shapeOfTarget(target: readonly number[]): Shape {
  return shapeOfSymbols(target, true);
}

function shapeOfSymbols(symbols: readonly number[], anchored: boolean): Shape {
  return shapeOfText(textOfSymbols(symbols), anchored);
}

/** @param text one character per symbol */
function shapeOfText(text: string, isAnchored: boolean): Shape {
  const openEnd = text.endsWith(STAR_CHARACTER);
  const kept = openEnd ? text.slice(0, -1) : text;
  const anchored = isAnchored && !openEnd;
  const star = kept.indexOf(STAR_CHARACTER);
  const symbols = new Array<number>(kept.length);
  for (let at = 0; at < symbols.length; at++) symbols[at] = kept.charCodeAt(at);
  return {
    symbols,
    anchored,
    starred: star >= 0,
    prefix: star < 0 ? kept : kept.slice(0, star),
    id: `${anchored ? '$' : '-'}${kept}`,
  };
}

const TEXT_PIECE = 4096;

function textOfSymbols(symbols: readonly number[]): string {
  let text = '';
  // In chunks: single characters would create a string object each, 100 MB for a path of 1 MB.
  for (let at = 0; at < symbols.length; at += TEXT_PIECE) {
    text += String.fromCharCode(...symbols.slice(at, at + TEXT_PIECE));
  }
  return text;
}

/** Returns false if the prefixes exclude a common target. */
export function mayOverlap(one: Shape, other: Shape): boolean {
  return one.prefix.length <= other.prefix.length
    ? other.prefix.startsWith(one.prefix)
    : one.prefix.startsWith(other.prefix);
}

/**
 * Returns true only if `outer` matches every target that `inner` matches. Tests whether `outer` matches the word of
 * `inner` with a byte that no pattern contains for each `*` and for an open end. Worst case: MAX_COMPARISONS steps,
 * after which the result is false.
 */
export function includes(outer: Shape, inner: Shape, budget: Budget): boolean {
  const { symbols, anchored, prefix } = outer;
  if (!budget.spend(1) || !inner.prefix.startsWith(prefix)) return false;
  const word = inner.symbols;
  const end = inner.anchored ? word.length : word.length + 1;
  if (!outer.starred) return !anchored || end === symbols.length;
  let next = prefix.length;
  let at = next;
  /** Where to resume if a piece fails: after its star, one byte further in the word. */
  let afterStar = -1;
  let tried = 0;
  for (let left = MAX_COMPARISONS; left > 0 && budget.spend(1); left--) {
    const symbol = symbols[next];
    if (symbol === STAR) {
      afterStar = ++next;
      tried = at;
    } else if (next === symbols.length && (!anchored || at === end)) {
      return true;
    } else if (next < symbols.length && at < end && hiddenByte(word, at) === symbol) {
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

/** Returns the byte of the word, or ANYTHING for a star. */
function hiddenByte(word: readonly number[], at: number): number {
  return at < word.length && word[at] !== STAR ? word[at] : ANYTHING;
}
