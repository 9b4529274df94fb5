/** The rows that the accusations of an audit rest on. */
import { csvLine, type Finding } from '@repkit/bulk';
import { naming } from '../program/files.js';
import type { Io, OutputFile, TemporaryFile } from '../program/io.js';

/** Rows that are sorted in memory, which take about 100 MB. */
const MAX_SORTED = 250_000;
/** Bytes of a sorted run that are read at a time. */
const READ_BYTES = 64 * 1024;
/** Rows that are written at a time. */
const WRITTEN_ROWS = 1000;

const COLUMNS = [
  ...(['time', 'address', 'crawler', 'verification', 'class', 'url', 'status'] as const),
  ...(['rule', 'line', 'file', 'versions'] as const),
];

/** The rows of a sorted run that are not written yet, of which `row` is the first. */
interface Run {
  readonly row: string;
  readonly rest: Iterator<string>;
}

/** Writes findings as CSV, by time. More rows than memory should hold are sorted in runs, in a temporary file, and then merged. */
export class Evidence {
  readonly #file: OutputFile;
  readonly #openTemporary: Io['openTemporary'];
  readonly #maxSorted: number;
  #rows: string[] = [];
  #temporary: TemporaryFile | undefined;
  /** Where each run ends in the temporary file. */
  readonly #ends: number[] = [];

  constructor(file: OutputFile, io: Pick<Io, 'openTemporary'>, maxSorted = MAX_SORTED) {
    this.#file = file;
    this.#openTemporary = io.openTemporary;
    this.#maxSorted = maxSorted;
  }

  add(finding: Finding): void {
    this.#rows.push(csvLine(COLUMNS.map((name) => finding[name])));
    if (this.#rows.length >= this.#maxSorted) this.#writeRun();
  }

  /** Writes all rows in order. Rejects if that is stopped. */
  async write(stop: AbortSignal | undefined): Promise<void> {
    let batch = [csvLine(COLUMNS)];
    for (const row of this.#sorted()) {
      batch.push(row);
      if (batch.length < WRITTEN_ROWS) continue;
      this.#file.write(Buffer.from(batch.join('')));
      batch = [];
      await new Promise(setImmediate);
      stop?.throwIfAborted();
    }
    this.#file.write(Buffer.from(batch.join('')));
  }

  /** Removes the temporary file. */
  close(): void {
    this.#temporary?.close();
  }

  *#sorted(): Generator<string> {
    if (this.#ends.length === 0) {
      yield* this.#rows.sort();
      return;
    }
    this.#writeRun();
    const starts = [0, ...this.#ends];
    const runs = this.#ends
      .flatMap((end, index) => runOf(this.#runRows(starts[index] ?? 0, end)) ?? [])
      .sort((a, b) => (a.row < b.row ? -1 : 1));
    for (let first = runs.shift(); first !== undefined; first = runs.shift()) {
      yield first.row;
      const next = runOf(first.rest);
      if (next === undefined) continue;
      // Most logs are in the order of time, so the same run is first again.
      const after = runs.findIndex(({ row }) => row >= next.row);
      runs.splice(after === -1 ? runs.length : after, 0, next);
    }
  }

  /** Rows may contain line feeds, which JSON escapes. */
  #writeRun(): void {
    attempt(() => {
      this.#temporary ??= this.#openTemporary();
      let end = this.#ends.at(-1) ?? 0;
      this.#rows.sort();
      for (let at = 0; at < this.#rows.length; at += WRITTEN_ROWS) {
        const rows = this.#rows.slice(at, at + WRITTEN_ROWS);
        const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        this.#temporary.write(bytes);
        end += bytes.length;
      }
      this.#ends.push(end);
    });
    this.#rows = [];
  }

  *#runRows(start: number, end: number): Generator<string> {
    const decoder = new TextDecoder();
    let rest = '';
    for (let at = start; at < end; at += READ_BYTES) {
      const length = Math.min(READ_BYTES, end - at);
      const bytes = attempt(() => this.#temporary?.read(at, length));
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  }
}

/** Returns undefined for a run without further rows. */
function runOf(rest: Iterator<string>): Run | undefined {
  const { done, value } = rest.next();
  return done ? undefined : { row: value, rest };
}

function attempt<Result>(action: () => Result): Result {
  return naming('The temporary file of --evidence', action, 'written');
}
