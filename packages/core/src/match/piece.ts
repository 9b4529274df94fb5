/** Searches a text for a piece, which is the part of a pattern between two `*`. */

/** Wasted comparisons that a plain search may make, in addition to one per byte of progress. */
export const MAX_WASTED = 128;
/** Longer pieces, which do not occur in real files, allocate memory. */
const LONGEST_IN_SCRATCH = 4096;
const scratchBorders = new Int32Array(LONGEST_IN_SCRATCH);

/**
 * Returns the first occurrence of the piece between `from` and `to`, or -1. Uses a plain search, the fastest on
 * ordinary text, and switches to a linear one after too many wasted comparisons. Worst case: linear in the text.
 */
export function findPiece(bytes: Uint8Array, piece: number, end: number, text: Uint8Array, from: number, to: number): number {
  if (piece === end) return from;
  if (piece + 1 === end) return findByte(bytes[piece], text, from, to);
  const last = to - (end - piece);
  const first = bytes[piece];
  const second = bytes[piece + 1];
  let wasted = 0;
  // Compare two bytes at once: a single byte such as `/` would match often, which makes the branch unpredictable.
  for (let at = from; at <= last; at++) {
    if (((text[at] ^ first) | (text[at + 1] ^ second)) !== 0) continue;
    const shared = sharedBytes(bytes, piece + 2, end, text, at + 2);
    if (piece + 2 + shared === end) return at;
    wasted += shared;
    if (wasted > MAX_WASTED + at - from) return findLinearly(bytes, piece, end, text, at + 1, to);
  }
  return -1;
}

function findByte(byte: number, text: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && text[at] !== byte) at++;
  return at < to ? at : -1;
}

/** Like `findPiece`, by the Knuth-Morris-Pratt algorithm: linear even if the piece almost occurs at many offsets. */
export function findLinearly(bytes: Uint8Array, piece: number, end: number, text: Uint8Array, from: number, to: number): number {
  const length = end - piece;
  if (length > to - from) return -1;
  const borders = length > LONGEST_IN_SCRATCH ? new Int32Array(length) : scratchBorders;
  borders[0] = 0;
  for (let next = 1, border = 0; next < length; next++) {
    const byte = bytes[piece + next];
    while (border > 0 && byte !== bytes[piece + border]) border = borders[border - 1];
    if (byte === bytes[piece + border]) border++;
    borders[next] = border;
  }
  for (let at = from, shared = 0; at + length - shared <= to; at++) {
    const byte = text[at];
    while (shared > 0 && byte !== bytes[piece + shared]) shared = borders[shared - 1];
    if (byte === bytes[piece + shared]) shared++;
    if (shared === length) return at + 1 - length;
  }
  return -1;
}

/** Returns how many leading bytes of the piece the text has at `at`. */
export function sharedBytes(bytes: Uint8Array, piece: number, end: number, text: Uint8Array, at: number): number {
  let next = piece;
  for (let offset = at; next < end && bytes[next] === text[offset]; offset++) next++;
  return next - piece;
}

/** Returns whether the text has the piece at `at`. */
export function pieceAt(bytes: Uint8Array, piece: number, end: number, text: Uint8Array, at: number): boolean {
  return sharedBytes(bytes, piece, end, text, at) === end - piece;
}
