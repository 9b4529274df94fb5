/** Recognizes the start of a plain web URL, up to its path. */

const COLON = 0x3a;
const SLASH = 0x2f;

/** 1 for bytes of a host and port that need no further processing. */
const PLAIN_HOST = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a && byte < 0x7b;
  return isLetter || (byte >= 0x2d && byte <= COLON && byte !== SLASH) ? 1 : 0;
});

/** Longer origins are not cached. */
const LONGEST_KNOWN = 64;
const WORD = Int32Array.BYTES_PER_ELEMENT;

/** The latest `http://host/`, as bytes and as 32-bit words. */
const known = new Uint8Array(LONGEST_KNOWN);
const knownWords = new Int32Array(known.buffer);
let knownLength = 0;

/**
 * Returns where the path starts in a plain `http://host/` or `https://host/` at `start`, a multiple of four, or -1.
 * `words` is the 32-bit view of `bytes`. A robots.txt applies to one origin, so most URLs start like the previous one,
 * which takes only a few word comparisons to check.
 */
export function webTargetStart(
  bytes: Uint8Array,
  words: Int32Array,
  start: number,
  end: number,
): number {
  if (knownLength > 0 && start + knownLength <= end && beginsAsKnown(bytes, words, start)) {
    return start + knownLength - 1;
  }
  const slash = plainHostEnd(bytes, start, end);
  const length = slash + 1 - start;
  if (slash >= 0 && length <= LONGEST_KNOWN) {
    known.set(bytes.subarray(start, slash + 1));
    knownLength = length;
  }
  return slash;
}

function beginsAsKnown(bytes: Uint8Array, words: Int32Array, start: number): boolean {
  const whole = knownLength >> 2;
  const first = start >> 2;
  for (let at = 0; at < whole; at++) if (words[first + at] !== knownWords[at]) return false;
  for (let at = whole * WORD; at < knownLength; at++) {
    if (bytes[start + at] !== known[at]) return false;
  }
  return true;
}

/** Like `webTargetStart`, without comparing with the previous URL. */
export function plainHostEnd(bytes: Uint8Array, start: number, end: number): number {
  const isHttp =
    bytes[start] === 0x68 &&
    bytes[start + 1] === 0x74 &&
    bytes[start + 2] === 0x74 &&
    bytes[start + 3] === 0x70;
  if (!isHttp) return -1;
  const colon = start + (bytes[start + 4] === 0x73 ? 5 : 4);
  if (bytes[colon] !== COLON || bytes[colon + 1] !== SLASH || bytes[colon + 2] !== SLASH) return -1;
  const host = colon + 3;
  let at = host;
  while (at < end && PLAIN_HOST[bytes[at]] === 1) at++;
  return at > host && at < end && bytes[at] === SLASH ? at : -1;
}
