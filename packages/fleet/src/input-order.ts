/**
 * Sorts rows by line number and removes duplicates.
 *
 * Distributes rows to temporary files by ranges of line numbers, recursively if a file is too large. Memory: a million rows,
 * and 16 MiB for each of two or three levels of files. Disk: at most twice the size of the rows.
 */
import type { TemporaryFile } from './files.js';
import { type PartRow, readPartRow } from './part-rows.js';
import { BUCKETS, linesOf, Scatter } from './scatter.js';

const MAX_LINES = 1_000_000;

/** Rows are yielded in batches of at least this size. */
const ROWS_PER_BATCH = 10_000;

export class InputOrder {
  readonly #rowsOfLine: number;
  readonly #mostLines: number;
  readonly #top: Ranges;

  constructor(lines: number, rowsOfLine: number, mostLines = MAX_LINES) {
    this.#rowsOfLine = rowsOfLine;
    this.#mostLines = mostLines;
    this.#top = new Ranges(1, lines);
  }

  add(row: PartRow): void {
    this.#top.add(row);
  }

  /** Yields the rows of complete lines. A line with a missing row is skipped. */
  *rows(): Generator<PartRow[]> {
    yield* this.#inOrder(this.#top);
  }

  close(): void {
    this.#top.close();
  }

  *#inOrder(ranges: Ranges): Generator<PartRow[]> {
    for (const { file, first, lines } of ranges.parts()) {
      if (lines <= this.#mostLines) {
        yield* this.#sorted(file, first, lines);
        continue;
      }
      const next = new Ranges(first, lines);
      try {
        for (const row of rowsOf(file)) next.add(row);
        yield* this.#inOrder(next);
      } finally {
        next.close();
      }
    }
  }

  *#sorted(file: TemporaryFile, first: number, lines: number): Generator<PartRow[]> {
    const slots: (PartRow[] | undefined)[] = Array(lines).fill(undefined);
    for (const row of rowsOf(file)) {
      const at = row.line - first;
      const rows = slots[at];
      if (rows === undefined) slots[at] = [row];
      else if (rows.length < this.#rowsOfLine) rows.push(row);
    }
    let open: PartRow[] = [];
    for (const rows of slots) {
      if (rows?.length !== this.#rowsOfLine) continue;
      for (const row of rows) open.push(row);
      if (open.length < ROWS_PER_BATCH) continue;
      yield open;
      open = [];
    }
    if (open.length > 0) yield open;
  }
}

/** Temporary files by ranges of line numbers. */
class Ranges {
  readonly #first: number;
  readonly #lines: number;
  readonly #width: number;
  readonly #scatter: Scatter;

  constructor(first: number, lines: number) {
    this.#first = first;
    this.#lines = lines;
    this.#width = Math.max(1, Math.ceil(lines / BUCKETS));
    this.#scatter = new Scatter();
  }

  /** Ignores lines outside the range. */
  add({ line, json }: PartRow): void {
    const at = line - this.#first;
    if (at < 0 || at >= this.#lines) return;
    this.#scatter.add(Math.floor(at / this.#width), `{"line":${line},${json.slice(1)}`);
  }

  parts(): { readonly file: TemporaryFile; readonly first: number; readonly lines: number }[] {
    return this.#scatter.files().flatMap((file, bucket) => {
      const start = bucket * this.#width;
      const lines = Math.min(this.#width, this.#lines - start);
      return file === undefined ? [] : [{ file, first: this.#first + start, lines }];
    });
  }

  close(): void {
    for (const file of this.#scatter.files()) file?.close();
  }
}

function* rowsOf(file: TemporaryFile): Generator<PartRow> {
  for (const line of linesOf(file)) {
    const row = readPartRow(line);
    if (row !== undefined) yield row;
  }
}
