/** Divides CSV (RFC 4180) into rows and columns. All text has one character per byte. */
import { Buffer } from 'node:buffer';
import { bufferOf, byteText, COMMA, LF, QUOTE, utf8Text } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { lineTooLong, MAX_LINE_BYTES } from '../input/blocks.js';
import { concatenate } from '../input/decompress.js';
import type { RowFormat } from './row-format.js';

/** A quote that is not closed within this many bytes invalidates only its own line. */
const MAX_ROW_BYTES = 1024 * 1024;
export const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The CSV format of a run, as plain data. */
export interface CsvShape {
  readonly name: 'csv';
  /** Column of the URL, from 0. */
  readonly column: number;
  /** The header without its line end, if there is one. */
  readonly header: string | undefined;
  readonly lineEnd: '\n' | '\r\n';
}

/**
 * Returns a function from the start of a row to its end, after its line feed; undefined if it needs more input. Call it from
 * the first row to the last. Linear in the text.
 *
 * @param isComplete whether no input follows the text
 */
function rowEnds(text: string, isComplete: boolean): (start: number) => number | undefined {
  let quote = text.indexOf('"');
  return (start) => {
    const firstLineEnd = text.indexOf('\n', start);
    let lineEnd = firstLineEnd;
    if (quote !== -1 && quote < start) quote = text.indexOf('"', start);
    while (quote !== -1 && (lineEnd === -1 || quote < lineEnd)) {
      if (quote > start && text.charCodeAt(quote - 1) !== COMMA) {
        quote = text.indexOf('"', quote + 1);
        continue;
      }
      const close = afterQuote(text, quote + 1);
      if (close === -1 || close - start > MAX_ROW_BYTES) {
        if (!isComplete && text.length - start <= MAX_ROW_BYTES) return undefined;
        lineEnd = firstLineEnd;
        break;
      }
      lineEnd = text.indexOf('\n', close);
      quote = text.indexOf('"', close);
    }
    if (lineEnd !== -1) return lineEnd + 1;
    return isComplete ? text.length : undefined;
  };
}

/** Returns the index after the closing quote, or -1. */
function afterQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote + 1;
  }
  return -1;
}

/** Yields blocks of whole rows, which may contain quoted line ends. Throws an InputError for a line of more than 16 MiB. */
export async function* csvBlocks(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  let more: Uint8Array[] = [];
  let moreLength = 0;
  for await (const chunk of chunks) {
    more.push(chunk);
    moreLength += chunk.length;
    // Scanning a long rest again only once it has doubled keeps the whole linear.
    if (moreLength < rest.length) {
      if (rest.length + moreLength > MAX_LINE_BYTES) throw lineTooLong();
      continue;
    }
    const bytes = Buffer.concat([rest, ...more]);
    more = [];
    moreLength = 0;
    const end = endOfLastRow(bytes);
    // Copied, so that it can be transferred to another thread.
    if (end > 0) yield Uint8Array.from(bytes.subarray(0, end));
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE_BYTES) throw lineTooLong();
  }
  const last = Buffer.concat([rest, ...more]);
  if (last.length > 0) yield Uint8Array.from(last);
}

function endOfLastRow(bytes: Buffer): number {
  if (!bytes.includes(QUOTE)) return bytes.lastIndexOf(LF) + 1;
  const endAfter = rowEnds(bytes.toString('latin1'), false);
  let end = 0;
  for (let next = endAfter(0); next !== undefined; next = endAfter(end)) end = next;
  return end;
}

/** Separates the first row, with its line end, from the rest. */
export async function splitHeader(
  blocks: AsyncGenerator<Uint8Array>,
): Promise<{ readonly header: string; readonly rest: AsyncGenerator<Uint8Array> }> {
  const { value } = await blocks.next();
  const first: Uint8Array = value ?? new Uint8Array();
  const text = bufferOf(first).toString('latin1');
  const header = text.slice(0, rowEnds(text, true)(0));
  const others = first.subarray(header.length);
  return { header, rest: concatenate(others.length > 0 ? [others] : [], blocks) };
}

/** Returns the values of the columns; undefined for a value with misplaced quotes. */
function columnsOf(row: string): (string | undefined)[] {
  const columns: (string | undefined)[] = [];
  for (let at = 0; ; ) {
    const end = columnEnd(row, at);
    columns.push(valueIn(row.slice(at, end)));
    if (end === row.length) return columns;
    at = end + 1;
  }
}

function columnEnd(row: string, at: number): number {
  const from = row.charCodeAt(at) === QUOTE ? afterQuote(row, at + 1) : at;
  const comma = from === -1 ? -1 : row.indexOf(',', from);
  return comma === -1 ? row.length : comma;
}

function valueIn(written: string): string | undefined {
  if (written.charCodeAt(0) !== QUOTE) return written;
  if (afterQuote(written, 1) !== written.length) return undefined;
  return written.slice(1, -1).replaceAll('""', '"');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Finds the column of the URL. Throws an InputError if there is no such column.
 *
 * @param wanted a name in the header, or a number from 1
 */
export function csvShape(header: string | undefined, wanted: string | undefined): CsvShape {
  const lineEnd = header?.endsWith('\r\n') ? '\r\n' : '\n';
  const row = header?.replace(/^\xef\xbb\xbf/, '').replace(/\r?\n$/, '');
  const names = row === undefined ? undefined : columnsOf(row);
  const named = names?.indexOf(byteText(wanted ?? 'url')) ?? -1;
  if (named !== -1) return { name: 'csv', column: named, header: row, lineEnd };
  // Without a header, the URL is the first column by default.
  const text = wanted ?? (names === undefined ? '1' : '');
  const number = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && number <= (names?.length ?? number)) {
    return { name: 'csv', column: number - 1, header: row, lineEnd };
  }
  if (names === undefined) {
    throw new InputError(
      `--column "${wanted}" must be a number, because columns have no names with --no-header.`,
    );
  }
  const have = names.slice(0, 20).map((name) => `"${utf8Text(name ?? '') ?? name ?? ''}"`);
  throw new InputError(
    `The first row has no column "${wanted ?? 'url'}". Choose one of ${have.join(', ')} or a number with --column, ` +
      'or add --no-header if this row is data.',
  );
}

export function outputHeader(header: string): string {
  const [lineEnd = '\n'] = /\r?\n$/.exec(header) ?? [];
  return `${header.replace(/\r?\n$/, '')},token,verdict${lineEnd}`;
}

/** Token and verdict become the last two columns. The others pass through unchanged. */
export function csvRows({ column, header, lineEnd }: CsvShape): RowFormat {
  const width = header === undefined ? 0 : columnsOf(header).length;
  return {
    rowEnds(text) {
      const endAfter = rowEnds(text, true);
      return (start) => endAfter(start) ?? text.length;
    },
    header,
    read(row) {
      const columns = columnsOf(row);
      const missing = ','.repeat(Math.max(0, width - columns.length));
      if (columns.includes(undefined)) {
        // Quoting the whole row keeps the output valid CSV.
        const empty = ','.repeat(Math.max(0, width - 1));
        return { url: undefined, head: `${quoted(row)}${empty},`, tail: '' };
      }
      const url = columns[column];
      // Bare URLs are written one per line.
      const isOneLine = url !== undefined && !/[\r\n]/.test(url);
      return { url: isOneLine ? url : undefined, head: `${row}${missing},`, tail: '' };
    },
    verdict: (productToken, outcome) => `${byteText(productToken)},${outcome}`,
    end: lineEnd,
  };
}
