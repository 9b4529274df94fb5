/** Converts the options of `repkit filter` for the library. Each function throws an InputError for an invalid option. */
import {
  archiveStats,
  type FixedRules,
  fileError,
  InputError,
  type RowsOptions,
} from '@repkit/bulk';
import { parseRobotsTxt } from '@repkit/core';
import { readRobotsBytes } from '../input/read-robots.js';
import { warnOfContent } from '../input/robots-txt-argument.js';
import { type Arguments, choiceOption } from '../options/arguments.js';
import { type FetchOptions, fetchOptionsOf, refuseFetchOptions } from '../options/fetch-options.js';
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

export const MISSING = ['allowed', 'disallowed', 'unreachable'] as const;
export const ONLY = ['allowed', 'disallowed'] as const;
export const ROW_FORMATS = ['tsv', 'ndjson', 'csv'] as const;

const DEFAULT_CONCURRENCY = 50;
const MAX_CONCURRENCY = 1000;

export async function rulesOption(
  args: Arguments,
  interpretation: Interpretation,
  io: Pick<Io, 'stdin' | 'openFile' | 'env' | 'stderr'>,
): Promise<FixedRules | LiveSites> {
  const kind = sourceKind(args);
  const given = givenRules(args);
  switch (kind) {
    case 'robots': {
      const { dialect } = interpretation;
      const name = args.value('robots') ?? '-';
      const bytes = await readRobotsBytes(name, dialect, io);
      warnOfContent('filter', { name, robotsTxt: parseRobotsTxt(bytes, { dialect }) }, io);
      return { kind, bytes, given };
    }
    case 'archive': {
      const missing = choiceOption(args, 'missing', MISSING) ?? 'unreachable';
      const archive = existing(args.value('archive') ?? '');
      return { kind, archive, missing, given };
    }
    case 'live': {
      const concurrency = numberOption(args, 'concurrency', MAX_CONCURRENCY) ?? DEFAULT_CONCURRENCY;
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

function sourceKind(args: Arguments): 'robots' | 'archive' | 'live' {
  const kinds = (['robots', 'archive'] as const).filter((name) => args.has(name));
  const [kind = 'live'] = kinds;
  if (kinds.length > 1) throw new InputError('--robots and --archive cannot be combined.');
  if (kind !== 'live') {
    refuseFetchOptions(args, `with --${kind}`);
    if (args.has('concurrency')) {
      throw new InputError(`--concurrency has no effect with --${kind}.`);
    }
  }
  if (kind !== 'archive' && args.has('missing'))
    throw new InputError('--missing requires --archive.');
  if (kind === 'live' && args.has('jobs')) {
    throw new InputError(
      '--jobs requires --robots or --archive. Use --concurrency to fetch from more sites at once.',
    );
  }
  return kind;
}

/** Reads `--format`, `--column` and `--no-header`. */
export function rowsOption(args: Arguments): RowsOptions {
  const name = formatOption(args, ROW_FORMATS);
  const column = args.value('column');
  const hasHeader = !args.has('no-header');
  if (name === 'csv') return { name, column, hasHeader };
  if (!hasHeader) throw new InputError('--no-header requires --format csv.');
  if (name === 'ndjson') return { name, column: column ?? 'url' };
  if (column === undefined) return { name };
  throw new InputError(
    '--column requires --format ndjson or csv; in tsv, the URL is the first column.',
  );
}
