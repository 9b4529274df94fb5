/**
 * Converts a URL to its target: the bytes of the path and query that rules are compared with (`target`, `targetForm` and
 * `urlStandardTargets`).
 */

import { type CompiledDialect, DOT_SEGMENT, ESCAPE, NOT_CANONICAL, TARGET_END } from '../dialect/compiled-dialect.js';
import { textOf } from '../syntax/source-text.js';
import { BACKSLASH, COLON, HASH, PERCENT, QUESTION_MARK, SLASH, SPACE } from '../util/bytes.js';
import { canonicalTarget, LAST_ASCII } from './canonical.js';
import { escapedByte } from './percent.js';
import { googleTargetStart, NO_URL, targetStart } from './target-start.js';
import { hasWebMarks, resolveDotSegments, slashBeforeDot, strip, turnBackslashes } from './web-target.js';

/** Kinds of bytes that a plain target does not contain. */
const UNSETTLING = NOT_CANONICAL | TARGET_END | ESCAPE;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;
/** Up to this many characters, reading one by one is faster than calling the native encoder. Most targets are shorter. */
const SHORT_TARGET = 48;

const encoder = new TextEncoder();
/** Offset of the text, which leaves room for a missing `/` before it. */
const TEXT_START = 4;
/** Memory for typical URLs. Never replaced, so that engines can treat its address and length as constants. */
const SCRATCH_BYTES = 16 * 1024;
const LONGEST_IN_SCRATCH = (SCRATCH_BYTES - 2 * TEXT_START) / BYTES_PER_UNIT;
const scratch = new Uint8Array(SCRATCH_BYTES);
const scratchText = scratch.subarray(TEXT_START);

/** A target in canonical form: bytes from `start` to `end`. */
export interface Target {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** A mask of the target's bytes; may contain extra bits. */
  readonly mask: number;
}

/** Length of the latest text in bytes. Equals its length in characters if the text is ASCII. */
let latestWritten = 0;

/** The latest target. Queries run one at a time, so one object is enough. */
const latest: { -readonly [name in keyof Target]: Target[name] } = {
  bytes: scratch,
  start: 0,
  end: 0,
  mask: 0,
};

/**
 * Returns the canonical target of an absolute URL, a network-path reference or a path; valid until the next call.
 * Throws a TypeError for anything else, unless the dialect accepts any text. Linear in the URL.
 */
export function readTarget(url: string | URL, tables: CompiledDialect): Target {
  return readText(typeof url === 'string' ? url : urlText(url), false, tables);
}

/** Returns the canonical form of a path and query. Throws a TypeError if it does not start with `/`. */
export function readBareTarget(target: string, tables: CompiledDialect): Target {
  if (typeof target !== 'string' || target.charCodeAt(0) !== SLASH) {
    throw new TypeError(`A target must start with "/", such as "/path?query", not ${JSON.stringify(target)}.`);
  }
  return readShort(target, tables) ?? readText(target, true, tables);
}

/** Reads a short target that is plain; returns undefined for any other. */
function readShort(target: string, tables: CompiledDialect): Target | undefined {
  const { length } = target;
  if (length > SHORT_TARGET) return undefined;
  const masks = tables.targetMasks;
  let seen = 0;
  for (let at = 0; at < length; at++) {
    const code = target.charCodeAt(at);
    scratch[TEXT_START + at] = code;
    seen |= code > LAST_ASCII ? NOT_CANONICAL : masks[code];
  }
  const isPlain = (seen & UNSETTLING) === 0;
  if (!isPlain || ((seen & DOT_SEGMENT) !== 0 && mayHaveDots(target, TEXT_START))) return undefined;
  latestWritten = length;
  return take(scratch, TEXT_START, TEXT_START + length, seen);
}

/** 1 for bytes of a host and port that need no further processing. */
const PLAIN_HOST = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a && byte < 0x7b;
  return isLetter || (byte >= 0x2d && byte <= COLON && byte !== SLASH) ? 1 : 0;
});

/**
 * Returns where the path starts in a plain `http://host/` or `https://host/` at `start`, or in a path that is not a reference
 * to a host: even white space may precede its second slash (URL Standard 4.4). Otherwise -1.
 */
export function plainPathStart(bytes: Uint8Array, start: number, end: number): number {
  if (start < end && bytes[start] === SLASH) {
    const second = bytes[start + 1];
    const mayBeReference = second === SLASH || second === BACKSLASH || second <= SPACE;
    return start + 1 < end && mayBeReference ? -1 : start;
  }
  const isHttp = bytes[start] === 0x68 && bytes[start + 1] === 0x74 && bytes[start + 2] === 0x74 && bytes[start + 3] === 0x70;
  if (!isHttp) return -1;
  const colon = start + (bytes[start + 4] === 0x73 ? 5 : 4);
  if (bytes[colon] !== COLON || bytes[colon + 1] !== SLASH || bytes[colon + 2] !== SLASH) return -1;
  const host = colon + 3;
  let at = host;
  while (at + 3 < end && arePlain(bytes, at)) at += 4;
  while (at < end && PLAIN_HOST[bytes[at]] === 1) at++;
  return at > host && at < end && bytes[at] === SLASH ? at : -1;
}

function arePlain(bytes: Uint8Array, at: number): boolean {
  const two = PLAIN_HOST[bytes[at]] & PLAIN_HOST[bytes[at + 1]];
  return (two & PLAIN_HOST[bytes[at + 2]] & PLAIN_HOST[bytes[at + 3]]) === 1;
}

/**
 * Reads a URL, or a target if `isBare`. A single function for both: if the loop is in a separate one, V8 does not inline
 * `plainPathStart`, and a URL takes 10 % longer.
 */
function readText(text: string, isBare: boolean, tables: CompiledDialect): Target {
  if (text.length > LONGEST_IN_SCRATCH) return readLong(text, isBare, tables);
  latestWritten = encoder.encodeInto(text, scratchText).written;
  const end = TEXT_START + latestWritten;
  const start = isBare ? TEXT_START : plainPathStart(scratch, TEXT_START, end);
  if (start < 0) return readAny(scratch, end, text, tables);
  // Most URLs are plain. Collect the kinds of four bytes per step without branches; copies of the last byte pad the end.
  const masks = tables.targetMasks;
  const last = scratch[end - 1];
  scratch[end] = last;
  scratch[end + 1] = last;
  scratch[end + 2] = last;
  let seen = 0;
  for (let at = start; at < end; at += 4) {
    seen |= masks[scratch[at]] | masks[scratch[at + 1]] | masks[scratch[at + 2]] | masks[scratch[at + 3]];
  }
  if ((seen & UNSETTLING) !== 0 || ((seen & DOT_SEGMENT) !== 0 && mayHaveDots(text, start))) {
    return settleTarget(scratch, start, end, seen, tables);
  }
  return take(scratch, start, end, seen);
}

/**
 * Like `readTarget`, for a URL in UTF-8 bytes. Does not copy the target of a plain web URL, which takes two thirds of the
 * time that the same URL takes as a string.
 */
export function readTargetAt(bytes: Uint8Array, from: number, to: number, tables: CompiledDialect): Target {
  const start = plainPathStart(bytes, from, to);
  if (start < 0) {
    return readAny(copyOf(bytes, from, to), TEXT_START + to - from, undefined, tables);
  }
  const seen = kindsOf(bytes, start, to, tables);
  const hasDots = (seen & DOT_SEGMENT) !== 0 && slashBeforeDot(bytes, start, to) >= 0;
  if ((seen & UNSETTLING) === 0 && !hasDots) return take(bytes, start, to, seen);
  const copy = copyOf(bytes, start, to);
  return settleTarget(copy, TEXT_START, TEXT_START + to - start, seen, tables);
}

/** Returns a copy in memory for text. */
function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = memoryFor(end - start);
  copy.set(bytes.subarray(start, end), TEXT_START);
  return copy;
}

/** Returns a target as text, usually a slice of the original URL. */
export function targetText({ bytes, start, end }: Target, url: string | URL): string {
  const isWhole = bytes === scratch && end - TEXT_START === latestWritten;
  if (!isWhole || typeof url !== 'string' || url.length !== latestWritten) {
    return textOf(bytes, start, end);
  }
  // The `/` may have replaced a different character of the URL.
  const from = start - TEXT_START;
  return url.charCodeAt(from) === SLASH ? url.slice(from) : textOf(bytes, start, end);
}

/** Returns memory for this many bytes of text. */
function memoryFor(length: number): Uint8Array {
  if (TEXT_START + length <= SCRATCH_BYTES) return scratch;
  return new Uint8Array(TEXT_START + length);
}

/** Like `readText`, for a text that may be too long for the scratch memory. */
function readLong(text: string, isBare: boolean, tables: CompiledDialect): Target {
  const bytes = memoryFor(text.length * BYTES_PER_UNIT);
  latestWritten = encoder.encodeInto(text, bytes.subarray(TEXT_START)).written;
  const end = TEXT_START + latestWritten;
  return isBare ? withSlash(bytes, TEXT_START, end, tables) : readAny(bytes, end, text, tables);
}

/** Reads any URL from memory; `text` is for error messages. */
function readAny(bytes: Uint8Array, to: number, text: string | undefined, tables: CompiledDialect): Target {
  let end = to;
  if (tables.dialect.target === 'google-parser') {
    return withSlash(bytes, googleTargetStart(bytes, TEXT_START, end), end, tables);
  }
  const { urlStandardTargets } = tables.dialect;
  if (urlStandardTargets) end = strip(bytes, TEXT_START, end);
  const start = targetStart(bytes, TEXT_START, end, urlStandardTargets);
  if (start === NO_URL) throw notAUrl(text ?? textOf(bytes, TEXT_START, end));
  return withSlash(bytes, start, end, tables);
}

/** Adds a `/` if the rest after the authority lacks one. */
function withSlash(bytes: Uint8Array, from: number, to: number, tables: CompiledDialect): Target {
  let start = from;
  if (tables.dialect.urlStandardTargets && bytes[start] === BACKSLASH) bytes[start] = SLASH;
  if (start >= to || bytes[start] !== SLASH) bytes[--start] = SLASH;
  return settleTarget(bytes, start, to, kindsOf(bytes, start, to, tables), tables);
}

/** Canonicalizes the target. `seen` combines the kinds of its bytes. */
function settleTarget(bytes: Uint8Array, start: number, to: number, seen: number, tables: CompiledDialect): Target {
  const isCanonical =
    (seen & (NOT_CANONICAL | TARGET_END)) === 0 && ((seen & ESCAPE) === 0 || hasSettledEscapes(bytes, start, to, tables));
  if (isCanonical) return take(bytes, start, withoutDots(bytes, start, to, seen), seen);
  let end = to;
  const isWeb = tables.dialect.urlStandardTargets && (seen & NOT_CANONICAL) !== 0;
  const hasMarks = isWeb && hasWebMarks(bytes, start, end);
  if (hasMarks) end = strip(bytes, start, end);
  if ((seen & TARGET_END) !== 0) end = indexOfEither(bytes, start, end, HASH, tables.targetEnd);
  if (hasMarks) turnBackslashes(bytes, start, end);
  const canonical = canonicalTarget(bytes, start, end, tables);
  const seenThere = kindsOf(canonical.bytes, 0, canonical.length, tables);
  end = withoutDots(canonical.bytes, 0, canonical.length, seenThere);
  return take(canonical.bytes, 0, end, seenThere);
}

/** Returns the end of a canonical target after removing any dot segments. */
function withoutDots(bytes: Uint8Array, start: number, end: number, seen: number): number {
  const slash = (seen & DOT_SEGMENT) === 0 ? -1 : slashBeforeDot(bytes, start, end);
  return slash < 0 ? end : resolveDotSegments(bytes, start, slash, end);
}

/** Returns the combined kinds and masks of the bytes. */
function kindsOf(bytes: Uint8Array, start: number, end: number, tables: CompiledDialect): number {
  const masks = tables.targetMasks;
  let seen = 0;
  let at = start;
  // Four bytes per step without branches, as in `readText`.
  for (; at < end - 3; at += 4) {
    seen |= masks[bytes[at]] | masks[bytes[at + 1]] | masks[bytes[at + 2]] | masks[bytes[at + 3]];
  }
  for (; at < end; at++) seen |= masks[bytes[at]];
  return seen;
}

function take(bytes: Uint8Array, start: number, end: number, mask: number): Target {
  latest.bytes = bytes;
  latest.start = start;
  latest.end = end;
  latest.mask = mask;
  return latest;
}

/** Returns whether there may be a dot segment. Native search is faster than a loop; requires ASCII before the path. */
function mayHaveDots(text: string, start: number): boolean {
  let dot = text.indexOf('.', start - TEXT_START);
  while (dot !== -1 && text.charCodeAt(dot - 1) !== SLASH) dot = text.indexOf('.', dot + 1);
  return dot !== -1;
}

/** Returns whether all escapes are canonical. */
function hasSettledEscapes(bytes: Uint8Array, start: number, to: number, tables: CompiledDialect): boolean {
  let { decodes } = tables.targetForm;
  for (let at = start; at < to; at++) {
    if (bytes[at] === PERCENT) {
      if (!isSettledEscape(bytes, at, to, decodes)) return false;
      at += 2;
    } else if (bytes[at] === QUESTION_MARK) {
      decodes = tables.targetForm.decodesInQuery;
    }
  }
  return true;
}

/** Returns whether the escape stays escaped and is in upper case. */
function isSettledEscape(bytes: Uint8Array, at: number, to: number, decodes: Uint8Array): boolean {
  if (at + 2 >= to || bytes[at + 1] >= 0x60 || bytes[at + 2] >= 0x60) return false;
  const byte = escapedByte(bytes[at + 1], bytes[at + 2]);
  return byte >= 0 && decodes[byte] === 0;
}

/** Returns the offset of the first of two bytes, or the end. */
function indexOfEither(bytes: Uint8Array, from: number, to: number, first: number, second: number): number {
  let at = from;
  while (at < to && bytes[at] !== first && bytes[at] !== second) at++;
  return at;
}

function urlText(url: URL): string {
  if (typeof url?.href === 'string') return url.href;
  throw new TypeError('A URL must be a string or a URL object.');
}

function notAUrl(url: string): TypeError {
  const shortened = url.length > 200 ? `${url.slice(0, 200)}…` : url;
  return new TypeError(
    `${JSON.stringify(shortened)} is not a URL that can be checked. Pass an absolute URL such as ` +
      '"https://example.com/path", a reference such as "//example.com/path", or a path such as "/path".',
  );
}
