import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { truncatedError } from './input-error.js';

/** Bytes in chunks of any size. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export async function* asyncOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** From 128 KiB on, each allocation is a system call, which takes longer than filling the memory. */
const CHUNK_BYTES = 96 * 1024;

/**
 * Reads a file in chunks, faster than a stream for small files. Throws the errors of the file system on the first read,
 * and an InputError if the file becomes shorter meanwhile.
 */
export function* fileBytes(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let read = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const length = readSync(file, chunk);
      if (length === 0) {
        if (read < size) throw truncatedError(path);
        return;
      }
      read += length;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
