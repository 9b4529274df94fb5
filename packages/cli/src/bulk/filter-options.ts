/** Converts the options of `repkit filter` for the library. Each function throws an InputError for an invalid option. */
import { archiveStats, type FixedRules, InputError, type LiveRules, type Print, type RowsOptions } from '@repkit/bulk';
import { type Crawler, dialectFor, parseRobotsTxt } from '@repkit/core';
import { openSites, readRobotsBytes, warnOfContent } from '../input/read-robots.js';
import { type Arguments, choiceOption, type OptionSpec } from '../options/arguments.js';
import { dialectOf, formatOption, numberOption, ruleOverrides } from '../options/shared-options.js';
import { naming } from '../program/files.js';
import type { Io } from '../program/io.js';
import { SiteProblems } from './site-problems.js';

/** Rules to close after the run. */
type OpenRules = (FixedRules | LiveRules) & { close?(): Promise<void> };

const MISSING = ['allowed', 'disallowed', 'unreachable'] as const;
export const MISSING_OPTION: OptionSpec = {
  value: 'NAME',
  choices: MISSING,
  default: 'unreachable',
  requires: ['archive'],
  description: 'Verdict for hosts that the archive does not contain.',
};
export const ONLY = ['allowed', 'disallowed'] as const;
export const ROW_FORMATS = ['tsv', 'ndjson', 'csv'] as const satisfies RowsOptions['name'][];

const DEFAULT_CONCURRENCY = 50;
const MAX_CONCURRENCY = 1000;

export const CONCURRENCY_OPTION: OptionSpec = {
  value: 'N',
  excludes: ['robots', 'archive', 'robots-column'],
  description: `Number of sites to fetch from at once, 1 to ${MAX_CONCURRENCY} (default: ${DEFAULT_CONCURRENCY}).`,
};

interface RuleOptions {
  readonly crawlers: readonly Crawler[];
  readonly warn: (sentence: string) => void;
  readonly stop: AbortSignal | undefined;
}

/** Opens the rules of a run for the crawlers. `warn` receives what fetching reports. */
export async function openRules(args: Arguments, { crawlers, warn, stop }: RuleOptions, io: Io): Promise<OpenRules> {
  const overrides = ruleOverrides(args);
  if (args.has('robots-column')) return { kind: 'rows', overrides };
  const file = args.value('robots');
  if (file !== undefined) {
    const bytes = await readRobotsBytes(file, io);
    const robotsTxt = parseRobotsTxt(bytes, { dialect: dialectOf(args) });
    warnOfContent({ name: file, robotsTxt }, io);
    return { kind: 'robots', bytes, overrides };
  }
  const archive = args.value('archive');
  if (archive !== undefined) {
    const missing = choiceOption(args, 'missing', MISSING) ?? 'unreachable';
    // An error of the library names only the path, not the option.
    naming(`--archive "${archive}"`, () => archiveStats(archive));
    return { kind: 'archive', archive, missing, overrides };
  }
  const max = MAX_CONCURRENCY;
  const concurrency = numberOption(args, 'concurrency', { max }) ?? DEFAULT_CONCURRENCY;
  const source = await openSites(args, { ...io, report: warn });
  const problems = new SiteProblems();
  return {
    kind: 'live',
    async accessFor(url, crawler) {
      const { access, provenance } = await source.accessFor(url, crawler, stop);
      // Called once per crawler of the run, or for the one that a row names; count each site once.
      const isRepeated = crawlers.indexOf(crawler) > 0;
      if (!isRepeated) problems.add(access, provenance, dialectFor(crawler, overrides));
      return access;
    },
    overrides,
    concurrency,
    async close() {
      for (const sentence of problems.sentences()) warn(sentence);
      await source.close();
    },
  };
}

/** Reads `--format`, `--no-header` and the options that name columns. */
export function rowsOption(args: Arguments): RowsOptions {
  return {
    name: formatOption(args, ROW_FORMATS),
    columns: {
      url: args.value('column'),
      robotsTxt: args.value('robots-column'),
      agent: args.value('agent-column'),
      crawler: args.value('crawler-column'),
    },
    hasHeader: !args.has('no-header'),
  };
}

/** Returns what the run prints. */
export function printOption(args: Arguments): Print {
  const only = choiceOption(args, 'only', ONLY);
  if (only !== undefined) return `${only}-urls`;
  if (args.has('verdict-only')) return 'verdicts';
  if (args.has('group')) return 'groups';
  return args.has('explain') ? 'explained-rows' : 'rows';
}

/** Throws an InputError if the run has several crawlers, but rows with one. */
export function checkCrawlerCount(args: Arguments, crawlers: readonly Crawler[]): void {
  if (crawlers.length === 1) return;
  for (const option of ['verdict-only', 'agent-column', 'crawler-column']) {
    if (!args.has(option)) continue;
    throw new InputError(`--${option} permits one crawler. Use --agent or --crawler once.`);
  }
}
