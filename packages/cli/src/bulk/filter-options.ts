/**
 * Converts the options of `repkit filter` and `repkit worker` for the library. Each function throws an InputError for an
 * invalid option.
 */
import { archiveStats, type FixedRules, type LiveRules, type RowsOptions } from '@repkit/bulk';
import { type Crawler, dialectFor, parseRobotsTxt } from '@repkit/core';
import { openSites, readRobotsBytes, warnOfContent } from '../input/read-robots.js';
import { type Arguments, choiceOption, type OptionSpec } from '../options/arguments.js';
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

/** Opens the rules of a run for the crawlers. `warn` receives what fetching reports. */
export async function openRules(
  args: Arguments,
  { crawlers, warn }: { crawlers: readonly Crawler[]; warn: (sentence: string) => void },
  io: Io,
): Promise<OpenRules> {
  const kind = (['robots', 'archive'] as const).find((name) => args.has(name)) ?? 'live';
  const given = givenOf(args);
  switch (kind) {
    case 'robots': {
      const dialect = dialectOf(args);
      const name = args.value('robots') ?? '-';
      const bytes = await readRobotsBytes(name, io);
      warnOfContent({ name, robotsTxt: parseRobotsTxt(bytes, { dialect }) }, io);
      return { kind, bytes, given };
    }
    case 'archive': {
      const missing = choiceOption(args, 'missing', MISSING) ?? 'unreachable';
      const archive = args.value('archive') ?? '';
      // Otherwise every host would count as missing.
      naming(`--archive "${archive}"`, () => archiveStats(archive));
      return { kind, archive, missing, given };
    }
    case 'live': {
      const max = MAX_CONCURRENCY;
      const concurrency = numberOption(args, 'concurrency', { max }) ?? DEFAULT_CONCURRENCY;
      const source = await openSites(args, io, warn);
      const problems = new SiteProblems();
      return {
        kind,
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
  }
}

/** Reads `--format`, `--column` and `--no-header`. */
export function rowsOption(args: Arguments): RowsOptions {
  const name = formatOption(args, ROW_FORMATS);
  const column = args.value('column');
  const hasHeader = !args.has('no-header');
  if (name === 'csv') return { name, column, hasHeader };
  return name === 'ndjson' ? { name, column: column ?? 'url' } : { name };
}
