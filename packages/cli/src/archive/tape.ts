/** Octets that are taken from the front, and fetched as they are asked for. */
import { Buffer } from 'node:buffer';
import type { Chunks } from '../io.js';

export class Tape {
  /** What is at hand. */
  octets: Buffer;
  /** How many were taken before. */
  taken = 0;
  readonly #more: AsyncIterator<Uint8Array> | Iterator<Uint8Array> | undefined;

  /** @param more what follows the octets at hand */
  constructor(octets: Uint8Array, more?: Chunks) {
    this.octets = asBuffer(octets);
    this.#more =
      more === undefined
        ? undefined
        : Symbol.asyncIterator in more
          ? more[Symbol.asyncIterator]()
          : more[Symbol.iterator]();
  }

  /** Fetches some more; false where there are none. */
  async fetch(): Promise<boolean> {
    const next = await this.#more?.next();
    if (next === undefined || next.done === true) return false;
    this.octets =
      this.octets.length === 0 ? asBuffer(next.value) : Buffer.concat([this.octets, next.value]);
    return true;
  }

  /** Takes so many octets away, of those at hand and those to come; false where there are less. */
  async skip(count: number): Promise<boolean> {
    for (let left = count; ; ) {
      const now = Math.min(left, this.octets.length);
      this.octets = this.octets.subarray(now);
      this.taken += now;
      left -= now;
      if (left === 0) return true;
      if (!(await this.fetch())) return false;
    }
  }

  async close(): Promise<void> {
    await this.#more?.return?.();
  }
}

function asBuffer(octets: Uint8Array): Buffer {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length);
}
