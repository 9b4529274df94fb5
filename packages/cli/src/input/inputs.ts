/** Files named on the command line, and standard input, as inputs of a bulk run. */
import { type Chunks, fileError, type Input } from '@repkit/bulk';
import type { Io } from '../program/io.js';

/**
 * Returns the inputs in order; `-` is standard input. `onRead` receives the number of bytes read, before decompression.
 * Throws an InputError immediately if a file cannot be read.
 */
export function inputsOf(
  names: readonly string[],
  io: Pick<Io, 'stdin' | 'openFile' | 'checkReadable'>,
  onRead: (bytes: number) => void = () => {},
): Input[] {
  for (const name of names) {
    try {
      if (name !== '-') io.checkReadable(name);
    } catch (error) {
      throw fileError(`"${name}"`, error);
    }
  }
  return names.map((name) => ({
    name,
    open: () => counted(name === '-' ? io.stdin() : io.openFile(name), onRead),
  }));
}

async function* counted(
  chunks: Chunks,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** Returns the total size; undefined if the size of any input is unknown. */
export function totalBytes(
  inputs: readonly string[],
  io: Pick<Io, 'fileSize'>,
): number | undefined {
  const sizes = inputs.map((name) => (name === '-' ? undefined : io.fileSize(name)));
  return sizes.reduce(
    (sum, size) => (sum !== undefined && size !== undefined ? sum + size : undefined),
    0,
  );
}
