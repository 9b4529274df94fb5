/** All of the command that touches the process. */

import { fileBytes, type Thread, type ThreadWork } from '@repkit/bulk';
import { fileIdentity, replaceFile } from './program/files.js';
import { type GitResult, MAX_FILE_BYTES, type OutputFile } from './program/io.js';
import { run } from './program/run.js';
import { oldNode } from './program/version.js';

// Before anything that an old one lacks: it would show its users a page of code.
const complaint = oldNode(process.versions.node);
if (complaint !== undefined) {
  process.stderr.write(`${complaint}\n`);
  process.exit(2);
}

const fs = process.getBuiltinModule('node:fs');
const { closeSync, fstatSync, openSync, writeSync } = fs;

/**
 * An output of the process. Files and pipes are written as they are: to open the stream of Node takes a tenth of the
 * start-up. It is opened for a terminal, and for good where a pipe that does not wait is full.
 */
function output(name: 'stdout' | 'stderr', descriptor: number) {
  const failed = (error: NodeJS.ErrnoException): void => {
    // Of complaints that are lost nobody can be told.
    if (name === 'stderr') return;
    // A reader that has seen enough (`| head`) is no failure.
    if (error.code === 'EPIPE') {
      if (endsWithReader) process.exit(0);
      isClosed = true;
      return;
    }
    process.stderr.write(`repkit: standard output cannot be written: ${error.message}.\n`);
    process.exit(2);
  };
  let endsWithReader = true;
  let isClosed = false;
  let stream: NodeJS.WriteStream | undefined;
  const opened = (): NodeJS.WriteStream => {
    stream ??= process[name].on('error', failed);
    return stream;
  };
  const isPlain = isFileOrPipe(descriptor);
  return {
    get isTerminal() {
      return !isPlain && opened().isTTY === true;
    },
    outliveReader(): void {
      endsWithReader = false;
    },
    /** False where the stream holds back what it was given. */
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
      return written === bytes.length || opened().write(bytes.subarray(written));
    },
  };
}

function isFileOrPipe(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFile() || kind.isFIFO() || kind.isSocket();
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
      // Anything but a number says that git did not run to its end.
      if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr: stderr.toString() });
      else reject(error);
    });
  });
}

/** Standard output for much: the next piece is not made before it takes one. */
async function writeBytes(bytes: Uint8Array): Promise<void> {
  if (stdout.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const { stdout: stream } = process;
    const done = (): void => {
      // A stream whose reader has gone is closed and never drains.
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

function openOutput(path: string, keptBytes: number): OutputFile {
  const file = openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o666);
  // A device or a pipe has no length, and no place to write at.
  const isFile = fstatSync(file).isFile();
  if (isFile) fs.ftruncateSync(file, keptBytes);
  let at = keptBytes;
  return {
    write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const place = isFile ? at + from : null;
        from += writeSync(file, bytes, from, bytes.length - from, place);
      }
      at += bytes.length;
    },
    sync() {
      if (isFile) fs.fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function checkReadable(path: string): void {
  // Opening a pipe would wait for its writer.
  fs.accessSync(path, fs.constants.R_OK);
  if (fs.statSync(path).isDirectory()) throw systemError('EISDIR', path);
}

function checkWritable(path: string): void {
  const kind = fs.statSync(path, { throwIfNoEntry: false });
  if (kind?.isDirectory()) throw systemError('EISDIR', path);
  const { dirname } = process.getBuiltinModule('node:path');
  if (kind !== undefined) fs.accessSync(path, fs.constants.W_OK);
  // A file is replaced, which takes a folder that can be written to.
  if (kind?.isFile() !== false) fs.accessSync(dirname(path), fs.constants.W_OK);
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

function startThread(work: ThreadWork): Thread {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  return new Worker(new URL('./thread.js', import.meta.url), {
    workerData: work,
  }) as Thread;
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  // `once`: the second signal finds nobody who listens, and ends the process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(name));
  }
  return controller.signal;
}

/** Node 22 calls node:sqlite an experiment, and whoever runs the command cannot help that. */
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (/^SQLite is an experimental feature/.test(String(warning))) return;
  Reflect.apply(emitWarning, process, [warning, ...rest]);
};

const stdout = output('stdout', 1);

const exitCode = await run(process.argv.slice(2), {
  stdout,
  stderr: output('stderr', 2),
  env: process.env,
  platform: process.platform,
  homeDirectory: () => process.getBuiltinModule('node:os').homedir(),
  now: Date.now,
  stdin: () => process.stdin,
  openFile: fileBytes,
  git,
  fileSize: (path) => fs.statSync(path, { throwIfNoEntry: false })?.size,
  fileIdentity: (path) => fileIdentity(path, fs),
  writeBytes,
  outliveReader: stdout.outliveReader,
  openOutput,
  replaceFile: (path, content) => replaceFile(path, content, process.pid, fs),
  checkReadable,
  checkWritable,
  cores: () => process.getBuiltinModule('node:os').availableParallelism(),
  startThread,
  stopSignal,
  get processName() {
    return `${process.getBuiltinModule('node:os').hostname()}:${process.pid}`;
  },
});
process.exitCode = exitCode;
// A command that was stopped may still be waiting for input or for sites.
if (exitCode > 2) process.exit();
