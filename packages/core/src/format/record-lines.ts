/** Formats a record in its standard spelling. */
import type { Dialect, FieldName } from '../dialect/dialect.js';
import { knownFields } from '../dialect/fields.js';
import type { RecordPart, RobotsTxtRecord } from '../syntax/record.js';
import { byteLength } from '../syntax/record-text.js';

const BYTE_ORDER_MARK = /^\uFEFF/;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const LONGEST_UNIT = 3;
/** Line end at the end of a text. */
const TRAILING_LINE_END = /[\r\n]+$/;

/**
 * Returns the line without its line end: field, one space, value and comment; empty for a blank line. Lines that are
 * not records stay unchanged, and lines that may lack a colon get no space. A comment that would end up beyond the
 * maximum line length gets its own line.
 */
export function linesOfRecord(record: RobotsTxtRecord, dialect: Dialect): string[] {
  const content = lineContent(record, dialect);
  const comment = trimmed(record.comment?.text ?? '');
  if (content === '' || comment === '') return [content + comment];
  return fitsBytes(`${content} `, dialect.maxLineBytes - 1) ? [`${content} ${comment}`] : [comment, content];
}

function lineContent(record: RobotsTxtRecord, dialect: Dialect): string {
  const { kind, field, value } = record;
  if (field === undefined || value === undefined) {
    return kind === 'invalid' ? invalidContent(record, dialect) : '';
  }
  const { text } = value;
  if (mayLackColon(record, field, dialect)) return `${field.text}:${text}`;
  const title = kind in knownFields ? knownFields[kind as FieldName].title : undefined;
  const name = title ?? field.text;
  if (text === '') return `${name}:`;
  // An added space must not push a byte of the value beyond the maximum length.
  const spellings = [`${name}: ${text}`, `${name}:${text}`];
  const fitting = spellings.find((line) => fitsBytes(line, dialect.maxLineBytes));
  return fitting ?? `${field.text}:${text}`;
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
function mayLackColon({ kind }: RobotsTxtRecord, field: RecordPart, dialect: Dialect): boolean {
  const names = kind in dialect.fieldNames ? dialect.fieldNames[kind as FieldName] : [];
  const hasWhiteSpace = Array.from(dialect.whiteSpace).some((space) => field.text.includes(space));
  return hasWhiteSpace && !names.includes(field.text.toLowerCase());
}

/** Returns the part of an invalid line before its comment. */
function invalidContent({ line, text }: RobotsTxtRecord, dialect: Dialect): string {
  const unmarked = line === 1 ? text.replace(BYTE_ORDER_MARK, '') : text;
  let [content] = unmarked.replace(TRAILING_LINE_END, '').split('#', 1);
  if (dialect.nulEndsLine) [content] = content.split('\0', 1);
  return trimmed(content);
}

function fitsBytes(text: string, mostBytes: number): boolean {
  return text.length * LONGEST_UNIT <= mostBytes || byteLength(text) <= mostBytes;
}
