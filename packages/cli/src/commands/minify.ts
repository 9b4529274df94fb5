import { InputError } from '@repkit/bulk';
import type { RobotsTxt } from '@repkit/core';
import { type Minimized, minimize, type Savings } from '@repkit/core/analysis';
import { checkRewritable, checkUncompressed, writeRobotsTxt } from '../input/rewrite.js';
import {
  ROBOTS_TXT_OPTIONS,
  ROBOTS_TXT_SOURCES,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { BUDGET_OPTION, budgetOf, documentedDialectsOf } from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, visibleName } from '../program/terminal.js';

const LARGEST_BUDGET = 1_024_000_000;
/** Tried in order unless the user sets a budget: few files need more than the first, and the last takes about half a minute. */
const BUDGETS = [13_000_000, 128_000_000, LARGEST_BUDGET] as const;

export const minify: Command = {
  name: 'minify',
  summary: 'Print the smallest robots.txt with provably the same verdicts for every crawler.',
  positionals: 'ROBOTS.TXT',
  completes: { files: true },
  options: {
    write: { description: 'Rewrite the file in place.' },
    budget: {
      ...BUDGET_OPTION,
      description: `Maximum number of search steps (default: as many as needed, up to ${LARGEST_BUDGET}).`,
    },
    ...ROBOTS_TXT_OPTIONS,
  },
  examples: {
    'Print the minified file': 'repkit minify robots.txt',
    'Minify it in place': 'repkit minify --write robots.txt',
    'Minify the robots.txt of a site': 'repkit minify https://example.com > robots.txt',
  },
  notes: {
    Removed:
      'Rules that change no verdict, groups that repeat another group or "*", and comments that ' +
      'do not belong to a remaining rule. Sitemap, crawl-delay and other records remain. The ' +
      'proof holds for rfc9309 and for known crawlers that document another dialect; with ' +
      '--dialect or --policy, only for that one. If no smaller equivalent file is found, the ' +
      'file is unchanged. Standard error reports the bytes saved by each kind of change.',
    'Robots.txt sources': ROBOTS_TXT_SOURCES,
  },
  exitCodes: { 0: 'done, even if nothing was saved' },
  run: runMinify,
};

async function runMinify(args: Arguments, io: Io): Promise<ExitCode> {
  const { positionals: names } = args;
  const budget = budgetOf(args);
  const [one] = await readRobotsTxtArguments(names, args, io);
  if (args.has('write') && one.kind !== 'file') {
    throw new InputError(`--write requires a file; "${one.name}" is not a file.`);
  }
  if (args.has('write')) checkUncompressed('write', [one]);
  const { body, name } = one;
  checkRewritable(one);
  const { text, proof, complete, savings } = minimized(
    one.robotsTxt,
    budget === undefined ? BUDGETS : [budget],
    documentedDialectsOf(args),
  );
  const smaller = new TextEncoder().encode(text);
  const saved = proof.accessEquivalent === true ? body.length - smaller.length : 0;
  const file = visibleName(name);
  if (saved <= 0) {
    const why = complete ? '' : ' within the budget. Use --budget to raise it';
    io.report(`Left ${file} unchanged: found no smaller equivalent file${why}.`);
    if (!args.has('write')) {
      io.stdout.write(io.stdout.isTerminal ? fileText(one.robotsTxt.text, io.stdout) : body);
    }
    return 0;
  }
  if (args.has('write')) writeRobotsTxt(one, smaller, io);
  else io.stdout.write(fileText(text, io.stdout));
  io.report(
    `Saved ${saved} of ${body.length} bytes of ${file}${savingsText(savings)}; proved equivalent under ${proof.dialects.join(' and ')}.` +
      (complete ? '' : ' A higher --budget may save more.'),
  );
  return 0;
}

/** Minimizes within the first budget that suffices, or else the last. */
function minimized(
  robotsTxt: RobotsTxt,
  [budget, ...larger]: readonly number[],
  documentedDialects: boolean,
): Minimized {
  const result = minimize(robotsTxt, { documentedDialects, budget });
  if (result.complete || larger.length === 0) return result;
  return minimized(robotsTxt, larger, documentedDialects);
}

const KINDS: Readonly<Record<keyof Savings, string>> = {
  lines: 'comments, blank and invalid lines',
  rules: 'redundant rules',
  groups: 'groups',
  patterns: 'patterns',
};

/** Returns `: 40 in redundant rules, 26 in groups`, the largest first. */
function savingsText(savings: Savings): string {
  const kinds = (Object.keys(KINDS) as (keyof Savings)[]).filter((kind) => savings[kind] > 0);
  const parts = kinds
    .sort((one, other) => savings[other] - savings[one])
    .map((kind) => `${savings[kind]} in ${KINDS[kind]}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}
