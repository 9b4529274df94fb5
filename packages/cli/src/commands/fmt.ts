import { Buffer } from 'node:buffer';
import { InputError } from '@repkit/bulk';
import { type FormatOptions, format } from '@repkit/core/analysis';
import { checkRewritable, checkUncompressed, checkWritable, writeRobotsTxt } from '../input/rewrite.js';
import {
  expandedNames,
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, visible } from '../program/terminal.js';

export const fmt: Command = {
  name: 'fmt',
  summary: 'Format robots.txt files without changing a verdict of the dialect.',
  positionals: [{ name: 'ROBOTS.TXT', required: true, repeatable: true, files: true }],
  options: {
    check: {
      excludes: ['write'],
      description: 'Print only the names of files that would change.',
    },
    write: {
      description: 'Rewrite files in place and print the names of changed files.',
    },
    'sort-rules': {
      description: 'Sort adjacent rules by path. Rules are not moved across comments.',
    },
    crlf: { description: 'End lines with CR LF (default: LF).' },
    ...ROBOTS_TXT_OPTIONS,
  },
  examples: {
    'Print the formatted file': 'repkit fmt robots.txt',
    'Format it in place': 'repkit fmt --write robots.txt',
    'In CI, check that the file is formatted': 'repkit fmt --check robots.txt',
    'Use it in a pipe': 'repkit fmt https://example.com > robots.txt',
  },
  notes: {
    Style:
      'Standard spelling of field names, one space after the colon, the user-agent lines of a ' +
      'group together, one blank line between groups, no byte-order mark. Comments, and blank ' +
      'lines within groups, are preserved. Verdicts of other dialects can change, such as those ' +
      'of koster1996.',
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
  },
  exitCodes: {
    0: 'done; with --check: all files are formatted',
    1: 'with --check: a file would change',
  },
  run: runFmt,
};

interface Formatted extends RobotsTxtArgument {
  readonly text: string;
  readonly bytes: Uint8Array;
}

async function runFmt(args: Arguments, io: Io): Promise<ExitCode> {
  const names = expandedNames(args.positionals, io);
  const options: FormatOptions = {
    lineEnd: args.has('crlf') ? 'crlf' : 'lf',
    sortRules: args.has('sort-rules'),
  };
  const read = await readRobotsTxtArguments(names, args, io);
  const files = read.map((file) => formatted(file, options));
  if (!args.has('check') && !args.has('write')) {
    for (const { text } of files) io.stdout.write(fileText(text, io.stdout));
    return 0;
  }
  const changed = files.filter(({ body, bytes }) => Buffer.compare(body, bytes) !== 0);
  if (args.has('write')) checkFiles(files, changed, io);
  for (const file of changed) {
    if (args.has('write')) writeRobotsTxt(file, file.bytes, io);
    io.stdout.write(`${visible(file.name)}\n`);
  }
  return args.has('check') && changed.length > 0 ? 1 : 0;
}

function formatted(file: RobotsTxtArgument, options: FormatOptions): Formatted {
  checkRewritable(file);
  const { text, diagnostic } = format(file.robotsTxt, options);
  if (diagnostic !== undefined) {
    const why =
      diagnostic.code === 'control-character'
        ? 'has text after a NUL, which would be lost. Remove the NUL first.'
        : 'is not UTF-8. Save the file as UTF-8 first.';
    throw new InputError(`"${file.name}" was left unchanged: line ${diagnostic.span.line} ${why}`);
  }
  return { ...file, text, bytes: new TextEncoder().encode(text) };
}

/** Throws an InputError if one of the files cannot be rewritten. */
function checkFiles(files: readonly Formatted[], changed: readonly Formatted[], io: Io): void {
  const unwritable = files.find(({ kind }) => kind !== 'file');
  if (unwritable !== undefined) {
    throw new InputError(`--write requires files; "${unwritable.name}" is not a file.`);
  }
  checkUncompressed('write', files);
  checkWritable(changed, io);
}
