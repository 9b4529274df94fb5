/** Random access to a file, optimized for sequential reads. */
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { bufferOf } from '../bytes/bytes.js';
import { InputError, truncatedError } from '../bytes/input-error.js';

/** Bytes per read: after a seek, which is usually for one entry, and at most. Consecutive reads grow. */
const SEEK_BYTES = 4 * 1024;
const WINDOW_BYTES = 1024 * 1024;
const GROWTH = 8;

/** Throws the errors of the file system, and an InputError if the file becomes shorter meanwhile. */
export class ByteFile {
  readonly size: number;
  readonly #path: string;
  readonly #descriptor: number;
  #window: Uint8Array = new Uint8Array();
  #windowStart = 0;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  /** Returns at least that many bytes from the offset on, or fewer if the file ends first. */
  from(offset: number, atLeast: number): Uint8Array {
    const wanted = Math.min(atLeast, this.size - offset);
    const start = offset - this.#windowStart;
    if (start >= 0 && start + wanted <= this.#window.length) return this.#window.subarray(start);
    const isSequential = start >= 0 && start <= this.#window.length;
    const grown = isSequential ? Math.min(GROWTH * this.#window.length, WINDOW_BYTES) : 0;
    const planned = Math.max(atLeast, grown, SEEK_BYTES);
    // A new array each time, because callers may still hold parts of the last one.
    const window = new Uint8Array(Math.max(0, Math.min(planned, this.size - offset)));
    let length = 0;
    while (length < window.length) {
      const position = offset + length;
      const read = readSync(this.#descriptor, window, { offset: length, position });
      if (read === 0) throw truncatedError(this.#path);
      length += read;
    }
    this.#window = window;
    this.#windowStart = offset;
    return this.#window;
  }

  /** Yields all bytes from the offset on. */
  *chunks(offset: number): Generator<Uint8Array> {
    for (let at = offset; ; ) {
      const chunk = this.from(at, 1);
      if (chunk.length === 0) return;
      yield chunk;
      at += chunk.length;
    }
  }

  /** Returns the first offset in [`from`, `before`) at which the bytes occur. */
  find(bytes: Uint8Array, from: number, before: number): number | undefined {
    for (let at = from; at < before; ) {
      const window = this.from(at, bytes.length);
      const found = bufferOf(window).indexOf(bytes);
      if (found !== -1) return at + found < before ? at + found : undefined;
      if (window.length < bytes.length) return undefined;
      at += window.length - bytes.length + 1;
    }
    return undefined;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Describes everything that `isFileOrFolder` rejects. */
export const NOT_A_FILE = 'a pipe, socket or device, not a file';

/** Opening anything else could block: a pipe waits for a writer, and a device may never end. */
export function isFileOrFolder(stats: Stats): boolean {
  return stats.isFile() || stats.isDirectory();
}

/**
 * Returns the stats of an archive's path. Throws an InputError for pipes and devices, because archives are read more than
 * once and out of order. Throws the errors of the file system.
 */
export function archiveStats(path: string): Stats {
  const stats = statSync(path);
  if (isFileOrFolder(stats)) return stats;
  throw new InputError(`"${path}" is ${NOT_A_FILE}. Save its contents to a file first.`);
}
