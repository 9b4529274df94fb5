/** Divides input into blocks of whole lines, which is much faster than reading line by line. */
import { Buffer } from 'node:buffer';
import { bufferOf, LF } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';

/** Bounds memory for input without line feeds. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Yields whole lines as text with one character per byte. Throws an InputError for a line of more than 64 MiB. */
export async function* blocksOf(chunks: Chunks): AsyncGenerator<{ readonly text: string }> {
  for await (const bytes of lineBlocks(chunks)) yield { text: bufferOf(bytes).toString('latin1') };
}

/**
 * Yields blocks of whole lines, each in its own memory. Throws an InputError for a line of more than 64 MiB.
 *
 * @param item what a line contains, for the message
 */
export async function* lineBlocks(chunks: Chunks, item = 'URL'): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  let restLength = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end > 0) {
      yield joined([...rest, chunk.subarray(0, end)], restLength + end);
      rest = [];
      restLength = 0;
    }
    if (end === chunk.length) continue;
    rest.push(chunk.subarray(end));
    restLength += chunk.length - end;
    if (restLength > MAX_LINE_BYTES) {
      throw new InputError(
        `A line is longer than ${MAX_LINE_BYTES} bytes. Write one ${item} per line.`,
      );
    }
  }
  if (restLength > 0) yield joined(rest, restLength);
}

/** Copies the parts, so that the result can be transferred to another thread. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const NOT_UTF8 = Uint8Array.of(0xff);

/**
 * Cuts lines longer than `maxBytes` and appends a byte that makes them invalid UTF-8, so that a cut line is never mistaken
 * for a complete one. Checks only lines that span chunks: `maxBytes` must exceed the size of a chunk.
 */
export async function* truncateLines(maxBytes: number, chunks: Chunks): AsyncGenerator<Uint8Array> {
  /** Bytes so far of the line that continues in the next chunk. */
  let open = 0;
  for await (const chunk of chunks) {
    const lineFeed = chunk.indexOf(LF);
    const length = lineFeed === -1 ? chunk.length : lineFeed;
    if (open + length <= maxBytes) {
      yield chunk;
    } else {
      if (open <= maxBytes) {
        yield chunk.subarray(0, maxBytes - open);
        yield NOT_UTF8;
      }
      if (lineFeed !== -1) yield chunk.subarray(lineFeed);
    }
    open = lineFeed === -1 ? open + length : chunk.length - 1 - chunk.lastIndexOf(LF);
  }
}
