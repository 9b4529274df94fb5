/** Divides input into blocks of whole lines, which is much faster than reading line by line. */
import { Buffer } from 'node:buffer';
import { LF } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';

/** Bounds memory for input without line feeds. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export const TOO_LONG = 'the line is longer than 16 MiB';

/**
 * Yields blocks of whole lines, which share no memory with the chunks. Throws an InputError for a line of more than 16 MiB.
 */
export async function* lineBlocks(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  let restLength = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
      restLength = 0;
    }
    if (end === chunk.length) continue;
    rest.push(chunk.subarray(end));
    restLength += chunk.length - end;
    if (restLength > MAX_LINE_BYTES) throw lineTooLong();
  }
  if (restLength > 0) yield Buffer.concat(rest);
}

export function lineTooLong(): InputError {
  return new InputError('A line is longer than 16 MiB. Write one URL per line.');
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
