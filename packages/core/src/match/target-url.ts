/** Where the target of a URL starts, and what its dot segments leave of it, by the URL Standard's rules. */

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const COLON = 0x3a;
const DOT = 0x2e;
const SPACE = 0x20;

/** Schemes of the Web, for which `\` is `/` and any number of slashes leads to the authority. */
const SPECIAL_SCHEMES = ['http', 'https', 'ftp', 'ws', 'wss'].map((scheme) =>
  Uint8Array.from(scheme, (character) => character.charCodeAt(0)),
);

/** The answer where a text is no URL that one could ask about. */
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

/** Where the scheme at the start ends, at its colon; NO_URL where there is none. */
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
 * Where what follows the authority starts in an absolute URL or a network-path reference; the start of a text that
 * begins with one `/`; NO_URL for anything else.
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

/** In a URL of the Web any number of slashes leads to the authority, which is not empty. */
function afterAuthority(bytes: Uint8Array, from: number, end: number, special: boolean): number {
  let authority = from;
  while (special && authority < end && isSlash(bytes[authority], special)) authority++;
  const after = authorityEnd(bytes, authority, end, special);
  return special && after === authority ? NO_URL : after;
}

/** Whether there is anything to strip or to turn. */
export function hasWebMarks(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] > SPACE && bytes[at] !== BACKSLASH) at++;
  return at < end;
}

/**
 * As the URL Standard begins: controls and spaces at the ends, tabs and line ends anywhere are dropped.
 * Works in place from `start` on; gives the new end.
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

/** Makes slashes of the backslashes of a path, in place. */
export function turnBackslashes(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end && bytes[at] !== QUESTION_MARK; at++) {
    if (bytes[at] === BACKSLASH) bytes[at] = SLASH;
  }
}

/** Where a dot first follows a slash, the place of that; -1 where none does. */
export function slashBeforeDot(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (bytes[at] === DOT && bytes[at - 1] === SLASH) return at - 1;
  }
  return -1;
}

/**
 * Removes the dot segments of a canonical path, in place; gives the new end of the target. `first` is the slash before
 * the first of them, or an earlier one. Linear.
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
      // Segments are short: a loop is done before a native copy has begun.
      for (let at = slash; at < next; at++) bytes[written++] = bytes[at];
    }
    slash = next;
  }
  // Where the query begins before the first, nothing has been written.
  for (let at = query < first ? first : query; at < end; at++) bytes[written++] = bytes[at];
  return written;
}
