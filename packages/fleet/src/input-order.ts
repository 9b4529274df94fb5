/**
 * Rows in any order -> in the order of their lines, each line once.
 *
 * Rows are spread over temporary files by ranges of line numbers, and files that hold too many over further ones.
 * Memory: a million rows and 16 MiB for each of two or three levels of files. The disk holds the rows twice at most.
 */
import type { TemporaryFile } from './files.js';
import { type PartRow, readPartRow } from './part-rows.js';
import { linesOf, Scatter, WAYS } from './scatter.js';

const MOST_LINES = 1_000_000;

/** Rows that are given out in one go. */
const AT_ONCE = 10_000;

export class InputOrder {
  readonly #rowsOfLine: number;
  readonly #mostLines: number;
  readonly #top: Ranges;

  constructor(lines: number, rowsOfLine: number, mostLines = MOST_LINES) {
    this.#rowsOfLine = rowsOfLine;
    this.#mostLines = mostLines;
    this.#top = new Ranges(1, lines);
  }

  add(row: PartRow): void {
    this.#top.add(row);
  }

  /** The rows of whole lines; lines that lack one are left out. */
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
      if (open.length < AT_ONCE) continue;
      yield open;
      open = [];
    }
    if (open.length > 0) yield open;
  }
}

/** Files by ranges of lines. */
class Ranges {
  readonly #first: number;
  readonly #lines: number;
  readonly #width: number;
  readonly #scatter: Scatter;

  constructor(first: number, lines: number) {
    this.#first = first;
    this.#lines = lines;
    this.#width = Math.max(1, Math.ceil(lines / WAYS));
    this.#scatter = new Scatter();
  }

  /** A line that is none of the run's is passed over. */
  add({ line, json }: PartRow): void {
    const at = line - this.#first;
    if (at < 0 || at >= this.#lines) return;
    this.#scatter.add(Math.floor(at / this.#width), `{"line":${line},${json.slice(1)}`);
  }

  parts(): { readonly file: TemporaryFile; readonly first: number; readonly lines: number }[] {
    return this.#scatter.files().flatMap((file, way) => {
      const start = way * this.#width;
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
