/** Loads rules from an archive in one file: WARC or NDJSON. Bodies are read on demand. */
import { originOf } from '@repkit/client/access';
import { type Access, robotsFile } from '@repkit/core';
import {
  type Archive,
  type ArchiveEntry,
  type EntryPosition,
  entryAccess,
  faultMessage,
  isRedirect,
  MAX_SHOWN_FAULTS,
  SectionReport,
  WHOLE_ARCHIVE,
} from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import { type LoadedRules, type LoadRules, rulesBytes } from './origin-rules.js';
import type { Rules, RulesOfSites } from './rules.js';

export interface ArchiveFileOptions {
  readonly file: string;
  readonly rules: RulesOfSites;
  /** For sites that are not in the archive, and for redirects that leave it. */
  readonly missing: Rules;
  /** Receives a message for each part that cannot be read. */
  readonly warn: (message: string) => void;
}

export interface ArchiveFile {
  readonly load: LoadRules;
  close(): void;
}

/**
 * Indexes the sites of the file, so that each entry is read only when needed. Throws an InputError if the file cannot be
 * read or is not an archive.
 */
export async function archiveFile(options: ArchiveFileOptions): Promise<ArchiveFile> {
  const { file, rules, missing } = options;
  const archive = await openArchive(file);
  const report = new SectionReport();
  const positions = await indexSites(archive, report);
  warnAboutFaults(report, options);

  /** Returns the entry for the origin of a URL, or for its host if the archive has no schemes. */
  async function entryFor(url: string): Promise<ArchiveEntry | undefined> {
    const origin = originOf(url);
    if (origin === undefined) throw new TypeError('The URL has no origin.');
    const position = positions.get(origin) ?? positions.get(origin.replace(/^[a-z]+:\/\//, ''));
    return position && archive.readAt(position);
  }

  async function load(url: string): Promise<LoadedRules> {
    let current = url;
    for (let redirects = 0; redirects <= rules.maxRedirects; redirects++) {
      const withoutFile = { rules: rules.afterRedirects(redirects, missing), bytes: 0 };
      const entry = await entryFor(current);
      if (entry === undefined) return withoutFile;
      if (!isRedirect(entry)) {
        const withFile: Access = { kind: 'file', file: robotsFile(entry.body) };
        const found = rules.ofAccess((policy) => {
          const kind = entryAccess(entry, policy);
          return kind === 'body' ? withFile : { kind };
        });
        return {
          rules: rules.afterRedirects(redirects, found),
          bytes: rulesBytes(entry.body.length, rules.count),
        };
      }
      const target = redirectTarget(entry);
      if (target === undefined) return withoutFile;
      current = target;
    }
    const found = rules.ofAccess(({ tooManyRedirects: kind }) => ({ kind }));
    return { rules: found, bytes: 0 };
  }

  return { load, close: () => archive.close() };
}

function warnAboutFaults(
  { faults, faultCount }: SectionReport,
  { file, warn }: ArchiveFileOptions,
): void {
  if (faultCount === 0) return;
  for (const fault of faults.slice(0, MAX_SHOWN_FAULTS)) warn(faultMessage(fault));
  const entries = faultCount === 1 ? '1 entry' : `${faultCount} entries`;
  warn(`"${file}": ${entries} could not be read. Sites without another entry count as missing.`);
}

/**
 * Returns the target of a redirect, which may be the redirecting file itself; undefined if it is not a robots.txt, because
 * archives contain nothing else.
 */
function redirectTarget({ location, site }: ArchiveEntry): string | undefined {
  const target = location === undefined ? null : URL.parse(location, site);
  if (target === null || target.pathname !== '/robots.txt') return undefined;
  const isVariant = originOf(target.href) === site && target.search !== '';
  return isVariant ? undefined : target.href;
}

/** Reads the archive once. The last response of a site wins. Memory is linear in the number of sites. */
async function indexSites(
  archive: Archive,
  report: SectionReport,
): Promise<ReadonlyMap<string, EntryPosition>> {
  const positions = new Map<string, EntryPosition>();
  for await (const { site, position } of archive.entries(WHOLE_ARCHIVE, report)) {
    positions.set(site, position);
  }
  return positions;
}
