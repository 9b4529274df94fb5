/** Extracts the target of a URL like Google's parser: from any text, without errors. */

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const COLON = 0x3a;

/** Returns the offset of the first byte that can start a path, or the end. */
function pathStart(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (
    at < end &&
    bytes[at] !== SLASH &&
    bytes[at] !== QUESTION_MARK &&
    bytes[at] !== SEMICOLON
  ) {
    at++;
  }
  return at;
}

function isSchemeMark(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 2 < end && bytes[at] === COLON && bytes[at + 1] === SLASH && bytes[at + 2] === SLASH;
}

/**
 * Returns where the path starts: after two leading slashes or a scheme, at the first `/`, `?` or `;`. Returns `end` if
 * there is none or a fragment comes first; the target is then `/`.
 */
export function googleTargetStart(bytes: Uint8Array, start: number, end: number): number {
  const from =
    end - start >= 2 && bytes[start] === SLASH && bytes[start + 1] === SLASH ? start + 2 : start;
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
