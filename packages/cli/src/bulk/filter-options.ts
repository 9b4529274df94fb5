/** The options of `repkit filter` as the values that the library takes. Each function throws an InputError for a wrong one. */
import {
  archiveStats,
  type FixedRules,
  fileError,
  InputError,
  type Outcome,
  type RowsOptions,
} from '@repkit/bulk';
import { readRobotsBytes } from '../input/read-robots.js';
import type { Arguments } from '../options/arguments.js';
import { FETCH_OPTIONS, type FetchOptions, fetchOptionsOf } from '../options/fetch-options.js';
import {
  formatOption,
  type Interpretation,
  numberOption,
  policyOf,
} from '../options/shared-options.js';
import type { Io } from '../program/io.js';

/** Sites that are fetched during the run. */
export interface LiveSites {
  readonly kind: 'live';
  readonly options: FetchOptions;
  readonly concurrency: number;
}

const CONCURRENCY = { example: 50, most: 1000 };

export async function rulesOption(
  args: Arguments,
  interpretation: Interpretation,
  io: Pick<Io, 'stdin' | 'openFile' | 'env'>,
): Promise<FixedRules | LiveSites> {
  const kind = sourceKind(args);
  const { dialect } = interpretation;
  switch (kind) {
    case 'robots': {
      const bytes = await readRobotsBytes(args.value('robots') ?? '-', dialect, io);
      return { kind, bytes, dialect };
    }
    case 'archive': {
      const missing = missingOutcome(args.value('missing') ?? 'unreachable');
      const archive = existing(args.value('archive') ?? '');
      return { kind, archive, missing, policy: policyOf(interpretation), dialect };
    }
    case 'live': {
      const concurrency = numberOption(args, 'concurrency', CONCURRENCY) ?? CONCURRENCY.example;
      return { kind, options: fetchOptionsOf(args, io.env), concurrency };
    }
  }
}

/** In a folder that does not exist, every host would count as missing. */
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
  if (kinds.length > 1) {
    throw new InputError('--robots and --archive are both given: leave one of them out.');
  }
  const names = [...FETCH_OPTIONS.map(({ name }) => name), 'concurrency'];
  const idle = kind === 'live' ? undefined : names.find((name) => args.has(name));
  if (idle !== undefined) {
    throw new InputError(
      `--${idle} is for fetching, and with --${kind} nothing is fetched: leave one of them out.`,
    );
  }
  if (kind !== 'archive' && args.has('missing')) {
    throw new InputError(
      '--missing says what holds for hosts that an archive lacks: add --archive, or leave it out.',
    );
  }
  if (kind === 'live' && args.has('jobs')) {
    throw new InputError(
      '--jobs spreads work over cores, and where sites are asked a run waits for them: write --concurrency in its place.',
    );
  }
  return kind;
}

function missingOutcome(value: string): Outcome {
  if (value === 'allowed' || value === 'disallowed' || value === 'unreachable') return value;
  throw new InputError(
    `--missing takes allowed, disallowed or unreachable, and not "${value}": write --missing allowed.`,
  );
}

export function onlyOption(args: Arguments): 'allowed' | 'disallowed' | undefined {
  const only = args.value('only');
  if (only === undefined || only === 'allowed' || only === 'disallowed') return only;
  throw new InputError(
    `--only takes allowed or disallowed, and not "${only}": write --only allowed.`,
  );
}

/** `--format`, `--column` and `--no-header`. */
export function rowsOption(args: Arguments): RowsOptions {
  const name = formatOption(args, ['tsv', 'ndjson', 'csv']);
  const column = args.value('column');
  const hasHeader = !args.has('no-header');
  if (name === 'csv') return { name, column, hasHeader };
  if (!hasHeader) {
    throw new InputError(
      `--no-header is about csv, and ${name} has none: add --format csv, or leave it out.`,
    );
  }
  if (name === 'ndjson') return { name, column: column ?? 'url' };
  if (column === undefined) return { name };
  throw new InputError(
    '--column is a member of ndjson or a column of csv, and in tsv the URL is the first: ' +
      'add --format ndjson or csv, or leave it out.',
  );
}
