/**
 * Converts the options of `repkit filter` and `repkit worker` for the library. Each function throws an InputError for an
 * invalid option.
 */
import { archiveStats, type FixedRules, type LiveRules, type RowsOptions } from '@repkit/bulk';
import { type Crawler, dialectFor, parseRobotsTxt } from '@repkit/core';
import { openSites, readRobotsBytes, warnOfContent } from '../input/read-robots.js';
import {
  type Arguments,
  choiceOption,
  type OptionSpec,
  type OptionSpecs,
} from '../options/arguments.js';
import { FETCH_OPTIONS } from '../options/fetch-options.js';
import { dialectOf, formatOption, givenOf, numberOption } from '../options/shared-options.js';
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
export const ROW_FORMATS = ['tsv', 'ndjson', 'csv'] as const;

const DEFAULT_CONCURRENCY = 50;
const MAX_CONCURRENCY = 1000;

/** For runs over live sites. */
export const SITE_OPTIONS: OptionSpecs = {
  concurrency: {
    value: 'N',
    description: `Number of sites to fetch from at once, 1 to ${MAX_CONCURRENCY} (default: ${DEFAULT_CONCURRENCY}).`,
  },
  ...FETCH_OPTIONS,
};

/** Opens the rules of a run for the crawlers. `warn` receives what fetching reports. */
export async function openRules(
  args: Arguments,
  { crawlers, warn }: { crawlers: readonly Crawler[]; warn: (sentence: string) => void },
  io: Io,
): Promise<OpenRules> {
  const given = givenOf(args);
  const file = args.value('robots');
  if (file !== undefined) {
    const bytes = await readRobotsBytes(file, io);
    const robotsTxt = parseRobotsTxt(bytes, { dialect: dialectOf(args) });
    warnOfContent({ name: file, robotsTxt }, io);
    return { kind: 'robots', bytes, given };
  }
  const archive = args.value('archive');
  if (archive !== undefined) {
    const missing = choiceOption(args, 'missing', MISSING) ?? 'unreachable';
    // An error of the library names only the path, not the option.
    naming(`--archive "${archive}"`, () => archiveStats(archive));
    return { kind: 'archive', archive, missing, given };
  }
  const max = MAX_CONCURRENCY;
  const concurrency = numberOption(args, 'concurrency', { max }) ?? DEFAULT_CONCURRENCY;
  const source = await openSites(args, { ...io, report: warn });
  const problems = new SiteProblems();
  return {
    kind: 'live',
    async accessFor(url, crawler) {
      const { access, provenance } = await source.accessFor(url, crawler);
      // Each crawler of a site asks; the site is counted once.
      if (crawler === crawlers[0]) problems.add(access, provenance, dialectFor(crawler, given));
      return access;
    },
    given,
    concurrency,
    async close() {
      for (const sentence of problems.sentences()) warn(sentence);
      await source.close();
    },
  };
}

/** Reads `--format`, `--column` and `--no-header`. */
export function rowsOption(args: Arguments): RowsOptions {
  const name = formatOption(args, ROW_FORMATS);
  const column = args.value('column');
  const hasHeader = !args.has('no-header');
  if (name === 'csv') return { name, column, hasHeader };
  return name === 'ndjson' ? { name, column: column ?? 'url' } : { name };
}
