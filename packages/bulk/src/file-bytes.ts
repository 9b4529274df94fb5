import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes in the pieces in which they arrive. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface FileOpener {
  /** The bytes throw or reject, when they are read, with the errors of `node:fs`. */
  openFile(path: string): Chunks;
}

/** From 128 KiB on, each allocation is a system call that takes longer than filling the memory. */
const PIECE_BYTES = 96 * 1024;

/**
 * Reads a file piece by piece; opening a stream would take longer than all the rest for small files. Throws the errors of
 * the file system when it is first read.
 */
export function* fileBytes(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
