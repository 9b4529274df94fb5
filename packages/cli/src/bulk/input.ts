/** The rows of files and of standard input, one after the other, unpacked. */
import { CommandError } from '../command-error.js';
import { fileError } from '../file-error.js';
import type { Chunks, Io } from '../io.js';
import { unpacked } from './unpacked.js';

const LINE_FEED = 0x0a;

/** Told of the octets that were read, before unpacking. */
export type OnRead = (octets: number) => void;

/** The octets of all inputs; `-` is standard input. One that ends without a line feed gets it, so that no two lines become one. */
export async function* inputOctets(
  names: readonly string[],
  io: Pick<Io, 'stdin' | 'openFile'>,
  onRead: OnRead,
): AsyncGenerator<Uint8Array> {
  for (const name of names) {
    let last = LINE_FEED;
    for await (const chunk of readable(name, io, onRead)) {
      if (chunk.length === 0) continue;
      last = chunk[chunk.length - 1] ?? last;
      yield chunk;
    }
    if (last !== LINE_FEED) yield Uint8Array.of(LINE_FEED);
  }
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
