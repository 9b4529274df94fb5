/**
 * Converts the options of `repkit filter` and `repkit worker` for the library. Each function throws an InputError for an
 * invalid option.
 */
import { archiveStats, type FixedRules, fileError, type RowsOptions } from '@repkit/bulk';
import { parseRobotsTxt } from '@repkit/core';
import { readRobotsBytes } from '../input/read-robots.js';
import { warnOfContent } from '../input/robots-txt-argument.js';
import { type Arguments, choiceOption, type OptionSpec } from '../options/arguments.js';
import { type FetchOptions, fetchOptionsOf } from '../options/fetch-options.js';
import {
  formatOption,
  givenRules,
  type Interpretation,
  numberOption,
} from '../options/shared-options.js';
import type { Io } from '../program/io.js';

/** Sites that are fetched during the run. */
export interface LiveSites {
  readonly kind: 'live';
  readonly options: FetchOptions;
  readonly concurrency: number;
}

const MISSING = ['allowed', 'disallowed', 'unreachable'] as const;
export const MISSING_OPTION: OptionSpec = {
  name: 'missing',
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

export async function rulesOption(
  command: string,
  args: Arguments,
  interpretation: Interpretation,
  io: Pick<Io, 'stdin' | 'openFile' | 'env' | 'stderr'>,
): Promise<FixedRules | LiveSites> {
  const kind = (['robots', 'archive'] as const).find((name) => args.has(name)) ?? 'live';
  const given = givenRules(args);
  switch (kind) {
    case 'robots': {
      const { dialect } = interpretation;
      const name = args.value('robots') ?? '-';
      const bytes = await readRobotsBytes(name, dialect, io);
      warnOfContent(command, { name, robotsTxt: parseRobotsTxt(bytes, { dialect }) }, io);
      return { kind, bytes, given };
    }
    case 'archive': {
      const missing = choiceOption(args, 'missing', MISSING) ?? 'unreachable';
      const archive = existing(args.value('archive') ?? '');
      return { kind, archive, missing, given };
    }
    case 'live': {
      const max = MAX_CONCURRENCY;
      const concurrency = numberOption(args, 'concurrency', { max }) ?? DEFAULT_CONCURRENCY;
      return { kind, options: fetchOptionsOf(args, io.env), concurrency };
    }
  }
}

/** Throws if the archive does not exist; otherwise every host would count as missing. */
function existing(archive: string): string {
  try {
    archiveStats(archive);
    return archive;
  } catch (error) {
    throw fileError(`--archive "${archive}"`, error);
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
