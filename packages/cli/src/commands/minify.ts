import { InputError } from '@repkit/bulk';
import { type Given, type RobotsTxt, robotsFile } from '@repkit/core';
import { type Minimized, minimize, type Savings } from '@repkit/core/analysis';
import { diffByDialect, partsOfOtherDialects } from '../input/by-dialect.js';
import { checkRewritable, checkUncompressed, writeRobotsTxt } from '../input/rewrite.js';
import {
  ROBOTS_TXT_SOURCES,
  type RobotsTxtArgument,
  readRobotsTxtArguments,
} from '../input/robots-txt-argument.js';
import type { Arguments } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import {
  BUDGET_OPTION,
  budgetOf,
  givenOf,
  INTERPRETATION_OPTIONS,
} from '../options/shared-options.js';
import type { ExitCode, Io } from '../program/io.js';
import { fileText, visibleName } from '../program/terminal.js';

const LARGEST_BUDGET = 1_024_000_000;
/** Tried in order until the result is complete: few files need more than the first, and the last takes about half a minute. */
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
    ...INTERPRETATION_OPTIONS,
    ...FETCH_OPTIONS,
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
  const { text, dialects, complete, savings } = minimized(one, budget, givenOf(args));
  const smaller = new TextEncoder().encode(text);
  const saved = dialects.length === 0 ? 0 : body.length - smaller.length;
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
    `Saved ${saved} of ${body.length} bytes of ${file}${savingsText(savings)}; proved equivalent under ${dialects.join(' and ')}.` +
      (complete ? '' : ' A higher --budget may save more.'),
  );
  return 0;
}

interface Smallest extends Minimized {
  /** The dialects that the proof holds for; empty if there is none. */
  readonly dialects: readonly string[];
}

/** Minimizes for all crawlers. What is redundant in one dialect may decide in another that known crawlers document. */
function minimized(
  { body, robotsTxt }: RobotsTxtArgument,
  budget: number | undefined,
  given: Given,
): Smallest {
  const original = robotsFile(body);
  const others = partsOfOtherDialects(given).map(({ dialect }) => original.in(dialect));
  const dialects = [robotsTxt, ...others].map(({ dialect }) => dialect.name);
  const inDialect = (parsed: RobotsTxt): Smallest => {
    const result = minimizedInDialect(parsed, budget);
    const files = [original, robotsFile(result.text)] as const;
    const proof = diffByDialect(files, undefined, given, { budget: budget ?? LARGEST_BUDGET });
    return { ...result, proof, dialects: proof.accessEquivalent === true ? dialects : [] };
  };
  let smallest = inDialect(robotsTxt);
  // If the result for one dialect does not suit the others, that for another may suit all.
  for (const other of others) {
    if (smallest.dialects.length === 0) smallest = inDialect(other);
  }
  return smallest;
}

/** Minimizes within the budget, or without one with as many steps as needed. */
function minimizedInDialect(robotsTxt: RobotsTxt, budget: number | undefined): Minimized {
  if (budget !== undefined) return minimize(robotsTxt, { budget });
  const [first, ...larger] = BUDGETS;
  let result = minimize(robotsTxt, { budget: first });
  for (const next of larger) {
    if (result.complete) break;
    result = minimize(robotsTxt, { budget: next });
  }
  return result;
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
