/** Row formats. All text has one character per byte. */
import { byteText, TAB } from '../bytes/bytes.js';
import { type CsvShape, csvRows } from './csv.js';
import { ndjsonRows } from './ndjson.js';
import type { RowFormat } from './row-format.js';

/** The URL is the first column. Token and verdict follow it, before any other columns. */
export const tsvRows: RowFormat = {
  separator: TAB,
  read(line) {
    const end = line.indexOf('\t');
    if (end === -1) return { url: line, head: line, tail: '' };
    const url = line.slice(0, end);
    return { url, head: url, tail: line.slice(end) };
  },
  verdict: (productToken, outcome) => `\t${byteText(productToken)}\t${outcome}`,
  end: '\n',
};

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
