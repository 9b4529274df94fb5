/** Decompresses the members of a gzip file (RFC 1952 2.2) one by one, so that the end of each is known. */
import { Readable } from 'node:stream';
import zlib, { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { bufferOf } from '../bytes/bytes.js';
import type { ByteFile } from './byte-file.js';
import { MAX_RECORD_BYTES } from './entry.js';

const GZIP_MAGIC = Uint8Array.of(0x1f, 0x8b, 8);
const TRAILER_BYTES = 8;
const MAX_HEADER_BYTES = 64 * 1024;
/** Read first; most members are far shorter. */
const FIRST_BYTES = 8 * 1024;
const CHUNK_BYTES = 16 * 1024;

/** Header flags (RFC 1952 2.3.1). */
const FHCRC = 2;
const FEXTRA = 4;
/** FNAME and FCOMMENT. */
const ZERO_TERMINATED = [8, 16];
const RESERVED = 0xe0;

export type Member =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array; readonly end: number }
  /** Decompresses to more than fits in memory; use `memberChunks`. */
  | { readonly kind: 'large'; readonly dataStart: number }
  /** The file ends before the member does. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'broken' };

export function readMember(file: ByteFile, offset: number): Member {
  const headerLength =
    memberHeaderLength(file.from(offset, FIRST_BYTES)) ?? memberHeaderLength(file.from(offset, MAX_HEADER_BYTES));
  if (headerLength === undefined) {
    const isCut = file.size - offset < MAX_HEADER_BYTES && isStart(file, offset);
    return { kind: isCut ? 'cut' : 'broken' };
  }
  const dataStart = offset + headerLength;
  for (let wanted = FIRST_BYTES; ; wanted *= 8) {
    const data = file.from(dataStart, wanted);
    const inflated = inflate(data);
    if (inflated === 'more') {
      if (dataStart + data.length >= file.size) return { kind: 'cut' };
      if (data.length > MAX_RECORD_BYTES) return { kind: 'large', dataStart };
      continue;
    }
    if (inflated === 'large') return { kind: 'large', dataStart };
    if (inflated === 'broken') return { kind: 'broken' };
    const { bytes, length } = inflated;
    const end = dataStart + length + TRAILER_BYTES;
    const trailer = file.from(dataStart + length, TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) return { kind: 'cut' };
    return isTrailerOf(trailer, zlib.crc32(bytes), bytes.length) ? { kind: 'whole', bytes, end } : { kind: 'broken' };
  }
}

/** Returns the first offset in [`from`, `before`) of a member that decompresses to these first bytes. */
export function findMember(file: ByteFile, from: number, before: number, first: Uint8Array): number | undefined {
  for (let at: number | undefined = from; ; at += 1) {
    at = file.find(GZIP_MAGIC, at, before);
    if (at === undefined || decompressesTo(file.from(at, FIRST_BYTES), first)) return at;
  }
}

/** Decompresses a large member. Calls `onEnd` with the offset of its end, or if the file ends before; not if it is damaged. */
export async function* memberChunks(
  file: ByteFile,
  dataStart: number,
  onEnd: (end: number | 'cut') => void,
): AsyncGenerator<Uint8Array> {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const input = Readable.from(file.chunks(dataStart), { objectMode: false });
  input.pipe(stream);
  let sum = 0;
  let length = 0;
  try {
    for await (const chunk of stream) {
      sum = zlib.crc32(chunk, sum);
      length += chunk.length;
      yield chunk;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_')) throw error;
    if (code === 'Z_BUF_ERROR') onEnd('cut');
    return;
  } finally {
    input.destroy();
    stream.destroy();
  }
  const dataEnd = dataStart + stream.bytesWritten;
  const trailer = file.from(dataEnd, TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES) onEnd('cut');
  else if (isTrailerOf(trailer, sum, length)) onEnd(dataEnd + TRAILER_BYTES);
}

function decompressesTo(bytes: Uint8Array, first: Uint8Array): boolean {
  const headerLength = memberHeaderLength(bytes);
  if (headerLength === undefined) return false;
  try {
    // Deflate expands by at most a factor of about 1,000.
    const data = bytes.subarray(headerLength, headerLength + 512);
    const start = inflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH });
    return start.subarray(0, first.length).equals(first);
  } catch {
    return false;
  }
}

function isStart(file: ByteFile, offset: number): boolean {
  return file
    .from(offset, GZIP_MAGIC.length)
    .subarray(0, GZIP_MAGIC.length)
    .every((byte, index) => byte === GZIP_MAGIC[index]);
}

/** Returns undefined if the bytes are not a complete header. */
function memberHeaderLength(bytes: Uint8Array): number | undefined {
  const [first, second, method, flags = 0] = bytes;
  if (first !== GZIP_MAGIC[0] || second !== GZIP_MAGIC[1] || method !== GZIP_MAGIC[2]) return undefined;
  if ((flags & RESERVED) !== 0) return undefined;
  let at = 10;
  if ((flags & FEXTRA) !== 0) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const bit of ZERO_TERMINATED) {
    if ((flags & bit) === 0) continue;
    const zero = bytes.indexOf(0, at);
    if (zero === -1) return undefined;
    at = zero + 1;
  }
  if ((flags & FHCRC) !== 0) at += 2;
  return at <= bytes.length ? at : undefined;
}

function inflate(data: Uint8Array): { bytes: Uint8Array; length: number } | 'more' | 'large' | 'broken' {
  try {
    const { buffer, engine } = inflateRawSync(data, {
      info: true,
      chunkSize: CHUNK_BYTES,
      maxOutputLength: MAX_RECORD_BYTES,
    }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
    return { bytes: buffer, length: engine.bytesWritten };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') return 'more';
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'broken';
  }
}

/** Whether a trailer has this CRC and length (RFC 1952 2.3.1). */
function isTrailerOf(trailer: Uint8Array, sum: number, length: number): boolean {
  if (trailer.length < TRAILER_BYTES) return false;
  const buffer = bufferOf(trailer);
  return buffer.readUInt32LE(0) === sum && buffer.readUInt32LE(4) === length % 2 ** 32;
}
