import { Buffer } from 'node:buffer';
import type { Arguments } from '../arguments.js';
import { BlockFilter, type Selection } from '../bulk/block-filter.js';
import { blocksOf, octetsOf, utf8Text } from '../bulk/blocks.js';
import { type Place, readCheckpoint, START, writeCheckpoint } from '../bulk/checkpoint.js';
import { Complaints } from '../bulk/complaints.js';
import { inputOctets, withoutFirst } from '../bulk/input.js';
import { Progress } from '../bulk/progress.js';
import { rowFormatOf } from '../bulk/rows.js';
import { type RulesSource, rulesSource } from '../bulk/rules-source.js';
import type { Command } from '../command.js';
import { CommandError } from '../command-error.js';
import { FETCH_OPTIONS } from '../fetch-options.js';
import { fileError } from '../file-error.js';
import type { ExitCode, Io, OutputFile } from '../io.js';
import { askedProductToken } from '../question.js';
import { READING_OPTIONS, readingOf } from '../reading.js';
import { visible } from '../render/visible.js';

export const filter: Command = {
  name: 'filter',
  summary: 'Verdicts for millions of URLs, one a line, in order.',
  positionals: '[FILE…]',
  completes: { files: true },
  options: [
    {
      name: 'robots',
      value: 'FILE',
      description: 'One robots.txt for all URLs; then a URL may also be a path.',
    },
    {
      name: 'archive',
      value: 'FOLDER',
      description:
        'A folder of robots.txt files by host: HOST, HOST.txt or HOST/robots.txt, where HOST has its ' +
        'port behind a colon if it is not the usual one.',
    },
    {
      name: 'missing',
      value: 'NAME',
      choices: ['allowed', 'disallowed', 'unreachable'],
      default: 'unreachable',
      description: 'The verdict for hosts that are not in the archive.',
    },
    {
      name: 'agent',
      value: 'TOKEN',
      repeatable: true,
      description: 'A product token, such as GPTBot; repeat it for several. Without it: "*".',
    },
    ...READING_OPTIONS,
    {
      name: 'only',
      value: 'NAME',
      choices: ['allowed', 'disallowed'],
      description:
        'Print bare URLs, and only those with this verdict for at least one of the tokens.',
    },
    {
      name: 'format',
      value: 'NAME',
      choices: ['tsv', 'ndjson'],
      default: 'tsv',
      description: 'The form of the rows in and out. In tsv the URL is the first column.',
    },
    {
      name: 'column',
      value: 'MEMBER',
      description: 'In ndjson the member that holds the URL: url without it.',
    },
    {
      name: 'output',
      value: 'FILE',
      description: 'Write to a file in place of standard output.',
    },
    {
      name: 'rejects',
      value: 'FILE',
      description: 'Write lines that hold no URL to a file, as they are.',
    },
    {
      name: 'checkpoint',
      value: 'FILE',
      description:
        'Keep in a file how far the run has come, and go on from there where it exists: after Ctrl-C ' +
        'or a crash no line is lost or written twice. Needs --output.',
    },
    { name: 'quiet', description: 'No progress, and no complaints about bad lines.' },
    {
      name: 'concurrency',
      value: 'N',
      description: 'How many sites are asked at once, from 1 to 1000: 50 without it.',
    },
    ...FETCH_OPTIONS,
  ],
  examples: [
    {
      says: 'Which of these URLs may be fetched?',
      command: 'repkit filter --robots robots.txt --agent GPTBot --only allowed urls.txt.gz',
    },
    {
      says: 'Two crawlers, many hosts, from a folder of robots.txt files',
      command: 'zcat urls.gz | repkit filter --archive robots/ --agent GPTBot --agent CCBot',
    },
    {
      says: 'A long run that can be taken up again',
      command:
        'repkit filter --robots robots.txt --output verdicts.tsv --checkpoint run.json urls.zst',
    },
  ],
  notes: [
    {
      title: 'Rows',
      lines: [
        'Input is one row a line, in files (gzip and zstd are seen by themselves) or on standard input.',
        'Output is one row for each row and token, in order: the URL, the token, and allowed,',
        'disallowed, unreachable or invalid, separated by tabs, then the further columns of the row.',
        'In ndjson "token" and "verdict" are added to the object.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  all rows are answered, whatever the answers; bad lines have the verdict invalid',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runFilter,
};

/** A kill loses no more work than this. */
const CHECKPOINT_MS = 1000;

async function runFilter(args: Arguments, io: Io): Promise<ExitCode> {
  const reading = readingOf(args);
  const agents = args.values('agent').map((agent) => askedProductToken(agent, reading.dialect));
  const productTokens = agents.length === 0 ? ['*'] : agents;
  const selection = { format: rowFormatOf(args), productTokens, only: onlyOf(args) };
  const inputs = args.positionals.length === 0 ? ['-'] : args.positionals;
  if (args.value('robots') === '-' && inputs.includes('-')) {
    throw new CommandError(
      'standard input cannot be both robots.txt and the URLs: name a file for one of them.',
    );
  }
  if (args.has('checkpoint') && !args.has('output')) {
    throw new CommandError('--checkpoint has to know what was written: add --output FILE.');
  }
  const source = await rulesSource(args, reading, productTokens, io);
  try {
    await answerAll(args, inputs, selection, source, io);
  } finally {
    await source.close();
  }
  return 0;
}

function onlyOf(args: Arguments): 'allowed' | 'disallowed' | undefined {
  const only = args.value('only');
  if (only === undefined || only === 'allowed' || only === 'disallowed') return only;
  throw new CommandError(
    `--only takes allowed or disallowed, and not "${only}": write --only allowed.`,
  );
}

async function answerAll(
  args: Arguments,
  inputs: readonly string[],
  selection: Selection,
  source: RulesSource,
  io: Io,
): Promise<void> {
  const checkpoint = args.value('checkpoint');
  const run = runName(args, inputs);
  let place: Place = checkpoint === undefined ? START : await readCheckpoint(checkpoint, run, io);
  const progress = new Progress(totalOctets(inputs, io), io);
  const quiet = args.has('quiet');
  const say = (sentence: string): void => {
    if (quiet) return;
    progress.clear();
    io.stderr.write(`repkit filter: ${sentence}\n`);
  };
  const output = openFile(args, 'output', place.outputOctets, io);
  const rejects = openFile(args, 'rejects', place.rejectsOctets, io);
  const complaints = new Complaints(rejects, say);
  const rows = new BlockFilter(selection);
  const save = (): void => {
    if (checkpoint === undefined) return;
    // What the checkpoint speaks of has to be on the disk before it.
    output?.sync();
    rejects?.sync();
    writeCheckpoint(checkpoint, run, place, io);
  };

  let savedAt = io.now();
  const octets = inputOctets(inputs, io, (count) => progress.read(count));
  const left = place.inputOctets === 0 ? octets : withoutFirst(place.inputOctets, octets);
  for await (const block of blocksOf(left)) {
    const { text, bad, lines } = await source.answer(block, place.lines + 1, rows);
    const written = octetsOf(text);
    if (output !== undefined) output.write(written);
    else await io.writeOctets(io.stdout.isTerminal ? visibleRows(text) : written);
    place = {
      inputOctets: place.inputOctets + block.text.length,
      outputOctets: place.outputOctets + written.length,
      rejectsOctets: place.rejectsOctets + complaints.take(bad),
      lines: place.lines + lines,
      bad: place.bad + bad.length,
    };
    if (io.stderr.isTerminal && !quiet) progress.show(place.lines);
    if (io.now() - savedAt < CHECKPOINT_MS) continue;
    save();
    savedAt = io.now();
  }
  save();
  progress.clear();
  if (place.bad > 0) say(summary(place));
  output?.close();
  rejects?.close();
}

/** For people: line by line and column by column, with nothing in it that a terminal might act on. */
function visibleRows(octets: string): Uint8Array {
  const rows = octets.split('\n').map((row) => row.split('\t').map(visibleOctets).join('\t'));
  return Buffer.from(rows.join('\n'));
}

function visibleOctets(octets: string): string {
  return visible(utf8Text(octets) ?? octets);
}

function summary({ lines, bad }: Place): string {
  return `${bad} of ${lines} lines ${bad === 1 ? 'is' : 'are'} bad.`;
}

/** What has to be the same for a checkpoint to be of use. */
function runName(args: Arguments, inputs: readonly string[]): string {
  const values = ['robots', 'archive', 'missing', 'policy', 'dialect', 'only', 'format', 'column']
    .concat(['output', 'rejects', 'agent'])
    .map((name) => [name, ...args.values(name)]);
  return JSON.stringify([...values, inputs]);
}

/** Undefined where one of the inputs does not say. */
function totalOctets(inputs: readonly string[], io: Pick<Io, 'fileSize'>): number | undefined {
  const sizes = inputs.map((name) => (name === '-' ? undefined : io.fileSize(name)));
  return sizes.reduce(
    (sum, size) => (sum !== undefined && size !== undefined ? sum + size : undefined),
    0,
  );
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
