/** Compressed input, told by its first bytes (RFC 1952 2.3.1, RFC 8878 3.1.1), whatever its name. */
import { isSkippable, ZSTD, ZstdFrames } from '@repkit/client/zstd-frames';
import type { Chunks } from '../file-bytes.js';
import { InputError } from '../input-error.js';

const GZIP = [0x1f, 0x8b];
/** What is not read; told rather than taken for text. */
const OTHERS: readonly (readonly [name: string, head: readonly number[]])[] = [
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
  ['bzip2', [0x42, 0x5a, 0x68, 0x39]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
];
const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes as they were before gzip, with all members, or zstd, with all frames; others as they are.
 * `onPacked` is told before the first of what had been packed. Throws an InputError for damage, and for what others pack.
 */
export async function* unpacked(
  name: string,
  chunks: Chunks,
  onPacked = () => {},
): AsyncGenerator<Uint8Array> {
  const { head, all } = await withHead(chunks, ZSTD.length);
  const isZstd = startsWith(head, ZSTD) || isSkippable(head);
  const other = OTHERS.find(([, start]) => startsWith(head, start));
  if (other !== undefined) {
    throw new InputError(
      `"${name}" is packed by ${other[0]}, which is not read: unpack it, or pack it by gzip or zstd.`,
    );
  }
  if (!isZstd && !startsWith(head, GZIP)) {
    yield* all;
    return;
  }
  onPacked();
  try {
    yield* isZstd ? unpackedFrames(all) : unpackedMembers(all);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && isDamage(error.code))) throw error;
    throw new InputError(
      `"${name}" is damaged or cut short (${error.message}): get a whole copy of it.`,
    );
  }
}

/** Node reads member after member by itself. */
async function* unpackedMembers(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Most input is not compressed, and goes without these.
  const [{ createGunzip }, { Readable, pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  const stream = createGunzip({ chunkSize: CHUNK_BYTES });
  // The error of either is that of the reader below.
  pipeline(Readable.from(chunks, { objectMode: false }), stream, () => {});
  yield* stream;
}

/** Node ends behind a frame, so that each frame has a stream of its own (RFC 8878 3.1). */
async function* unpackedFrames(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames(chunks);
  const [{ createZstdDecompress }, { Readable, pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  while (await frames.next()) {
    const stream = createZstdDecompress({ chunkSize: CHUNK_BYTES });
    pipeline(Readable.from(frames.bytes(), { objectMode: false }), stream, () => {});
    yield* stream;
  }
}

function isDamage(code: unknown): boolean {
  return /^(?:Z_|ZSTD_|ERR_ZLIB|ERR_ZSTD)/.test(String(code));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** The first bytes, as many as wanted where there are so many, and all of them from the beginning. */
export async function withHead(
  chunks: Chunks,
  wanted: number,
): Promise<{ head: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const iterator =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < wanted) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first.push(value);
    length += value.length;
  }
  const head = Uint8Array.from(first.flatMap((chunk) => [...chunk.subarray(0, wanted)]));
  return { head, all: rejoined(first, iterator) };
}

async function* rejoined(
  first: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
