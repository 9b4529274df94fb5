/** Decompresses input, detecting the format by its first bytes (RFC 1952 2.3.1, RFC 8878 3.1.1). */
import { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import { LF } from '../bytes/bytes.js';
import { asyncOf, type Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { damage, isSkippable, ZSTD, ZstdFrames } from './zstd-frames.js';

const GZIP = [0x1f, 0x8b];
/** Unsupported formats, which are rejected instead of being read as text. */
const UNSUPPORTED: readonly (readonly [name: string, head: readonly number[]])[] = [
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
  ['bzip2', [0x42, 0x5a, 0x68, 0x39]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
];
const COMPRESSED = [GZIP, ZSTD, ...UNSUPPORTED.map(([, head]) => head)];
const CHUNK_BYTES = 256 * 1024;

/**
 * Decompresses all members of gzip and all frames of zstd; other input passes through unchanged. Throws an InputError for
 * damaged input and unsupported formats.
 *
 * @param onCompressed called before the first decompressed byte
 */
export async function* decompress(name: string, chunks: Chunks, onCompressed = () => {}): AsyncGenerator<Uint8Array> {
  // No compressed format has a line feed in its first bytes, so the first row is answered before the next one arrives.
  const { head, all } = await readHead(chunks, ZSTD.length, (bytes) => bytes.includes(LF));
  const isZstd = startsWith(head, ZSTD) || isSkippable(head);
  const unsupported = UNSUPPORTED.find(([, start]) => startsWith(head, start));
  if (unsupported !== undefined) {
    throw new InputError(
      `"${name}" is compressed with ${unsupported[0]}, which is not supported. Decompress it, or use gzip or zstd.`,
    );
  }
  if (!isZstd && !startsWith(head, GZIP)) {
    yield* all;
    return;
  }
  onCompressed();
  try {
    yield* decoded(all, isZstd);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && isDamage(error.code))) throw error;
    throw new InputError(`"${name}" is damaged or incomplete (${error.message}). Use a complete copy.`);
  }
}

/** Node decompresses all members of gzip, but only one frame of zstd (RFC 8878 3.1), so each frame has its own stream. */
async function* decoded(chunks: AsyncGenerator<Uint8Array>, isZstd: boolean): AsyncGenerator<Uint8Array> {
  // Loaded on demand, because most input is not compressed.
  const { createGunzip, createZstdDecompress } = await import('node:zlib');
  const { Readable, pipeline } = await import('node:stream');
  // Errors of both streams reach the reader.
  const through = (bytes: AsyncIterable<Uint8Array>, decoder: Transform) =>
    pipeline(Readable.from(bytes, { objectMode: false }), decoder, () => {});
  try {
    if (isZstd) {
      const frames = new ZstdFrames(chunks);
      while (await frames.next()) {
        yield* through(frames.bytes(), createZstdDecompress({ chunkSize: CHUNK_BYTES }));
      }
      return;
    }
    const decoder = createGunzip({ chunkSize: CHUNK_BYTES });
    const padded = new PaddedChunks(chunks);
    yield* through(padded.rest(), decoder);
    for await (const _ of padded.rest());
    // Node ignores all data after zeros, which may pad a file, also further members.
    if (padded.dataEnd > decoder.bytesWritten) throw damage('data follows the padding of a member');
  } finally {
    // Not awaited: a source that waits for more input would not return before it arrives.
    chunks.return(undefined).catch(() => {});
  }
}

/** Reads chunks, and finds out where the zeros begin that end them. */
class PaddedChunks {
  /** Where the last byte other than zero ends. */
  dataEnd = 0;
  #length = 0;
  readonly #chunks: AsyncGenerator<Uint8Array>;

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Yields the chunks that were not read yet. Can be called again after its result was closed. */
  async *rest(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return;
      const last = value.findLastIndex((byte) => byte !== 0);
      if (last !== -1) this.dataEnd = this.#length + last + 1;
      this.#length += value.length;
      yield value;
    }
  }
}

function isDamage(code: unknown): boolean {
  return /^(?:Z_|ZSTD_|ERR_ZLIB|ERR_ZSTD)/.test(String(code));
}

/** Returns whether bytes are compressed in a known format, by the first of them. As text, they would have no rules. */
export function isCompressed(bytes: Uint8Array): boolean {
  return isSkippable(bytes) || COMPRESSED.some((start) => startsWith(bytes, start));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/**
 * Returns the first bytes, at most `most`, and all bytes including them. Reads no further than a chunk after which there are that
 * many or `isEnough` returns true.
 */
export async function readHead(
  chunks: Chunks,
  most: number,
  isEnough: (head: Buffer) => boolean = () => false,
): Promise<{ head: Buffer; all: AsyncGenerator<Uint8Array> }> {
  const rest = asyncOf(chunks);
  const first: Uint8Array[] = [];
  let head = Buffer.alloc(0);
  while (head.length < most && !isEnough(head)) {
    const { done, value } = await rest.next();
    if (done === true) break;
    first.push(value);
    head = Buffer.concat([head, value.subarray(0, most - head.length)]);
  }
  return { head, all: concatenate(first, rest) };
}

/** Yields the first chunks and then the rest, which is closed if the consumer stops. */
export async function* concatenate(first: readonly Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
