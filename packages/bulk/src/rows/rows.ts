/** The row format of a run, as plain data. */
import { InputError } from '../bytes/input-error.js';
import { type CsvShape, csvRows } from './csv.js';
import { ndjsonRows } from './ndjson.js';
import type { Columns, NamedColumns, Print, RowFormat } from './row-format.js';
import { tsvRows } from './tsv.js';

export type RowShape =
  | { readonly name: 'tsv'; readonly print: Print; readonly columns: Columns<number> }
  | { readonly name: 'ndjson'; readonly print: Print; readonly columns: Columns<string> }
  | CsvShape;

export function rowFormat(shape: RowShape): RowFormat {
  switch (shape.name) {
    case 'tsv':
      return tsvRows(shape.columns, shape.print);
    case 'ndjson':
      return ndjsonRows(shape.columns, shape.print);
    case 'csv':
      return csvRows(shape);
  }
}

/** The rows of a run as its caller describes them. For CSV, the header completes the format. */
export interface RowsOptions {
  readonly name: 'tsv' | 'ndjson' | 'csv';
  /**
   * Names of members in NDJSON, numbers from 1 in TSV, and either in CSV. The URL is in `url` by default, or in column 1 of TSV
   * and of CSV without a header.
   */
  readonly columns?: NamedColumns;
  /** Whether the first row of CSV contains the names of its columns (default: true). */
  readonly hasHeader?: boolean;
}

/** Returns the format of rows without a header. Throws an InputError for a column of TSV that is not a number. */
export function lineShape(name: Exclude<RowsOptions['name'], 'csv'>, wanted: NamedColumns, print: Print): RowShape {
  if (name === 'ndjson') return { name, print, columns: { ...wanted, url: wanted.url ?? 'url' } };
  return {
    name,
    print,
    columns: {
      url: columnNumber(wanted.url) ?? 0,
      robotsTxt: columnNumber(wanted.robotsTxt),
      agent: columnNumber(wanted.agent),
      crawler: columnNumber(wanted.crawler),
    },
  };
}

function columnNumber(column: string | undefined): number | undefined {
  if (column === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(column)) return Number(column) - 1;
  throw new InputError(`Column "${column}" must be a number from 1, because TSV has no header.`);
}
