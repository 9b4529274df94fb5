/** Input in blocks of whole lines, found by their last line feed: far quicker than line by line. */
import { Buffer, isAscii } from 'node:buffer';
import { CommandError } from '../command-error.js';
import type { Chunks } from '../io.js';

/** Whole lines, each with its line feed; the very last one may lack it. */
export interface Block {
  /** One character an octet, so that what is written again is what was read, whatever its encoding. */
  readonly text: string;
  /** Whether no octet is above 0x7f, and the text is thus what it says. */
  readonly isAscii: boolean;
}

/** More than any row, and what keeps input without a line feed from taking all memory. */
export const LONGEST_LINE_OCTETS = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Blocks of whole lines. Throws a CommandError for a line of more than 64 MiB. */
export async function* blocksOf(chunks: Chunks): AsyncGenerator<Block> {
  for await (const octets of lineBlocks(chunks)) yield blockOf(octets);
}

/** Octets cut behind the last line feed of each chunk; each block has its memory to itself. */
export async function* lineBlocks(chunks: Chunks): AsyncGenerator<Uint8Array> {
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
    if (restLength > LONGEST_LINE_OCTETS) {
      throw new CommandError(
        `a line is longer than ${LONGEST_LINE_OCTETS} octets: give one URL a line.`,
      );
    }
  }
  if (restLength > 0) yield joined(rest, restLength);
}

/** A copy, which can be given to another thread: a chunk may share its memory with others. */
function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const octets = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of parts) {
    octets.set(part, at);
    at += part.length;
  }
  return octets;
}

export function blockOf(octets: Uint8Array): Block {
  const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  return { text: buffer.toString('latin1'), isAscii: isAscii(buffer) };
}

/** The text of octets that are one character each; undefined where they are not UTF-8. */
export function utf8Text(octets: string): string | undefined {
  if (!BEYOND_ASCII.test(octets)) return octets;
  try {
    return decoder.decode(Buffer.from(octets, 'latin1'));
  } catch {
    return undefined;
  }
}

const BEYOND_ASCII = /[\x80-\xff]/;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The UTF-8 octets of a text, one character each. */
export function octetText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** What such a text is as octets. */
export function octetsOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
