/** Where the rules of a run come from: one robots.txt, an archive, or the sites themselves. */
import { statSync } from 'node:fs';
import type { Policy } from '@repkit/client/access';
import type { DialectName, RobotsTxt } from '@repkit/core';
import type { FileOpener } from '../file-bytes.js';
import type { BlockFilter, Filtered } from '../filter/block-filter.js';
import { archiveFolder } from './archive-folder.js';
import { type LoadRules, OriginRules, type SiteRules } from './origin-rules.js';
import { type Outcome, parseChunks, rulesByAccess, rulesOf, rulesWithout } from './rules.js';

/** Rules that do not change during a run, as plain data: each thread opens its own source from it. */
export type FixedRules =
  | { readonly kind: 'robots'; readonly bytes: Uint8Array; readonly dialect: DialectName }
  | {
      readonly kind: 'archive';
      /** Path of a folder, a WARC file, NDJSON, or a SQLite store of the client. */
      readonly archive: string;
      /** The outcome for hosts that are not in it. */
      readonly missing: Outcome;
      readonly policy: Policy;
      readonly dialect: DialectName;
    };

/** Rules that are fetched while the run goes on. */
export interface LiveRules {
  readonly kind: 'live';
  /** Returns what holds for a URL, as `RobotsClient.robotsTxt` does. */
  readonly robotsTxtFor: (url: string) => Promise<LiveResult>;
  /** Sites fetched at once. */
  readonly concurrency: number;
}

export type LiveResult =
  | { readonly kind: 'rules'; readonly robotsTxt: RobotsTxt }
  | { readonly kind: Parameters<typeof rulesByAccess>[0] };

/** Answers the rows of blocks, in order. */
export interface RulesSource {
  answer(block: Uint8Array, filter: BlockFilter): Promise<Filtered> | Filtered;
  close(): Promise<void>;
}

/** Reading several files of an archive at once is no faster. */
const ARCHIVE = { concurrency: 4, most: 10_000 };
const MOST_LIVE_ORIGINS = 100_000;

/** `warn` receives a sentence for each part of an archive that cannot be read. */
export async function openFixed(
  rules: FixedRules,
  productTokens: readonly string[],
  system: FileOpener,
  warn: (sentence: string) => void,
): Promise<RulesSource> {
  const { dialect } = rules;
  if (rules.kind === 'robots') {
    const all = rulesOf(await parseChunks([rules.bytes], dialect), productTokens);
    return { answer: (block, filter) => filter.filter(block, () => all), close: async () => {} };
  }
  const missing = rulesWithout(rules.missing);
  const { archive, policy } = rules;
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) {
    const folder = { folder: archive, dialect, productTokens, missing };
    return sourceOf(archiveFolder(folder, system), ARCHIVE);
  }
  // Loads the client; a folder is read without it.
  const { archiveFile } = await import('./archive-file.js');
  const file = { file: archive, policy, dialect, productTokens, missing, warn };
  return sourceOf(await archiveFile(file), ARCHIVE);
}

export function openLive(
  { robotsTxtFor, concurrency }: LiveRules,
  productTokens: readonly string[],
): RulesSource {
  const load = loadRules(robotsTxtFor, productTokens);
  return sourceOf({ load, close: async () => {} }, { concurrency, most: MOST_LIVE_ORIGINS });
}

export function loadRules(
  robotsTxtFor: LiveRules['robotsTxtFor'],
  productTokens: readonly string[],
): LoadRules {
  return async (url) => {
    if (!/^(?:https?|ftp):\/\//i.test(url) || !URL.canParse(url)) {
      throw new TypeError('The URL does not belong to a site.');
    }
    const result = await robotsTxtFor(url);
    if (result.kind === 'rules') return rulesOf(result.robotsTxt, productTokens);
    return rulesByAccess(result.kind);
  };
}

function sourceOf(
  { load, close }: SiteRules,
  options: ConstructorParameters<typeof OriginRules>[1],
): RulesSource {
  const origins = new OriginRules(load, options);
  return { answer: (block, filter) => origins.answer(block, filter), close };
}
