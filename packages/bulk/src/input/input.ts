/** Concatenates inputs and decompresses them. */
import { LF } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { fileError } from '../bytes/input-error.js';
import { decompress } from './decompress.js';

export interface Input {
  /** Shown in messages. */
  readonly name: string;
  open(): Chunks;
}

/**
 * Yields the bytes of all inputs. Adds a missing line feed between two inputs, so that their lines do not merge, and removes
 * the byte-order mark of every input except the first.
 */
export async function* joinInputs(inputs: readonly Input[]): AsyncGenerator<Uint8Array> {
  for (const [index, input] of inputs.entries()) {
    let last = LF;
    const bytes = readable(input);
    for await (const chunk of index === 0 ? bytes : stripByteOrderMark(bytes)) {
      if (chunk.length === 0) continue;
      last = chunk[chunk.length - 1] ?? last;
      yield chunk;
    }
    if (last !== LF) yield Uint8Array.of(LF);
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Removes a UTF-8 byte-order mark from the start. */
export async function* stripByteOrderMark(chunks: Chunks): AsyncGenerator<Uint8Array> {
  /** Number of bytes of the mark seen so far; undefined after the start. */
  let seen: number | undefined = 0;
  for await (const chunk of chunks) {
    let at = 0;
    while (seen !== undefined && at < chunk.length) {
      if (seen < BYTE_ORDER_MARK.length && chunk[at] === BYTE_ORDER_MARK[seen]) {
        seen++;
        at++;
        continue;
      }
      // Only the start of a mark: these bytes are data.
      if (seen < BYTE_ORDER_MARK.length && seen > 0) {
        yield Uint8Array.from(BYTE_ORDER_MARK.slice(0, seen));
      }
      seen = undefined;
    }
    if (at < chunk.length) yield chunk.subarray(at);
  }
  if (seen === 1 || seen === 2) yield Uint8Array.from(BYTE_ORDER_MARK.slice(0, seen));
}

async function* readable({ name, open }: Input): AsyncGenerator<Uint8Array> {
  try {
    yield* decompress(name, open());
  } catch (error) {
    throw fileError(`"${name}"`, error);
  }
}
