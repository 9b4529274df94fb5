/** Divides CSV (RFC 4180) into rows and columns. All text has one character per byte. */
import { Buffer } from 'node:buffer';
import { bufferOf, bytesOf, byteText, COMMA, LF, QUOTE, utf8Text } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { lineTooLong, MAX_LINE_BYTES } from '../input/blocks.js';
import { concatenate } from '../input/decompress.js';
import { type Columns, lineProblem, type NamedColumns, type Print, type RowFormat } from './row-format.js';
import { listOf } from './tsv.js';

/** A quote that is not closed within this many bytes invalidates only its own line. */
const MAX_ROW_BYTES = 1024 * 1024;
export const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The CSV format of a run, as plain data. */
export interface CsvShape {
  readonly name: 'csv';
  readonly columns: Columns<number>;
  readonly print: Print;
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

/**
 * Yields blocks of whole rows, which may contain quoted line ends. Throws an InputError for a line of more than 16 MiB. Calls
 * `onOpenQuote` if the input ends before a quote is closed.
 */
export async function* csvBlocks(chunks: Chunks, onOpenQuote = () => {}): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  let more: Uint8Array[] = [];
  let moreLength = 0;
  let moreHasQuote = false;
  for await (const chunk of chunks) {
    more.push(chunk);
    moreLength += chunk.length;
    moreHasQuote ||= chunk.includes(QUOTE);
    // The sender of a whole row may wait for its result. A rest of several lines is in a quoted cell, which ends with a quote.
    const mayBeWhole = chunk.at(-1) === LF && (moreHasQuote || !rest.includes(LF));
    // Scanning any other long rest again only once it has doubled keeps the whole linear.
    if (moreLength < rest.length && !mayBeWhole) {
      if (rest.length + moreLength > MAX_LINE_BYTES) throw lineTooLong();
      continue;
    }
    const bytes = Buffer.concat([rest, ...more]);
    more = [];
    moreLength = 0;
    moreHasQuote = false;
    const end = endOfLastRow(bytes);
    // Copied, so that it can be transferred to another thread.
    if (end > 0) yield Uint8Array.from(bytes.subarray(0, end));
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE_BYTES) throw lineTooLong();
  }
  const last = Buffer.concat([rest, ...more]);
  if (last.length > 0) yield Uint8Array.from(last);
  // Whole rows were yielded before, unless they wait for the end of a quoted cell.
  if (last.includes(QUOTE) && endOfLastRow(Buffer.concat([last, Uint8Array.of(LF)])) <= last.length) onOpenQuote();
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

/** Returns the cells of a row as written. */
function cellsOf(row: string): string[] {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const end = cellEnd(row, at);
    cells.push(row.slice(at, end));
    if (end === row.length) return cells;
    at = end + 1;
  }
}

function cellEnd(row: string, at: number): number {
  const from = row.charCodeAt(at) === QUOTE ? afterQuote(row, at + 1) : at;
  const comma = from === -1 ? -1 : row.indexOf(',', from);
  return comma === -1 ? row.length : comma;
}

/** Returns the value of a cell; undefined if its quotes are misplaced. */
function cellValue(cell: string): string | undefined {
  if (cell.charCodeAt(0) !== QUOTE) return cell;
  if (afterQuote(cell, 1) !== cell.length) return undefined;
  return cell.slice(1, -1).replaceAll('""', '"');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

export function quotedIfNeeded(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

/**
 * Finds the columns. Throws an InputError if one does not exist.
 *
 * @param wanted names in the header, or numbers from 1
 */
export function csvShape(header: string | undefined, wanted: NamedColumns, print: Print): CsvShape {
  const row = header?.replace(/\r?\n$/, '');
  const names = row === undefined ? undefined : cellsOf(row).map(cellValue);
  const find = (column: string | undefined) => (column === undefined ? undefined : columnIn(names, column));
  return {
    name: 'csv',
    print,
    header: row,
    lineEnd: header?.endsWith('\r\n') ? '\r\n' : '\n',
    columns: {
      // Without a header, the URL is the first column by default.
      url: columnIn(names, wanted.url ?? (names === undefined ? '1' : 'url')),
      robotsTxt: find(wanted.robotsTxt),
      agent: find(wanted.agent),
      crawler: find(wanted.crawler),
    },
  };
}

/** The byte-order mark of UTF-16, in which PowerShell 5 writes redirected output. */
const UTF_16 = /^(?:\xff\xfe|\xfe\xff)/;

/** Returns the number, from 0, of the column with this name or number. */
function columnIn(names: readonly (string | undefined)[] | undefined, column: string): number {
  const named = names?.indexOf(byteText(column)) ?? -1;
  if (named !== -1) return named;
  const number = /^[1-9]\d{0,5}$/.test(column) ? Number(column) : undefined;
  if (number !== undefined && number <= (names?.length ?? number)) return number - 1;
  if (names === undefined) {
    throw new InputError(`Column "${column}" must be a number, because the columns have no names without a header.`);
  }
  if (UTF_16.test(names[0] ?? '')) throw new InputError('The input is UTF-16. Save it as UTF-8.');
  const have = names.slice(0, 20).map((name) => `"${utf8Text(name ?? '') ?? name ?? ''}"`);
  throw new InputError(
    `The first row has no column "${column}". Choose one of ${have.join(', ')} or a number, ` +
      'or say that there is no header if this row is data.',
  );
}

/** What is added to the header, by what a run prints. */
const ADDED: Readonly<Record<Print, string>> = {
  rows: ',token,verdict',
  'explained-rows': ',token,verdict,rule,line',
  groups: ',blocked,unknown',
  verdicts: 'verdict',
  'allowed-urls': '',
  'disallowed-urls': '',
};

/** Returns the header of the output with its line end; nothing if the run prints bare URLs. */
export function outputHeader({ header = '', columns, print, lineEnd }: CsvShape): string {
  const added = ADDED[print];
  if (added === '') return '';
  const isWhole = print !== 'verdicts';
  return (isWhole ? withoutCell(header, columns.robotsTxt) : '') + added + lineEnd;
}

function withoutCell(row: string, column: number | undefined): string {
  if (column === undefined) return row;
  return cellsOf(row)
    .filter((_, index) => index !== column)
    .join(',');
}

/** What is added becomes the last columns. The others pass through unchanged. */
export function csvRows({ columns, header, lineEnd }: CsvShape): RowFormat {
  const { robotsTxt, agent, crawler = agent } = columns;
  const width = header === undefined ? 0 : cellsOf(header).length;
  return {
    rowEnds(text) {
      const endAfter = rowEnds(text, true);
      return (start) => endAfter(start) ?? text.length;
    },
    header,
    read(row) {
      const cells = cellsOf(row);
      const values = cells.map(cellValue);
      // A comma in a URL without quotes cuts the URL, and would move the verdict out of its column.
      const isTooWide = header !== undefined && cells.length > width;
      if (isTooWide || values.includes(undefined)) {
        // Quoting the whole row keeps the output valid CSV.
        const count = width - 1 - (robotsTxt === undefined ? 0 : 1);
        return {
          problem: isTooWide ? 'has more columns than the header' : 'not valid CSV',
          url: undefined,
          head: `${quoted(row)}${','.repeat(Math.max(0, count))},`,
          tail: '',
        };
      }
      const url = values[columns.url];
      const missing = ','.repeat(Math.max(0, width - cells.length));
      return {
        problem: lineProblem(url),
        url,
        robotsTxt: robotsTxt === undefined ? undefined : values[robotsTxt],
        crawler: crawler === undefined ? undefined : values[crawler],
        head: `${withoutCell(row, robotsTxt)}${missing},`,
        tail: '',
      };
    },
    body: bytesOf,
    verdict(name, outcome, explained) {
      const verdict = `${quotedIfNeeded(byteText(name))},${outcome}`;
      if (explained === undefined) return verdict;
      const { rule = '', line = '' } = explained;
      return `${verdict},${quotedIfNeeded(byteText(rule))},${line}`;
    },
    group: (blocked, unknown) => `${quotedIfNeeded(listOf(blocked))},${quotedIfNeeded(listOf(unknown))}`,
    end: lineEnd,
    verdictRow: (outcome) => `${outcome}${lineEnd}`,
  };
}
