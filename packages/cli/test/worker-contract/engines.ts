/** Programs that start other programs and speak to them in lines, each in its own manner. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { documented, type Place } from './commands.js';

/** Puts lines, of one character a byte, to `repkit worker` with these options; gives the lines that came. */
type Ask = (options: string, lines: readonly string[], place: Place) => Promise<string[]>;

export interface Engine {
  readonly name: string;
  /** Whether its rows are text, so that bytes which are not UTF-8 cannot come. */
  readonly isText: boolean;
  readonly ask: Ask;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Standard error is that of the test: what a worker complains of is seen there. */
function start(command: string, { folder, env }: Place): Child {
  const [program = '', ...argv] = command.trim().split(/\s+/);
  return spawn(program, argv, { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
}

async function output(child: Child): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

/** Rejects where it does not end with 0, as the engines fail a task then. */
function end(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`the worker ended with ${code ?? signal}`));
    });
  });
}

/** Pieces of a size, as a buffered writer sends them, without regard to lines. */
async function writeInPieces(stdin: Writable, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) {
    if (stdin.write(bytes.subarray(at, at + size))) continue;
    await new Promise((resolve) => stdin.once('drain', resolve));
  }
  stdin.end();
}

/** All rows are written by one thread while another reads to the end: what Spark and Hadoop have in common. */
async function pipeAll(command: string, input: string, size: number, place: Place) {
  const child = start(command, place);
  const [text] = await Promise.all([
    output(child),
    end(child),
    writeInPieces(child.stdin, Buffer.from(input, 'latin1'), size),
  ]);
  return text;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** PipedRDD: the command is split at blanks, rows are printed through a buffer of 8 KiB. */
const spark: Engine = {
  name: "in the manner of Spark's rdd.pipe",
  isText: true,
  async ask(options, lines, place) {
    const input = lines.map((line) => `${line}\n`).join('');
    return linesOf(await pipeAll(`repkit worker ${options}`, input, 8192, place));
  },
};

/** PipeMapRed: rows without their key through a buffer of 128 KiB; of what comes, the key ends at the first tab. */
const hadoop: Engine = {
  name: 'in the manner of a mapper of Hadoop streaming',
  isText: false,
  async ask(options, lines, place) {
    const input = lines.map((line) => `${line}\n`).join('');
    const text = await pipeAll(`repkit worker ${options}`, input, 128 * 1024, place);
    return linesOf(text).map((line) => {
      const [key = '', ...value] = line.split('\t');
      if (value.length > 0) throw new Error(`a mapper would take this apart: ${line}`);
      return key;
    });
  },
};

/** From a file, whose last line has no line feed. */
const crLf: Engine = {
  name: 'lines that end with CR LF, the last one with nothing',
  isText: false,
  async ask(options, lines, place) {
    return linesOf(await pipeAll(`repkit worker ${options}`, lines.join('\r\n'), 65_536, place));
  },
};

export const PIPES: readonly Engine[] = [spark, hadoop, crLf];

/** The command of docs/bulk.md, as it stands there but for the options of the worker; `block` takes the place of its size. */
function parallel(name: string, block: string): Engine {
  return {
    name,
    isText: false,
    async ask(options, lines, { folder, env }) {
      writeFileSync(join(folder, 'urls.tsv'), lines.map((line) => `${line}\n`).join(''), 'latin1');
      const command = documented('sh', 'parallel --pipe-part')
        .replace('--robots robots.txt', options)
        .replace('--block -1', `--block ${block}`);
      await promisify(execFile)('sh', ['-e', '-c', command], { cwd: folder, env });
      const answers = linesOf(readFileSync(join(folder, 'verdicts'), 'latin1'));
      const pasted = readFileSync(join(folder, 'urls-and-verdicts.tsv'), 'latin1');
      const expected = lines.map((line, at) => `${line}\t${answers[at]}\n`).join('');
      if (pasted !== expected) throw new Error('the answers are not beside their rows');
      return answers;
    },
  };
}

export const PARALLELS: readonly Engine[] = [
  parallel('GNU parallel --pipe-part, a part for each core', '-1'),
  parallel('GNU parallel --pipe-part, many parts', '1M'),
];
