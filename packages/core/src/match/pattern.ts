/** A path-pattern against a target, octet by octet: the direct simulation. */
import { LITERAL, STAR } from '../compiled-dialect.js';
import type { OctetPairs } from './octet-pairs.js';
import type { Target } from './target.js';

/** The pattern holds octets that must be put into canonical form before they can be compared. */
export const UNSETTLED_PATTERN = -1;
export const NO_MATCH = 0;
export const MATCH = 1;

/**
 * Whether the target matches the pattern in `octets` from `start` to `end`; a `$` at its end is left out and given as
 * `anchored`. `kinds` says what an octet means: a literal, a `*`, or one that is not in canonical form. `pairs`, where
 * given, are those of the target.
 *
 * Each piece between two `*` is taken where it first occurs, which is never worse than a later place, so nothing is
 * tried twice. Worst case: linear in the target for pieces of one octet, else target x octets of the longest piece.
 */
export function matchPattern(
  octets: Uint8Array,
  start: number,
  end: number,
  anchored: boolean,
  kinds: Uint8Array,
  target: Target,
  pairs?: OctetPairs,
): typeof UNSETTLED_PATTERN | typeof NO_MATCH | typeof MATCH {
  const text = target.octets;
  const to = target.end;
  let at = target.start;
  let next = start;
  for (; next < end; next++, at++) {
    const octet = octets[next];
    const kind = kinds[octet];
    if (kind !== LITERAL) {
      if (kind === STAR) break;
      return UNSETTLED_PATTERN;
    }
    if (at >= to || octet !== text[at]) return NO_MATCH;
  }
  if (next === end) return !anchored || at === to ? MATCH : NO_MATCH;
  while (next < end) {
    const piece = next + 1;
    next = piece;
    for (; next < end; next++) {
      const octet = octets[next];
      if (kinds[octet] !== LITERAL) break;
      // What canonical form leaves as it is must be in the target as it is, whatever follows it.
      if (pairs !== undefined && !holds(pairs, octets, piece, next)) return NO_MATCH;
    }
    if (next < end && kinds[octets[next]] !== STAR) return UNSETTLED_PATTERN;
    if (next === end && anchored && next > piece) {
      const tail = to - (next - piece);
      return tail >= at && pieceAt(octets, piece, next, text, tail) ? MATCH : NO_MATCH;
    }
    at =
      pairs?.knowsPlaces(next - piece) === true
        ? findByPlaces(octets, piece, next, text, at, to, pairs)
        : findPiece(octets, piece, next, text, at, to);
    if (at < 0) return NO_MATCH;
    at += next - piece;
  }
  return MATCH;
}

/** Whether a target with these pairs may hold the piece as far as its octet at `next`, where it may up to the one before. */
function holds(pairs: OctetPairs, octets: Uint8Array, piece: number, next: number): boolean {
  return next === piece
    ? pairs.holdsOctet(octets[next])
    : pairs.holdsPair(octets[next - 1], octets[next]);
}

/** Where the piece first occurs in the text between `from` and `to`, or -1. */
export function findPiece(
  octets: Uint8Array,
  piece: number,
  end: number,
  text: Uint8Array,
  from: number,
  to: number,
): number {
  if (piece === end) return from;
  if (piece + 1 === end) return findOctet(octets[piece], text, from, to);
  const last = to - (end - piece);
  const first = octets[piece];
  const second = octets[piece + 1];
  // Two octets in one question: a `/` alone would be found often, and the processor could not foresee where.
  for (let at = from; at <= last; at++) {
    const differs = (text[at] ^ first) | (text[at + 1] ^ second);
    if (differs === 0 && pieceAt(octets, piece + 2, end, text, at + 2)) return at;
  }
  return -1;
}

function findOctet(octet: number, text: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && text[at] !== octet) at++;
  return at < to ? at : -1;
}

/** The same with the places where the first two octets of the piece stand. */
function findByPlaces(
  octets: Uint8Array,
  piece: number,
  end: number,
  text: Uint8Array,
  from: number,
  to: number,
  pairs: OctetPairs,
): number {
  const first = octets[piece];
  const second = octets[piece + 1];
  const last = pairs.endIndex(first, second);
  for (let index = pairs.firstIndex(first, second, from); index < last; index++) {
    const at = pairs.place(index);
    if (at + end - piece > to) return -1;
    if (pieceAt(octets, piece, end, text, at)) return at;
  }
  return -1;
}

/** Whether the piece stands in the text at a place. */
export function pieceAt(
  octets: Uint8Array,
  piece: number,
  end: number,
  text: Uint8Array,
  at: number,
): boolean {
  for (let next = piece, place = at; next < end; next++, place++) {
    if (octets[next] !== text[place]) return false;
  }
  return true;
}
