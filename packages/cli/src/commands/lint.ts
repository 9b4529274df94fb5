import { InputError } from '@repkit/bulk';
import {
  applyFixes,
  type Diagnostic,
  type LintOptions,
  lint as lintRobotsTxt,
  parseRobotsTxt,
  type RobotsTxt,
} from '@repkit/core';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
  refusePacked,
  writeRobotsTxt,
} from '../input/robots-txt-argument.js';
import { type Arguments, nearest } from '../options/arguments.js';
import { askableUrl } from '../options/checked-values.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { INTERPRETATION_OPTIONS, interpretationOf } from '../options/shared-options.js';
import type { Command } from '../program/command.js';
import { type ExitCode, type Io, type Output, usesColour } from '../program/io.js';
import {
  type LintedFile,
  lintGithub,
  lintJson,
  lintJunit,
  tallyOf,
} from '../render/lint-report.js';
import { lintSarif } from '../render/lint-sarif.js';
import { lintText } from '../render/lint-text.js';
import { fileText, painter } from '../render/terminal.js';

const FORMATS = ['text', 'json', 'sarif', 'github', 'junit'] as const;

export const lint: Command = {
  name: 'lint',
  summary: 'What is wrong or doubtful in a robots.txt, proved where it is about what rules mean.',
  positionals: 'ROBOTS.TXT…',
  completes: { files: true },
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: FORMATS,
      default: 'text',
      description:
        'The form of the report: sarif is 2.1.0, for code scanning; github annotations in a workflow; ' +
        'junit XML.',
    },
    {
      name: 'max-warnings',
      value: 'NUMBER',
      description: 'End with 1 where there are more warnings; without it any number may be.',
    },
    {
      name: 'fix',
      description:
        'Write the mends that are certain into the files, and report what is left. Of standard input ' +
        'the mended file goes to standard output, and the report to standard error.',
    },
    {
      name: 'asset',
      value: 'URL',
      repeatable: true,
      description:
        'A style sheet or script that the pages of the site need; lint says whether it is blocked. ' +
        'Repeat it for several.',
    },
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  examples: [
    { says: 'Look over a file before it goes to the server', command: 'repkit lint robots.txt' },
    {
      says: 'In a workflow, where warnings are errors',
      command: 'repkit lint --format github --max-warnings 0 robots.txt',
    },
    { says: 'Mend what can be mended', command: 'repkit lint --fix robots.txt' },
    {
      says: 'The file of a site as Google reads it, for a code scanning service',
      command: 'repkit lint --policy google --format sarif https://example.com > lint.sarif',
    },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'For each that is found: file:line:column, how grave it is (error, warning, info), and one',
        'sentence; the line with the place marked, the code and the clause; other lines that the sentence',
        'names; a URL that shows it ("witness"); what the line is with --fix ("fix"). docs/library.md',
        'lists the codes.',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    {
      title: 'Exit code',
      lines: [
        '0  no error, and no more warnings than --max-warnings',
        '1  an error, or too many warnings; with --fix of those that are left',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: runLint,
};

type Format = (typeof FORMATS)[number];

async function runLint(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  const { dialect } = interpretationOf(args);
  const format = formatOf(args.value('format') ?? 'text');
  const maxWarnings = maxWarningsOf(args.value('max-warnings'));
  const options = { assets: args.values('asset').map((url) => askableUrl(url, 'rfc9309')) };
  if (names.length === 0) {
    throw new InputError('no robots.txt is given: write repkit lint robots.txt.');
  }
  const read = await readRobotsTxtArguments('lint', names, args, io);
  const isMending = args.has('fix');
  const files = isMending
    ? mendFiles(read, options, io)
    : read.map((one) => {
        const diagnostics = lintRobotsTxt(one.robotsTxt, options);
        return { ...one, diagnostics, fixed: 0 };
      });

  const { error, warning } = tallyOf(files);
  const warningsFail = warning > maxWarnings;
  // Standard output belongs to the mended file.
  const output = isMending && names.includes('-') ? io.stderr : io.stdout;
  const reports: Readonly<Record<Format, () => string>> = {
    text: () => lintText(files, painter(usesColour(output, io.env))),
    json: () => lintJson(files, dialect),
    sarif: () => lintSarif(files, io.platform),
    github: () => lintGithub(files),
    junit: () => lintJunit(files, warningsFail),
  };
  output.write(reports[format]());
  return error > 0 || warningsFail ? 1 : 0;
}

function formatOf(name: string): Format {
  const format = FORMATS.find((known) => known === name);
  if (format !== undefined) return format;
  const meant = nearest(name, FORMATS);
  throw new InputError(
    `there is no format "${name}": ` +
      (meant === undefined ? `choose one of ${FORMATS.join(', ')}.` : `was ${meant} meant?`),
  );
}

function maxWarningsOf(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (/^\d+$/.test(value)) return Number(value);
  throw new InputError(
    `--max-warnings takes a whole number, and not "${value}": write it as in --max-warnings 0.`,
  );
}

/** Nothing is written before all of them have been looked at. */
function mendFiles(read: readonly RobotsTxtArgument[], options: LintOptions, io: Io): LintedFile[] {
  const noFile = read.find(({ kind }) => kind === 'site' || kind === 'revision');
  if (noFile !== undefined) {
    throw new InputError(
      `--fix writes into files, and "${noFile.name}" is none: leave --fix out, or name a file.`,
    );
  }
  refusePacked('fix', read);
  const find = (robotsTxt: RobotsTxt): Diagnostic[] => lintRobotsTxt(robotsTxt, options);
  const mends = read.map((one) => ({ one, mended: mend(one.body, one.robotsTxt, find) }));
  for (const { one, mended } of mends) put(one, mended, io);
  return mends.map(({ one: { name, kind }, mended: { robotsTxt, diagnostics, fixed } }) => ({
    name,
    kind,
    robotsTxt,
    diagnostics,
    fixed,
  }));
}

function put(one: RobotsTxtArgument, { body }: Mended, io: Io): void {
  if (one.kind === 'stdin') io.stdout.write(shown(body, io.stdout));
  else if (body !== one.body) writeRobotsTxt(one, body, io);
}

/** Bytes as they are, unless it is a terminal that they go to. */
function shown(body: Uint8Array, output: Output): string | Uint8Array {
  return output.isTerminal ? fileText(new TextDecoder().decode(body), output) : body;
}

export interface Mended {
  readonly body: Uint8Array;
  readonly robotsTxt: RobotsTxt;
  /** What is left. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many of those that have a fix are gone. */
  readonly fixed: number;
}

/** Of two fixes that overlap one waits for the next round, and no line has as many that do. */
const MOST_ROUNDS = 10;

/** Applies fixes until none is left, or the rounds are used up. */
export function mend(
  body: Uint8Array,
  robotsTxt: RobotsTxt,
  find: (robotsTxt: RobotsTxt) => readonly Diagnostic[],
): Mended {
  const found = find(robotsTxt);
  const most = fixesIn(found);
  let mended: Mended = { body, robotsTxt, diagnostics: found, fixed: 0 };
  for (let round = 0; round < MOST_ROUNDS && fixesIn(mended.diagnostics) > 0; round++) {
    const next = applyFixes(mended.body, mended.diagnostics);
    const reread = parseRobotsTxt(next, { dialect: robotsTxt.dialect });
    const diagnostics = find(reread);
    const fixed = most - fixesIn(diagnostics);
    mended = { body: next, robotsTxt: reread, diagnostics, fixed };
  }
  return mended;
}

function fixesIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ fix }) => fix !== undefined).length;
}
