/** A record in its normal spelling: as it is written by whoever writes a robots.txt by the book. */
import { SPACE, TAB } from '../bytes.js';
import { type BodyEncoding, markLength } from '../decode.js';
import type { Dialect, FieldName } from '../dialect.js';
import { byteString } from '../match/bytes.js';
import { escapeOf } from '../match/percent.js';
import type { Piece, RobotsTxtRecord } from '../syntax/record.js';

/** The file that a record is of. */
export interface RecordFile {
  readonly dialect: Dialect;
  readonly encoding: BodyEncoding;
}

const REPLACEMENT_CHARACTER = '\uFFFD';
const BYTE_ORDER_MARK = '\uFEFF';
const HASH = '#';
const NUL = '\0';
/** Bytes that a UTF-16 code unit may take. */
const LONGEST_UNIT = 3;
const encoder = new TextEncoder();
const LINE_END = /[\r\n]+$/;

/**
 * The line without its end: the usual spelling of the field, one space, the value, and the comment after one space.
 * It is empty for a blank line. A line that is not a record stays as it is written, and one that may lack its colon gets
 * no space. A comment that would be where the dialect no longer looks for one gets a line of its own.
 */
export function linesOfRecord(record: RobotsTxtRecord, file: RecordFile): string[] {
  const content = contentOf(record, file);
  const comment = commentOf(record, file);
  if (content === '' || comment === '') return [content + comment];
  return isWithin(`${content} `, file.dialect.maxLineBytes - 1)
    ? [`${content} ${comment}`]
    : [comment, content];
}

/** The comment with its `#`, without white space after it; empty where there is none. */
function commentOf(record: RobotsTxtRecord, file: RecordFile): string {
  const { comment } = record;
  return comment === undefined ? '' : trimmed(pieceText(record, comment, file));
}

function contentOf(record: RobotsTxtRecord, file: RecordFile): string {
  const { dialect } = file;
  const { kind, field, value } = record;
  if (field === undefined || value === undefined) {
    return kind === 'invalid' ? invalidContent(record, file) : '';
  }
  const written = pieceText(record, field, file);
  const text = valueText(record, file);
  if (mayLackColon(record, field, file)) return `${written}:${text}`;
  const title = kind in FIELD_TITLES ? FIELD_TITLES[kind as keyof typeof FIELD_TITLES] : undefined;
  const name = title ?? written;
  if (text === '') return `${name}:`;
  // A line that a dialect cuts at its longest must not lose a byte of its value to a space.
  const spellings = [`${name}: ${text}`, `${name}:${text}`];
  const fitting = spellings.find((line) => isWithin(line, dialect.maxLineBytes));
  return fitting ?? `${written}:${text}`;
}

/** Without the white space around it. By hand, since a RegExp tries each place in a long run of spaces anew. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/**
 * Whether the field holds white space that none of its names has: its colon may belong to the value, as in
 * `Sitemap https://…`, which must not be taken apart.
 */
function mayLackColon({ kind }: RobotsTxtRecord, field: Piece, { dialect }: RecordFile): boolean {
  const names = kind in dialect.fieldNames ? dialect.fieldNames[kind as FieldName] : [];
  const hasWhiteSpace = Array.from(dialect.whiteSpace).some((space) => field.text.includes(space));
  return hasWhiteSpace && !names.includes(field.text.toLowerCase());
}

/** What a line that is not a record has before its comment, as far as the dialect reads it. */
function invalidContent(record: RobotsTxtRecord, { dialect, encoding }: RecordFile): string {
  const { bytes, text } = record;
  const isFirst = record.line === 1;
  const mark = isFirst && encoding === 'utf-8' ? markLength(bytes, bytes.length, dialect) : 0;
  const read = bytes.subarray(mark, mark + dialect.maxLineBytes);
  let content = encoding === 'utf-8' ? asText(read) : text;
  if (isFirst && encoding !== 'utf-8') content = content.replace(BYTE_ORDER_MARK, '');
  [content] = content.replace(LINE_END, '').split(HASH, 1);
  if (dialect.nulEndsLine) [content] = content.split(NUL, 1);
  return trimmed(content);
}

/**
 * The value of a record as text. Bytes of a path that are no text are escaped, which every dialect takes for the same;
 * other bytes that are not UTF-8 are most often Latin-1.
 */
export function valueText(record: RobotsTxtRecord, file: RecordFile): string {
  const { kind, value } = record;
  if (value === undefined) return '';
  const bytes = bytesThatAreNoText(record, value, file);
  if (bytes === undefined) return value.text;
  const isPath = kind === 'allow' || kind === 'disallow';
  return isPath ? Array.from(bytes, asAscii).join('') : asText(bytes);
}

function asAscii(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : escapeOf(byte);
}

/** A piece of a record as text: bytes that are not UTF-8 are most often Latin-1. */
export function pieceText(record: RobotsTxtRecord, piece: Piece, file: RecordFile): string {
  const bytes = bytesThatAreNoText(record, piece, file);
  return bytes === undefined ? piece.text : asText(bytes);
}

/** Bytes as UTF-8, or as Latin-1 where they are not that. */
function asText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return byteString(bytes, 0, bytes.length);
  }
}

/** The bytes of a piece that is not UTF-8; undefined for one that is text. */
function bytesThatAreNoText(
  { bytes, span }: RobotsTxtRecord,
  piece: Piece,
  { encoding }: RecordFile,
): Uint8Array | undefined {
  if (encoding !== 'utf-8' || !piece.text.includes(REPLACEMENT_CHARACTER)) return undefined;
  const own = bytes.subarray(piece.span.start - span.start, piece.span.end - span.start);
  return asText(own) === piece.text ? undefined : own;
}

function isWithin(text: string, mostBytes: number): boolean {
  return text.length * LONGEST_UNIT <= mostBytes || bytesOf(text) <= mostBytes;
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

export const FIELD_TITLES: Readonly<Record<FieldName, string>> = {
  'user-agent': 'User-agent',
  allow: 'Allow',
  disallow: 'Disallow',
  sitemap: 'Sitemap',
  'crawl-delay': 'Crawl-delay',
  'request-rate': 'Request-rate',
  'visit-time': 'Visit-time',
  host: 'Host',
  'clean-param': 'Clean-param',
  noindex: 'Noindex',
  'content-signal': 'Content-Signal',
  'content-usage': 'Content-Usage',
  license: 'License',
};
