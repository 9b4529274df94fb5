/** The target of a URL as Google's parser extracts it: from any text at all, and never failing. */

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const COLON = 0x3a;

/** The first octet that can start a path, or the end. */
function pathStart(octets: Uint8Array, from: number, end: number): number {
  let at = from;
  while (
    at < end &&
    octets[at] !== SLASH &&
    octets[at] !== QUESTION_MARK &&
    octets[at] !== SEMICOLON
  ) {
    at++;
  }
  return at;
}

function isSchemeMark(octets: Uint8Array, at: number, end: number): boolean {
  return (
    at + 2 < end && octets[at] === COLON && octets[at + 1] === SLASH && octets[at + 2] === SLASH
  );
}

/**
 * Where the path starts: two leading slashes and a scheme are passed over where they are, and it begins at the first
 * of `/`, `?` and `;` after them. `end` where there is none, or where a fragment comes first: the target is then `/`.
 */
export function googleTargetStart(octets: Uint8Array, start: number, end: number): number {
  const from =
    end - start >= 2 && octets[start] === SLASH && octets[start + 1] === SLASH ? start + 2 : start;
  const early = pathStart(octets, from, end);
  // A scheme's mark ends with the first slash that there is; a path that begins before it makes it part of the path.
  const mark = early - 1;
  const hasScheme = mark >= from && isSchemeMark(octets, mark, end);
  const path = hasScheme ? pathStart(octets, mark + 3, end) : early;
  for (let at = from; at < path; at++) {
    if (octets[at] === HASH) return end;
  }
  return path;
}
