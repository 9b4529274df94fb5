/** Decompresses consecutive gzip members in one call, because setting up a decompressor takes longer than a typical member. */
import { Buffer } from 'node:buffer';
import { constants, crc32, gunzipSync } from 'node:zlib';
import { bufferOf } from '../input/blocks.js';
import type { ByteFile } from './byte-file.js';
import { MAX_RECORD_BYTES } from './entry.js';
import { GZIP_MAGIC, isTrailerOf, type Member, TRAILER_BYTES } from './gzip-member.js';

/** Compressed bytes per run. */
const RUN_BYTES = 128 * 1024;
/** Shorter runs have too few members to be worth it. */
const MIN_RUN_BYTES = 16 * 1024;
/** Most runs decompress to less than this. */
const CHUNK_BYTES = 1024 * 1024;

export interface Run {
  /** Consecutive complete members; empty if the run cannot be decompressed. */
  readonly members: readonly (Member & { kind: 'whole' })[];
  /** Offset at which the examined bytes end. */
  readonly end: number;
}

/** Reads members that lie between two offsets. Returns undefined if the range is too short for a run. */
export function readRun(file: ByteFile, offset: number, before: number): Run | undefined {
  const length = Math.min(RUN_BYTES, before - offset, file.size - offset);
  if (length < MIN_RUN_BYTES) return undefined;
  const window = file.from(offset, length).subarray(0, length);
  const compressed = bufferOf(window);
  const isLast = offset + length === file.size;
  const members = membersOf(compressed, decompressRun(compressed), offset, isLast);
  return { members, end: offset + length };
}

/** Decompresses as much as there is, including a cut last member. Returns nothing if it is damaged or too large. */
function decompressRun(compressed: Buffer): Buffer {
  try {
    return gunzipSync(compressed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      chunkSize: CHUNK_BYTES,
      maxOutputLength: MAX_RECORD_BYTES,
    });
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * A member ends before the next magic number if the trailer there (RFC 1952 2.3.1) matches the decompressed length and
 * CRC.
 */
function membersOf(
  compressed: Buffer,
  bytes: Buffer,
  offset: number,
  isLast: boolean,
): (Member & { kind: 'whole' })[] {
  const members: (Member & { kind: 'whole' })[] = [];
  let start = 0;
  for (let at = GZIP_MAGIC.length; at < compressed.length; at += 1) {
    const next = compressed.indexOf(GZIP_MAGIC, at);
    if (next === -1 && !isLast) break;
    at = next === -1 ? compressed.length : next;
    if (at < TRAILER_BYTES) continue;
    const length = compressed.readUInt32LE(at - 4);
    // The trailer of an empty member is all zeros, like padding, so empty members end a run.
    if (length === 0 || length > bytes.length - start) continue;
    const member = bytes.subarray(start, start + length);
    if (!isTrailerOf(compressed.subarray(at - TRAILER_BYTES, at), crc32(member), length)) continue;
    members.push({ kind: 'whole', bytes: member, end: offset + at });
    start += length;
  }
  return members;
}
