/** Rows of CSV (RFC 4180): where one ends, what stands in a column, and where the answer goes. */
import { Buffer } from 'node:buffer';
import type { Chunks } from '../file-bytes.js';
import { byteText, utf8Text } from '../input/blocks.js';
import { InputError } from '../input-error.js';
import type { RowFormat } from './row-format.js';

/** More than any row; a quote that nothing closes within it is a mistake of its line, and of no other. */
const LONGEST_ROW = 1024 * 1024;
/** What keeps input without a line feed from taking all memory. */
const LONGEST_REST = 64 * LONGEST_ROW;
const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** How the rows of a run are written. */
export interface CsvShape {
  readonly name: 'csv';
  /** Of the URL, from 0. */
  readonly column: number;
  /** As it was read, without its line end; undefined where there is none. */
  readonly header: string | undefined;
  readonly lineEnd: '\n' | '\r\n';
}

/** Steps over the rows of a text from its beginning. Linear in the text. */
class RowEnds {
  readonly #text: string;
  readonly #isAll: boolean;
  #quote: number;

  /** @param isAll whether nothing comes behind the text, so that what is not ended in it never is */
  constructor(text: string, isAll: boolean) {
    this.#text = text;
    this.#isAll = isAll;
    this.#quote = text.indexOf('"');
  }

  /** Where the row that begins at a place ends, behind its line feed; undefined where that is still to come. */
  after(start: number): number | undefined {
    const text = this.#text;
    const firstLineEnd = text.indexOf('\n', start);
    let lineEnd = firstLineEnd;
    if (this.#quote !== -1 && this.#quote < start) this.#quote = text.indexOf('"', start);
    while (this.#quote !== -1 && (lineEnd === -1 || this.#quote < lineEnd)) {
      const quote = this.#quote;
      if (quote > start && text.charCodeAt(quote - 1) !== COMMA) {
        this.#quote = text.indexOf('"', quote + 1);
        continue;
      }
      const close = behindQuote(text, quote + 1);
      if (close === -1 || close - start > LONGEST_ROW) {
        if (!this.#isAll && text.length - start <= LONGEST_ROW) return undefined;
        lineEnd = firstLineEnd;
        break;
      }
      lineEnd = text.indexOf('\n', close);
      this.#quote = text.indexOf('"', close);
    }
    if (lineEnd !== -1) return lineEnd + 1;
    return this.#isAll ? text.length : undefined;
  }
}

/** Behind the quote that closes a value; -1 where none does. */
function behindQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote + 1;
  }
  return -1;
}

/** Bytes cut behind rows: a line end within quotes is none of a row. Throws an InputError for a line of more than 64 MiB. */
export async function* csvBlocks(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  let more: Uint8Array[] = [];
  let moreLength = 0;
  for await (const chunk of chunks) {
    more.push(chunk);
    moreLength += chunk.length;
    // What is long is not looked through again for each chunk.
    if (moreLength < rest.length) continue;
    const bytes = Buffer.concat([rest, ...more]);
    more = [];
    moreLength = 0;
    const end = wholeRows(bytes);
    // A copy, which can be given to another thread.
    if (end > 0) yield Uint8Array.from(bytes.subarray(0, end));
    rest = bytes.subarray(end);
    if (rest.length > LONGEST_REST) {
      throw new InputError(`a line is longer than ${LONGEST_REST} bytes: give one URL a line.`);
    }
  }
  const last = Buffer.concat([rest, ...more]);
  if (last.length > 0) yield Uint8Array.from(last);
}

/** Bytes of the rows that end in these. */
function wholeRows(bytes: Buffer): number {
  if (!bytes.includes(QUOTE)) return bytes.lastIndexOf(LINE_FEED) + 1;
  const ends = new RowEnds(bytes.toString('latin1'), false);
  let end = 0;
  for (let next = ends.after(0); next !== undefined; next = ends.after(end)) end = next;
  return end;
}

/** The first row of blocks, with its line end, and what follows it. */
export async function splitHeader(
  blocks: AsyncGenerator<Uint8Array>,
): Promise<{ readonly header: string; readonly rest: AsyncGenerator<Uint8Array> }> {
  const { value } = await blocks.next();
  const first: Uint8Array = value ?? new Uint8Array();
  const text = Buffer.from(first.buffer, first.byteOffset, first.length).toString('latin1');
  const header = text.slice(0, new RowEnds(text, true).after(0));
  return { header, rest: continued(first.subarray(header.length), blocks) };
}

async function* continued(
  first: Uint8Array,
  others: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  yield* others;
}

/** The columns of a row by their values; undefined for one that is not closed or is followed by more than a comma. */
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
  const from = row.charCodeAt(at) === QUOTE ? behindQuote(row, at + 1) : at;
  const comma = from === -1 ? -1 : row.indexOf(',', from);
  return comma === -1 ? row.length : comma;
}

function valueIn(written: string): string | undefined {
  if (written.charCodeAt(0) !== QUOTE) return written;
  if (behindQuote(written, 1) !== written.length) return undefined;
  return written.slice(1, -1).replaceAll('""', '"');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * What the header says of the rows. The column is a name of the header, or a number from 1.
 * Throws an InputError if there is no such column.
 */
export function csvShape(header: string | undefined, wanted: string | undefined): CsvShape {
  const lineEnd = header?.endsWith('\r\n') ? '\r\n' : '\n';
  const row = header === undefined ? undefined : withoutMark(header.replace(/\r?\n$/, ''));
  const names = row === undefined ? undefined : columnsOf(row);
  const named = names?.indexOf(byteText(wanted ?? 'url')) ?? -1;
  if (named !== -1) return { name: 'csv', column: named, header: row, lineEnd };
  const number = /^[1-9]\d{0,5}$/.test(wanted ?? '1') ? Number(wanted ?? '1') : undefined;
  const isThere = names === undefined ? number !== undefined : (number ?? 0) <= names.length;
  if (number !== undefined && isThere && (wanted !== undefined || names === undefined)) {
    return { name: 'csv', column: number - 1, header: row, lineEnd };
  }
  if (names === undefined) {
    throw new InputError(
      `--column "${wanted}" is no number, and with --no-header columns have no names: write --column 1.`,
    );
  }
  const have = names.slice(0, 20).map((name) => `"${utf8Text(name ?? '') ?? name ?? ''}"`);
  throw new InputError(
    `the first row has no column "${wanted ?? 'url'}": name one of ${have.join(', ')} with --column, ` +
      'give its number, or add --no-header if that row is data.',
  );
}

export function withoutMark(row: string): string {
  return row.startsWith(BYTE_ORDER_MARK) ? row.slice(BYTE_ORDER_MARK.length) : row;
}

/** The header of what is written. */
export function answeredHeader(header: string): string {
  const [lineEnd = '\n'] = /\r?\n$/.exec(header) ?? [];
  return `${header.replace(/\r?\n$/, '')},token,verdict${lineEnd}`;
}

/** The answer becomes the last two columns; the others pass through as they were written. */
export function csvRows({ column, header, lineEnd }: CsvShape): RowFormat {
  const width = header === undefined ? 0 : columnsOf(header).length;
  return {
    plain: { separator: COMMA, column, quote: QUOTE, answer: { afterColumns: width } },
    rowEnds(text) {
      const ends = new RowEnds(text, true);
      return (start) => ends.after(start) ?? text.length;
    },
    // Files that follow each other have a header each.
    header,
    read(row) {
      const columns = columnsOf(row);
      const missing = ','.repeat(Math.max(0, width - columns.length));
      if (columns.includes(undefined)) {
        // Whatever it is, as one value: the output remains CSV.
        const empty = ','.repeat(Math.max(0, width - 1));
        return { url: undefined, head: `${quoted(row)}${empty},`, tail: '' };
      }
      const url = columns[column];
      return { url: isOneLine(url) ? url : undefined, head: `${row}${missing},`, tail: '' };
    },
    answer: (productToken, outcome) => `${byteText(productToken)},${outcome}`,
    end: lineEnd,
  };
}

/** What has several lines can be no URL where one URL is printed a line. */
function isOneLine(value: string | undefined): boolean {
  return value !== undefined && !/[\r\n]/.test(value);
}
