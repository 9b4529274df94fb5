/** Input in blocks of whole lines, found by their last line feed: far quicker than line by line. */
import { Buffer } from 'node:buffer';
import type { Chunks } from '../file-bytes.js';
import { InputError } from '../input-error.js';

/** More than any row, and what keeps input without a line feed from taking all memory. */
export const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** The text of whole lines, one character per byte. Throws an InputError for a line of more than 64 MiB. */
export async function* blocksOf(chunks: Chunks): AsyncGenerator<{ readonly text: string }> {
  for await (const bytes of lineBlocks(chunks)) yield { text: bufferOf(bytes).toString('latin1') };
}

/**
 * Yields blocks of whole lines. No block shares its memory. Throws an InputError for a line of more than 64 MiB; `item` is
 * what a line holds.
 */
export async function* lineBlocks(chunks: Chunks, item = 'URL'): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  let restLength = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield joined([...rest, chunk.subarray(0, end)], restLength + end);
      rest = [];
      restLength = 0;
    }
    if (end === chunk.length) continue;
    rest.push(chunk.subarray(end));
    restLength += chunk.length - end;
    if (restLength > LONGEST_LINE_BYTES) {
      throw new InputError(
        `a line is longer than ${LONGEST_LINE_BYTES} bytes: give one ${item} a line.`,
      );
    }
  }
  if (restLength > 0) yield joined(rest, restLength);
}

/** A copy, which can be given to another thread: a chunk may share its memory with others. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The same memory as a Buffer. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The text of bytes that are one character each; undefined where they are not UTF-8. */
export function utf8Text(bytes: string): string | undefined {
  if (!BEYOND_ASCII.test(bytes)) return bytes;
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

const BEYOND_ASCII = /[\x80-\xff]/;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The UTF-8 bytes of a text, one character each. */
export function byteText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** What such a text is as bytes. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

const NOT_UTF8 = Uint8Array.of(0xff);

/**
 * Cuts each line that is longer than so many bytes, and ends it with one that is not UTF-8, so that what it was cut in
 * is not taken for the whole. Only lines that begin in one piece and end in another are looked at: `mostBytes` has to
 * be more than a piece has.
 */
export async function* withLinesCut(mostBytes: number, chunks: Chunks): AsyncGenerator<Uint8Array> {
  /** Bytes of the line that the pieces so far have left open. */
  let open = 0;
  for await (const chunk of chunks) {
    const lineFeed = chunk.indexOf(LINE_FEED);
    const length = lineFeed === -1 ? chunk.length : lineFeed;
    if (open + length <= mostBytes) {
      yield chunk;
    } else {
      if (open <= mostBytes) {
        yield chunk.subarray(0, mostBytes - open);
        yield NOT_UTF8;
      }
      if (lineFeed !== -1) yield chunk.subarray(lineFeed);
    }
    open = lineFeed === -1 ? open + length : chunk.length - 1 - chunk.lastIndexOf(LINE_FEED);
  }
}
