import { Buffer } from 'node:buffer';
import { bufferOf } from '../bytes/bytes.js';

const FIRST_BYTES = 256 * 1024;
/** Up to this many bytes, a loop is faster than a native copy. */
const SHORT = 40;

/** Collects output. Its memory is used again for the next block. */
export class RowOutput {
  /** Number of bytes so far. Reduce it to discard output. */
  length = 0;
  #bytes = new Uint8Array(FIRST_BYTES);

  /** Appends the bytes [`start`, `end`) of `from`. */
  copy(from: Uint8Array, start: number, end: number): void {
    const length = end - start;
    let at = this.length;
    if (at + length > this.#bytes.length) this.#grow(at + length);
    const bytes = this.#bytes;
    this.length = at + length;
    if (length > SHORT) bytes.set(from.subarray(start, end), at);
    else for (let index = start; index < end; index++) bytes[at++] = from[index] as number;
  }

  /** Appends text with one character per byte. */
  write(text: string): void {
    if (this.length + text.length > this.#bytes.length) this.#grow(this.length + text.length);
    this.length += bufferOf(this.#bytes).write(text, this.length, 'latin1');
  }

  /** Returns a copy of the output, which can be transferred to another thread, and starts the next. */
  take(): Buffer {
    const rows = Buffer.allocUnsafeSlow(this.length);
    rows.set(this.#bytes.subarray(0, this.length));
    this.length = 0;
    return rows;
  }

  #grow(atLeast: number): void {
    const larger = new Uint8Array(2 * atLeast);
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
