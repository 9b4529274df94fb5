/** Implements `Io` with the process and runs the command. */

import { fileBytes, startThreadsOf } from '@repkit/bulk';
import { fileIdentity, findFiles, openOutput, replaceFile } from './program/files.js';
import { type GitResult, MAX_FILE_BYTES } from './program/io.js';
import { LogOutput } from './program/log.js';
import { unsupportedNode } from './program/version.js';
import { run } from './run.js';

// Runs first, before anything that an old Node lacks and would report with a stack trace.
const versionError = unsupportedNode(process.versions.node);
if (versionError !== undefined) {
  process.stderr.write(`${versionError}\n`);
  process.exit(2);
}

const fs = process.getBuiltinModule('node:fs');
const { writeSync } = fs;

/**
 * Wraps an output of the process. Files and pipes are written synchronously, because opening Node's stream takes a tenth of
 * the start-up time. The stream is opened for a terminal, and when a non-blocking pipe is full.
 */
function output(name: 'stdout' | 'stderr', descriptor: number) {
  const failed = (error: NodeJS.ErrnoException): void => {
    // There is nowhere to report a failure of standard error.
    if (name === 'stderr') return;
    // A reader that stops early (`| head`) is not an error.
    if (error.code === 'EPIPE') {
      if (endsWithReader) process.exit(0);
      isClosed = true;
      return;
    }
    process.stderr.write(`repkit: Standard output cannot be written: ${error.message}.\n`);
    process.exit(2);
  };
  let endsWithReader = true;
  let isClosed = false;
  let stream: NodeJS.WriteStream | undefined;
  const openStream = (): NodeJS.WriteStream => {
    stream ??= process[name].on('error', failed);
    return stream;
  };
  const isPlain = isFileOrPipe(descriptor);
  return {
    get isTerminal() {
      return !isPlain && openStream().isTTY === true;
    },
    outliveReader(): void {
      endsWithReader = false;
    },
    /** Returns false if the stream buffers the data. */
    write(text: string | Uint8Array): boolean {
      if (isClosed) return true;
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      let written = 0;
      try {
        while (isPlain && stream === undefined && written < bytes.length) {
          written += writeSync(descriptor, bytes, written);
        }
      } catch (error) {
        const problem = error as NodeJS.ErrnoException;
        if (problem.code !== 'EAGAIN') {
          failed(problem);
          return true;
        }
      }
      return written === bytes.length || openStream().write(bytes.subarray(written));
    },
  };
}

function isPipe(descriptor: number): boolean {
  const kind = fs.fstatSync(descriptor);
  return kind.isFIFO() || kind.isSocket();
}

function isFileOrPipe(descriptor: number): boolean {
  try {
    return fs.fstatSync(descriptor).isFile() || isPipe(descriptor);
  } catch {
    return false;
  }
}

function git(args: readonly string[]): Promise<GitResult> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: MAX_FILE_BYTES, windowsHide: true } as const;
    execFile('git', args, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      // Any other code means that git did not run to completion.
      if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr: stderr.toString() });
      else reject(error);
    });
  });
}

/** Writes to standard output and waits while it is full. */
async function writeBytes(bytes: Uint8Array): Promise<void> {
  if (stdout.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const { stdout: stream } = process;
    const done = (): void => {
      // A stream that its reader has closed never drains.
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

function stdin(stop?: AbortSignal): NodeJS.ReadStream {
  if (stop === undefined) return process.stdin;
  return process.getBuiltinModule('node:stream').addAbortSignal(stop, process.stdin);
}

function checkReadable(path: string): void {
  // Does not open the file: opening a pipe would block until a writer connects.
  fs.accessSync(path, fs.constants.R_OK);
  if (fs.statSync(path).isDirectory()) throw systemError('EISDIR', path);
}

function checkWritable(path: string): void {
  const kind = fs.statSync(path, { throwIfNoEntry: false });
  if (kind?.isDirectory()) throw systemError('EISDIR', path);
  const { dirname } = process.getBuiltinModule('node:path');
  if (kind !== undefined) fs.accessSync(path, fs.constants.W_OK);
  // Files are replaced by renaming, which requires a writable folder.
  if (kind?.isFile() !== false) fs.accessSync(dirname(path), fs.constants.W_OK);
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  // `once`: the second signal has no listener and ends the process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(name));
  }
  return controller.signal;
}

/** Hides Node 22's warnings that node:sqlite and globs are experimental; users cannot act on them. */
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (/^(?:SQLite|glob) is an experimental feature/.test(String(warning))) return;
  Reflect.apply(emitWarning, process, [warning, ...rest]);
};

const stdout = output('stdout', 1);
const log = new LogOutput(() => {
  const isStream = process.getBuiltinModule('node:tty').isatty(1) || isPipe(1);
  // A write to a pipe in a thread could block the end of the process; Node's stream does not.
  return isStream ? process.stdout : fs.createWriteStream('', { fd: 1, autoClose: false });
});

process.exitCode = await run(process.argv.slice(2), {
  stdout,
  stderr: output('stderr', 2),
  env: process.env,
  platform: process.platform,
  homeDirectory: () => process.getBuiltinModule('node:os').homedir(),
  now: Date.now,
  // The build copies the pages next to this file.
  lintPage: (code) => fs.promises.readFile(new URL(`./lint/${code}.md`, import.meta.url), 'utf8'),
  stdin,
  openFile: fileBytes,
  git,
  fileSize: (path) => fs.statSync(path, { throwIfNoEntry: false })?.size,
  fileIdentity: (path) => fileIdentity(path, fs),
  findFiles: (name) => findFiles(name, fs),
  writeBytes,
  outliveReader: stdout.outliveReader,
  log,
  openOutput: (path) => openOutput(path, fs),
  replaceFile: (path, content) => replaceFile(path, content, process.pid, fs),
  checkReadable,
  checkWritable,
  cores: () => process.getBuiltinModule('node:os').availableParallelism(),
  startThreads: startThreadsOf(new URL('./thread.js', import.meta.url)),
  stopSignal,
});
// A stopped service may still be waiting for the reader of its log.
if (log.isPending) process.exit();
