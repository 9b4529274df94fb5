/** Result files: compressed according to their extension, with errors that name the option. */
import { Buffer } from 'node:buffer';
import { fileError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import type { Io, OutputFile } from '../program/io.js';

/** Larger members compress better but take more memory. */
const MEMBER_BYTES = 1024 * 1024;

/** Opens the file of an option; undefined if it is not given. Throws an InputError on failure. */
export async function openResultFile(
  args: Arguments,
  option: 'output' | 'rejects',
  io: Pick<Io, 'openOutput'>,
): Promise<OutputFile | undefined> {
  const path = args.value(option);
  if (path === undefined) return undefined;
  return await resultFile(`--${option} "${path}"`, path, () => io.openOutput(path));
}

/**
 * Wraps an output, compressed if `name` ends in .gz or .zst. It consists of independent members (RFC 1952 2.2) or frames
 * (RFC 8878 3.1), which bounds the memory.
 */
export async function resultFile(
  what: string,
  name: string,
  open: () => OutputFile,
): Promise<OutputFile> {
  const attempt = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw fileError(what, error, 'written');
    }
  };
  const compress = await compressorFor(name);
  const file = attempt(open);
  if (compress === undefined) {
    return {
      write: (bytes) => attempt(() => file.write(bytes)),
      close: () => attempt(() => file.close()),
    };
  }
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let isEmpty = true;
  const flush = (): void => {
    attempt(() => file.write(compress(Buffer.concat(pending))));
    pending = [];
    pendingBytes = 0;
    isEmpty = false;
  };
  return {
    write(bytes) {
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= MEMBER_BYTES) flush();
    },
    close() {
      // An empty file is not a valid archive.
      if (isEmpty || pendingBytes > 0) flush();
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
