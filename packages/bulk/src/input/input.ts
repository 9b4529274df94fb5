/** The rows of several inputs, one after the other, decompressed. */

import type { Chunks } from '../file-bytes.js';
import { fileError, InputError } from '../input-error.js';
import { unpacked } from './unpacked.js';

const LINE_FEED = 0x0a;

export interface Input {
  /** For messages about it. */
  readonly name: string;
  open(): Chunks;
}

/**
 * The bytes of all inputs. An input that ends without a line feed gets one, so that no two lines become one. The
 * byte-order mark of every input but the first is removed; that of the first is left to the reader of its first line.
 */
export async function* joinInputs(inputs: readonly Input[]): AsyncGenerator<Uint8Array> {
  for (const [index, input] of inputs.entries()) {
    let last = LINE_FEED;
    const bytes = readable(input);
    for await (const chunk of index === 0 ? bytes : withoutMark(bytes)) {
      if (chunk.length === 0) continue;
      last = chunk[chunk.length - 1] ?? last;
      yield chunk;
    }
    if (last !== LINE_FEED) yield Uint8Array.of(LINE_FEED);
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Removes the byte-order mark of UTF-8 that the bytes may begin with. */
export async function* withoutMark(chunks: Chunks): AsyncGenerator<Uint8Array> {
  /** How many bytes of the mark have been seen; undefined after the beginning. */
  let seen: number | undefined = 0;
  for await (const chunk of chunks) {
    let at = 0;
    while (seen !== undefined && at < chunk.length) {
      if (seen < BYTE_ORDER_MARK.length && chunk[at] === BYTE_ORDER_MARK[seen]) {
        seen++;
        at++;
        continue;
      }
      // These bytes only looked like the beginning of a mark.
      if (seen < BYTE_ORDER_MARK.length && seen > 0) {
        yield Uint8Array.from(BYTE_ORDER_MARK.slice(0, seen));
      }
      seen = undefined;
    }
    if (at < chunk.length) yield chunk.subarray(at);
  }
  if (seen === 1 || seen === 2) yield Uint8Array.from(BYTE_ORDER_MARK.slice(0, seen));
}

/** Skips the first bytes. Throws an InputError if there are fewer. */
export async function* withoutFirst(count: number, chunks: Chunks): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    // Before the chunk is given away, perhaps with its memory.
    const passed = Math.min(left, chunk.length);
    left -= passed;
    if (passed < chunk.length) yield chunk.subarray(passed);
  }
  if (left > 0) {
    throw new InputError(
      'the input is shorter than when the checkpoint was written: give the same input, or remove the checkpoint.',
    );
  }
}

async function* readable({ name, open }: Input): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(name, open());
  } catch (error) {
    throw fileError(`"${name}"`, error);
  }
}
