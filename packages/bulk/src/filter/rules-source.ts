/** The sources of rules: one robots.txt, an archive, or the sites themselves. */
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { type Access, type Crawler, robotsFile } from '@repkit/core';
import { archiveStats } from '../archive/byte-file.js';
import { fileError } from '../bytes/input-error.js';
import type { Runner } from '../threads/pool.js';
import { archiveFolder } from './archive-folder.js';
import type { BlockFilter, FilterResult } from './block-filter.js';
import { type LoadRules, OriginRules } from './origin-rules.js';
import { type GivenRules, RulesOfSites } from './rules.js';

/** Rules that do not change during a run, as plain data. Each thread opens them itself. */
export type FixedRules =
  | { readonly kind: 'robots'; readonly bytes: Uint8Array; readonly given: GivenRules }
  | {
      readonly kind: 'archive';
      /** Path of a folder, a WARC file, or NDJSON. */
      readonly archive: string;
      /** The outcome for hosts that are not in the archive. */
      readonly missing: 'allowed' | 'disallowed' | 'unreachable';
      readonly given: GivenRules;
    };

/** Rules that are fetched during a run. */
export interface LiveRules {
  readonly kind: 'live';
  /** Returns what the site of a URL permits to a crawler. For example `RobotsClient.access`. */
  readonly accessFor: (url: string, crawler: Crawler) => Promise<Access>;
  readonly given: GivenRules;
  /** Maximum number of sites fetched in parallel. */
  readonly concurrency: number;
}

/** Filters one block after the other. */
export type FilterRunner = Runner<Uint8Array, FilterResult>;

/** More parallel reads of an archive are not faster. */
const ARCHIVE_READS = 4;
/** Of a site that is fetched; its size is not known here. */
const LIVE_RULES_BYTES = 10_000;

/** What a site outside the archive permits, by the verdict for its URLs. */
const MISSING = {
  allowed: 'unavailable',
  disallowed: 'forbidden',
  unreachable: 'unreachable',
} as const;

const MEBI = 1024 * 1024;

/** Each thread caches rules of its own. */
function memoryBudget(): number {
  return Math.min(getHeapStatistics().heap_size_limit / 4, totalmem() / 16);
}

/** Throws an InputError if the archive does not exist. Otherwise, each site would count as missing. */
function isFolder(archive: string): boolean {
  try {
    return archiveStats(archive).isDirectory();
  } catch (error) {
    throw fileError(`"${archive}"`, error);
  }
}

/**
 * Throws an InputError if an archive cannot be read.
 *
 * @param warn receives a message for each part of an archive that cannot be read
 * @param maxBytes approximate memory for the rules of an archive
 */
export async function openFixed(
  rules: FixedRules,
  filter: BlockFilter,
  warn: (message: string) => void,
  maxBytes: number = memoryBudget(),
): Promise<FilterRunner> {
  const { crawlers } = filter;
  const sites = new RulesOfSites(crawlers, rules.given);
  if (rules.kind === 'robots') {
    const all = sites.ofFile(robotsFile(rules.bytes));
    return {
      ahead: 1,
      run: async (block) => filter.filter(block, () => all),
      close: async () => {},
    };
  }
  const missing = sites.ofAccess(() => ({ kind: MISSING[rules.missing] }));
  const { archive } = rules;
  const reads = { crawlers: crawlers.length, concurrency: ARCHIVE_READS, maxBytes };
  const onReload = (origins: number): void => {
    warn(
      `The rules of more than ${origins} sites do not fit into ${Math.round(maxBytes / MEBI)} MiB, so files are read ` +
        'repeatedly. Sort the URLs by site, or raise the memory limit of Node (NODE_OPTIONS=--max-old-space-size).',
    );
  };
  if (isFolder(archive)) {
    const folder = { folder: archive, rules: sites, missing };
    return runnerOf(archiveFolder(folder), filter, { ...reads, onReload });
  }
  // Loads the client, which a folder does not need.
  const { archiveFile } = await import('./archive-file.js');
  const { load, close } = await archiveFile({ file: archive, rules: sites, missing, warn });
  return runnerOf(load, filter, { ...reads, onReload }, close);
}

export function openLive(live: LiveRules, filter: BlockFilter): FilterRunner {
  const { concurrency } = live;
  const { crawlers } = filter;
  const limits = { crawlers: crawlers.length, concurrency, maxBytes: memoryBudget() };
  return runnerOf(loadRules(live, crawlers), filter, limits);
}

export function loadRules(
  { accessFor, given }: Pick<LiveRules, 'accessFor' | 'given'>,
  crawlers: readonly Crawler[],
): LoadRules {
  const sites = new RulesOfSites(crawlers, given);
  return async (url) => {
    if (!/^(?:https?|ftp):\/\//i.test(url) || !URL.canParse(url)) {
      throw new TypeError('The URL has no origin.');
    }
    const found: Access[] = [];
    for (const crawler of crawlers) found.push(await accessFor(url, crawler));
    const rules = sites.ofAccess((_policy, index) => found[index] as Access);
    return { rules, bytes: LIVE_RULES_BYTES };
  };
}

function runnerOf(
  load: LoadRules,
  filter: BlockFilter,
  options: ConstructorParameters<typeof OriginRules>[1],
  close = () => {},
): FilterRunner {
  const origins = new OriginRules(load, options);
  const run: FilterRunner['run'] = (block) => origins.filterBlock(block, filter);
  return { ahead: 1, run, close: async () => close() };
}
