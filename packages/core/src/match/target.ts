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
import { canonicalTarget } from './octets.js';
import { escapedOctet } from './percent.js';
import { googleTargetStart } from './target-google.js';
import { NO_URL, resolveDotSegments, strip, targetStart, turnBackslashes } from './target-url.js';

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const COLON = 0x3a;
const DOT_OCTET = 0x2e;
/** Octets that a UTF-16 code unit may take. */
const OCTETS_A_UNIT = 3;

/** 1 for the octets of a host and port that need no second look. */
const PLAIN_HOST = Uint8Array.from({ length: 256 }, (_, octet) => {
  const isLetter = (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a && octet < 0x7b;
  return isLetter || (octet >= 0x2d && octet <= COLON && octet !== SLASH) ? 1 : 0;
});

const encoder = new TextEncoder();
/** One octet before the text is kept free for a `/` that a target lacks. */
let scratch = new Uint8Array(4096);
let afterSpare = scratch.subarray(1);
const TEXT_START = 1;

/** A target in canonical form: octets from `start` to `end`. */
export interface Target {
  readonly octets: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The target that was read last. Questions are answered one after the other, so one is enough. */
const latest: { octets: Uint8Array; start: number; end: number } = {
  octets: scratch,
  start: 0,
  end: 0,
};

/**
 * The canonical target of a URL: an absolute one, a network-path reference or a target that begins with `/`; valid
 * until the next one is read. Throws a TypeError for anything else, save where the dialect reads whatever it is given.
 * Linear in the URL.
 */
export function readTarget(url: string | URL, tables: CompiledDialect): Target {
  const text = typeof url === 'string' ? url : urlText(url);
  let end = encode(text);
  let start = webTargetStart(scratch, end);
  if (start < 0) {
    if (tables.dialect.target === 'as-googles-parser') {
      start = googleTargetStart(scratch, TEXT_START, end);
    } else {
      const { urlStandardTargets } = tables.dialect;
      if (urlStandardTargets) end = strip(scratch, TEXT_START, end);
      start = targetStart(scratch, TEXT_START, end, urlStandardTargets);
      if (start === NO_URL) throw notAUrl(text);
    }
  }
  return canonicalise(start, end, tables);
}

/** The canonical form of a target that stands alone. Throws a TypeError where it does not begin with `/`. */
export function readBareTarget(target: string, tables: CompiledDialect): Target {
  if (typeof target !== 'string' || target.charCodeAt(0) !== SLASH) {
    throw new TypeError(
      `A target begins with "/", such as "/path?query": got ${JSON.stringify(target)}.`,
    );
  }
  let end = encode(target);
  if (tables.dialect.urlStandardTargets) end = strip(scratch, TEXT_START, end);
  return canonicalise(TEXT_START, end, tables);
}

/** A target as text. */
export function targetText({ octets, start, end }: Target): string {
  return textOf(octets, start, end);
}

/** Writes the text into the scratch memory; gives its end. */
function encode(text: string): number {
  const room = text.length * OCTETS_A_UNIT + TEXT_START;
  if (scratch.length < room) {
    scratch = new Uint8Array(room);
    afterSpare = scratch.subarray(TEXT_START);
  }
  return TEXT_START + encoder.encodeInto(text, afterSpare).written;
}

/** Where the path starts in a plain `http://host/` or `https://host/`: in all dialects at the slash; else -1. */
function webTargetStart(octets: Uint8Array, end: number): number {
  const isHttp =
    octets[1] === 0x68 && octets[2] === 0x74 && octets[3] === 0x74 && octets[4] === 0x70;
  if (!isHttp) return -1;
  const colon = octets[5] === 0x73 ? 6 : 5;
  if (octets[colon] !== COLON || octets[colon + 1] !== SLASH || octets[colon + 2] !== SLASH)
    return -1;
  const host = colon + 3;
  let at = host;
  while (PLAIN_HOST[octets[at]] === 1) at++;
  return at > host && at < end && octets[at] === SLASH ? at : -1;
}

/** Takes what follows the authority in the scratch memory. */
function canonicalise(from: number, to: number, tables: CompiledDialect): Target {
  let start = from;
  if (tables.dialect.urlStandardTargets && scratch[start] === BACKSLASH) scratch[start] = SLASH;
  if (start >= to || scratch[start] !== SLASH) scratch[--start] = SLASH;
  const end = settledEnd(scratch, start, to, tables);
  latest.octets = scratch;
  latest.start = start;
  latest.end = end >= 0 ? end : 0;
  if (end < 0) makeCanonical(start, to, tables);
  return latest;
}

/** The end of the target from `start` on, if every octet of it is in canonical form already; else -1. */
function settledEnd(
  octets: Uint8Array,
  start: number,
  to: number,
  tables: CompiledDialect,
): number {
  const kinds = tables.targetKinds;
  // Most URLs are plain: what they hold is gathered first, four octets at a time and without a branch between them.
  let seen = 0;
  let at = start;
  for (; at + 3 < to; at += 4) {
    seen |=
      kinds[octets[at]] | kinds[octets[at + 1]] | kinds[octets[at + 2]] | kinds[octets[at + 3]];
  }
  for (; at < to; at++) seen |= kinds[octets[at]];
  const isPlain =
    (seen & tables.unsettling) === 0 &&
    ((seen & DOT) === 0 || !hasDotAfterSlash(octets, start, to));
  return isPlain ? to : settledEndOf(octets, start, to, tables);
}

function hasDotAfterSlash(octets: Uint8Array, start: number, to: number): boolean {
  for (let at = start + 1; at < to; at++) {
    if (octets[at] === DOT_OCTET && octets[at - 1] === SLASH) return true;
  }
  return false;
}

/** The same for a target that holds an escape, a fragment or the like. */
function settledEndOf(
  octets: Uint8Array,
  start: number,
  to: number,
  tables: CompiledDialect,
): number {
  const kinds = tables.targetKinds;
  let { decodes } = tables.targetForm;
  let inPath = true;
  for (let at = start; at < to; at++) {
    switch (kinds[octets[at]]) {
      case DOT:
        // Perhaps a dot segment; what it removes lies before it.
        if (inPath && octets[at - 1] === SLASH) return -1;
        break;
      case QUERY:
        if (tables.dialect.target === 'path') return at;
        inPath = false;
        decodes = tables.targetForm.decodesInQuery;
        break;
      case FRAGMENT:
        return at;
      case NOT_CANONICAL:
        return -1;
      case ESCAPE:
        if (!isSettled(octets, at, to, decodes)) return -1;
        break;
    }
  }
  return to;
}

/** Whether the escape is one that stays, in upper case. */
function isSettled(octets: Uint8Array, at: number, to: number, decodes: Uint8Array): boolean {
  if (at + 2 >= to || octets[at + 1] >= 0x60 || octets[at + 2] >= 0x60) return false;
  const octet = escapedOctet(octets[at + 1], octets[at + 2]);
  return octet >= 0 && decodes[octet] === 0;
}

function makeCanonical(start: number, to: number, tables: CompiledDialect): void {
  const { dialect } = tables;
  const last = dialect.urlStandardTargets ? strip(scratch, start, to) : to;
  const end = find(start, last, HASH, dialect.target === 'path' ? QUESTION_MARK : HASH);
  if (dialect.urlStandardTargets) turnBackslashes(scratch, start, end);
  const { octets, length } = canonicalTarget(scratch, start, end, tables);
  latest.octets = octets;
  latest.start = 0;
  const hasDots = dialect.urlStandardTargets && hasDotAfterSlash(octets, 0, length);
  latest.end = hasDots ? resolveDotSegments(octets, 0, length) : length;
}

/** The first of two octets in the scratch memory, or the end. */
function find(from: number, to: number, one: number, other: number): number {
  let at = from;
  while (at < to && scratch[at] !== one && scratch[at] !== other) at++;
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
