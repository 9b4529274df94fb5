/** URL -> target: the path and query that rules are compared with (rows 17, 19 and 20), in octets. */
import {
  type CompiledDialect,
  DOT,
  ESCAPE,
  FRAGMENT,
  NOT_CANONICAL,
  QUERY,
} from '../compiled-dialect.js';
import { textOf } from '../places.js';
import { signedKinds } from './octet-signs.js';
import { canonicalTarget } from './octets.js';
import { escapedOctet } from './percent.js';
import { googleTargetStart } from './target-google.js';
import {
  hasWebMarks,
  NO_URL,
  resolveDotSegments,
  slashBeforeDot,
  strip,
  targetStart,
  turnBackslashes,
} from './target-url.js';
import { plainHostEnd, webTargetStart } from './web-origin.js';

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const PERCENT = 0x25;
/** Octets that a UTF-16 code unit may take. */
const OCTETS_A_UNIT = 3;

const encoder = new TextEncoder();
/** The text begins at a whole word; before it there is room for a `/` that a target lacks. */
const TEXT_START = 4;
/**
 * Memory for every URL that is no longer than pages' are: never replaced, so that the engine compiles its place and
 * length into the code that reads it.
 */
const SCRATCH_OCTETS = 16 * 1024;
const LONGEST_IN_SCRATCH = (SCRATCH_OCTETS - 2 * TEXT_START) / OCTETS_A_UNIT;
const scratch = new Uint8Array(SCRATCH_OCTETS);
const scratchText = scratch.subarray(TEXT_START);
const scratchWords = new Int32Array(scratch.buffer);
const scratchPairs = new Uint16Array(scratch.buffer);
/** Memory of other targets, and its pairs. */
let otherOctets: Uint8Array = scratch;
let otherPairs: Uint16Array = scratchPairs;

/** A target in canonical form: octets from `start` to `end`. */
export interface Target {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The signs of the octets that the target holds, and perhaps of some that it does not. */
  readonly signs: number;
}

/** The memory of a target as two octets each. */
export function pairsOf({ octets }: Target): Uint16Array {
  if (octets === scratch) return scratchPairs;
  if (octets !== otherOctets) {
    otherOctets = octets;
    otherPairs = new Uint16Array(octets.buffer, octets.byteOffset, octets.length >> 1);
  }
  return otherPairs;
}

/** Octets of the text that was read last: as many as characters where all of them are ASCII. */
let latestWritten = 0;

/** The target that was read last. Questions are answered one after the other, so one is enough. */
const latest: { -readonly [name in keyof Target]: Target[name] } = {
  octets: scratch,
  start: 0,
  end: 0,
  signs: 0,
};

/**
 * The canonical target of a URL: an absolute one, a network-path reference or a target that begins with `/`; valid
 * until the next one is read. Throws a TypeError for anything else, save where the dialect reads whatever it is given.
 * Linear in the URL.
 */
export function readTarget(url: string | URL, tables: CompiledDialect): Target {
  const text = typeof url === 'string' ? url : urlText(url);
  if (text.length > LONGEST_IN_SCRATCH) return readLong(text, tables);
  latestWritten = encoder.encodeInto(text, scratchText).written;
  const end = TEXT_START + latestWritten;
  const start = webTargetStart(scratch, scratchWords, TEXT_START, end);
  if (start < 0) return readAny(scratch, end, text, tables);
  // Most URLs are plain: what they hold is gathered first, four octets at a time and without a branch between them,
  // for which the last octet is repeated behind the end.
  const kinds = signedKinds(tables);
  const last = scratch[end - 1];
  scratch[end] = last;
  scratch[end + 1] = last;
  scratch[end + 2] = last;
  let seen = 0;
  for (let at = start; at < end; at += 4) {
    seen |=
      kinds[scratch[at]] | kinds[scratch[at + 1]] | kinds[scratch[at + 2]] | kinds[scratch[at + 3]];
  }
  if ((seen & tables.unsettling) !== 0 || ((seen & DOT) !== 0 && mayHaveDots(text, start))) {
    return settle(scratch, start, end, seen, tables);
  }
  latest.octets = scratch;
  latest.start = start;
  latest.end = end;
  latest.signs = seen;
  return latest;
}

/**
 * The canonical target of a URL in UTF-8 bytes, as `readTarget` reads it from a string. That of a plain web URL stays
 * where it is, which takes two thirds of the time for a string that exists already.
 */
export function readTargetAt(
  bytes: Uint8Array,
  from: number,
  to: number,
  tables: CompiledDialect,
): Target {
  // Pairs of octets exist only from an even place in the memory.
  const path = bytes.byteOffset % 2 === 0 ? plainHostEnd(bytes, from, to) : -1;
  const start = path < 0 ? from : path;
  const kinds = signedKinds(tables);
  let seen = path < 0 ? NOT_CANONICAL : 0;
  let at = start;
  // Four at a time, without a branch between them, as in `readTarget`.
  for (; at < to - 3; at += 4) {
    seen |= kinds[bytes[at]] | kinds[bytes[at + 1]] | kinds[bytes[at + 2]] | kinds[bytes[at + 3]];
  }
  for (; at < to; at++) seen |= kinds[bytes[at]];
  if (
    (seen & tables.unsettling) === 0 &&
    ((seen & DOT) === 0 || slashBeforeDot(bytes, start, to) < 0)
  ) {
    return take(bytes, start, to, seen);
  }
  const octets = memoryFor(to - start);
  octets.set(bytes.subarray(start, to), TEXT_START);
  const end = TEXT_START + to - start;
  return path < 0
    ? readAny(octets, end, undefined, tables)
    : settle(octets, TEXT_START, end, seen, tables);
}

/** The canonical form of a target that stands alone. Throws a TypeError where it does not begin with `/`. */
export function readBareTarget(target: string, tables: CompiledDialect): Target {
  if (typeof target !== 'string' || target.charCodeAt(0) !== SLASH) {
    throw new TypeError(
      `A target begins with "/", such as "/path?query": got ${JSON.stringify(target)}.`,
    );
  }
  const octets = memoryFor(target.length * OCTETS_A_UNIT);
  let end = encode(target, octets);
  if (tables.dialect.urlStandardTargets) end = strip(octets, TEXT_START, end);
  return withSlash(octets, TEXT_START, end, tables);
}

/** A target as text; it is mostly the end of the URL that it was read from. */
export function targetText({ octets, start, end }: Target, url: string | URL): string {
  const isWhole = octets === scratch && end - TEXT_START === latestWritten;
  if (!isWhole || typeof url !== 'string' || url.length !== latestWritten) {
    return textOf(octets, start, end);
  }
  // A `/` that does not stand in the URL was put in the place of what does.
  const from = start - TEXT_START;
  return url.charCodeAt(from) === SLASH ? url.slice(from) : textOf(octets, start, end);
}

/** Memory for so many octets of text. */
function memoryFor(length: number): Uint8Array {
  if (TEXT_START + length <= SCRATCH_OCTETS) return scratch;
  return new Uint8Array(Math.ceil(length / TEXT_START + 1) * TEXT_START);
}

/** Writes a text into memory; gives its end. */
function encode(text: string, octets: Uint8Array): number {
  latestWritten = encoder.encodeInto(text, octets.subarray(TEXT_START)).written;
  return TEXT_START + latestWritten;
}

/** A URL too long for the scratch memory. */
function readLong(text: string, tables: CompiledDialect): Target {
  const octets = memoryFor(text.length * OCTETS_A_UNIT);
  const end = encode(text, octets);
  return readAny(octets, end, text, tables);
}

/** Reads any URL in the memory; `text` is for the message of an error. */
function readAny(
  octets: Uint8Array,
  to: number,
  text: string | undefined,
  tables: CompiledDialect,
): Target {
  let end = to;
  if (tables.dialect.target === 'as-googles-parser') {
    return withSlash(octets, googleTargetStart(octets, TEXT_START, end), end, tables);
  }
  const { urlStandardTargets } = tables.dialect;
  if (urlStandardTargets) end = strip(octets, TEXT_START, end);
  const start = targetStart(octets, TEXT_START, end, urlStandardTargets);
  if (start === NO_URL) throw notAUrl(text ?? textOf(octets, TEXT_START, end));
  return withSlash(octets, start, end, tables);
}

/** Takes what follows the authority, which may lack a `/`. */
function withSlash(octets: Uint8Array, from: number, to: number, tables: CompiledDialect): Target {
  let start = from;
  if (tables.dialect.urlStandardTargets && octets[start] === BACKSLASH) octets[start] = SLASH;
  if (start >= to || octets[start] !== SLASH) octets[--start] = SLASH;
  return settle(octets, start, to, kindsOf(octets, start, to, tables), tables);
}

/** Takes what follows the authority, in canonical form; `seen` is of what kinds its octets are. */
function settle(
  octets: Uint8Array,
  start: number,
  to: number,
  seen: number,
  tables: CompiledDialect,
): Target {
  const { dialect } = tables;
  const ends = FRAGMENT | (dialect.target === 'path' ? QUERY : 0);
  const isCanonical =
    (seen & (NOT_CANONICAL | ends)) === 0 &&
    ((seen & ESCAPE) === 0 || hasSettledEscapes(octets, start, to, tables));
  if (isCanonical) return take(octets, start, withoutDots(octets, start, to, seen), seen);
  let end = to;
  const isWeb = dialect.urlStandardTargets && (seen & NOT_CANONICAL) !== 0;
  const hasMarks = isWeb && hasWebMarks(octets, start, end);
  if (hasMarks) end = strip(octets, start, end);
  if ((seen & ends) !== 0) {
    end = find(octets, start, end, HASH, dialect.target === 'path' ? QUESTION_MARK : HASH);
  }
  if (hasMarks) turnBackslashes(octets, start, end);
  const canonical = canonicalTarget(octets, start, end, tables);
  const seenThere = kindsOf(canonical.octets, 0, canonical.length, tables);
  end = withoutDots(canonical.octets, 0, canonical.length, seenThere);
  return take(canonical.octets, 0, end, seenThere);
}

/** The end of a canonical target whose dot segments, if it has any, have been removed. */
function withoutDots(octets: Uint8Array, start: number, end: number, seen: number): number {
  const slash = (seen & DOT) === 0 ? -1 : slashBeforeDot(octets, start, end);
  return slash < 0 ? end : resolveDotSegments(octets, start, slash, end);
}

/** Of what kinds the octets are, and their signs. */
function kindsOf(octets: Uint8Array, start: number, end: number, tables: CompiledDialect): number {
  const kinds = signedKinds(tables);
  let seen = 0;
  for (let at = start; at < end; at++) seen |= kinds[octets[at]];
  return seen;
}

function take(octets: Uint8Array, start: number, end: number, signs: number): Target {
  latest.octets = octets;
  latest.start = start;
  latest.end = end;
  latest.signs = signs;
  return latest;
}

/** Perhaps a dot segment, in a text whose characters before the path are an octet each: a native search beats a loop. */
function mayHaveDots(text: string, start: number): boolean {
  let dot = text.indexOf('.', start - TEXT_START);
  while (dot !== -1 && text.charCodeAt(dot - 1) !== SLASH) dot = text.indexOf('.', dot + 1);
  return dot !== -1;
}

/** Whether all escapes are spelt as they are in canonical form. */
function hasSettledEscapes(
  octets: Uint8Array,
  start: number,
  to: number,
  tables: CompiledDialect,
): boolean {
  let { decodes } = tables.targetForm;
  for (let at = start; at < to; at++) {
    if (octets[at] === PERCENT) {
      if (!isSettledEscape(octets, at, to, decodes)) return false;
      at += 2;
    } else if (octets[at] === QUESTION_MARK) {
      decodes = tables.targetForm.decodesInQuery;
    }
  }
  return true;
}

/** Whether the escape is one that stays, in upper case. */
function isSettledEscape(octets: Uint8Array, at: number, to: number, decodes: Uint8Array): boolean {
  if (at + 2 >= to || octets[at + 1] >= 0x60 || octets[at + 2] >= 0x60) return false;
  const octet = escapedOctet(octets[at + 1], octets[at + 2]);
  return octet >= 0 && decodes[octet] === 0;
}

/** The first of two octets, or the end. */
function find(octets: Uint8Array, from: number, to: number, one: number, other: number): number {
  let at = from;
  while (at < to && octets[at] !== one && octets[at] !== other) at++;
  return at;
}

function urlText(url: URL): string {
  if (typeof url?.href === 'string') return url.href;
  throw new TypeError('A URL is a string or a URL object.');
}

function notAUrl(url: string): TypeError {
  const shown = url.length > 200 ? `${url.slice(0, 200)}…` : url;
  return new TypeError(
    `${JSON.stringify(shown)} is no URL to ask about: give an absolute URL such as ` +
      '"https://example.com/path", a reference such as "//example.com/path", or a target such as "/path".',
  );
}
