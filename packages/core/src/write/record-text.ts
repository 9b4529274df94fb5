/** Formats a record in its usual spelling. */
import { SLASH } from '../dialect/bytes.js';
import { compileDialect } from '../dialect/compiled-dialect.js';
import type { Dialect, FieldName } from '../dialect/dialect.js';
import { byteString } from '../match/canonical.js';
import { escapeOf } from '../match/percent.js';
import { type BodyEncoding, markLength } from '../syntax/body.js';
import { productTokenEnd } from '../syntax/group.js';
import type { RecordPart, RobotsTxtRecord } from '../syntax/record.js';
import { isBlank } from '../syntax/record-cursor.js';

export interface RecordFile {
  readonly dialect: Dialect;
  readonly encoding: BodyEncoding;
}

const REPLACEMENT_CHARACTER = '\uFFFD';
const BYTE_ORDER_MARK = '\uFEFF';
const HASH = '#';
const NUL = '\0';
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const LONGEST_UNIT = 3;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Line end at the end of a text. */
const TRAILING_LINE_END = /[\r\n]+$/;

/**
 * Returns the line without its line end: field, one space, value and comment; empty for a blank line. Lines that are
 * not records stay unchanged, and lines that may lack a colon get no space. A comment that would end up beyond the
 * maximum line length gets its own line.
 */
export function linesOfRecord(record: RobotsTxtRecord, file: RecordFile): string[] {
  const content = contentOf(record, file);
  const comment = record.comment ? trimmed(pieceText(record, record.comment, file)) : '';
  if (content === '' || comment === '') return [content + comment];
  return isWithin(`${content} `, file.dialect.maxLineBytes - 1)
    ? [`${content} ${comment}`]
    : [comment, content];
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
  // In a line cut at the maximum length, an added space must not push out a byte of the value.
  const spellings = [`${name}: ${text}`, `${name}:${text}`];
  const fitting = spellings.find((line) => isWithin(line, dialect.maxLineBytes));
  return fitting ?? `${written}:${text}`;
}

/** Linear, because the end of a text is looked for only where a run of white space starts. */
const OUTER_WHITE_SPACE = /^[ \t]+|(?<![ \t])[ \t]+$/g;

function trimmed(text: string): string {
  return text.replaceAll(OUTER_WHITE_SPACE, '');
}

/**
 * Returns whether the field contains white space that none of its names has. Its colon may then belong to the value, as
 * in `Sitemap https://…`.
 */
function mayLackColon(
  { kind }: RobotsTxtRecord,
  field: RecordPart,
  { dialect }: RecordFile,
): boolean {
  const names = kind in dialect.fieldNames ? dialect.fieldNames[kind as FieldName] : [];
  const hasWhiteSpace = Array.from(dialect.whiteSpace).some((space) => field.text.includes(space));
  return hasWhiteSpace && !names.includes(field.text.toLowerCase());
}

/** Returns the part of an invalid line before its comment, as far as the dialect reads it. */
function invalidContent(record: RobotsTxtRecord, { dialect, encoding }: RecordFile): string {
  const { bytes, text } = record;
  const isFirst = record.line === 1;
  const mark = isFirst && encoding === 'utf-8' ? markLength(bytes, bytes.length, dialect) : 0;
  const read = bytes.subarray(mark, mark + dialect.maxLineBytes);
  let content = encoding === 'utf-8' ? asText(read) : text;
  if (isFirst && encoding !== 'utf-8') content = content.replace(BYTE_ORDER_MARK, '');
  [content] = content.replace(TRAILING_LINE_END, '').split(HASH, 1);
  if (dialect.nulEndsLine) [content] = content.split(NUL, 1);
  return trimmed(content);
}

/**
 * Returns the value of a record as text. Invalid UTF-8 is escaped in paths, which every dialect treats as equal, and
 * decoded as Latin-1 elsewhere.
 */
export function valueText(record: RobotsTxtRecord, file: RecordFile): string {
  const { kind, value } = record;
  if (value === undefined) return '';
  const bytes = bytesOutsideUtf8(record, value, file);
  if (bytes === undefined) return value.text;
  if (kind === 'user-agent') return userAgentText(bytes, file);
  const length = pathLength(kind, bytes);
  return Array.from(bytes.subarray(0, length), asAscii).join('') + asText(bytes.subarray(length));
}

/** Returns the length of the path at the start of a value. */
function pathLength(kind: RobotsTxtRecord['kind'], bytes: Uint8Array): number {
  if (kind === 'allow' || kind === 'disallow') return bytes.length;
  if (kind !== 'content-usage' || bytes[0] !== SLASH) return 0;
  const end = bytes.findIndex(isBlank);
  return end < 0 ? bytes.length : end;
}

/** A product token that is not UTF-8 names no crawler. As Latin-1 it could, so a `/` precedes it, which ends a token. */
function userAgentText(bytes: Uint8Array, { dialect }: RecordFile): string {
  const end = productTokenEnd(bytes, 0, bytes.length, compileDialect(dialect));
  const token = bytes.subarray(0, end);
  const text = asText(token) + asText(bytes.subarray(end));
  return utf8Text(token) === undefined ? `/${text}` : text;
}

function asAscii(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : escapeOf(byte);
}

/** Returns a piece of a record as text; words that are invalid UTF-8 are decoded as Latin-1, the most likely encoding. */
function pieceText(record: RobotsTxtRecord, piece: RecordPart, file: RecordFile): string {
  const bytes = bytesOutsideUtf8(record, piece, file);
  return bytes === undefined ? piece.text : asText(bytes);
}

/** A run of bytes without white space or other control characters. */
const WORD = /[^\0- ]+/g;

/** Decodes each word as UTF-8, or as Latin-1 if that fails: a dialect may read only the first word of a value. */
function asText(bytes: Uint8Array): string {
  return byteString(bytes, 0, bytes.length).replaceAll(
    WORD,
    (word) => utf8Text(Uint8Array.from(word, (character) => character.charCodeAt(0))) ?? word,
  );
}

/** Returns the text of the bytes; undefined if they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether every U+FFFD in the text is also in the bytes; the decoder adds one for invalid UTF-8. A second,
 * throwing decoder would take 5 µs per line, over a second for a hostile file.
 */
export function isUtf8({ text, bytes }: RobotsTxtRecord): boolean {
  let replacements = 0;
  for (
    let at = text.indexOf(REPLACEMENT_CHARACTER);
    at >= 0;
    at = text.indexOf(REPLACEMENT_CHARACTER, at + 1)
  ) {
    replacements++;
  }
  for (let at = 0; replacements > 0 && at + 2 < bytes.length; at++) {
    if (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) replacements--;
  }
  return replacements === 0;
}

/** Returns the bytes of a piece that is not valid UTF-8; undefined otherwise. */
function bytesOutsideUtf8(
  { bytes, span }: RobotsTxtRecord,
  piece: RecordPart,
  { encoding }: RecordFile,
): Uint8Array | undefined {
  if (encoding !== 'utf-8' || !piece.text.includes(REPLACEMENT_CHARACTER)) return undefined;
  const own = bytes.subarray(piece.span.start - span.start, piece.span.end - span.start);
  return asText(own) === piece.text ? undefined : own;
}

function isWithin(text: string, mostBytes: number): boolean {
  return text.length * LONGEST_UNIT <= mostBytes || byteLength(text) <= mostBytes;
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

export function isRule(record: RobotsTxtRecord | undefined): boolean {
  return record?.kind === 'allow' || record?.kind === 'disallow';
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
