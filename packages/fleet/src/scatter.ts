/** Distributes lines to temporary files, so that related lines can be processed in memory one file at a time. */
import { bytesOf, utf8Text } from '@repkit/bulk/blocks';
import { originOf } from '@repkit/client';
import { TemporaryFile } from './files.js';

export interface RowOrigin {
  /** Empty if there is none. */
  readonly origin: string;
  /** 30 bits of it are used. */
  readonly hash: number;
}

/** Open files per level. Three levels are far below the limit of a process. */
export const BUCKETS = 64;

/** Buffered characters per file: 16 MiB for all files of a level. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Lines have one character per byte and no line end. */
export class Scatter {
  readonly #files: (TemporaryFile | undefined)[] = Array(BUCKETS).fill(undefined);
  readonly #buffers: string[] = Array(BUCKETS).fill('');

  add(bucket: number, line: string): void {
    const buffer = `${this.#buffers[bucket]}${line}\n`;
    this.#buffers[bucket] = buffer;
    if (buffer.length >= BUFFER_CHARACTERS) this.#flush(bucket);
  }

  /** Returns the files by bucket, undefined for empty buckets. The caller must close them. */
  files(): readonly (TemporaryFile | undefined)[] {
    for (let bucket = 0; bucket < BUCKETS; bucket++) this.#flush(bucket);
    return this.#files;
  }

  #flush(bucket: number): void {
    const buffer = this.#buffers[bucket] ?? '';
    if (buffer === '') return;
    this.#files[bucket] ??= new TemporaryFile();
    this.#files[bucket].append(bytesOf(buffer));
    this.#buffers[bucket] = '';
  }
}

export function* linesOf(file: Pick<TemporaryFile, 'read'>): Generator<string> {
  let open = '';
  for (const chunk of file.read()) {
    const text =
      open + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      yield text.slice(at, end);
      at = end + 1;
    }
    open = text.slice(at);
  }
}

const MAX_CACHED = 100_000;

const NONE: RowOrigin = { origin: '', hash: 0 };

/** Scheme and authority. URLs with the same prefix have the same origin. */
const ORIGIN_PREFIX = /^https?:\/\/[^/?#\\\s\x80-\xff]+\//;

/** Returns a function from URLs to their origins, with a cache. */
export function cachedOriginOf(): (url: string) => RowOrigin {
  const cache = new Map<string, RowOrigin>();
  return (url) => {
    const key = ORIGIN_PREFIX.exec(url)?.[0];
    const cached = key === undefined ? undefined : cache.get(key);
    if (cached !== undefined) return cached;
    const text = utf8Text(url);
    const origin = text === undefined ? undefined : originOf(text);
    const result = origin === undefined ? NONE : { origin, hash: hashOf(origin) };
    if (key !== undefined) {
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(key, result);
    }
    return result;
  };
}

/** FNV-1a with additional mixing, because only the low bits choose the file. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
