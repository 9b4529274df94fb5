/** The file that an option names for results: compressed by its extension, and with errors that name the option. */
import { Buffer } from 'node:buffer';
import { fileError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import type { Io, OutputFile } from '../program/io.js';

export interface ResultFile extends OutputFile {
  /** Bytes in the file after the last `sync`; a later run can go on from there. */
  readonly size: number;
}

/** Larger members compress better; this much is little to hold. */
const MEMBER_BYTES = 1024 * 1024;

/** The file of an option, if it was given, cut to so many bytes. Throws an InputError if it cannot be written. */
export async function openResultFile(
  args: Arguments,
  option: 'output' | 'rejects',
  keptBytes: number,
  io: Pick<Io, 'openOutput'>,
): Promise<ResultFile | undefined> {
  const path = args.value(option);
  if (path === undefined) return undefined;
  const open = () => io.openOutput(path, keptBytes);
  return await resultFile(`--${option} "${path}"`, path, keptBytes, open);
}

/**
 * Wraps an output. `name` decides about compression: .gz and .zst files consist of independent members (RFC 1952 2.2) or
 * frames (RFC 8878 3.1), so a run can be resumed after any of them.
 */
export async function resultFile(
  what: string,
  name: string,
  keptBytes: number,
  open: () => OutputFile,
): Promise<ResultFile> {
  const attempt = <Result>(deed: () => Result): Result => {
    try {
      return deed();
    } catch (error) {
      throw fileError(what, error, 'written');
    }
  };
  const file = attempt(open);
  const compress = await compressorFor(name);
  let size = keptBytes;
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
  // Most output is not compressed, and loads faster without it.
  const { gzipSync, zstdCompressSync } = await import('node:zlib');
  return extension.toLowerCase() === 'gz'
    ? (data) => gzipSync(data)
    : (data) => zstdCompressSync(data);
}
