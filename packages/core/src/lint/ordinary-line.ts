/** Recognizes lines that need no check, by their bytes alone: nearly all lines. */
import { ASTERISK, DELETE, DOLLAR, DOT, SLASH, SPACE, TAB } from '../dialect/bytes.js';
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
} from '../dialect/compiled-dialect.js';
import type { RecordReader } from '../syntax/record.js';
import { isSpelled } from '../syntax/record-cursor.js';

/** Printable ASCII and the tab. */
const TEXT = table((byte) => byte === TAB || (byte >= SPACE && byte < DELETE));
/** Bytes in a path that need a closer look; an escape may encode a dot or be invalid, and a colon may end a field. */
const CLOSER = characterTable('#$%(:;<[\\^{');
const PATH = table((byte) => byte > SPACE && byte < DELETE && CLOSER[byte] === 0);
const DIGITS = characterTable('0123456789');
/** RFC 9309 2.2.1. */
const TOKEN = characterTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-');
const HOST = table((byte) => TOKEN[byte] === 1 || DIGITS[byte] === 1 || byte === DOT);
const HOST_AND_PATH = table((byte) => HOST[byte] === 1 || byte === SLASH);

/** Fields with values that no check inspects. */
const FREE: ReadonlySet<string | undefined> = new Set([
  'request-rate',
  'visit-time',
  'host',
  'clean-param',
  'license',
]);

const NAMES = FIELD_BY_CODE.map((field) => bytesOf(field ?? ''));
const URL_STARTS = ['https://', 'http://'].map(bytesOf);

/** Returns whether no check applies. False means "run the full checks". Linear in the bytes of the line. */
export function isOrdinaryLine(reader: RecordReader): boolean {
  const { cursor, kind, bytes } = reader;
  const { lineStart, lineEnd, tables } = cursor;
  if (kind === 'beyond-limit' || lineEnd - lineStart > tables.dialect.maxLineBytes) return false;
  if (cursor.kind === BLANK || cursor.kind === COMMENT) {
    return hasOnly(TEXT, bytes, lineStart, lineEnd);
  }
  if (cursor.kind <= 0 || cursor.colonMissing) return false;
  const { fieldStart, fieldEnd, valueStart, valueEnd } = cursor;
  return (
    fieldEnd - fieldStart === NAMES[cursor.kind].length &&
    isSpelled(bytes, fieldStart, NAMES[cursor.kind]) &&
    hasOnly(TEXT, bytes, lineStart, valueStart) &&
    hasOnly(TEXT, bytes, valueEnd, lineEnd) &&
    isOrdinaryValue(reader)
  );
}

function isOrdinaryValue({ cursor, bytes, groupIndex }: RecordReader): boolean {
  const { kind, valueStart: start, valueEnd: end, contentEnd, lineEnd, tables } = cursor;
  switch (kind) {
    case ALLOW:
    case DISALLOW:
      // The comment may have been meant as part of the path.
      if (groupIndex === undefined || contentEnd < lineEnd) return false;
      return start === end || isOrdinaryPath(bytes, start, end, tables);
    case USER_AGENT:
      if (start + 1 === end && bytes[start] === ASTERISK) return true;
      return start < end && hasOnly(TOKEN, bytes, start, end, tables.tokenBytes);
  }
  switch (FIELD_BY_CODE[kind]) {
    case 'sitemap':
      // A comment may have been meant as part of the URL.
      return (
        contentEnd === lineEnd &&
        URL_STARTS.some(
          ({ length }, index) =>
            isSpelled(bytes, start, URL_STARTS[index]) &&
            HOST[bytes[start + length]] === 1 &&
            hasOnly(HOST_AND_PATH, bytes, start + length, end),
        )
      );
    case 'crawl-delay':
      // Longer numbers may be too long a delay.
      return (
        groupIndex !== undefined &&
        start < end &&
        end - start <= 2 &&
        hasOnly(DIGITS, bytes, start, end)
      );
    default:
      return FREE.has(FIELD_BY_CODE[kind]) && hasOnly(TEXT, bytes, start, end);
  }
}

function isOrdinaryPath(
  bytes: Uint8Array,
  start: number,
  end: number,
  { dialect, patternForm, patternStarts }: CompiledDialect,
): boolean {
  if (bytes[start] !== SLASH || patternStarts[SLASH] === 0) return false;
  const last = dialect.wildcards && bytes[end - 1] === DOLLAR ? end - 1 : end;
  for (let at = start; at < last; at++) {
    const byte = bytes[at];
    if (PATH[byte] === 0 || patternForm.encodes[byte] === 1) return false;
    if (byte === ASTERISK && !dialect.wildcards) return false;
    // May start a `.` or `..` segment.
    if (byte === DOT && bytes[at - 1] === SLASH) return false;
  }
  return true;
}

/** Returns whether all bytes are in both tables. */
function hasOnly(
  table: Uint8Array,
  bytes: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array = table,
): boolean {
  for (let at = start; at < end; at++) {
    if (table[bytes[at]] === 0 || other[bytes[at]] === 0) return false;
  }
  return true;
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
