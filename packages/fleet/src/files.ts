/** Files that a fleet writes. Errors are those of the file system. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PIECE_BYTES = 65_536;

/** A file without a name, for data that does not fit into memory. It is gone when it is closed or the process ends. */
export class TemporaryFile {
  readonly #file: number;
  #size = 0;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-'));
    this.#file = openSync(join(folder, 'spill'), 'wx+', 0o600);
    rmSync(folder, { recursive: true });
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#size + from);
    }
    this.#size += bytes.length;
  }

  /** The contents from the beginning. */
  *read(): Generator<Uint8Array> {
    for (let at = 0; ; ) {
      const piece = new Uint8Array(PIECE_BYTES);
      const length = readSync(this.#file, piece, 0, piece.length, at);
      if (length === 0) return;
      at += length;
      yield piece.subarray(0, length);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Writes a file atomically, with its folder, and returns when it is on the disk. */
export function writeWhole(path: string, parts: Iterable<string | Uint8Array>): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.new`;
  const file = openSync(unfinished, 'w');
  try {
    for (const part of parts) writeFileSync(file, part);
    fsyncSync(file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}
