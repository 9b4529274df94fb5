/** Finds the target of a URL and resolves its dot segments according to the URL Standard. */

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const COLON = 0x3a;
const DOT = 0x2e;
const SPACE = 0x20;

/** Web schemes, in which `\` equals `/` and any number of slashes precedes the authority. */
const SPECIAL_SCHEMES = ['http', 'https', 'ftp', 'ws', 'wss'].map((scheme) =>
  Uint8Array.from(scheme, (character) => character.charCodeAt(0)),
);

/** Returned for text that is not a supported URL. */
export const NO_URL = -1;

function isSlash(byte: number, special: boolean): boolean {
  return byte === SLASH || (special && byte === BACKSLASH);
}

function authorityEnd(bytes: Uint8Array, from: number, end: number, special: boolean): number {
  let at = from;
  while (
    at < end &&
    bytes[at] !== QUESTION_MARK &&
    bytes[at] !== HASH &&
    !isSlash(bytes[at], special)
  ) {
    at++;
  }
  return at;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Returns the offset of the colon after the scheme, or NO_URL. */
function schemeEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === COLON) return at === start ? NO_URL : at;
    const isDigit = byte >= 0x30 && byte <= 0x39;
    const isSign = byte === 0x2b || byte === 0x2d || byte === DOT;
    if (!isLetter(byte) && (at === start || !(isDigit || isSign))) return NO_URL;
  }
  return NO_URL;
}

function isSpecial(bytes: Uint8Array, start: number, end: number): boolean {
  return SPECIAL_SCHEMES.some(
    (scheme) =>
      scheme.length === end - start &&
      scheme.every((letter, i) => (bytes[start + i] | 0x20) === letter),
  );
}

/**
 * Returns the offset after the authority of an absolute URL or network-path reference, or the start of a text that
 * begins with a single `/`; otherwise NO_URL.
 */
export function targetStart(
  bytes: Uint8Array,
  start: number,
  end: number,
  asUrlStandard: boolean,
): number {
  if (start < end && bytes[start] === SLASH) {
    const isReference = start + 1 < end && isSlash(bytes[start + 1], asUrlStandard);
    return isReference ? afterAuthority(bytes, start + 2, end, asUrlStandard) : start;
  }
  const colon = schemeEnd(bytes, start, end);
  if (colon < 0) return NO_URL;
  const special = asUrlStandard && isSpecial(bytes, start, colon);
  if (special) return afterAuthority(bytes, colon + 1, end, special);
  const hasAuthority = bytes[colon + 1] === SLASH && bytes[colon + 2] === SLASH && colon + 2 < end;
  return hasAuthority ? authorityEnd(bytes, colon + 3, end, special) : NO_URL;
}

/** Web URLs may have any number of slashes before the authority, which must not be empty. */
function afterAuthority(bytes: Uint8Array, from: number, end: number, special: boolean): number {
  let authority = from;
  while (special && authority < end && isSlash(bytes[authority], special)) authority++;
  const after = authorityEnd(bytes, authority, end, special);
  return special && after === authority ? NO_URL : after;
}

/** Returns whether there is white space, a control or a backslash. */
export function hasWebMarks(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] > SPACE && bytes[at] !== BACKSLASH) at++;
  return at < end;
}

/**
 * Removes controls and spaces at both ends, and tabs and line ends anywhere, as the URL Standard does. Works in place
 * from `start`; returns the new end.
 */
export function strip(bytes: Uint8Array, start: number, end: number): number {
  let from = start;
  let to = end;
  while (from < to && bytes[from] <= SPACE) from++;
  while (to > from && bytes[to - 1] <= SPACE) to--;
  let written = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) bytes[written++] = byte;
  }
  return written;
}

/** Turns the backslashes of a path into slashes, in place. */
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
 * Removes the dot segments of a canonical path in place and returns the new end of the target. `first` is the slash
 * before the first dot segment, or an earlier one. Linear.
 */
export function resolveDotSegments(
  bytes: Uint8Array,
  start: number,
  first: number,
  end: number,
): number {
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
      // Segments are short: a loop beats a native copy.
      for (let at = slash; at < next; at++) bytes[written++] = bytes[at];
    }
    slash = next;
  }
  // If the query starts before `first`, nothing was written.
  for (let at = query < first ? first : query; at < end; at++) bytes[written++] = bytes[at];
  return written;
}
