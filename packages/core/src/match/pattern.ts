/** Matches a path-pattern against a target byte by byte (direct simulation). */
import { type CompiledDialect, LITERAL, WILDCARD } from '../dialect/compiled-dialect.js';
import { findPiece, pieceAt } from './piece.js';
import type { Target } from './target.js';
import type { TargetSearch } from './target-search.js';

/** The pattern contains bytes that must be canonicalized before comparison. */
export const UNSETTLED_PATTERN = -1;
export const NO_MATCH = 0;
export const MATCH = 1;

/**
 * Matches the pattern in `bytes` from `start` to `end`, without its final `$`, which is passed as `anchored`. `kinds`
 * classifies bytes as literal, `*` or not canonical. `search` must have read the target.
 * The first occurrence of each piece between two `*` is never worse than a later one, so no backtracking is needed. Worst
 * case: linear in the target and the pattern.
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
      if (kind === WILDCARD) break;
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
      // The target must contain these literal bytes, even if the piece continues.
      if (next > piece && search?.mayContainPair(bytes[next - 1], byte) === false) return NO_MATCH;
    }
    if (next < end && kinds[bytes[next]] !== WILDCARD) return UNSETTLED_PATTERN;
    if (next === end && anchored && next > piece) {
      const tail = to - (next - piece);
      return tail >= at && pieceAt(bytes, piece, next, text, tail) ? MATCH : NO_MATCH;
    }
    at = search === undefined ? findPiece(bytes, piece, next, text, at, to) : search.find(bytes, piece, next, target, at);
    if (at < 0) return NO_MATCH;
    at += next - piece;
  }
  return MATCH;
}

/**
 * Returns whether a non-empty pattern can match: it starts as the dialect requires (`patternStarts`) and does not exceed the
 * dialect's limit on characters.
 */
export function isUsablePattern(
  bytes: Uint8Array,
  start: number,
  end: number,
  { dialect, patternStarts }: CompiledDialect,
): boolean {
  if (patternStarts[bytes[start]] === 0) return false;
  const { maxRuleCharacters } = dialect;
  if (end - start <= maxRuleCharacters) return true;
  return charactersIn(bytes, start, end) <= maxRuleCharacters;
}

/** Counts the characters of UTF-8 text: all bytes except continuation bytes. */
function charactersIn(bytes: Uint8Array, start: number, end: number): number {
  let characters = 0;
  for (let at = start; at < end; at++) if ((bytes[at] & 0xc0) !== 0x80) characters++;
  return characters;
}
