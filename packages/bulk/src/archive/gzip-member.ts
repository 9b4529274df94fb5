/** One member of a gzip file (RFC 1952 2.2), unpacked by itself, so that where it ends is known. */
import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteFile } from './byte-file.js';
import { MOST_RECORD_BYTES } from './entry.js';

export const MAGIC = Uint8Array.of(0x1f, 0x8b, 8);
export const TRAILER_BYTES = 8;
const MOST_HEADER_BYTES = 64 * 1024;
/** The first try; most members are far shorter. */
const USUAL_BYTES = 8 * 1024;
const CHUNK_BYTES = 16 * 1024;

/** FTEXT, FHCRC, FEXTRA, FNAME and FCOMMENT are bits; the others must be 0. */
const HEADER_CRC = 2;
const EXTRA = 4;
const ZERO_ENDED = [8, 16];
const RESERVED = 0xe0;

export type Member =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array; readonly end: number }
  /** It unpacks to more than is kept at once: see `memberChunks`. */
  | { readonly kind: 'large'; readonly dataStart: number }
  /** The file ends before it does. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'broken' };

export function readMember(file: ByteFile, offset: number): Member {
  const headerLength =
    memberHeaderLength(file.from(offset, USUAL_BYTES)) ??
    memberHeaderLength(file.from(offset, MOST_HEADER_BYTES));
  if (headerLength === undefined) {
    const isCut = file.size - offset < MOST_HEADER_BYTES && isStart(file, offset);
    return { kind: isCut ? 'cut' : 'broken' };
  }
  const dataStart = offset + headerLength;
  for (let wanted = USUAL_BYTES; ; wanted *= 8) {
    const data = file.from(dataStart, wanted);
    const unpacked = inflated(data);
    if (unpacked === 'more') {
      if (dataStart + data.length >= file.size) return { kind: 'cut' };
      if (data.length > MOST_RECORD_BYTES) return { kind: 'large', dataStart };
      continue;
    }
    if (unpacked === 'large') return { kind: 'large', dataStart };
    if (unpacked === 'broken') return { kind: 'broken' };
    const { bytes, length } = unpacked;
    const end = dataStart + length + TRAILER_BYTES;
    const trailer = file.from(dataStart + length, TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) return { kind: 'cut' };
    return isTrailerOf(trailer, crc32(bytes), bytes.length)
      ? { kind: 'whole', bytes, end }
      : { kind: 'broken' };
  }
}

/** The next offset, from one up to before another, at which a member begins whose first bytes are these. */
export function findMember(
  file: ByteFile,
  from: number,
  before: number,
  first: Uint8Array,
): number | undefined {
  for (let at: number | undefined = from; ; at += 1) {
    at = file.find(MAGIC, at, before);
    if (at === undefined || beginsWith(file.from(at, USUAL_BYTES), first)) return at;
  }
}

/** What a large member unpacks to. Returns where it ends, or undefined where it is broken or cut. */
export async function* memberChunks(
  file: ByteFile,
  dataStart: number,
): AsyncGenerator<Uint8Array, number | undefined> {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const input = Readable.from(file.chunks(dataStart), { objectMode: false });
  input.pipe(stream);
  let sum = 0;
  let length = 0;
  try {
    for await (const chunk of stream) {
      sum = crc32(chunk, sum);
      length += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)))
      return undefined;
    throw error;
  } finally {
    input.destroy();
    stream.destroy();
  }
  const dataEnd = dataStart + stream.bytesWritten;
  const trailer = file.from(dataEnd, TRAILER_BYTES);
  return isTrailerOf(trailer, sum, length) ? dataEnd + TRAILER_BYTES : undefined;
}

/** Whether bytes are the beginning of a member that unpacks to what begins so. */
function beginsWith(bytes: Uint8Array, first: Uint8Array): boolean {
  const headerLength = memberHeaderLength(bytes);
  if (headerLength === undefined) return false;
  try {
    // A few bytes unpack to no more than a thousand times as many.
    const data = bytes.subarray(headerLength, headerLength + 512);
    const start = inflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH });
    return start.subarray(0, first.length).equals(first);
  } catch {
    return false;
  }
}

function isStart(file: ByteFile, offset: number): boolean {
  return file
    .from(offset, MAGIC.length)
    .subarray(0, MAGIC.length)
    .every((byte, index) => byte === MAGIC[index]);
}

/** The length of the header; undefined where these are no whole header. */
function memberHeaderLength(bytes: Uint8Array): number | undefined {
  const [first, second, method, flags = 0] = bytes;
  if (first !== MAGIC[0] || second !== MAGIC[1] || method !== MAGIC[2]) return undefined;
  if ((flags & RESERVED) !== 0) return undefined;
  let at = 10;
  if ((flags & EXTRA) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const bit of ZERO_ENDED) {
    if ((flags & bit) === 0) continue;
    const zero = bytes.indexOf(0, at);
    if (zero === -1) return undefined;
    at = zero + 1;
  }
  if ((flags & HEADER_CRC) !== 0) at += 2;
  return at <= bytes.length ? at : undefined;
}

function inflated(
  data: Uint8Array,
): { bytes: Uint8Array; length: number } | 'more' | 'large' | 'broken' {
  try {
    const { buffer, engine } = inflateRawSync(data, {
      info: true,
      chunkSize: CHUNK_BYTES,
      maxOutputLength: MOST_RECORD_BYTES,
    }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
    return { bytes: buffer, length: engine.bytesWritten };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') return 'more';
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'broken';
  }
}

/** Whether a trailer is that of what has this CRC and so many bytes (RFC 1952 2.3.1). */
export function isTrailerOf(trailer: Uint8Array, sum: number, length: number): boolean {
  if (trailer.length < TRAILER_BYTES) return false;
  const buffer = Buffer.from(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
  return buffer.readUInt32LE(0) === sum && buffer.readUInt32LE(4) === length % 2 ** 32;
}
