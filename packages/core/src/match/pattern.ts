/** A path-pattern against a target, straight from the octets: the direct simulation. */
import { LITERAL, STAR } from '../compiled-dialect.js';

/** The pattern holds octets that must be put into canonical form before they can be compared. */
export const UNSETTLED_PATTERN = -1;
export const NO_MATCH = 0;
export const MATCH = 1;

/** From this many characters on, one octet is sought natively: a call costs what some 30 comparisons do. */
const NATIVE_SEARCH_LENGTH = 64;

/** Every octet as a string of one character. */
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, octet) =>
  String.fromCharCode(octet),
);

/**
 * Whether the target matches the pattern in `octets` from `start` to `end`; a `$` at its end is left out and given as
 * `anchored`. `kinds` says what an octet means: a literal, a `*`, or one that is not in canonical form.
 *
 * Each piece between two `*` is taken where it first occurs, which is never worse than a later place, so nothing is
 * tried twice. Worst case: linear in the target for pieces of one octet, pieces x octets of the piece otherwise.
 */
export function matchPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  anchored: boolean,
  kinds: Uint8Array,
  target: string,
): typeof UNSETTLED_PATTERN | typeof NO_MATCH | typeof MATCH {
  const { length } = target;
  let at = 0;
  let next = start;
  for (; next < end; next++, at++) {
    const octet = octets[next];
    const kind = kinds[octet];
    if (kind !== LITERAL) {
      if (kind === STAR) break;
      return UNSETTLED_PATTERN;
    }
    if (at >= length || octet !== target.charCodeAt(at)) return NO_MATCH;
  }
  if (next === end) return !anchored || at === length ? MATCH : NO_MATCH;
  while (next < end) {
    const piece = next + 1;
    next = piece;
    while (next < end && kinds[octets[next]] === LITERAL) next++;
    if (next < end && kinds[octets[next]] !== STAR) return UNSETTLED_PATTERN;
    if (next === end && anchored && next > piece) {
      const tail = length - (next - piece);
      return tail >= at && pieceAt(octets, piece, next, target, tail) ? MATCH : NO_MATCH;
    }
    at = findPiece(octets, piece, next, target, at);
    if (at < 0) return NO_MATCH;
    at += next - piece;
  }
  return MATCH;
}

/** Where the piece first occurs in the target from `from` on, or -1. */
function findPiece(
  octets: Uint8Array,
  piece: number,
  end: number,
  target: string,
  from: number,
): number {
  if (piece === end) return from;
  const last = target.length - (end - piece);
  const first = octets[piece];
  if (end - piece === 1 && last - from >= NATIVE_SEARCH_LENGTH) {
    return target.indexOf(CHARACTERS[first], from);
  }
  for (let at = from; at <= last; at++) {
    if (target.charCodeAt(at) === first && pieceAt(octets, piece, end, target, at)) return at;
  }
  return -1;
}

function pieceAt(
  octets: Uint8Array,
  piece: number,
  end: number,
  target: string,
  at: number,
): boolean {
  for (let next = piece, place = at; next < end; next++, place++) {
    if (octets[next] !== target.charCodeAt(place)) return false;
  }
  return true;
}
