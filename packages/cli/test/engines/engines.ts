/** Engines that run external programs and exchange lines with them. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { documented, type Place } from './commands.js';

/** Sends lines (one character per byte) to `repkit filter --verdict-only` and returns its output lines. */
type Ask = (options: string, lines: readonly string[], place: Place) => Promise<string[]>;

export interface Engine {
  readonly name: string;
  /** Whether rows are text, which excludes bytes that are not UTF-8. */
  readonly isText: boolean;
  readonly ask: Ask;
}

/** Warnings about invalid rows would be as long as the rows. */
const COMMAND = 'repkit filter --verdict-only --quiet';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Inherits standard error, so that errors of the command show in the test. */
function start(command: string, { folder, env }: Place): Child {
  const [program = '', ...argv] = command.trim().split(/\s+/);
  return spawn(program, argv, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
}

async function output(child: Child): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

/** Rejects unless the exit code is 0, like the engines. */
function end(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`the command ended with ${code ?? signal}`));
    });
  });
}

/** Splits input into chunks like a buffered writer, regardless of lines. */
async function writeInPieces(stdin: Writable, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) {
    if (stdin.write(bytes.subarray(at, at + size))) continue;
    await new Promise((resolve) => stdin.once('drain', resolve));
  }
  stdin.end();
}

/** Writes and reads concurrently, as Spark and Hadoop do. */
async function pipeAll(command: string, input: string, size: number, place: Place) {
  const child = start(command, place);
  // A killed command closes its input; its exit code says so.
  child.stdin.on('error', () => {});
  const [text] = await Promise.all([output(child), end(child), writeInPieces(child.stdin, Buffer.from(input, 'latin1'), size)]);
  return text;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** PipedRDD: splits the command at spaces and writes through a buffer of 8 KiB. */
export const SPARK: Engine = {
  name: "in the manner of Spark's rdd.pipe",
  isText: true,
  async ask(options, lines, place) {
    const input = lines.map((line) => `${line}\n`).join('');
    return linesOf(await pipeAll(`${COMMAND} ${options}`, input, 8192, place));
  },
};

/** PipeMapRed: writes rows without keys through a buffer of 128 KiB; output keys end at the first tab. */
const hadoop: Engine = {
  name: 'in the manner of a mapper of Hadoop streaming',
  isText: false,
  async ask(options, lines, place) {
    const input = lines.map((line) => `${line}\n`).join('');
    const text = await pipeAll(`${COMMAND} ${options}`, input, 128 * 1024, place);
    return linesOf(text).map((line) => {
      const [key = '', ...value] = line.split('\t');
      if (value.length > 0) throw new Error(`a mapper would take this apart: ${line}`);
      return key;
    });
  },
};

/** Reads from a file without a final line feed. */
const crLf: Engine = {
  name: 'lines that end with CR LF, the last one with nothing',
  isText: false,
  async ask(options, lines, place) {
    return linesOf(await pipeAll(`${COMMAND} ${options}`, lines.join('\r\n'), 65_536, place));
  },
};

export const PIPES: readonly Engine[] = [SPARK, hadoop, crLf];

/** The command of docs/guides/engines.md with other options and block size. */
function parallel(name: string, block: string): Engine {
  return {
    name,
    isText: false,
    async ask(options, lines, { folder, env }) {
      writeFileSync(join(folder, 'rows.tsv'), lines.map((line) => `${line}\n`).join(''), 'latin1');
      const command = documented('sh', 'parallel --pipe-part')
        .replace('--robots robots.txt', `--quiet ${options}`)
        .replace('--block -1', `--block ${block}`);
      await promisify(execFile)('sh', ['-e', '-c', command], { cwd: folder, env });
      const verdicts = linesOf(readFileSync(join(folder, 'verdicts'), 'latin1'));
      const pasted = readFileSync(join(folder, 'rows-and-verdicts.tsv'), 'latin1');
      const expected = lines.map((line, at) => `${line}\t${verdicts[at]}\n`).join('');
      if (pasted !== expected) throw new Error('the verdicts do not match their rows');
      return verdicts;
    },
  };
}

export const PARALLELS: readonly Engine[] = [
  parallel('GNU parallel --pipe-part, a part for each core', '-1'),
  parallel('GNU parallel --pipe-part, many parts', '1M'),
];
