import { InputError } from '@repkit/bulk';
import { type FormatOptions, format } from '@repkit/core';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
  refusePacked,
  refuseRewriting,
  writeRobotsTxt,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { INTERPRETATION_OPTIONS } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, visible } from '../render/terminal.js';

export const fmt: Command = {
  name: 'fmt',
  summary: 'Prints a robots.txt in one style; every verdict stays what it is.',
  positionals: 'ROBOTS.TXT…',
  completes: { files: true },
  options: [
    {
      name: 'check',
      description: 'Print the names of the files that would change, and nothing else.',
    },
    {
      name: 'write',
      description: 'Write the files in place, and print the names of those that have changed.',
    },
    {
      name: 'sort-rules',
      description: 'Sort rules that stand directly below each other by their path.',
    },
    { name: 'crlf', description: 'End lines with CR LF; without it they end with LF.' },
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    { says: 'A file in one style', command: 'repkit fmt robots.txt' },
    { says: 'Write it in place', command: 'repkit fmt --write robots.txt' },
    { says: 'In a workflow: has every file this style?', command: 'repkit fmt --check robots.txt' },
    {
      says: 'In a pipe',
      command: 'curl -s https://example.com/robots.txt | repkit fmt - > robots.txt',
    },
  ],
  notes: [
    {
      title: 'Style',
      lines: [
        'The usual spelling of the fields, one space behind the colon, the user-agent lines of a group',
        'together, one blank line between groups, no byte-order mark. Comments are kept.',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    {
      title: 'Exit code',
      lines: [
        '0  done; with --check: every file has this style',
        '1  with --check: a file would change',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runFmt,
};

interface Formatted extends RobotsTxtArgument {
  readonly text: string;
  readonly bytes: Uint8Array;
}

async function runFmt(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  if (names.length === 0) {
    throw new InputError('no robots.txt is given: write repkit fmt robots.txt.');
  }
  if (args.has('check') && args.has('write')) {
    throw new InputError('--check writes nothing: leave it or --write out.');
  }
  const options: FormatOptions = {
    lineEnd: args.has('crlf') ? 'crlf' : 'lf',
    sortRules: args.has('sort-rules'),
  };
  const read = await readRobotsTxtArguments('fmt', names, args, io);
  const files = read.map((one) => formatted(one, options));
  if (!args.has('check') && !args.has('write')) {
    for (const { text } of files) io.stdout.write(fileText(text, io.stdout));
    return 0;
  }
  const changed = files.filter(({ body, bytes }) => !areEqual(body, bytes));
  if (args.has('write')) writeAll(files, changed, io);
  for (const { name } of changed) io.stdout.write(`${visible(name)}\n`);
  return args.has('check') && changed.length > 0 ? 1 : 0;
}

function formatted(one: RobotsTxtArgument, options: FormatOptions): Formatted {
  refuseRewriting(one);
  const text = format(one.robotsTxt, options);
  return { ...one, text, bytes: new TextEncoder().encode(text) };
}

function writeAll(files: readonly Formatted[], changed: readonly Formatted[], io: Io): void {
  const noFile = files.find(({ kind }) => kind !== 'file');
  if (noFile !== undefined) {
    throw new InputError(
      `--write writes into files, and "${noFile.name}" is none: leave --write out, or name a file.`,
    );
  }
  refusePacked('write', files);
  for (const file of changed) writeRobotsTxt(file, file.bytes, io);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
