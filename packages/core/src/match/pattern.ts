/** A path-pattern against a target, byte by byte: the direct simulation. */
import { LITERAL, STAR } from '../compiled-dialect.js';
import { findPiece, pieceAt } from './piece.js';
import type { Target } from './target.js';
import type { TargetSearch } from './target-search.js';

/** The pattern holds bytes that must be put into canonical form before they can be compared. */
export const UNSETTLED_PATTERN = -1;
export const NO_MATCH = 0;
export const MATCH = 1;

/**
 * Whether the target matches the pattern in `bytes` from `start` to `end`; a `$` at its end is left out and given as
 * `anchored`. `kinds` says what a byte means: a literal, a `*`, or one that is not in canonical form. `search`, if
 * given, has read the target.
 *
 * Each piece between two `*` is taken where it first occurs, which is never worse than a later place, so nothing is
 * tried twice. Worst case: linear in the target and the pattern.
 */
export function matchPattern(
  bytes: Uint8Array,
  start: number,
  end: number,
  anchored: boolean,
  kinds: Uint8Array,
  target: Target,
  search?: TargetSearch,
): typeof UNSETTLED_PATTERN | typeof NO_MATCH | typeof MATCH {
  const text = target.bytes;
  const to = target.end;
  let at = target.start;
  let next = start;
  for (; next < end; next++, at++) {
    const byte = bytes[next];
    const kind = kinds[byte];
    if (kind !== LITERAL) {
      if (kind === STAR) break;
      return UNSETTLED_PATTERN;
    }
    if (at >= to || byte !== text[at]) return NO_MATCH;
  }
  if (next === end) return !anchored || at === to ? MATCH : NO_MATCH;
  while (next < end) {
    const piece = next + 1;
    next = piece;
    for (; next < end; next++) {
      const byte = bytes[next];
      if (kinds[byte] !== LITERAL) break;
      // What canonical form leaves as it is must be in the target as it is, whatever follows it.
      if (search !== undefined && !search.mayHold(bytes, piece, next)) return NO_MATCH;
    }
    if (next < end && kinds[bytes[next]] !== STAR) return UNSETTLED_PATTERN;
    if (next === end && anchored && next > piece) {
      const tail = to - (next - piece);
      return tail >= at && pieceAt(bytes, piece, next, text, tail) ? MATCH : NO_MATCH;
    }
    at =
      search === undefined
        ? findPiece(bytes, piece, next, text, at, to)
        : search.find(bytes, piece, next, target, at);
    if (at < 0) return NO_MATCH;
    at += next - piece;
  }
  return MATCH;
}
