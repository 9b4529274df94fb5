/** Opens archives of robots.txt responses, detecting their format by their first bytes. */
import { constants, gunzipSync } from 'node:zlib';
import { fileError, InputError } from '../bytes/input-error.js';
import { archiveStats, ByteFile } from './byte-file.js';
import type { Archive } from './entry.js';
import { FolderArchive } from './folder.js';
import { NdjsonArchive } from './ndjson.js';
import { WarcArchive } from './warc.js';

export type ArchiveKind = 'folder' | 'ndjson' | 'warc';

/** Throws an InputError if the file cannot be read or is not an archive. */
export async function openArchive(file: string): Promise<Archive> {
  const kind = archiveKind(file);
  try {
    switch (kind) {
      case 'folder':
        return new FolderArchive(file);
      case 'ndjson':
        return new NdjsonArchive(file);
      case 'warc':
        return new WarcArchive(file);
    }
  } catch (error) {
    throw fileError(`"${file}"`, error);
  }
}

/** Detects the format of a file by its first bytes. Throws an InputError if it is not an archive. */
export function archiveKind(file: string): ArchiveKind {
  try {
    if (archiveStats(file).isDirectory()) return 'folder';
    const start = startOf(file);
    if (start.startsWith('WARC/')) return 'warc';
    if (/^(?:\xef\xbb\xbf)?\s*\{/.test(start)) return 'ndjson';
    // The start of a zstd frame is not decompressed, so the name decides.
    if (start.startsWith('\x28\xb5\x2f\xfd') && /\.(?:ndjson|jsonl)\.zst$/i.test(file)) return 'ndjson';
  } catch (error) {
    throw fileError(`"${file}"`, error);
  }
  throw new InputError(`"${file}" is not a robots.txt archive. Use a folder, a .warc or .warc.gz file, or NDJSON.`);
}

const FIRST_BYTES = 1024;

/** Returns the first bytes, decompressed if they are gzip, one character per byte. */
function startOf(file: string): string {
  const bytes = new ByteFile(file);
  try {
    const start = Buffer.from(bytes.from(0, FIRST_BYTES)).subarray(0, FIRST_BYTES);
    if (start[0] !== 0x1f || start[1] !== 0x8b) return start.toString('latin1');
    return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))) return '';
    throw error;
  } finally {
    bytes.close();
  }
}
