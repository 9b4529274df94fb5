/** A run of `repkit filter`: blocks of rows in, their answers out in the same order, and how far it has come. */
import { Buffer } from 'node:buffer';
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { fileError } from '../file-error.js';
import type { Io, OutputFile } from '../io.js';
import { askedProductTokens } from '../question.js';
import { readingOf } from '../reading.js';
import { visible } from '../render/visible.js';
import { askedJobs } from '../threads/asked-jobs.js';
import { type Answered, type Answering, type AnswerShape, answeringBy } from './answering.js';
import { lineBlocks, octetsOf, utf8Text } from './blocks.js';
import { type Place, readCheckpoint, START, writeCheckpoint } from './checkpoint.js';
import { Complaints } from './complaints.js';
import { answeredHeader, csvBlocks, csvShape, splitHeader } from './csv.js';
import { InOrder } from './in-order.js';
import { inputOctets, totalOctets, withoutFirst, withoutMark } from './input.js';
import { answeringWith } from './jobs.js';
import { Progress } from './progress.js';
import { type AskedFormat, askedFormat, type RowShape } from './rows.js';
import { askedRules, openLive } from './rules-source.js';

/** A kill loses no more work than this. */
const CHECKPOINT_MS = 1000;

/** Throws a CommandError for a mistake in the options or the input. */
export async function filterRows(
  args: Arguments,
  inputs: readonly string[],
  io: Io,
): Promise<void> {
  const reading = readingOf(args);
  const productTokens = askedProductTokens(args, reading.dialect) ?? ['*'];
  const only = onlyOf(args);
  const asked = askedFormat(args);
  const jobs = askedJobs(args);
  const rules = await askedRules(args, reading, io);
  const progress = new Progress(totalOctets(inputs, io), io);
  const rows = await rowsOf(
    asked,
    inputOctets(inputs, io, (count) => progress.read(count)),
  );
  const shape = { format: rows.format, productTokens, only };
  const tell = (text: string): void => {
    progress.clear();
    io.stderr.write(text);
  };
  const say = args.has('quiet') ? () => {} : tell;
  const sentenceTo = (hearer: typeof tell) => (sentence: string) =>
    hearer(`repkit filter: ${visible(sentence)}\n`);
  const answering =
    rules.kind === 'live'
      ? answeringBy(await openLive(rules, productTokens, io, sentenceTo(tell)), shape)
      : await answeringWith({ rules, shape }, jobs, io, sentenceTo(say));
  try {
    await answerAll({ args, inputs, rows, shape, answering, progress, say }, io);
  } finally {
    await answering.close();
  }
}

function onlyOf(args: Arguments): 'allowed' | 'disallowed' | undefined {
  const only = args.value('only');
  if (only === undefined || only === 'allowed' || only === 'disallowed') return only;
  throw new CommandError(
    `--only takes allowed or disallowed, and not "${only}": write --only allowed.`,
  );
}

interface Rows {
  readonly format: RowShape;
  /** What stands before the blocks: the header of csv. */
  readonly header: string;
  readonly blocks: AsyncGenerator<Uint8Array>;
}

async function rowsOf(asked: AskedFormat, octets: AsyncGenerator<Uint8Array>): Promise<Rows> {
  if (asked.name !== 'csv') {
    return { format: asked, header: '', blocks: lineBlocks(withoutMark(octets)) };
  }
  const blocks = csvBlocks(octets);
  if (!asked.hasHeader) return { format: csvShape(undefined, asked.column), header: '', blocks };
  const { header, rest } = await splitHeader(blocks);
  // Of an empty input nothing need be known.
  if (header === '') return { format: csvShape(undefined, undefined), header, blocks: rest };
  return { format: csvShape(header, asked.column), header, blocks: rest };
}

interface Run {
  readonly args: Arguments;
  readonly inputs: readonly string[];
  readonly rows: Rows;
  readonly shape: AnswerShape;
  readonly answering: Answering;
  readonly progress: Progress;
  /** Writes to standard error, unless it is to be quiet. */
  readonly say: (text: string) => void;
}

async function answerAll(run: Run, io: Io): Promise<void> {
  const { args, inputs, rows, shape, answering, progress, say } = run;
  const checkpoint = args.value('checkpoint');
  const name = runName(args, inputs);
  let place: Place = checkpoint === undefined ? START : await readCheckpoint(checkpoint, name, io);
  const quiet = args.has('quiet');
  const output = openFile(args, 'output', place.outputOctets, io);
  const rejects = openFile(args, 'rejects', place.rejectsOctets, io);
  const complaints = new Complaints(rejects, io.stderr.isTerminal, say);
  const write = async (octets: Uint8Array): Promise<void> => {
    if (output !== undefined) output.write(octets);
    else await io.writeOctets(io.stdout.isTerminal ? visibleRows(octets) : octets);
  };
  const save = (): void => {
    if (checkpoint === undefined) return;
    // What the checkpoint speaks of has to be on the disk before it.
    output?.sync();
    rejects?.sync();
    writeCheckpoint(checkpoint, name, place, io);
  };

  const { header } = rows;
  if (header !== '' && place.inputOctets === 0) {
    const written = octetsOf(shape.only === undefined ? answeredHeader(header) : '');
    await write(written);
    const lines = header.split('\n').length - (header.endsWith('\n') ? 1 : 0);
    place = { ...START, inputOctets: header.length, outputOctets: written.length, lines };
  }
  let saved = place;
  let savedAt = io.now();
  const saveIfDue = (): void => {
    if (saved === place || io.now() - savedAt < CHECKPOINT_MS) return;
    save();
    saved = place;
    savedAt = io.now();
  };
  const take = async ({ read, octets, bad, lines }: Answered & { read: number }): Promise<void> => {
    await write(octets);
    const rejected = complaints.take(bad, place.lines);
    place = {
      inputOctets: place.inputOctets + read,
      outputOctets: place.outputOctets + octets.length,
      rejectsOctets: place.rejectsOctets + rejected,
      lines: place.lines + lines,
      bad: place.bad + bad.length,
    };
    if (io.stderr.isTerminal && !quiet) progress.show(place.lines);
    saveIfDue();
  };
  const inOrder = new InOrder(answering.ahead, take);
  const passed = place.inputOctets - header.length;
  const left = passed === 0 ? rows.blocks : withoutFirst(passed, rows.blocks);
  let hasBegun = false;
  // Rows may be long in coming, and those before them are not to wait for them.
  const timer = setInterval(saveIfDue, CHECKPOINT_MS);
  try {
    for await (const octets of left) {
      if (!hasBegun) progress.begin(place.lines);
      hasBegun = true;
      const read = octets.length;
      const answered = answering.run(octets);
      await inOrder.add(answered.then((answer) => ({ ...answer, read })));
    }
    await inOrder.end();
  } finally {
    clearInterval(timer);
  }
  save();
  progress.clear();
  if (place.bad > 0) say(`repkit filter: ${summary(place)}\n`);
  output?.close();
  rejects?.close();
}

/** For people: line by line and column by column, with nothing in it that a terminal might act on. */
function visibleRows(octets: Uint8Array): Uint8Array {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
  const rows = text.split('\n').map((row) => row.split('\t').map(visibleOctets).join('\t'));
  return Buffer.from(rows.join('\n'));
}

function visibleOctets(octets: string): string {
  return visible(utf8Text(octets) ?? octets);
}

function summary({ lines, bad }: Place): string {
  return `${bad} of ${lines} lines ${bad === 1 ? 'is' : 'are'} bad.`;
}

/** What has to be the same for a checkpoint to be of use; how many jobs there are does not. */
function runName(args: Arguments, inputs: readonly string[]): string {
  const values = ['robots', 'archive', 'missing', 'policy', 'dialect', 'only', 'format', 'column']
    .concat(['no-header', 'output', 'rejects', 'agent'])
    .map((name) => [name, ...args.values(name)]);
  return JSON.stringify([...values, inputs]);
}

function openFile(
  args: Arguments,
  option: 'output' | 'rejects',
  keptOctets: number,
  io: Pick<Io, 'openOutput'>,
): OutputFile | undefined {
  const path = args.value(option);
  try {
    return path === undefined ? undefined : io.openOutput(path, keptOctets);
  } catch (error) {
    throw fileError(`--${option} "${path}"`, error, 'written');
  }
}
