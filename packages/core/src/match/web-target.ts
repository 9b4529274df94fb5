/** White space, backslashes and dot segments, as in the URL Standard. All functions change the bytes in place. */
import { BACKSLASH, CR, DOT, LF, QUESTION_MARK, SLASH, SPACE, TAB } from '../util/bytes.js';

/** Returns whether there is white space, a control or a backslash. */
export function hasWebMarks(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] > SPACE && bytes[at] !== BACKSLASH) at++;
  return at < end;
}

/**
 * Removes controls and spaces at both ends, and tabs and line ends anywhere, as the URL Standard does. Returns the new end;
 * the start stays the same.
 */
export function strip(bytes: Uint8Array, start: number, end: number): number {
  let from = start;
  let to = end;
  while (from < to && bytes[from] <= SPACE) from++;
  while (to > from && bytes[to - 1] <= SPACE) to--;
  let written = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== TAB && byte !== LF && byte !== CR) bytes[written++] = byte;
  }
  return written;
}

/** Replaces the backslashes of a path by slashes. */
export function turnBackslashes(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end && bytes[at] !== QUESTION_MARK; at++) {
    if (bytes[at] === BACKSLASH) bytes[at] = SLASH;
  }
}

/** Returns the offset of the first slash followed by a dot, or -1. */
export function slashBeforeDot(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (bytes[at] === DOT && bytes[at - 1] === SLASH) return at - 1;
  }
  return -1;
}

/**
 * Removes the dot segments of a canonical path and returns the new end of the target. `first` is the slash
 * before the first dot segment, or an earlier one. Linear.
 */
export function resolveDotSegments(bytes: Uint8Array, start: number, first: number, end: number): number {
  let query = start;
  while (query < end && bytes[query] !== QUESTION_MARK) query++;
  let written = first;
  for (let slash = first; slash < query; ) {
    let next = slash + 1;
    while (next < query && bytes[next] !== SLASH) next++;
    const length = next - slash - 1;
    const isDots = length <= 2 && length > 0 && bytes[slash + 1] === DOT && bytes[next - 1] === DOT;
    if (isDots) {
      if (length === 2) while (written > start && bytes[--written] !== SLASH);
      if (next === query) bytes[written++] = SLASH;
    } else {
      // Segments are short, so a loop is faster than a native copy.
      for (let at = slash; at < next; at++) bytes[written++] = bytes[at];
    }
    slash = next;
  }
  // If the query starts before `first`, nothing was written.
  for (let at = query < first ? first : query; at < end; at++) bytes[written++] = bytes[at];
  return written;
}
