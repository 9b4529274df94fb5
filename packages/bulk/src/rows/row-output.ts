import { Buffer } from 'node:buffer';

/** Up to this many bytes, a loop is faster than a native copy. */
const SHORT = 24;

/**
 * Holds a block and its output in one memory, which is reused for the next block. Most rows can then be copied with
 * `copyWithin`, which takes a third of the time of a loop and half the time of a copy between two arrays.
 */
export class RowOutput {
  /** Starts with the block. Replaced when it is full. */
  bytes = new Uint8Array(256 * 1024);
  /** End of the output in `bytes`. Set it to discard output. */
  end = 0;
  #blockEnd = 0;

  /** Starts the next block. */
  begin(block: Uint8Array): void {
    this.#blockEnd = 0;
    this.end = 0;
    this.#reserve(2 * block.length);
    this.bytes.set(block);
    this.#blockEnd = block.length;
    this.end = block.length;
  }

  /** Appends the bytes [`start`, `end`) of `from`. */
  copy(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    const length = end - start;
    let to = this.end;
    if (to + length > bytes.length) {
      this.#reserve(length);
      this.copy(from === bytes ? this.bytes : from, start, end);
      return;
    }
    this.end = to + length;
    if (length <= SHORT) for (let at = start; at < end; at++) bytes[to++] = from[at] as number;
    else if (from === bytes) bytes.copyWithin(to, start, end);
    else bytes.set(from.subarray(start, end), to);
  }

  /** Returns a copy of the output, which can be transferred to another thread. */
  take(): Buffer {
    const rows = Buffer.allocUnsafeSlow(this.end - this.#blockEnd);
    rows.set(this.bytes.subarray(this.#blockEnd, this.end));
    return rows;
  }

  #reserve(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.end + more));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }
}
