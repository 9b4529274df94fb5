/** The rows of files and of standard input, one after the other, unpacked. */
import { CommandError } from '../command-error.js';
import { fileError } from '../file-error.js';
import type { Chunks, Io } from '../io.js';
import { unpacked } from './unpacked.js';

const LINE_FEED = 0x0a;

/** Told of the octets that were read, before unpacking. */
export type OnRead = (octets: number) => void;

/**
 * The octets of all inputs; `-` is standard input. One that ends without a line feed gets it, so that no two lines become
 * one. The byte-order mark of any but the first is left out; that of the first is for whoever reads its first line.
 */
export async function* inputOctets(
  names: readonly string[],
  io: Pick<Io, 'stdin' | 'openFile'>,
  onRead: OnRead,
): AsyncGenerator<Uint8Array> {
  for (const [index, name] of names.entries()) {
    let last = LINE_FEED;
    const octets = readable(name, io, onRead);
    for await (const chunk of index === 0 ? octets : withoutMark(octets)) {
      if (chunk.length === 0) continue;
      last = chunk[chunk.length - 1] ?? last;
      yield chunk;
    }
    if (last !== LINE_FEED) yield Uint8Array.of(LINE_FEED);
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** All but the byte-order mark of UTF-8 that the octets may begin with. */
export async function* withoutMark(chunks: Chunks): AsyncGenerator<Uint8Array> {
  /** How many octets of the mark have been seen; undefined behind the beginning. */
  let seen: number | undefined = 0;
  for await (const chunk of chunks) {
    let at = 0;
    while (seen !== undefined && at < chunk.length) {
      if (seen < BYTE_ORDER_MARK.length && chunk[at] === BYTE_ORDER_MARK[seen]) {
        seen++;
        at++;
        continue;
      }
      // What only began like one is what it is.
      if (seen < BYTE_ORDER_MARK.length && seen > 0) {
        yield Uint8Array.from(BYTE_ORDER_MARK.slice(0, seen));
      }
      seen = undefined;
    }
    if (at < chunk.length) yield chunk.subarray(at);
  }
  if (seen === 1 || seen === 2) yield Uint8Array.from(BYTE_ORDER_MARK.slice(0, seen));
}

/** All but the first octets. Throws a CommandError where there are not so many. */
export async function* withoutFirst(count: number, chunks: Chunks): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    // Before the chunk is given away, and its memory perhaps with it.
    const passed = Math.min(left, chunk.length);
    left -= passed;
    if (passed < chunk.length) yield chunk.subarray(passed);
  }
  if (left > 0) {
    throw new CommandError(
      'the input is shorter than what the checkpoint has read: give the same input, or remove the checkpoint.',
    );
  }
}

async function* readable(
  name: string,
  io: Pick<Io, 'stdin' | 'openFile'>,
  onRead: OnRead,
): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(name, counted(name === '-' ? io.stdin() : io.openFile(name), onRead));
  } catch (error) {
    throw fileError(`"${name}"`, error);
  }
}

async function* counted(chunks: Chunks, onRead: OnRead): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** The octets of all inputs; undefined where one of them does not say. */
export function totalOctets(
  inputs: readonly string[],
  io: Pick<Io, 'fileSize'>,
): number | undefined {
  const sizes = inputs.map((name) => (name === '-' ? undefined : io.fileSize(name)));
  return sizes.reduce(
    (sum, size) => (sum !== undefined && size !== undefined ? sum + size : undefined),
    0,
  );
}
