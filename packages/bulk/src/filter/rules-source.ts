/** The sources of rules: one robots.txt, an archive, or the sites themselves. */
import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Policy } from '@repkit/client/access';
import type { DialectName, RobotsTxt } from '@repkit/core';
import type { FileOpener } from '../bytes/file-bytes.js';
import { parseChunks } from '../input/parse-chunks.js';
import type { Outcome } from '../rows/row-format.js';
import { archiveFolder } from './archive-folder.js';
import type { BlockFilter, FilterResult } from './block-filter.js';
import { type LoadRules, OriginRules, type SiteRules } from './origin-rules.js';
import { type Crawler, constantRules, rulesByAccess, rulesOf } from './rules.js';

/** Rules that do not change during a run, as plain data. Each thread opens them itself. */
export type FixedRules =
  | { readonly kind: 'robots'; readonly bytes: Uint8Array; readonly dialect: DialectName }
  | {
      readonly kind: 'archive';
      /** Path of a folder, a WARC file, NDJSON, or a SQLite store of the client. */
      readonly archive: string;
      /** The outcome for hosts that are not in the archive. */
      readonly missing: Outcome;
      readonly policy: Policy;
      readonly dialect: DialectName;
    };

/** Rules that are fetched during a run. */
export interface LiveRules {
  readonly kind: 'live';
  /** For example `RobotsClient.robotsTxt`. */
  readonly robotsTxtFor: (url: string) => Promise<LiveResult>;
  /** Maximum number of sites fetched in parallel. */
  readonly concurrency: number;
}

export type LiveResult =
  | { readonly kind: 'rules'; readonly robotsTxt: RobotsTxt }
  | { readonly kind: Parameters<typeof rulesByAccess>[0] };

export interface RulesSource {
  filterBlock(block: Uint8Array, filter: BlockFilter): Promise<FilterResult> | FilterResult;
  close(): Promise<void>;
}

/** More parallel reads of an archive are not faster. */
const ARCHIVE_READS = 4;
/** Of a site that is fetched; its size is not known here. */
const LIVE_RULES_BYTES = 10_000;

const MEBIBYTE = 1024 * 1024;

/** Each thread caches rules of its own. */
function memoryBudget(): number {
  return Math.min(getHeapStatistics().heap_size_limit / 4, totalmem() / 16);
}

/** @param warn receives a message for each part of an archive that cannot be read */
export async function openFixed(
  rules: FixedRules,
  crawlers: readonly Crawler[],
  system: FileOpener,
  warn: (message: string) => void,
): Promise<RulesSource> {
  const { dialect } = rules;
  if (rules.kind === 'robots') {
    const all = rulesOf(await parseChunks([rules.bytes], dialect), crawlers);
    return {
      filterBlock: (block, filter) => filter.filter(block, () => all),
      close: async () => {},
    };
  }
  const missing = constantRules(rules.missing);
  const { archive, policy } = rules;
  const maxBytes = memoryBudget();
  const reads = { concurrency: ARCHIVE_READS, maxBytes };
  const onReload = (origins: number): void => {
    warn(
      `The rules of more than ${origins} sites do not fit into ${Math.round(maxBytes / MEBIBYTE)} MiB, so files are read ` +
        'repeatedly. Sort the URLs by site, or raise the memory limit of Node (NODE_OPTIONS=--max-old-space-size).',
    );
  };
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) {
    const folder = { folder: archive, dialect, crawlers, missing };
    return sourceOf(archiveFolder(folder, system), { ...reads, onReload });
  }
  // Loads the client, which a folder does not need.
  const { archiveFile } = await import('./archive-file.js');
  const file = { file: archive, policy, dialect, crawlers, missing, warn };
  return sourceOf(await archiveFile(file), { ...reads, onReload });
}

export function openLive(
  { robotsTxtFor, concurrency }: LiveRules,
  crawlers: readonly Crawler[],
): RulesSource {
  const load = loadRules(robotsTxtFor, crawlers);
  return sourceOf(
    { load, close: async () => {} },
    {
      concurrency,
      maxBytes: memoryBudget(),
    },
  );
}

export function loadRules(
  robotsTxtFor: LiveRules['robotsTxtFor'],
  crawlers: readonly Crawler[],
): LoadRules {
  return async (url) => {
    if (!/^(?:https?|ftp):\/\//i.test(url) || !URL.canParse(url)) {
      throw new TypeError('The URL has no origin.');
    }
    const result = await robotsTxtFor(url);
    if (result.kind === 'rules') {
      const rules = rulesOf(result.robotsTxt, crawlers);
      return { rules, bytes: LIVE_RULES_BYTES };
    }
    return { rules: rulesByAccess(result.kind), bytes: 0 };
  };
}

function sourceOf(
  { load, close }: SiteRules,
  options: ConstructorParameters<typeof OriginRules>[1],
): RulesSource {
  const origins = new OriginRules(load, options);
  return { filterBlock: (block, filter) => origins.filterBlock(block, filter), close };
}
