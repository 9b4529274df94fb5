/** The columns of a survey. A row describes one robots.txt for one product token. Undefined values are omitted or empty. */
import { quotedIfNeeded } from '../rows/csv.js';

type ColumnType = 'text' | 'integer' | 'number' | 'flag';

export const COLUMNS = {
  site: 'text',
  url: 'text',
  token: 'text',
  status: 'integer',
  bytes: 'integer',
  truncated: 'flag',
  encoding: 'text',
  groups: 'integer',
  rules: 'integer',
  verdict: 'text',
  crawlDelay: 'number',
  sitemaps: 'integer',
  aiNamed: 'text',
  aiBlocked: 'text',
  aiDisallowed: 'integer',
  aiRecords: 'text',
  aipref: 'text',
  contentSignals: 'text',
  licenses: 'text',
  conflicts: 'text',
  errors: 'integer',
  warnings: 'integer',
  infos: 'integer',
  diagnostics: 'text',
  disagreeing: 'text',
  witness: 'text',
  archive: 'text',
  offset: 'integer',
} as const satisfies Readonly<Record<string, ColumnType>>;

export type ColumnName = keyof typeof COLUMNS;

interface Values {
  readonly text: string;
  readonly integer: number;
  readonly number: number;
  readonly flag: boolean;
}

export type Row = {
  readonly [Name in ColumnName]: Values[(typeof COLUMNS)[Name]] | undefined;
};

export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

export function ndjsonLine(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

export const CSV_HEADER = csvLine(COLUMN_NAMES);

export function csvRow(row: Row): string {
  return csvLine(COLUMN_NAMES.map((name) => row[name] ?? ''));
}

/** Returns a line of CSV with its line end (RFC 4180 2). */
export function csvLine(fields: readonly (string | number | boolean)[]): string {
  return `${fields.map((field) => quotedIfNeeded(String(field))).join(',')}\r\n`;
}
