/** Implements `Io` with the process and runs the command. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import { dirname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { type Chunks, fileBytes, startThreadsOf } from '@repkit/bulk';
import { fileIdentity, fileSize, findFiles, openOutput, removeTemporaryFiles, replaceFile } from './program/files.js';
import { type GitResult, MAX_FILE_BYTES, type Output } from './program/io.js';
import { takeLock } from './program/lock.js';
import { LogOutput } from './program/log.js';
import { run } from './run.js';

let endsWithReader = true;

function endOnError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    process.stderr.write(`repkit: Standard output cannot be written: ${error.message}.\n`);
    process.exit(2);
  }
  // A reader that stops early (`| head`) is not an error.
  if (endsWithReader) process.exit(0);
}

process.stdout.on('error', endOnError);
// There is nowhere to report a failure of standard error.
process.stderr.on('error', () => {});

function output(stream: NodeJS.WriteStream): Output {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns,
    write: (text) => stream.write(text),
  };
}

/** Writes to standard output and waits until it is written, or its reader is gone. */
function writeBytes(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()));
}

async function git(args: readonly string[], input = ''): Promise<GitResult> {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C' };
    const options = { encoding: 'buffer', maxBuffer: MAX_FILE_BYTES, windowsHide: true } as const;
    const child = execFile('git', args, { ...options, env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      // Any other code means that git did not run to completion.
      if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr: stderr.toString() });
      else reject(error);
    });
    // If git ends early, its exit code says why.
    child.stdin?.on('error', () => {}).end(input);
  });
}

const STANDARD_INPUT = 0;

function stdin(stop?: AbortSignal): Chunks {
  // Node reads an empty stream instead, which as a robots.txt would allow everything.
  if (fs.fstatSync(STANDARD_INPUT).isDirectory()) return failing(systemError('EISDIR', '-'));
  return stop === undefined ? process.stdin : addAbortSignal(stop, process.stdin);
}

// biome-ignore lint/correctness/useYield: reading fails.
async function* failing(error: Error): AsyncGenerator<Uint8Array> {
  throw error;
}

function checkReadable(path: string): void {
  // Does not open the file: opening a pipe would block until a writer connects.
  fs.accessSync(path, fs.constants.R_OK);
  if (fs.statSync(path).isDirectory()) throw systemError('EISDIR', path);
}

function checkWritable(path: string): void {
  const kind = fs.statSync(path, { throwIfNoEntry: false });
  if (kind?.isDirectory()) throw systemError('EISDIR', path);
  if (kind !== undefined) fs.accessSync(path, fs.constants.W_OK);
  // Files are replaced by renaming, which requires a writable folder: of a link, that of its target.
  if (kind?.isFile() !== false) fs.accessSync(dirname(kind === undefined ? path : fs.realpathSync(path)), fs.constants.W_OK);
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  // `once`: the second signal has no listener and ends the process.
  for (const name of STOP_SIGNALS) process.once(name, () => controller.abort(name));
  return controller.signal;
}

/** The signal that interrupted the command. */
let interruptedBy: NodeJS.Signals | undefined;

function interruption(until: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    interruptedBy = name;
    controller.abort(name);
  };
  for (const name of STOP_SIGNALS) {
    process.once(name, interrupt);
    until.addEventListener('abort', () => process.off(name, interrupt));
  }
  return controller.signal;
}

/**
 * Hides Node 22's warnings that node:sqlite and globs are experimental; users cannot act on them. `--disable-warning` of Node
 * would have to be in the first line of bin.js, which needs `env -S`, and is not read if users run `node bin.js`.
 */
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (/^(?:SQLite|glob) is an experimental feature/.test(String(warning))) return;
  Reflect.apply(emitWarning, process, [warning, ...rest]);
};

const log = new LogOutput(() => {
  // Node writes to files synchronously, and a full disk or a slow one must not delay responses.
  if (fs.fstatSync(1).isFile()) return fs.createWriteStream('', { fd: 1, autoClose: false });
  // The log counts what it cannot write.
  return process.stdout.off('error', endOnError);
});

process.exitCode = await run(process.argv.slice(2), {
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  env: process.env,
  platform: process.platform,
  homeDirectory: os.homedir,
  now: Date.now,
  // The build copies the pages next to this file.
  lintPage: (code) => fs.promises.readFile(new URL(`./lint/${code}.md`, import.meta.url), 'utf8'),
  stdin,
  openFile: fileBytes,
  git,
  fileSize: (path) => fileSize(path, fs),
  fileIdentity: (path) => fileIdentity(path, fs),
  findFiles: (name) => findFiles(name, fs),
  writeBytes,
  outliveReader: () => {
    endsWithReader = false;
  },
  log,
  openOutput: (path) => openOutput(path, fs),
  replaceFile: (path, content) => replaceFile(path, content, process.pid, fs),
  removeTemporaryFiles: (folder) => removeTemporaryFiles(folder, fs),
  makeFolder: (path) => fs.mkdirSync(path, { recursive: true }),
  lock: takeLock,
  checkReadable,
  checkWritable,
  cores: os.availableParallelism,
  startThreads: startThreadsOf(new URL('./thread.js', import.meta.url)),
  stopSignal,
  interruption,
});
// Shells end loops and scripts only if the signal itself ended the command.
if (interruptedBy !== undefined) process.kill(process.pid, interruptedBy);
// A stopped service may still be waiting for the reader of its log.
if (log.isPending) process.exit();
