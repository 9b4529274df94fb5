/** Temporary files and atomic writes. All functions throw the errors of the file system. */
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

const CHUNK_BYTES = 65_536;

/** An unnamed file for data that does not fit into memory. It is deleted when it is closed or the process ends. */
export class TemporaryFile {
  readonly #file: number;
  #size = 0;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-'));
    this.#file = openSync(join(folder, 'spill'), 'wx+', 0o600);
    rmSync(folder, { recursive: true });
  }

  /** Size in bytes. */
  get size(): number {
    return this.#size;
  }

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#size + from);
    }
    this.#size += bytes.length;
  }

  /** Yields the contents from the start. */
  *read(): Generator<Uint8Array> {
    for (let at = 0; ; ) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const length = readSync(this.#file, chunk, 0, chunk.length, at);
      if (length === 0) return;
      at += length;
      yield chunk.subarray(0, length);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Writes and syncs a file atomically. Creates its folder. */
export function writeAtomically(path: string, parts: Iterable<string | Uint8Array>): void {
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
