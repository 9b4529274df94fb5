/** Row formats. All text has one character per byte. */
import { byteText, utf8Text } from '../input/blocks.js';
import { type CsvShape, csvRows } from './csv.js';
import { removeMembers } from './ndjson-members.js';
import type { RowFormat } from './row-format.js';

const TAB = 0x09;

/** The URL is the first column. Token and verdict follow it, before any other columns. */
export const tsvRows: RowFormat = {
  plain: { verdictAt: 'after-url', separator: TAB },
  read(line) {
    const end = line.indexOf('\t');
    if (end === -1) return { url: line, head: line, tail: '' };
    const url = line.slice(0, end);
    return { url, head: url, tail: line.slice(end) };
  },
  verdict: (productToken, outcome) => `\t${byteText(productToken)}\t${outcome}`,
  end: '\n',
};

/** The URL is a member of an object. Token and verdict become its last two members. */
export function ndjsonRows(column: string): RowFormat {
  return {
    read(line) {
      const row = jsonObject(line);
      if (row === undefined) {
        // Writing the row as a string keeps the output valid NDJSON.
        const text = byteText(JSON.stringify(utf8Text(line) ?? line));
        return { url: undefined, head: `{"row":${text},`, tail: '' };
      }
      const url = Object.hasOwn(row, column) ? row[column] : undefined;
      return {
        // Bare URLs are written one per line.
        url: typeof url === 'string' && !/[\r\n]/.test(url) ? byteText(url) : undefined,
        head: jsonHead(line, row),
        tail: '',
      };
    },
    verdict: (productToken, outcome) =>
      byteText(`"token":${JSON.stringify(productToken)},"verdict":"${outcome}"`),
    end: '}\n',
  };
}

function jsonObject(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = utf8Text(line);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaced in rows that already have them. */
const VERDICT_MEMBERS: ReadonlySet<string> = new Set(['token', 'verdict']);

/** Returns the unchanged text of the object without its closing brace. Large numbers keep their precision. */
function jsonHead(line: string, row: Readonly<Record<string, unknown>>): string {
  // Few rows already have a verdict, so most need no scan.
  const hasVerdict = Object.hasOwn(row, 'token') || Object.hasOwn(row, 'verdict');
  const json = hasVerdict ? removeMembers(line, VERDICT_MEMBERS) : line;
  const members = json.slice(0, json.lastIndexOf('}')).trimEnd();
  // Only an empty object ends with an opening brace here.
  return members.endsWith('{') ? members : `${members},`;
}

/** A row format as plain data. */
export type RowShape =
  | { readonly name: 'tsv' }
  | { readonly name: 'ndjson'; readonly column: string }
  | CsvShape;

export function rowFormat(shape: RowShape): RowFormat {
  switch (shape.name) {
    case 'tsv':
      return tsvRows;
    case 'ndjson':
      return ndjsonRows(shape.column);
    case 'csv':
      return csvRows(shape);
  }
}

/** The row format of a run. For CSV, the header completes it. */
export type RowsOptions =
  | Exclude<RowShape, CsvShape>
  | {
      readonly name: 'csv';
      /** Name or number, from 1, of the column that holds the URL (default: `url`, or 1 without a header). */
      readonly column: string | undefined;
      readonly hasHeader: boolean;
    };
