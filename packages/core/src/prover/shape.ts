/** What a path-pattern matches, free of its spelling: bytes, stars and whether the end is fixed. */
import { DOLLAR as BYTE_DOLLAR } from '../bytes.js';
import type { Budget } from './budget.js';

/** Stands for `*` where it is special; every other place is a byte. */
export const STAR = 256;
/** Stands for what a `*` may hide: a byte that no pattern has. */
const ANYTHING = 257;

const STARS = /\*+/g;
const STAR_CHARACTER = String.fromCharCode(STAR);
/** An inclusion that is not seen after so many comparisons is not looked for any longer. */
const MAX_COMPARISONS = 1 << 16;

/** A pattern; `*` at the end of one that is not anchored, and `*` after `*`, are left out: they change nothing. */
export interface Shape {
  /** Bytes from 0 to 255, or STAR. */
  readonly places: readonly number[];
  /** Whether the target must end where the pattern does. */
  readonly anchored: boolean;
  readonly starred: boolean;
  /** The bytes before the first `*`, one character each. */
  readonly prefix: string;
  /** Equal for shapes that are equal. */
  readonly id: string;
}

/** The shape of a canonical pattern, whose characters are bytes. `wildcards`: whether `*` and a last `$` are special. */
export function shapeOf(pattern: string, wildcards: boolean): Shape {
  const anchored = wildcards && pattern.charCodeAt(pattern.length - 1) === BYTE_DOLLAR;
  return makeShape(anchored ? pattern.slice(0, -1) : pattern, anchored, wildcards);
}

/** The shape of a pattern whose `$` is given apart. */
export function makeShape(pattern: string, anchored: boolean, wildcards: boolean): Shape {
  const hasStars = wildcards && pattern.includes('*');
  return shapeOfText(hasStars ? pattern.replaceAll(STARS, STAR_CHARACTER) : pattern, anchored);
}

/** What matches the pattern up to its end, whatever follows. */
export function makeOpen({ places }: Shape): Shape {
  return shapeOfPlaces(places, false);
}

/** What matches the pattern up to its last byte. */
export function withoutLast({ places }: Shape): Shape {
  return shapeOfPlaces(places.slice(0, -1), false);
}

/** What matches one target alone, given as its bytes. */
export function shapeOfTarget(target: readonly number[]): Shape {
  return shapeOfPlaces(target, true);
}

function shapeOfPlaces(places: readonly number[], anchored: boolean): Shape {
  return shapeOfText(textOfPlaces(places), anchored);
}

/** @param text the places, one character each */
function shapeOfText(text: string, isAnchored: boolean): Shape {
  const openEnd = text.endsWith(STAR_CHARACTER);
  const kept = openEnd ? text.slice(0, -1) : text;
  const anchored = isAnchored && !openEnd;
  const star = kept.indexOf(STAR_CHARACTER);
  const places = new Array<number>(kept.length);
  for (let at = 0; at < places.length; at++) places[at] = kept.charCodeAt(at);
  return {
    places,
    anchored,
    starred: star >= 0,
    prefix: star < 0 ? kept : kept.slice(0, star),
    id: `${anchored ? '$' : '-'}${kept}`,
  };
}

const TEXT_PIECE = 4096;

function textOfPlaces(places: readonly number[]): string {
  let text = '';
  // In pieces: one character at a time makes a string object for each, 100 MB for a path of a megabyte.
  for (let at = 0; at < places.length; at += TEXT_PIECE) {
    text += String.fromCharCode(...places.slice(at, at + TEXT_PIECE));
  }
  return text;
}

/** False where no target can match both, because they begin differently. */
export function mayOverlap(one: Shape, other: Shape): boolean {
  return one.prefix.length <= other.prefix.length
    ? other.prefix.startsWith(one.prefix)
    : one.prefix.startsWith(other.prefix);
}

/**
 * True only where every target that `inner` matches is matched by `outer`: where `outer` matches the word in which an
 * byte that no pattern has stands for each `*` of `inner`, and for what may follow its end.
 * Worst case: MAX_COMPARISONS, which are counted as steps; then the answer is false.
 */
export function includes(outer: Shape, inner: Shape, budget: Budget): boolean {
  const { places, anchored } = outer;
  const word = inner.places;
  const end = inner.anchored ? word.length : word.length + 1;
  let next = 0;
  let at = 0;
  /** Where to go on when a piece fails: behind its star, one byte after the place where it was tried last. */
  let afterStar = -1;
  let tried = 0;
  for (let left = MAX_COMPARISONS; left > 0 && budget.spend(1); left--) {
    const place = places[next];
    if (place === STAR) {
      afterStar = ++next;
      tried = at;
    } else if (next === places.length && (!anchored || at === end)) {
      return true;
    } else if (next < places.length && at < end && hiddenByte(word, at) === place) {
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

/** The byte of the word, where it is not one that no pattern has. */
function hiddenByte(word: readonly number[], at: number): number {
  return at < word.length && word[at] !== STAR ? word[at] : ANYTHING;
}
