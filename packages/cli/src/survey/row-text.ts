/** Rows as text: NDJSON, and CSV by RFC 4180. */
import { COLUMN_NAMES, type Row } from './columns.js';

const QUOTED = /[",\r\n]/;

export function ndjsonLine(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

export const CSV_HEADER = csvLine(COLUMN_NAMES);

export function csvRow(row: Row): string {
  return csvLine(COLUMN_NAMES.map((name) => row[name] ?? ''));
}

/** RFC 4180 2: lines end in CRLF; fields with quotes, commas or line ends are quoted, and quotes doubled. */
function csvLine(fields: readonly (string | number | boolean)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: string | number | boolean): string {
  const text = String(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
