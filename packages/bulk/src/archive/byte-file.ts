/** A file of which any part is read, mostly from the beginning to the end. */
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { InputError } from '../input-error.js';

/** How much is read at once, of what follows the last window, and elsewhere. */
const WINDOW_BYTES = 1024 * 1024;
const LOOK_UP_BYTES = 16 * 1024;

/** Errors are those of the file system. */
export class ByteFile {
  readonly size: number;
  readonly #descriptor: number;
  #window: Uint8Array = new Uint8Array();
  #windowStart = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  /** The bytes from the offset on, so many at least unless the file ends before, and more where they are at hand. */
  from(offset: number, atLeast: number): Uint8Array {
    const wanted = Math.min(atLeast, this.size - offset);
    const start = offset - this.#windowStart;
    if (start >= 0 && start + wanted <= this.#window.length) return this.#window.subarray(start);
    const isNext = start >= 0 && start <= this.#window.length;
    const planned = Math.max(atLeast, isNext ? WINDOW_BYTES : LOOK_UP_BYTES);
    // A new one each time: what was given out before stays as it was.
    const window = new Uint8Array(Math.max(0, Math.min(planned, this.size - offset)));
    let length = 0;
    while (length < window.length) {
      const read = readSync(
        this.#descriptor,
        window,
        length,
        window.length - length,
        offset + length,
      );
      if (read === 0) break;
      length += read;
    }
    this.#window = window.subarray(0, length);
    this.#windowStart = offset;
    return this.#window;
  }

  /** All bytes from the offset on, piece by piece. */
  *chunks(offset: number): Generator<Uint8Array> {
    for (let at = offset; ; ) {
      const chunk = this.from(at, 1);
      if (chunk.length === 0) return;
      yield chunk;
      at += chunk.length;
    }
  }

  /** Where the bytes stand next, from the one offset on and beginning before the other. */
  find(bytes: Uint8Array, from: number, before: number): number | undefined {
    for (let at = from; at < before; ) {
      const window = this.from(at, bytes.length);
      const found = indexOf(window, bytes);
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

/** Where bytes stand among others; -1 where they do not. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from = 0): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(wanted, from);
}

/** What anything else is, for a sentence about it. */
export const NO_FILE = 'a pipe, a socket or a device, and no file';

/** A file or a folder: who opens a pipe waits for somebody who writes to it, and a device may never end. */
export function isPlain(kind: Stats): boolean {
  return kind.isFile() || kind.isDirectory();
}

/**
 * Returns the stats of an archive's path. Throws an InputError for a pipe: archives are read more than once, and not in
 * order. Passes on errors of the file system.
 */
export function archiveStats(path: string): Stats {
  const kind = statSync(path);
  if (isPlain(kind)) return kind;
  throw new InputError(
    `"${path}" is ${NO_FILE}: write what comes out of it to a file, and name that.`,
  );
}
