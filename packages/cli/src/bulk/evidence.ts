/** The rows that the accusations of an audit rest on. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { csvLine, type Finding, InputError } from '@repkit/bulk';
import type { OutputFile } from '../program/io.js';

/** Rows that are written at a time. */
const WRITTEN_ROWS = 1000;

const COLUMNS = [
  ...(['time', 'address', 'crawler', 'verification', 'class', 'url', 'status'] as const),
  ...(['rule', 'line', 'file', 'versions'] as const),
];

/** Writes findings as CSV, by time. SQLite sorts them, and moves what exceeds its cache to temporary files without a name. */
export class Evidence {
  readonly #file: OutputFile;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;

  /** @param database an empty one, which `close` closes */
  constructor(file: OutputFile, database: DatabaseSync) {
    this.#file = file;
    this.#database = database;
    // Bytes keep a NUL, which ends a text, and their order is that of the characters.
    database.exec('CREATE TABLE evidence (row BLOB NOT NULL) STRICT; BEGIN');
    this.#insert = database.prepare('INSERT INTO evidence VALUES (?)');
  }

  static async open(file: OutputFile): Promise<Evidence> {
    const { DatabaseSync } = await import('node:sqlite');
    // https://www.sqlite.org/inmemorydb.html#temp_databases (checked 2026-11-29): a database without a name is temporary.
    return new Evidence(file, new DatabaseSync(''));
  }

  add(finding: Finding): void {
    const row = Buffer.from(csvLine(COLUMNS.map((name) => finding[name])));
    try {
      this.#insert.run(row);
    } catch (error) {
      throw temporaryError(error);
    }
  }

  /** Writes all rows in order. Rejects if that is stopped. */
  async write(stop: AbortSignal | undefined): Promise<void> {
    let batch: Uint8Array[] = [Buffer.from(csvLine(COLUMNS))];
    for (const row of this.#sorted()) {
      batch.push(row);
      if (batch.length < WRITTEN_ROWS) continue;
      this.#file.write(Buffer.concat(batch));
      batch = [];
      await new Promise(setImmediate);
      stop?.throwIfAborted();
    }
    this.#file.write(Buffer.concat(batch));
  }

  *#sorted(): Generator<Uint8Array> {
    try {
      const rows = this.#database.prepare('SELECT row FROM evidence ORDER BY row').iterate();
      for (const { row } of rows) yield row as Uint8Array;
    } catch (error) {
      throw temporaryError(error);
    }
  }

  /** Removes all temporary files. */
  close(): void {
    this.#database.close();
  }
}

/** Converts an error of SQLite to an InputError. Returns other errors unchanged. */
function temporaryError(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error;
  return new InputError(
    `A temporary file of --evidence cannot be written: ${error.message}. Free some space, or set TMPDIR to a folder with more.`,
  );
}
