/** Members of a gzip file that follow each other, unpacked at once: to start anew for each takes longer than to unpack it. */
import { Buffer } from 'node:buffer';
import { constants, crc32, gunzipSync } from 'node:zlib';
import type { ByteFile } from './byte-file.js';
import { MOST_RECORD_BYTES } from './entry.js';
import { isTrailerOf, MAGIC, type Member, TRAILER_BYTES } from './gzip-member.js';

/** As they are packed. */
const RUN_BYTES = 128 * 1024;
/** Less holds too few members to be worth it. */
const SHORTEST_RUN = 16 * 1024;
/** What most of them unpack to is no longer. */
const CHUNK_BYTES = 1024 * 1024;

export interface Run {
  /** The whole ones from the first on; none where the run cannot be unpacked as a whole. */
  readonly members: readonly (Member & { kind: 'whole' })[];
  /** Where the bytes end that were looked at. */
  readonly end: number;
}

/** The members from an offset on that begin and end before another one. Where a run is no use there are none. */
export function readRun(file: ByteFile, offset: number, before: number): Run | undefined {
  const length = Math.min(RUN_BYTES, before - offset, file.size - offset);
  if (length < SHORTEST_RUN) return undefined;
  const window = file.from(offset, length).subarray(0, length);
  const packed = Buffer.from(window.buffer, window.byteOffset, window.length);
  const isLast = offset + length === file.size;
  return { members: membersOf(packed, unpacked(packed), offset, isLast), end: offset + length };
}

/** As far as it goes, of a last member that is cut too; empty where something is broken, or it is too much. */
function unpacked(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      chunkSize: CHUNK_BYTES,
      maxOutputLength: MOST_RECORD_BYTES,
    });
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * A member ends where another one may begin, if the trailer there (RFC 1952 2.3.1) has the length and the CRC of what
 * was unpacked.
 */
function membersOf(
  packed: Buffer,
  bytes: Buffer,
  offset: number,
  isLast: boolean,
): (Member & { kind: 'whole' })[] {
  const members: (Member & { kind: 'whole' })[] = [];
  let start = 0;
  for (let at = MAGIC.length; at < packed.length; at += 1) {
    const next = packed.indexOf(MAGIC, at);
    if (next === -1 && !isLast) break;
    at = next === -1 ? packed.length : next;
    if (at < TRAILER_BYTES) continue;
    const length = packed.readUInt32LE(at - 4);
    // The trailer of nothing is zeros, as padding is: members without bytes are read apart.
    if (length === 0 || length > bytes.length - start) continue;
    const member = bytes.subarray(start, start + length);
    if (!isTrailerOf(packed.subarray(at - TRAILER_BYTES, at), crc32(member), length)) continue;
    members.push({ kind: 'whole', bytes: member, end: offset + at });
    start += length;
  }
  return members;
}
