/** Rows and result files: compressed according to their extension, with errors that name the option. */
import { Buffer } from 'node:buffer';
import type { Arguments } from '../options/arguments.js';
import { naming } from '../program/files.js';
import { type Io, type OutputFile, stoppedBy } from '../program/io.js';
import { visible } from '../program/terminal.js';

/** Larger members compress better but take more memory. */
const MEMBER_BYTES = 1024 * 1024;

/** Writes rows to the file, or else to standard output, without control characters if that is a terminal. */
export async function writeRows(
  bytes: Uint8Array,
  file: OutputFile | undefined,
  io: Pick<Io, 'stdout' | 'writeBytes'>,
): Promise<void> {
  if (file !== undefined) file.write(bytes);
  else await io.writeBytes(io.stdout.isTerminal ? visibleRows(bytes) : bytes);
}

/** Escapes control characters, but preserves tabs between columns. */
function visibleRows(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const rows = text.split('\n').map((row) => row.split('\t').map(visible).join('\t'));
  return Buffer.from(rows.join('\n'));
}

type ResultOption = 'output' | 'rejects' | 'evidence';

export interface Results {
  /** The files of the options that are given. */
  readonly files: Readonly<Partial<Record<ResultOption, OutputFile>>>;
  /** Aborts when the process is to end; undefined without files. */
  readonly stop: AbortSignal | undefined;
}

/**
 * Opens the files of the options, and gives them their names when the work is done. If it fails or is stopped, reports the
 * incomplete ones. Throws an InputError if a file cannot be written.
 */
export async function withResults<Result>(
  args: Arguments,
  options: readonly ResultOption[],
  io: Pick<Io, 'openOutput' | 'report' | 'stopSignal'>,
  work: (results: Results) => Promise<Result>,
): Promise<Result> {
  const files: Partial<Record<ResultOption, OutputFile>> = {};
  const open = new Set<OutputFile>();
  let stop: AbortSignal | undefined;
  try {
    for (const option of options) {
      const path = args.value(option);
      if (path === undefined) continue;
      const file = await openResultFile(`--${option} "${path}"`, path, io);
      files[option] = file;
      open.add(file);
      stop ??= io.stopSignal();
    }
    const result = await work({ files, stop });
    if (stop?.aborted) throw stop.reason;
    for (const file of open) {
      file.close();
      open.delete(file);
    }
    return result;
  } catch (error) {
    for (const file of open) {
      const partial = file.abandon();
      if (partial !== undefined) io.report(`"${partial}" is incomplete.`);
    }
    throw stop?.aborted ? stoppedBy(stop) : error;
  }
}

/**
 * Opens a result file. It is compressed if its name ends in .gz or .zst, as independent members (RFC 1952 2.2) or frames
 * (RFC 8878 3.1), which bounds the memory.
 */
async function openResultFile(label: string, path: string, io: Pick<Io, 'openOutput'>): Promise<OutputFile> {
  const attempt = <Result>(action: () => Result) => naming(label, action, 'written');
  const compress = await compressorFor(path);
  const file = attempt(() => io.openOutput(path));
  if (compress === undefined) {
    return {
      write: (bytes) => attempt(() => file.write(bytes)),
      close: () => attempt(() => file.close()),
      abandon: () => file.abandon(),
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
    abandon: () => file.abandon(),
  };
}

async function compressorFor(name: string): Promise<((data: Uint8Array) => Uint8Array) | undefined> {
  const [, extension] = /\.(gz|zst)$/i.exec(name) ?? [];
  if (extension === undefined) return undefined;
  // Loaded on demand: most output is not compressed.
  const { gzipSync, zstdCompressSync } = await import('node:zlib');
  return extension.toLowerCase() === 'gz' ? (data) => gzipSync(data) : (data) => zstdCompressSync(data);
}
