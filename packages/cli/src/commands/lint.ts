import { matchesGlob, normalize } from 'node:path';
import { InputError } from '@repkit/bulk';
import {
  type DiagnosticCode,
  diagnosticCodes,
  type LintOptions,
  lint as lintRobotsTxt,
  type Severity,
} from '@repkit/core/analysis';
import { Baseline } from '../input/baseline.js';
import { fixFiles, type Linter } from '../input/fix-files.js';
import {
  expandedNames,
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  readRobotsTxtArguments,
  robotsTxtArguments,
} from '../input/robots-txt-argument.js';
import { type Arguments, choiceOption, oneOf } from '../options/arguments.js';
import { urlOrPath } from '../options/checked-values.js';
import type { Command } from '../options/command.js';
import { CONFIG_OPTION } from '../options/config.js';
import { BUDGET_OPTION, budgetOf, choiceSpec, dialectOf, formatOption, numberOption } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, painterFor } from '../program/terminal.js';
import { type LintedFile, type LintReport, lintGithub, lintJson, Tally } from '../render/lint-report.js';
import { lintSarif } from '../render/lint-sarif.js';
import { lintText } from '../render/lint-text.js';

const CODES = Object.keys(diagnosticCodes) as DiagnosticCode[];
/** Default of --max-per-code. */
const MAX_PER_CODE = 3;
const SEVERITIES = ['error', 'warning', 'info'] as const;
const CODE_SEVERITIES = [...SEVERITIES, 'off'] as const;
const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

export const lint: Command = {
  name: 'lint',
  summary: 'Report errors and likely mistakes in robots.txt files; findings about rules are proved.',
  positionals: [{ name: 'ROBOTS.TXT|FOLDER', required: true, repeatable: true, files: true }],
  options: {
    format: choiceSpec(FORMATS, 'Report format. sarif is version 2.1.0; github means workflow annotations.'),
    'max-warnings': {
      value: 'N',
      excludes: ['severity=error'],
      description: 'Exit with 1 if there are more than N warnings.',
    },
    fix: {
      description:
        'Apply all safe fixes to the files, which also removes redundant rules, and report each changed ' +
        'line and the remaining problems. A safe fix changes no verdict in any dialect. For standard ' +
        'input, the fixed file goes to standard output and the report to standard error.',
    },
    unsafe: {
      requires: ['fix'],
      description: 'With --fix, also apply suggested fixes, which change verdicts for crawlers that follow other ' + 'dialects.',
    },
    select: {
      value: 'CODE',
      repeatable: true,
      description: 'Report only this diagnostic code. Repeatable.',
    },
    ignore: {
      value: 'CODE',
      repeatable: true,
      description: 'Do not report this diagnostic code. Repeatable.',
    },
    'code-severity': {
      value: 'CODE=NAME',
      repeatable: true,
      description: 'Severity of a diagnostic code: error, warning, info, or off. Repeatable.',
    },
    exclude: {
      value: 'GLOB',
      repeatable: true,
      description: 'Skip these files, even if they are named. Repeatable.',
    },
    baseline: {
      value: 'FILE',
      description: 'Do not report the problems that this file accepts.',
    },
    'update-baseline': {
      requires: ['baseline'],
      excludes: ['fix'],
      description: 'Accept all problems: write them to the file of --baseline.',
    },
    severity: {
      value: 'NAME',
      choices: SEVERITIES,
      default: 'info',
      description: 'Report only problems of at least this severity.',
    },
    'max-per-code': {
      value: 'N',
      excludes: ['format=json', 'format=sarif', 'format=github'],
      description: 'In text reports, print at most N groups of problems per code and count the rest, or "all" ' + '(default: 3).',
    },
    asset: {
      value: 'URL',
      repeatable: true,
      description: 'Style sheet or script that must not be blocked. Repeatable.',
    },
    explain: {
      value: 'CODE',
      excludes: 'all',
      description: 'Print the page about a diagnostic code: what it means, why it matters, an example.',
    },
    budget: BUDGET_OPTION,
    config: CONFIG_OPTION,
    ...ROBOTS_TXT_OPTIONS,
  },
  removedOptions: {
    extended: 'was removed: --dialect NAME compares another dialect with RFC 9309 and Google.',
    urls: 'was removed: "repkit coverage --blocked ROBOTS.TXT URLS" lists the URLs that the file blocks.',
  },
  configurable: [
    'asset',
    'baseline',
    'budget',
    'code-severity',
    'dialect',
    'exclude',
    'ignore',
    'max-per-code',
    'max-warnings',
    'policy',
    'select',
    'severity',
  ],
  examples: {
    'Check a file before you deploy it': 'repkit lint robots.txt',
    'In GitHub Actions, fail on warnings': 'repkit lint --format github --max-warnings 0 robots.txt',
    'Check all files of a project': 'repkit lint .',
    'Accept the current problems, and report only new ones': 'repkit lint --baseline baseline.json --update-baseline robots.txt',
    'Fix what can be fixed': 'repkit lint --fix robots.txt',
    'Check a site under the google policy, for a code scanning service':
      'repkit lint --policy google --format sarif https://example.com > lint.sarif',
  },
  notes: {
    Output:
      'Each problem shows file:line:column, severity (error, warning, info) and a message; the ' +
      'marked line with code and clause; related lines ("see"); an example URL ("example"); the ' +
      'line after --fix ("fix") or --fix --unsafe ("suggest"), and the verdicts that the latter ' +
      'changes. docs/commands/lint.md lists the codes, and --explain CODE describes one.',
    'Robots.txt sources': {
      ...ROBOTS_TXT_SOURCES,
      deploy: 'a folder: its files robots*.txt and *robots.txt, also in subfolders',
      "'sites/*/robots.txt'": 'a glob',
    },
  },
  exitCodes: {
    0: 'no errors, and at most --max-warnings warnings',
    1: 'errors or too many warnings; with --fix, remaining ones',
  },
  run: runLint,
};

async function runLint(args: Arguments, io: Io): Promise<ExitCode> {
  const explained = args.value('explain');
  if (explained !== undefined) {
    const code = oneOf('value for --explain:', explained, CODES);
    io.stdout.write(fileText(await io.lintPage(code), io.stdout));
    return 0;
  }
  const dialect = dialectOf(args);
  if (args.value('format') === 'junit') {
    throw new InputError('--format junit was removed: use --format github or sarif in CI.');
  }
  const format = formatOption(args, FORMATS);
  const maxWarnings = numberOption(args, 'max-warnings', { min: 0 }) ?? Number.POSITIVE_INFINITY;
  const find = linter(args);
  const maxPerCode = numberOption(args, 'max-per-code', { unlimited: 'all' }) ?? MAX_PER_CODE;
  const names = namesOf(args, io);
  const isFixing = args.has('fix');
  const baseline = await baselineOf(args, io);
  // Standard output is reserved for the fixed file.
  const output = isFixing && names.includes('-') ? io.stderr : io.stdout;
  const reports: Readonly<Record<(typeof FORMATS)[number], () => LintReport>> = {
    text: () => lintText(painterFor(output, io.env), maxPerCode),
    json: () => lintJson(dialect),
    sarif: () => lintSarif(io.platform),
    github: lintGithub,
  };
  const report = reports[format]();
  const tally = new Tally();
  let isIncomplete = false;
  const write = (file: LintedFile): void => {
    tally.add(file);
    isIncomplete ||= file.diagnostics.some(({ code }) => code === 'undecided');
    output.write(report.add(file));
  };
  if (isFixing) {
    const findNew: Linter = (file) => baseline?.filter(file, find(file)) ?? find(file);
    const read = await readRobotsTxtArguments(names, args, io);
    for (const { file, ...result } of fixFiles(read, findNew, args.has('unsafe'), io)) {
      const accepted = baseline === undefined ? 0 : find(file).length - result.diagnostics.length;
      write({ ...file, ...result, accepted });
    }
  } else {
    for await (const file of robotsTxtArguments(names, args, io)) {
      const all = find(file);
      if (args.has('update-baseline')) baseline?.record(file, all);
      const diagnostics = baseline?.filter(file, all) ?? all;
      const accepted = all.length - diagnostics.length;
      write({ ...file, diagnostics, fixed: 0, fixedLines: [], accepted });
    }
  }
  if (args.has('update-baseline')) baseline?.write(io);
  output.write(report.end(tally));
  if (isIncomplete) io.report('Budget used up; some rules are not fully checked. Use --budget to raise it.');
  return tally.error > 0 || tally.warning > maxWarnings ? 1 : 0;
}

/** Returns the files to check, without excluded ones. */
function namesOf(args: Arguments, io: Io): readonly string[] {
  const names = expandedNames(args.positionals, io);
  const globs = args.values('exclude');
  return names.filter((name) => !globs.some((glob) => matchesGlob(normalize(name), normalize(glob))));
}

async function baselineOf(args: Arguments, io: Io): Promise<Baseline | undefined> {
  const path = args.value('baseline');
  if (path === undefined) return undefined;
  return args.has('update-baseline') ? Baseline.acceptingAll(path) : await Baseline.read(path, io);
}

function assetOf(url: string, args: Arguments): string {
  try {
    return urlOrPath(url, 'rfc9309');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${args.label('asset')}: ${error.message}`);
  }
}

/** Returns the values of `--code-severity`; the last one of a code counts. */
function codeSeverities(
  args: Arguments,
  codeOf: (option: string, code: string) => DiagnosticCode,
): ReadonlyMap<DiagnosticCode, (typeof CODE_SEVERITIES)[number]> {
  const option = 'code-severity';
  const label = args.label(option);
  return new Map(
    args.values(option).map((value) => {
      const [code = '', word] = value.split('=');
      const known = codeOf(option, code);
      if (word === undefined) {
        throw new InputError(`${label} takes a code and a severity. Write ${code}=off, or another of ${SEVERITIES.join(', ')}.`);
      }
      return [known, oneOf(`value for ${label}:`, word, CODE_SEVERITIES)] as const;
    }),
  );
}

/** Returns a function that finds the diagnostics selected by the options. */
function linter(args: Arguments): Linter {
  const budget = budgetOf(args);
  const options: LintOptions = {
    assets: args.values('asset').map((url) => assetOf(url, args)),
    ...(budget !== undefined && { budget }),
  };
  const codeOf = (option: string, code: string) => oneOf(`value for ${args.label(option)}:`, code, CODES);
  const codesOf = (option: string) => args.values(option).map((code) => codeOf(option, code));
  const selected = new Set(args.has('select') ? codesOf('select') : CODES);
  for (const code of codesOf('ignore')) selected.delete(code);
  const severities = new Map<DiagnosticCode, Severity>();
  for (const [code, severity] of codeSeverities(args, codeOf)) {
    if (severity === 'off') selected.delete(code);
    else severities.set(code, severity);
  }
  const lowest = SEVERITIES.indexOf(choiceOption(args, 'severity', SEVERITIES) ?? 'info');
  return ({ robotsTxt, name, kind }) =>
    lintRobotsTxt(robotsTxt, { ...options, ...(kind === 'site' && { url: name }) })
      .filter(({ code, omitted }) => selected.has(omitted?.code ?? code))
      .map((diagnostic) => {
        const severity = severities.get(diagnostic.omitted?.code ?? diagnostic.code);
        return severity === undefined ? diagnostic : { ...diagnostic, severity };
      })
      .filter(({ severity }) => SEVERITIES.indexOf(severity) <= lowest);
}
