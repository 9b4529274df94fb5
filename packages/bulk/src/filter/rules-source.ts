/** The sources of rules: one robots.txt, the rows themselves, an archive, or the sites. */
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { policies } from '@repkit/client/access';
import { type Access, type Crawler, robotsFile } from '@repkit/core';
import { archiveStats } from '../archive/byte-file.js';
import { fileError } from '../bytes/input-error.js';
import { archiveFolder } from './archive-folder.js';
import { type BlockFilter, blockRunner, type FilterRunner, type RulesFor } from './block-filter.js';
import { requiredOrigin } from './origin.js';
import { type LoadSite, OriginCache, type OriginCacheOptions } from './origin-cache.js';
import { remembered } from './row-crawlers.js';
import { rowRobots } from './row-robots.js';
import { type AccessUnder, CrawlerRules, type RuleOverrides, type Warn } from './rules.js';

/** Rules that do not change during a run, as plain data. Each thread opens them itself. */
export type FixedRules =
  | { readonly kind: 'robots'; readonly bytes: Uint8Array; readonly overrides: RuleOverrides }
  /** Each row contains its robots.txt. */
  | { readonly kind: 'rows'; readonly overrides: RuleOverrides }
  | {
      readonly kind: 'archive';
      /** Path of a folder, a WARC file, or NDJSON. */
      readonly archive: string;
      /** The outcome for hosts that are not in the archive. */
      readonly missing: 'allowed' | 'disallowed' | 'unreachable';
      readonly overrides: RuleOverrides;
    };

/** Rules that are fetched during a run. */
export interface LiveRules {
  readonly kind: 'live';
  /** Returns what the site of a URL permits to a crawler. For example `RobotsClient.access`. */
  readonly accessFor: (url: string, crawler: Crawler) => Promise<Access>;
  readonly overrides: RuleOverrides;
  /** Maximum number of sites fetched in parallel. */
  readonly concurrency: number;
}

/** More parallel reads of an archive are not faster. */
const ARCHIVE_READS = 4;
/** Of a site that is fetched; its size is not known here. */
const LIVE_RULES_BYTES = 3000;

/** What a site outside the archive permits, by the verdict for its URLs. */
const MISSING = {
  allowed: 'unavailable',
  disallowed: 'forbidden',
  unreachable: 'unreachable',
} as const;

const MEBI = 1024 * 1024;

/** Returns the approximate memory for the rules of many sites. */
export function memoryBudget(): number {
  return Math.min(getHeapStatistics().heap_size_limit / 4, totalmem() / 16);
}

/**
 * Throws an InputError if an archive cannot be read.
 *
 * @param warn receives a message for each part of an archive that cannot be read
 * @param maxBytes approximate memory for the rules of an archive in this thread
 */
export async function openFixed(
  rules: FixedRules,
  filter: BlockFilter,
  warn: Warn,
  maxBytes: number = memoryBudget(),
): Promise<FilterRunner> {
  const { overrides } = rules;
  switch (rules.kind) {
    case 'robots':
      return blockRunner(filter, rulesOfFile(rules.bytes, filter, overrides));
    case 'rows':
      return blockRunner(filter, rowRobots(filter, overrides));
    case 'archive': {
      const onReload = (origins: number): void => {
        warn(
          `The rules of more than ${origins} sites do not fit into ${Math.round(maxBytes / MEBI)} MiB, so files are read ` +
            'repeatedly. Sort the URLs by site, or raise the memory limit of Node (NODE_OPTIONS=--max-old-space-size).',
        );
      };
      const { load, close } = await openSites(rules, warn);
      return originRunner(load, filter, { overrides, concurrency: ARCHIVE_READS, maxBytes, onReload }, close);
    }
  }
}

function rulesOfFile(bytes: Uint8Array, filter: BlockFilter, overrides: RuleOverrides): RulesFor {
  const file = robotsFile(bytes);
  const rulesFor = remembered((crawlers: readonly Crawler[]) => {
    return new CrawlerRules(crawlers, overrides).ofFile(file);
  });
  const rulesOfMostRows = rulesFor(filter.crawlers);
  return (_row, crawlers) => (crawlers === filter.crawlers ? rulesOfMostRows : rulesFor(crawlers));
}

async function openSites(
  { archive, missing, overrides }: Extract<FixedRules, { kind: 'archive' }>,
  warn: Warn,
): Promise<{ load: LoadSite; close?(): void }> {
  const accessOfMissing: AccessUnder = () => ({ kind: MISSING[missing] });
  // An error is never a permission.
  const accessOfUnreadable: AccessUnder = missing === 'allowed' ? () => ({ kind: MISSING.unreachable }) : accessOfMissing;
  if (isFolder(archive)) return { load: archiveFolder(archive, accessOfMissing) };
  const known = [...Object.values(policies), ...(overrides.policy === undefined ? [] : [overrides.policy])];
  const maxRedirects = Math.max(...known.map((policy) => policy.maxRedirects));
  // Loads the client, which a folder does not need.
  const { archiveFile } = await import('./archive-file.js');
  return await archiveFile({ file: archive, maxRedirects, missing: accessOfMissing, unreadable: accessOfUnreadable, warn });
}

/** Throws an InputError if the archive does not exist. Otherwise, each site would count as missing. */
function isFolder(archive: string): boolean {
  try {
    return archiveStats(archive).isDirectory();
  } catch (error) {
    throw fileError(`"${archive}"`, error);
  }
}

export function openLive({ accessFor, overrides, concurrency }: LiveRules, filter: BlockFilter): FilterRunner {
  const options = { overrides, concurrency, maxBytes: memoryBudget() };
  return originRunner(loadFrom(accessFor), filter, options);
}

export function loadFrom(accessFor: LiveRules['accessFor']): LoadSite {
  return async (url, crawlers) => {
    requiredOrigin(url);
    const accesses: Access[] = [];
    for (const crawler of crawlers) accesses.push(await accessFor(url, crawler));
    return {
      accessUnder: (_policy, index) => accesses[index] as Access,
      bytes: LIVE_RULES_BYTES,
    };
  };
}

function originRunner(load: LoadSite, filter: BlockFilter, options: OriginCacheOptions, close = () => {}): FilterRunner {
  const origins = new OriginCache(load, options);
  return {
    ahead: 1,
    run: (block) => origins.filterBlock(block, filter),
    close: async () => close(),
  };
}
