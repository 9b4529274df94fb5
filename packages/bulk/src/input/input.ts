/** Concatenates inputs and decompresses them. */
import { Buffer } from 'node:buffer';
import { bufferOf, LF } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { fileError } from '../bytes/input-error.js';
import { decompress } from './decompress.js';

export interface Input {
  /** Shown in messages. */
  readonly name: string;
  open(): Chunks;
  /** Converts its bytes, decompressed, to rows. */
  readonly rowsOf?: ((bytes: Chunks) => Chunks) | undefined;
}

/**
 * Yields the bytes of all inputs without their byte-order marks. Adds a missing line feed after an input, so that its last
 * line does not merge with the next input.
 */
export async function* joinInputs(inputs: readonly Input[]): AsyncGenerator<Uint8Array> {
  for (const input of inputs) {
    let last = LF;
    const bytes = readable(input);
    for await (const chunk of stripByteOrderMark(input.rowsOf?.(bytes) ?? bytes)) {
      if (chunk.length === 0) continue;
      last = chunk[chunk.length - 1] ?? last;
      yield chunk;
    }
    if (last !== LF) yield Uint8Array.of(LF);
  }
}

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** Removes a UTF-8 byte-order mark from the start. */
export async function* stripByteOrderMark(chunks: Chunks): AsyncGenerator<Uint8Array> {
  /** The bytes so far while they may still become a mark; undefined after the start. */
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    // Avoids a copy of the first chunk.
    const bytes: Buffer = start.length === 0 ? bufferOf(chunk) : Buffer.concat([start, chunk]);
    const mayBeMark = bytes.equals(BYTE_ORDER_MARK.subarray(0, bytes.length));
    start = mayBeMark && bytes.length < BYTE_ORDER_MARK.length ? bytes : undefined;
    if (start !== undefined) continue;
    const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const rest = hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
    if (rest.length > 0) yield rest;
  }
  if (start !== undefined && start.length > 0) yield start;
}

/** Yields the bytes of an input, decompressed. Rejects with an InputError that names it if it cannot be read. */
export async function* readable({ name, open }: Input): AsyncGenerator<Uint8Array> {
  try {
    yield* decompress(name, open());
  } catch (error) {
    throw fileError(`"${name}"`, error);
  }
}
