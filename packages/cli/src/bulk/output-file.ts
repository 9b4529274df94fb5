/** Result files: compressed according to their extension, with errors that name the option. */
import { Buffer } from 'node:buffer';
import { fileError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import type { Io, OutputFile } from '../program/io.js';

export interface ResultFile extends OutputFile {
  /** Size in bytes after the last `sync`; a later run can resume there. */
  readonly size: number;
}

/** Larger members compress better but take more memory. */
const MEMBER_BYTES = 1024 * 1024;

/** Opens the file of an option, truncated to `startBytes`; undefined if it is not given. Throws an InputError on failure. */
export async function openResultFile(
  args: Arguments,
  option: 'output' | 'rejects',
  startBytes: number,
  io: Pick<Io, 'openOutput'>,
): Promise<ResultFile | undefined> {
  const path = args.value(option);
  if (path === undefined) return undefined;
  const open = () => io.openOutput(path, startBytes);
  return await resultFile(`--${option} "${path}"`, path, startBytes, open);
}

/**
 * Wraps an output, compressed if `name` ends in .gz or .zst. It consists of independent members (RFC 1952 2.2) or frames
 * (RFC 8878 3.1), so that a run can resume after any of them.
 */
export async function resultFile(
  what: string,
  name: string,
  startBytes: number,
  open: () => OutputFile,
): Promise<ResultFile> {
  const attempt = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw fileError(what, error, 'written');
    }
  };
  const file = attempt(open);
  const compress = await compressorFor(name);
  let size = startBytes;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const put = (bytes: Uint8Array): void => {
    attempt(() => file.write(bytes));
    size += bytes.length;
  };
  const flush = (): void => {
    if (compress !== undefined && pendingBytes > 0) put(compress(Buffer.concat(pending)));
    pending = [];
    pendingBytes = 0;
  };
  return {
    get size() {
      return size;
    },
    write(bytes) {
      if (compress === undefined) {
        put(bytes);
        return;
      }
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= MEMBER_BYTES) flush();
    },
    sync() {
      flush();
      attempt(() => file.sync());
    },
    close() {
      flush();
      // An empty file is not a valid archive.
      if (compress !== undefined && size === 0) put(compress(Buffer.alloc(0)));
      attempt(() => file.close());
    },
  };
}

async function compressorFor(
  name: string,
): Promise<((data: Uint8Array) => Uint8Array) | undefined> {
  const [, extension] = /\.(gz|zst)$/i.exec(name) ?? [];
  if (extension === undefined) return undefined;
  // Loaded on demand: most output is not compressed.
  const { gzipSync, zstdCompressSync } = await import('node:zlib');
  return extension.toLowerCase() === 'gz'
    ? (data) => gzipSync(data)
    : (data) => zstdCompressSync(data);
}
