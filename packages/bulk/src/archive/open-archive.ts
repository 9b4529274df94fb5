/** Archives of robots.txt responses, told by what they begin with, or by their kind where that is given. */
import { constants, gunzipSync } from 'node:zlib';
import { fileError, InputError } from '../input-error.js';
import { archiveStats, ByteFile } from './byte-file.js';
import type { Archive } from './entry.js';
import { FolderArchive } from './folder.js';
import { NdjsonArchive } from './ndjson.js';
import { WarcArchive } from './warc.js';

export type ArchiveKind = 'folder' | 'sqlite' | 'ndjson' | 'warc';

/** Throws an InputError if it cannot be read or is not an archive. */
export async function openArchive(
  file: string,
  kind: ArchiveKind = archiveKind(file),
): Promise<Archive> {
  try {
    switch (kind) {
      case 'folder':
        return new FolderArchive(file);
      case 'ndjson':
        return new NdjsonArchive(file);
      case 'warc':
        return new WarcArchive(file);
      case 'sqlite': {
        // Few archives need the client for it.
        const { openStoreArchive } = await import('./store.js');
        return openStoreArchive(file);
      }
    }
  } catch (error) {
    throw fileError(`"${file}"`, error);
  }
}

/** What a file is, by its first bytes. Throws an InputError if it is not an archive. */
export function archiveKind(file: string): ArchiveKind {
  try {
    if (archiveStats(file).isDirectory()) return 'folder';
    const start = startOf(file);
    if (start.startsWith('SQLite format 3\0')) return 'sqlite';
    if (start.startsWith('WARC/')) return 'warc';
    if (/^\s*\{/.test(start)) return 'ndjson';
    // What zstd has packed is told by its name alone.
    if (start.startsWith('\x28\xb5\x2f\xfd') && /\.(?:ndjson|jsonl)\.zst$/i.test(file))
      return 'ndjson';
  } catch (error) {
    throw fileError(`"${file}"`, error);
  }
  throw new InputError(
    `"${file}" is no archive of robots.txt files: name a folder, a WARC file, NDJSON, or a store of repkit.`,
  );
}

const FIRST_BYTES = 1024;

/** The first bytes, unpacked where gzip has packed them, one character each. */
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
