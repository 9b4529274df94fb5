/** The formats of rows: where the URL stands in one, and where its answer goes. All text is bytes, one character each. */
import { byteText, utf8Text } from '../input/blocks.js';
import { type CsvShape, csvRows } from './csv.js';
import { withoutMembers } from './ndjson-members.js';
import type { RowFormat } from './row-format.js';

const TAB = 0x09;

/** The URL is the first column; the answer stands behind it, and further columns behind that. */
export const tsvRows: RowFormat = {
  plain: { answer: 'after-url', separator: TAB },
  read(line) {
    const end = line.indexOf('\t');
    if (end === -1) return { url: line, head: line, tail: '' };
    const url = line.slice(0, end);
    return { url, head: url, tail: line.slice(end) };
  },
  answer: (productToken, outcome) => `\t${byteText(productToken)}\t${outcome}`,
  end: '\n',
};

/** The URL is a member of an object; the answer becomes its last two members. */
export function ndjsonRows(column: string): RowFormat {
  return {
    read(line) {
      const row = jsonObject(line);
      if (row === undefined) {
        // Whatever it is, as text: the output remains NDJSON.
        const text = byteText(JSON.stringify(utf8Text(line) ?? line));
        return { url: undefined, head: `{"row":${text},`, tail: '' };
      }
      const url = Object.hasOwn(row, column) ? row[column] : undefined;
      return {
        // What has several lines can be no URL where one URL is printed a line.
        url: typeof url === 'string' && !/[\r\n]/.test(url) ? byteText(url) : undefined,
        head: jsonHead(line, row),
        tail: '',
      };
    },
    answer: (productToken, outcome) =>
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

/** What the answer is written as, in place of whatever had these names. */
const ANSWER_MEMBERS: ReadonlySet<string> = new Set(['token', 'verdict']);

/** The object without its end, as it was written: numbers too long for JavaScript pass through. */
function jsonHead(line: string, row: Readonly<Record<string, unknown>>): string {
  // Few rows have been answered before, and the others need not be scanned.
  const isAnswered = Object.hasOwn(row, 'token') || Object.hasOwn(row, 'verdict');
  const json = isAnswered ? withoutMembers(line, ANSWER_MEMBERS) : line;
  const members = json.slice(0, json.lastIndexOf('}')).trimEnd();
  // No value ends with the brace that opens an object.
  return members.endsWith('{') ? members : `${members},`;
}

/** A format as plain data, which can be sent to a thread. */
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

/** The format of the rows of a run. The header of csv decides the rest. */
export type RowsOptions =
  | Exclude<RowShape, CsvShape>
  | {
      readonly name: 'csv';
      /** Name or number, from 1, of the column that holds the URL (default: `url`, or 1 without a header). */
      readonly column: string | undefined;
      readonly hasHeader: boolean;
    };
