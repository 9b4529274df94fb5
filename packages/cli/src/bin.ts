#!/usr/bin/env node
import type { Output } from './io.js';
import { run } from './run.js';

/** A stream of the process, opened when it is first used: that takes a while. */
function output(name: 'stdout' | 'stderr'): Output {
  let stream: NodeJS.WriteStream | undefined;
  const opened = (): NodeJS.WriteStream => {
    stream ??= process[name].on('error', (error: NodeJS.ErrnoException) => {
      // Of complaints that are lost nobody can be told.
      if (name === 'stderr') return;
      // A reader that has seen enough (`| head`) is no failure.
      if (error.code === 'EPIPE') process.exit(0);
      process.stderr.write(`repkit: standard output cannot be written: ${error.message}.\n`);
      process.exit(2);
    });
    return stream;
  };
  return {
    get isTerminal() {
      return opened().isTTY === true;
    },
    write: (text) => opened().write(text),
  };
}

/** Read piece by piece, and not by a stream: to import node:fs and its streams takes longer than all the rest. */
function* octetsOf(path: string): Generator<Uint8Array> {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(65_536);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** Node 22 calls node:sqlite an experiment, and whoever runs the command cannot help that. */
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (/^SQLite is an experimental feature/.test(String(warning))) return;
  Reflect.apply(emitWarning, process, [warning, ...rest]);
};

process.exitCode = await run(process.argv.slice(2), {
  stdout: output('stdout'),
  stderr: output('stderr'),
  env: process.env,
  platform: process.platform,
  homeDirectory: () => process.getBuiltinModule('node:os').homedir(),
  now: Date.now,
  stdin: () => process.stdin,
  openFile: octetsOf,
});
