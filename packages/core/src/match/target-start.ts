/** Finds the start of the target in any URL. */
import { BACKSLASH, COLON, DOT, HASH, QUESTION_MARK, SEMICOLON, SLASH } from '../util/bytes.js';

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
  while (at < end && bytes[at] !== QUESTION_MARK && bytes[at] !== HASH && !isSlash(bytes[at], special)) {
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
    (scheme) => scheme.length === end - start && scheme.every((letter, i) => (bytes[start + i] | 0x20) === letter),
  );
}

/**
 * Returns the offset after the authority of an absolute URL or network-path reference, or the start of a text that
 * begins with a single `/`; otherwise NO_URL.
 *
 *     https://user@example.com:8080/page?query
 *          ^                       ^
 *          schemeEnd               result
 *     //example.com/page      /page
 *                  ^          ^
 */
export function targetStart(bytes: Uint8Array, start: number, end: number, asUrlStandard: boolean): number {
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

/** URLs with a web scheme may have any number of slashes before the authority, which must not be empty. */
function afterAuthority(bytes: Uint8Array, from: number, end: number, special: boolean): number {
  let authority = from;
  while (special && authority < end && isSlash(bytes[authority], special)) authority++;
  const after = authorityEnd(bytes, authority, end, special);
  return special && after === authority ? NO_URL : after;
}

/** Returns the offset of the first byte that can start a path, or the end. */
function pathStart(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== SLASH && bytes[at] !== QUESTION_MARK && bytes[at] !== SEMICOLON) {
    at++;
  }
  return at;
}

function isSchemeMark(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 2 < end && bytes[at] === COLON && bytes[at + 1] === SLASH && bytes[at + 2] === SLASH;
}

/**
 * Returns where the path starts for Google's parser, which accepts any text: at the first `/`, `?` or `;` after two leading
 * slashes or a scheme. Returns `end` if there is none or a fragment comes first; the target is then `/`.
 *
 *     https://example.com?query=/      example.com/page
 *                        ^                        ^
 */
export function googleTargetStart(bytes: Uint8Array, start: number, end: number): number {
  const from = end - start >= 2 && bytes[start] === SLASH && bytes[start + 1] === SLASH ? start + 2 : start;
  const early = pathStart(bytes, from, end);
  // A scheme ends at the first slash; if the path starts earlier, the scheme is part of it.
  const mark = early - 1;
  const hasScheme = mark >= from && isSchemeMark(bytes, mark, end);
  const path = hasScheme ? pathStart(bytes, mark + 3, end) : early;
  for (let at = from; at < path; at++) {
    if (bytes[at] === HASH) return end;
  }
  return path;
}
