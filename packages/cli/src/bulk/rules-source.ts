/** Where the rules of a bulk run come from: one file, an archive, or the sites themselves. */
import { statSync } from 'node:fs';
import type { PolicyName } from '@repkit/client';
import type { DialectName } from '@repkit/core';
import { archiveStats } from '../archive/plain-file.js';
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { FETCH_OPTIONS, type FetchOptions, fetchOptionsOf } from '../fetch-options.js';
import { fileError } from '../file-error.js';
import type { Io } from '../io.js';
import { parseChunks, readRobotsOctets } from '../read-robots.js';
import type { Reading } from '../reading.js';
import type { ArchiveFileOptions } from './archive-file.js';
import { archiveFolder } from './archive-folder.js';
import type { BlockFilter, Filtered } from './block-filter.js';
import type { Block } from './blocks.js';
import { OriginRules, type OriginRulesOptions, type SiteRules } from './origin-rules.js';
import { type Outcome, rulesOf, rulesWithout } from './rules.js';

/** Answers the rows of blocks, in order. */
export interface RulesSource {
  answer(block: Block, filter: BlockFilter): Promise<Filtered> | Filtered;
  close(): Promise<void>;
}

/** What does not change while a run goes on, as plain data: each thread opens a source of its own from it. */
export type FixedRules =
  | { readonly kind: 'robots'; readonly octets: Uint8Array; readonly dialect: DialectName }
  | {
      readonly kind: 'archive';
      readonly archive: string;
      /** Of hosts that are not in it. */
      readonly missing: Outcome;
      readonly policy: PolicyName;
      readonly dialect: DialectName;
    };

export interface LiveSites {
  readonly kind: 'live';
  readonly reading: Reading;
  readonly options: FetchOptions;
  readonly concurrency: number;
}

/** Files are read as quickly one after the other as at once. */
const ARCHIVE = { concurrency: 4, most: 10_000 };
const LIVE_MOST = 100_000;
const CONCURRENCY = { usual: '50', most: 1000 };

/** What the options say. Throws a CommandError for those that contradict each other, and where `--robots` cannot be read. */
export async function askedRules(
  args: Arguments,
  reading: Reading,
  io: Pick<Io, 'stdin' | 'openFile' | 'env'>,
): Promise<FixedRules | LiveSites> {
  const kind = sourceKind(args);
  const { policy, dialect } = reading;
  switch (kind) {
    case 'robots': {
      const octets = await readRobotsOctets(args.value('robots') ?? '-', dialect, io);
      return { kind, octets, dialect };
    }
    case 'archive': {
      const missing = missingOutcome(args.value('missing') ?? 'unreachable');
      return { kind, archive: existing(args.value('archive') ?? ''), missing, policy, dialect };
    }
    case 'live': {
      const concurrency = readConcurrency(args.value('concurrency') ?? CONCURRENCY.usual);
      return { kind, reading, options: fetchOptionsOf(args, io.env), concurrency };
    }
  }
}

/** `warn` is told what of an archive cannot be read. */
export async function openFixed(
  rules: FixedRules,
  productTokens: readonly string[],
  io: Pick<Io, 'openFile'>,
  warn: (sentence: string) => void,
): Promise<RulesSource> {
  const { dialect } = rules;
  if (rules.kind === 'robots') {
    const all = rulesOf(await parseChunks([rules.octets], dialect), productTokens);
    return { answer: (block, filter) => filter.filter(block, () => all), close: async () => {} };
  }
  const missing = rulesWithout(rules.missing);
  const { archive, policy } = rules;
  const sites = isFile(archive)
    ? await fileRules({ file: archive, policy, dialect, productTokens, missing, warn })
    : archiveFolder({ folder: archive, dialect, productTokens, missing }, io);
  return sourceOf(sites, ARCHIVE);
}

/** A folder that is not there would be one in which every host is missing. */
function existing(archive: string): string {
  try {
    archiveStats(archive);
    return archive;
  } catch (error) {
    throw fileError(`--archive "${archive}"`, error);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A folder is read without the client, which takes a while to load. */
async function fileRules(options: ArchiveFileOptions): Promise<SiteRules> {
  const { archiveFile } = await import('./archive-file.js');
  return await archiveFile(options);
}

export async function openLive(
  { reading, options, concurrency }: LiveSites,
  productTokens: readonly string[],
  io: Io,
  warn: (sentence: string) => void,
): Promise<RulesSource> {
  const { liveRules } = await import('./live-rules.js');
  const live = await liveRules(reading, options, productTokens, { ...io, warn });
  return sourceOf(live, { concurrency, most: LIVE_MOST });
}

function sourceOf({ load, close }: SiteRules, options: OriginRulesOptions): RulesSource {
  const origins = new OriginRules(load, options);
  return { answer: (block, filter) => origins.answer(block, filter), close };
}

/** Throws a CommandError for options that contradict each other. */
function sourceKind(args: Arguments): 'robots' | 'archive' | 'live' {
  const kinds = (['robots', 'archive'] as const).filter((name) => args.has(name));
  const [kind = 'live'] = kinds;
  if (kinds.length > 1) {
    throw new CommandError('--robots and --archive are both given: leave one of them out.');
  }
  const names = [...FETCH_OPTIONS.map(({ name }) => name), 'concurrency'];
  const idle = kind === 'live' ? undefined : names.find((name) => args.has(name));
  if (idle !== undefined) {
    throw new CommandError(
      `--${idle} is for fetching, and with --${kind} nothing is fetched: leave one of them out.`,
    );
  }
  if (kind !== 'archive' && args.has('missing')) {
    throw new CommandError(
      '--missing says what holds for hosts that an archive lacks: add --archive, or leave it out.',
    );
  }
  if (kind === 'live' && args.has('jobs')) {
    throw new CommandError(
      '--jobs spreads work over cores, and where sites are asked a run waits for them: write --concurrency in its place.',
    );
  }
  return kind;
}

function missingOutcome(value: string): Outcome {
  if (value === 'allowed' || value === 'disallowed' || value === 'unreachable') return value;
  throw new CommandError(
    `--missing takes allowed, disallowed or unreachable, and not "${value}": write --missing allowed.`,
  );
}

function readConcurrency(value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= CONCURRENCY.most) return number;
  throw new CommandError(
    `--concurrency takes a number from 1 to ${CONCURRENCY.most}, and not "${value}": write --concurrency ${CONCURRENCY.usual}.`,
  );
}
