import { InputError } from '@repkit/bulk';
import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import {
  applyFixes,
  ChangeCounter,
  checkFixes,
  type Diagnostic,
  type DiagnosticCode,
  diagnosticCodes,
  type LintOptions,
  lint as lintRobotsTxt,
} from '@repkit/core/analysis';
import { checkUncompressed, writeRobotsTxt } from '../input/rewrite.js';
import {
  ROBOTS_TXT_ARGUMENT_NOTE,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import { countSources, URL_SOURCES_NOTE, URLS_OPTION } from '../input/url-sources.js';
import { type Arguments, choiceOption, oneOf } from '../options/arguments.js';
import { urlOrPath } from '../options/checked-values.js';
import { type Command, exitCodes } from '../options/command.js';
import { CONFIG_OPTION } from '../options/config.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import {
  BUDGET_OPTION,
  budgetOf,
  formatOption,
  INTERPRETATION_OPTIONS,
  interpretationOf,
} from '../options/shared-options.js';
import { type ExitCode, type Io, usesColor } from '../program/io.js';
import { fileText, painter } from '../program/terminal.js';
import { countedText } from '../render/counted-changes.js';
import {
  type LintedFile,
  lintGithub,
  lintJson,
  lintJunit,
  tallyOf,
} from '../render/lint-report.js';
import { lintSarif } from '../render/lint-sarif.js';
import { lintText } from '../render/lint-text.js';

const CODES = Object.keys(diagnosticCodes) as DiagnosticCode[];
/** Copies of docs/lint, relative to a folder of the sources or to `chunks/`. */
const PAGES = new URL('../../dist/lint/', import.meta.url);
/** Default of --max-per-code. */
const MAX_PER_CODE = 3;
const SEVERITIES = ['error', 'warning', 'info'] as const;
const FORMATS = ['text', 'json', 'sarif', 'github', 'junit'] as const;

/** They have no place for counts. */
const MACHINE_FORMATS = ['format=sarif', 'format=github', 'format=junit'] as const;

export const lint: Command = {
  name: 'lint',
  summary:
    'Report errors and likely mistakes in robots.txt files; findings about rules are proved.',
  positionals: 'ROBOTS.TXT…',
  completes: { files: true },
  options: [
    {
      name: 'format',
      value: 'NAME',
      choices: FORMATS,
      default: 'text',
      description: 'Report format. sarif is version 2.1.0; github means workflow annotations.',
    },
    {
      name: 'max-warnings',
      value: 'N',
      excludes: ['severity=error'],
      description: 'Exit with 1 if there are more than N warnings.',
    },
    {
      name: 'fix',
      description:
        'Apply all safe fixes to the files and report the remaining problems. A safe fix changes no ' +
        'verdict in any dialect. For standard input, the fixed file goes to standard output and the ' +
        'report to standard error.',
    },
    {
      name: 'unsafe',
      requires: ['fix'],
      description:
        'With --fix, also apply suggested fixes, which change verdicts for crawlers that follow other ' +
        'dialects.',
    },
    {
      name: 'extended',
      description:
        'Also report URLs with another verdict under drafts from before RFC 9309 or in other ' +
        'libraries, or only because of how the URL is escaped.',
    },
    {
      name: 'select',
      value: 'CODE',
      repeatable: true,
      description: 'Report only this diagnostic code. Repeatable.',
    },
    {
      name: 'ignore',
      value: 'CODE',
      repeatable: true,
      description: 'Do not report this diagnostic code. Repeatable.',
    },
    {
      name: 'severity',
      value: 'NAME',
      choices: SEVERITIES,
      default: 'info',
      description: 'Report only problems of at least this severity.',
    },
    {
      name: 'max-per-code',
      value: 'N',
      excludes: ['format=json', ...MACHINE_FORMATS],
      description:
        'In text reports, print at most N groups of problems per code and count the rest, or "all" ' +
        '(default: 3).',
    },
    {
      name: 'asset',
      value: 'URL',
      repeatable: true,
      description: 'Style sheet or script that must not be blocked. Repeatable.',
    },
    { ...URLS_OPTION, excludes: ['fix', ...MACHINE_FORMATS] },
    {
      name: 'explain',
      value: 'CODE',
      excludes: 'all',
      description:
        'Print the page about a diagnostic code: what it means, why it matters, an example.',
    },
    BUDGET_OPTION,
    CONFIG_OPTION,
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
  ],
  configurable: [
    'asset',
    'budget',
    'dialect',
    'extended',
    'ignore',
    'max-per-code',
    'max-warnings',
    'policy',
    'select',
    'severity',
  ],
  examples: [
    { title: 'Check a file before you deploy it', command: 'repkit lint robots.txt' },
    {
      title: 'In GitHub Actions, fail on warnings',
      command: 'repkit lint --format github --max-warnings 0 robots.txt',
    },
    { title: 'Fix what can be fixed', command: 'repkit lint --fix robots.txt' },
    {
      title: 'Also count the requests of an access log that the file blocks',
      command: 'repkit lint --urls access.log robots.txt',
    },
    {
      title: 'Check a site under the google policy, for a code scanning service',
      command: 'repkit lint --policy google --format sarif https://example.com > lint.sarif',
    },
  ],
  notes: [
    {
      title: 'Output',
      lines: [
        'Each problem shows file:line:column, severity (error, warning, info) and a message; the marked',
        'line with code and clause; related lines ("see"); an example URL ("example"); the line after',
        '--fix ("fix") or --fix --unsafe ("suggest"), and the verdicts that the latter changes.',
        'docs/library.md lists the codes, and --explain CODE describes one.',
      ],
    },
    ROBOTS_TXT_ARGUMENT_NOTE,
    URL_SOURCES_NOTE,
    exitCodes([
      '0  no errors, and at most --max-warnings warnings',
      '1  errors or too many warnings; with --fix, remaining ones',
    ]),
  ],
  run: runLint,
};

type Format = (typeof FORMATS)[number];

async function runLint(args: Arguments, io: Io): Promise<ExitCode> {
  const explained = args.value('explain');
  if (explained !== undefined) {
    if (args.positionals.length > 0) throw new InputError('--explain takes no robots.txt.');
    const { readFile } = await import('node:fs/promises');
    const code = oneOf('value for --explain:', explained, CODES);
    const page = await readFile(new URL(`${code}.md`, PAGES), 'utf8');
    io.stdout.write(fileText(page, io.stdout));
    return 0;
  }
  const { positionals: names } = args;
  const { dialect } = interpretationOf(args);
  const format = formatOption(args, FORMATS);
  const maxWarnings = maxWarningsOf(args.value('max-warnings'));
  const find = linter(args);
  const maxPerCode = maxPerCodeOf(args.value('max-per-code'));
  const read = await readRobotsTxtArguments('lint', names, args, io);
  const isFixing = args.has('fix');
  if (args.has('urls') && names.length !== 1) {
    throw new InputError('--urls requires one robots.txt.');
  }
  const files = isFixing
    ? fixFiles(read, find, args.has('unsafe'), io)
    : read.map((one) => ({
        ...one,
        diagnostics: find(one.robotsTxt, one.kind === 'site' ? one.name : undefined),
        fixed: 0,
      }));

  const { error, warning } = tallyOf(files);
  const warningsFail = warning > maxWarnings;
  // Standard output is reserved for the fixed file.
  const output = isFixing && names.includes('-') ? io.stderr : io.stdout;
  const counted = await countSources(
    'lint',
    args,
    read,
    () => new ChangeCounter(parseRobotsTxt('', { dialect }), read[0].robotsTxt),
    io,
  );
  const reports: Readonly<Record<Format, () => string>> = {
    text: () => {
      const paint = painter(usesColor(output, io.env));
      const weight = counted.length === 0 ? '' : `\n${countedText(counted, false, paint)}`;
      return lintText(files, paint, maxPerCode) + weight;
    },
    json: () => lintJson(files, dialect, counted),
    sarif: () => lintSarif(files, io.platform),
    github: () => lintGithub(files),
    junit: () => lintJunit(files, warningsFail),
  };
  output.write(reports[format]());
  return error > 0 || warningsFail ? 1 : 0;
}

type Linter = (robotsTxt: RobotsTxt, url?: string) => readonly Diagnostic[];

/** Returns a function that finds the diagnostics selected by the options. */
function linter(args: Arguments): Linter {
  const budget = budgetOf(args);
  const options: LintOptions = {
    assets: args.values('asset').map((url) => urlOrPath(url, 'rfc9309')),
    extended: args.has('extended'),
    ...(budget !== undefined && { budget }),
  };
  const codesOf = (option: string) =>
    args.values(option).map((code) => oneOf(`value for --${option}:`, code, CODES));
  const selected = new Set(args.has('select') ? codesOf('select') : CODES);
  for (const code of codesOf('ignore')) selected.delete(code);
  const lowest = SEVERITIES.indexOf(choiceOption(args, 'severity', SEVERITIES) ?? 'info');
  return (robotsTxt, url) =>
    lintRobotsTxt(robotsTxt, { ...options, ...(url !== undefined && { url }) }).filter(
      ({ code, severity, omitted }) =>
        selected.has(omitted?.code ?? code) && SEVERITIES.indexOf(severity) <= lowest,
    );
}

function maxPerCodeOf(value: string | undefined): number {
  if (value === undefined) return MAX_PER_CODE;
  if (value === 'all') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw new InputError(`--max-per-code must be "all" or a whole number from 1, not "${value}".`);
}

function maxWarningsOf(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (/^\d+$/.test(value)) return Number(value);
  throw new InputError(`--max-warnings must be a whole number, not "${value}".`);
}

/** Fixes all files before it writes the first. */
function fixFiles(
  read: readonly RobotsTxtArgument[],
  find: Linter,
  isUnsafe: boolean,
  io: Io,
): LintedFile[] {
  const other = read.find(({ kind }) => kind === 'site' || kind === 'revision');
  if (other !== undefined) {
    throw new InputError(`--fix requires files; "${other.name}" is not a file.`);
  }
  checkUncompressed('fix', read);
  const files = read.map((one) => ({
    one,
    fixed: fixRobotsTxt(one.body, one.robotsTxt, find, isUnsafe),
  }));
  for (const { one, fixed } of files) {
    if (one.kind !== 'stdin') {
      if (fixed.body !== one.body) writeRobotsTxt(one, fixed.body, io);
    } else if (io.stdout.isTerminal) {
      io.stdout.write(fileText(new TextDecoder().decode(fixed.body), io.stdout));
    } else io.stdout.write(fixed.body);
  }
  return files.map(({ one: { name, kind }, fixed: { body: _, ...rest } }) => ({
    name,
    kind,
    ...rest,
  }));
}

export interface Fixed {
  readonly body: Uint8Array;
  readonly robotsTxt: RobotsTxt;
  /** Remaining diagnostics. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of fixed diagnostics. */
  readonly fixed: number;
}

/** Of two overlapping fixes, one waits for the next round. No line needs this many rounds. */
const MAX_ROUNDS = 10;

/** Applies the safe or all fixes until none remains or the rounds are used up. */
export function fixRobotsTxt(
  body: Uint8Array,
  robotsTxt: RobotsTxt,
  find: (robotsTxt: RobotsTxt) => readonly Diagnostic[],
  isUnsafe: boolean,
): Fixed {
  const found = find(robotsTxt);
  const total = fixesIn(found);
  let result: Fixed = { body, robotsTxt, diagnostics: found, fixed: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const applied = isUnsafe
      ? result.diagnostics
      : checkFixes(result.robotsTxt, result.diagnostics).safe;
    if (fixesIn(applied) === 0) break;
    const next = applyFixes(result.body, applied);
    const reparsed = parseRobotsTxt(next, { dialect: robotsTxt.dialect });
    const diagnostics = find(reparsed);
    const fixed = total - fixesIn(diagnostics);
    result = { body: next, robotsTxt: reparsed, diagnostics, fixed };
  }
  return result;
}

function fixesIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ fix }) => fix !== undefined).length;
}
