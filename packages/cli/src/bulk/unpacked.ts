/** Compressed input, told by its first octets (RFC 1952 2.3.1, RFC 8878 3.1.1), whatever its name. */
import { CommandError } from '../command-error.js';
import type { Chunks } from '../io.js';

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * The octets as they were before gzip, with all members, or zstd; others as they are.
 * Throws a CommandError for damage, and where zstd has more than one frame.
 */
export async function* unpacked(name: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const { head, all } = await withHead(chunks, ZSTD.length);
  const isGzip = startsWith(head, GZIP);
  if (!isGzip && !startsWith(head, ZSTD)) {
    yield* all;
    return;
  }
  // Most input is not compressed, and goes without these.
  const [{ createGunzip, createZstdDecompress }, { Readable, pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  const options = { chunkSize: 256 * 1024 };
  const stream = isGzip ? createGunzip(options) : createZstdDecompress(options);
  let given = 0;
  const input = Readable.from(
    counted(all, (octets) => {
      given += octets;
    }),
    { objectMode: false },
  );
  // The error of either is that of the reader below.
  pipeline(input, stream, () => {});
  try {
    yield* stream;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && isDamage(error.code))) throw error;
    throw new CommandError(
      `"${name}" is damaged or cut short (${error.message}): get a whole copy of it.`,
    );
  }
  // Node ends a stream of zstd behind its first frame, and says nothing of the others.
  if (!isGzip && stream.bytesWritten < given) {
    throw new CommandError(
      `"${name}" has several frames of zstd, of which one alone can be read: unpack it with zstd -dc.`,
    );
  }
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  count: (octets: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

function isDamage(code: unknown): boolean {
  return /^(?:Z_|ZSTD_|ERR_ZLIB|ERR_ZSTD)/.test(String(code));
}

function startsWith(octets: Uint8Array, start: readonly number[]): boolean {
  return start.every((octet, index) => octets[index] === octet);
}

/** The first octets, as many as wanted where there are so many, and all of them from the beginning. */
async function withHead(
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
