import { Buffer } from 'node:buffer';

/** Up to this many bytes, a loop is done before a native copy has begun. */
const SHORT = 24;

/**
 * A block and the rows that are written for it, in one memory that is used again for the next block: so most rows are
 * copied by `copyWithin`, which takes a third of the time of a loop and half of that of a copy between two arrays.
 */
export class RowOutput {
  /** Holds the block from its beginning. Replaced when it is full. */
  bytes = new Uint8Array(256 * 1024);
  #blockEnd = 0;
  #end = 0;

  /** Takes in the next block. */
  begin(block: Uint8Array): void {
    this.#blockEnd = 0;
    this.#end = 0;
    this.#reserve(2 * block.length);
    this.bytes.set(block);
    this.#blockEnd = block.length;
    this.#end = block.length;
  }

  /** Bytes of the block, and of the rows that are written behind it. Set it to take rows back. */
  get end(): number {
    return this.#end;
  }

  set end(end: number) {
    this.#end = end;
  }

  /** Writes a copy of the bytes from `start` up to `end` (exclusive). */
  copy(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    const length = end - start;
    let to = this.#end;
    if (to + length > bytes.length) {
      this.#reserve(length);
      this.copy(from === bytes ? this.bytes : from, start, end);
      return;
    }
    this.#end = to + length;
    if (length <= SHORT) for (let at = start; at < end; at++) bytes[to++] = from[at] as number;
    else if (from === bytes) bytes.copyWithin(to, start, end);
    else bytes.set(from.subarray(start, end), to);
  }

  /** Returns the rows in memory of their own, which can be transferred to another thread. */
  take(): Buffer {
    const rows = Buffer.allocUnsafeSlow(this.#end - this.#blockEnd);
    rows.set(this.bytes.subarray(this.#blockEnd, this.#end));
    return rows;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.#end + more));
    larger.set(this.bytes.subarray(0, this.#end));
    this.bytes = larger;
  }
}
