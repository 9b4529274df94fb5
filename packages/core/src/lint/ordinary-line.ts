/** Lines about which no check has anything to say, told by their octets alone: nearly all of them. */
import { DOLLAR, DOT, SLASH, STAR } from '../bytes.js';
import {
  ALLOW,
  BLANK,
  COMMENT,
  type CompiledDialect,
  characterTable,
  DISALLOW,
  FIELD_BY_CODE,
  table,
  USER_AGENT,
} from '../compiled-dialect.js';
import type { RecordReader } from '../syntax/record.js';
import { isSpelt } from '../syntax/record-cursor.js';

/** Printable ASCII and the tab. */
const TEXT = table((octet) => octet === 0x09 || (octet >= 0x20 && octet < 0x7f));
/** What may stand in a path without a check that would look closer: an escape may be of a dot, or none. */
const CLOSER = characterTable('#$%([\\^');
const PATH = table((octet) => octet > 0x20 && octet < 0x7f && CLOSER[octet] === 0);
const DIGITS = characterTable('0123456789');
/** RFC 9309 2.2.1. */
const TOKEN = characterTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-');

/** Fields whose values no check looks at. */
const FREE: ReadonlySet<string | undefined> = new Set([
  'request-rate',
  'visit-time',
  'host',
  'clean-param',
  'content-signal',
  'content-usage',
  'license',
]);

const NAMES = FIELD_BY_CODE.map((field) => octetsOf(field ?? ''));
const URL_STARTS = ['https://', 'http://'].map(octetsOf);

/** False does not say that there is something: only that the checks have to look. Linear in the octets of the line. */
export function isOrdinaryLine(reader: RecordReader): boolean {
  const { cursor, kind, octets } = reader;
  const { lineStart, lineEnd, tables } = cursor;
  if (kind === 'beyond-limit' || lineEnd - lineStart > tables.dialect.maxLineOctets) return false;
  if (cursor.kind === BLANK || cursor.kind === COMMENT) {
    return holdsOnly(TEXT, octets, lineStart, lineEnd);
  }
  if (cursor.kind <= 0 || cursor.colonMissing) return false;
  const { fieldStart, fieldEnd, valueStart, valueEnd } = cursor;
  return (
    fieldEnd - fieldStart === NAMES[cursor.kind].length &&
    isSpelt(octets, fieldStart, NAMES[cursor.kind]) &&
    holdsOnly(TEXT, octets, lineStart, valueStart) &&
    holdsOnly(TEXT, octets, valueEnd, lineEnd) &&
    isOrdinaryValue(reader)
  );
}

function isOrdinaryValue({ cursor, octets, groupIndex }: RecordReader): boolean {
  const { kind, valueStart: start, valueEnd: end, contentEnd, lineEnd, tables } = cursor;
  switch (kind) {
    case ALLOW:
    case DISALLOW:
      // A comment may have been meant as a part of the path.
      if (groupIndex === undefined || contentEnd < lineEnd) return false;
      return start === end || isOrdinaryPath(octets, start, end, tables);
    case USER_AGENT:
      if (start + 1 === end && octets[start] === STAR) return true;
      return start < end && holdsOnly(TOKEN, octets, start, end, tables.tokenOctets);
  }
  switch (FIELD_BY_CODE[kind]) {
    case 'sitemap':
      return (
        URL_STARTS.some((url) => end - start > url.length && isSpelt(octets, start, url)) &&
        holdsOnly(TEXT, octets, start, end)
      );
    case 'crawl-delay':
      return start < end && holdsOnly(DIGITS, octets, start, end);
    default:
      return FREE.has(FIELD_BY_CODE[kind]) && holdsOnly(TEXT, octets, start, end);
  }
}

function isOrdinaryPath(
  octets: Uint8Array,
  start: number,
  end: number,
  { dialect, patternForm, patternStarts }: CompiledDialect,
): boolean {
  if (octets[start] !== SLASH || patternStarts[SLASH] === 0) return false;
  const last = dialect.wildcards && octets[end - 1] === DOLLAR ? end - 1 : end;
  for (let at = start; at < last; at++) {
    const octet = octets[at];
    if (PATH[octet] === 0 || patternForm.encodes[octet] === 1) return false;
    if (octet === STAR && !dialect.wildcards) return false;
    // It may begin a segment `.` or `..`.
    if (octet === DOT && octets[at - 1] === SLASH) return false;
  }
  return true;
}

/** Whether the octets all have a 1 in the table, and in the other one. */
function holdsOnly(
  table: Uint8Array,
  octets: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array = table,
): boolean {
  for (let at = start; at < end; at++) {
    if (table[octets[at]] === 0 || other[octets[at]] === 0) return false;
  }
  return true;
}

function octetsOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
