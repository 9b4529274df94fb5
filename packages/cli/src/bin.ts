/** All of the command that touches the process. */
import { fileIdentity } from './file-identity.js';
import { fileOctets } from './file-octets.js';
import {
  type GitResult,
  MAX_FILE_OCTETS,
  type OutputFile,
  type TemporaryFile,
  type Thread,
} from './io.js';
import { oldNode } from './old-node.js';
import { run } from './run.js';
import type { ThreadWork } from './threads/thread-work.js';

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
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`repkit: standard output cannot be written: ${error.message}.\n`);
    process.exit(2);
  };
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
    /** False where the stream holds back what it was given. */
    write(text: string | Uint8Array): boolean {
      const octets = typeof text === 'string' ? Buffer.from(text) : text;
      let written = 0;
      try {
        while (isPlain && stream === undefined && written < octets.length) {
          written += writeSync(descriptor, octets, written);
        }
      } catch (error) {
        const problem = error as NodeJS.ErrnoException;
        if (problem.code !== 'EAGAIN') {
          failed(problem);
          return true;
        }
      }
      return written === octets.length || opened().write(octets.subarray(written));
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
    const options = { encoding: 'buffer', maxBuffer: MAX_FILE_OCTETS, windowsHide: true } as const;
    execFile('git', args, options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : error.code;
      // Anything but a number says that git did not run to its end.
      if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr: stderr.toString() });
      else reject(error);
    });
  });
}

/** Standard output for much: the next piece is not made before it takes one. */
async function writeOctets(octets: Uint8Array): Promise<void> {
  if (!stdout.write(octets)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function openOutput(path: string, keptOctets: number): OutputFile {
  const file = openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o666);
  // A device or a pipe has no length, and no place to write at.
  const isFile = fstatSync(file).isFile();
  if (isFile) fs.ftruncateSync(file, keptOctets);
  let at = keptOctets;
  return {
    write(octets) {
      for (let from = 0; from < octets.length; ) {
        const place = isFile ? at + from : null;
        from += writeSync(file, octets, from, octets.length - from, place);
      }
      at += octets.length;
    },
    sync() {
      if (isFile) fs.fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function replaceFile(path: string, text: string): void {
  const beside = `${path}.${process.pid}.new`;
  fs.writeFileSync(beside, text, { flush: true });
  fs.renameSync(beside, path);
}

function startThread(work: ThreadWork): Thread {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  return new Worker(new URL('./thread.js', import.meta.url), { workerData: work }) as Thread;
}

/** It loses its name at once, and so is never left over. */
function temporaryFile(): TemporaryFile {
  const { mkdtempSync, rmSync } = fs;
  const { tmpdir } = process.getBuiltinModule('node:os');
  const { join } = process.getBuiltinModule('node:path');
  const folder = mkdtempSync(join(tmpdir(), 'repkit-'));
  const file = openSync(join(folder, 'spill'), 'wx+', 0o600);
  rmSync(folder, { recursive: true });
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(octets) {
      for (let from = 0; from < octets.length; ) {
        from += writeSync(file, octets, from, octets.length - from, size + from);
      }
      size += octets.length;
    },
    *read() {
      for (let at = 0; ; ) {
        const piece = new Uint8Array(65_536);
        const length = fs.readSync(file, piece, 0, piece.length, at);
        if (length === 0) return;
        at += length;
        yield piece.subarray(0, length);
      }
    },
    close: () => closeSync(file),
  };
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  // `once`: the second signal finds nobody who listens, and ends the process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort());
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

process.exitCode = await run(process.argv.slice(2), {
  stdout,
  stderr: output('stderr', 2),
  env: process.env,
  platform: process.platform,
  homeDirectory: () => process.getBuiltinModule('node:os').homedir(),
  now: Date.now,
  stdin: () => process.stdin,
  openFile: (path) => fileOctets(path, fs),
  writeFile: (path, octets) => process.getBuiltinModule('node:fs/promises').writeFile(path, octets),
  git,
  fileSize: (path) => fs.statSync(path, { throwIfNoEntry: false })?.size,
  fileIdentity: (path) => fileIdentity(path, fs),
  writeOctets,
  openOutput,
  replaceFile,
  cores: () => process.getBuiltinModule('node:os').availableParallelism(),
  startThread,
  makeFolder: (path) => void fs.mkdirSync(path, { recursive: true }),
  moveFile: fs.renameSync,
  temporaryFile,
  stopSignal,
  get processName() {
    return `${process.getBuiltinModule('node:os').hostname()}:${process.pid}`;
  },
});
