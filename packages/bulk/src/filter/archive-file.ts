/** Loads rules from an archive in one file: WARC or NDJSON. Bodies are read on demand. */
import { originOf, type Policy } from '@repkit/client/access';
import { robotsFile } from '@repkit/core';
import {
  type Archive,
  type ArchiveEntry,
  ArchiveReport,
  type EntryPosition,
  entryAccess,
  type Fault,
  faultMessage,
  isRedirect,
  MAX_SHOWN_FAULTS,
} from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import { hostOfOrigin, requiredOrigin } from './origin.js';
import type { LoadedSite, LoadSite } from './origin-cache.js';
import type { AccessUnder, Warn } from './rules.js';

export interface ArchiveFileOptions {
  readonly file: string;
  /** The number of redirects that some policy follows. */
  readonly maxRedirects: number;
  /** For sites that are not in the archive, and for redirects that leave it. */
  readonly missing: AccessUnder;
  /** For sites of which the archive contains only records that cannot be read. */
  readonly unreadable: AccessUnder;
  /** Receives a message for each part that cannot be read. */
  readonly warn: Warn;
}

export interface ArchiveFile {
  readonly load: LoadSite;
  close(): void;
}

/**
 * Indexes the sites of the file, so that each entry is read only when needed. Throws an InputError if the file cannot be
 * read or is not an archive.
 */
export async function archiveFile(options: ArchiveFileOptions): Promise<ArchiveFile> {
  const { file, maxRedirects, unreadable } = options;
  const archive = await openArchive(file);
  const report = new SiteReport();
  const positions = await indexSites(archive, report);
  const isIncomplete = report.isCut || (report.faultCount > 0 && positions.size === 0);
  // Any site may be in the part that is lost.
  const missing = isIncomplete ? unreadable : options.missing;
  warnAboutFaults(report, isIncomplete, options);
  warnAboutLargeMembers(positions, options);

  /** Returns the entry for the origin of a URL, or for its host if the archive has no schemes; else what to do without one. */
  async function entryFor(url: string): Promise<ArchiveEntry | AccessUnder> {
    const origin = requiredOrigin(url);
    const host = hostOfOrigin(origin);
    const position = positions.get(origin) ?? positions.get(host);
    if (position !== undefined) return (await archive.readAt(position)) ?? unreadable;
    const isUnreadable = report.unreadable.has(origin) || report.unreadable.has(host);
    return isUnreadable ? unreadable : missing;
  }

  async function load(url: string): Promise<LoadedSite> {
    let current = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const entry = await entryFor(current);
      if (typeof entry === 'function') return afterRedirects(redirects, entry, 0);
      if (!isRedirect(entry)) {
        return afterRedirects(redirects, accessOf(entry), entry.body.length);
      }
      const target = redirectTarget(entry);
      if (target === undefined) return afterRedirects(redirects, missing, 0);
      current = target;
    }
    return { accessUnder: tooManyRedirects, bytes: 0 };
  }

  return { load, close: () => archive.close() };
}

/** Remembers the sites with unreadable responses. */
class SiteReport extends ArchiveReport {
  readonly unreadable = new Set<string>();

  override fault(fault: Fault): void {
    super.fault(fault);
    if (fault.site !== undefined) this.unreadable.add(fault.site);
  }
}

/** What the end of a chain of redirects permits, which is too long for some policies. */
function afterRedirects(redirects: number, accessUnder: AccessUnder, bytes: number): LoadedSite {
  return {
    accessUnder: (policy, index) => (redirects > policy.maxRedirects ? tooManyRedirects(policy) : accessUnder(policy, index)),
    bytes,
  };
}

function tooManyRedirects({ tooManyRedirects: kind }: Policy): ReturnType<AccessUnder> {
  return { kind };
}

function accessOf(entry: ArchiveEntry): AccessUnder {
  const file = robotsFile(entry.body);
  return (policy) => {
    const kind = entryAccess(entry, policy);
    return kind === 'body' ? { kind: 'file', file } : { kind };
  };
}

function warnAboutFaults({ faults, faultCount }: ArchiveReport, isIncomplete: boolean, { file, warn }: ArchiveFileOptions): void {
  if (faultCount === 0) return;
  for (const fault of faults.slice(0, MAX_SHOWN_FAULTS)) warn(faultMessage(fault));
  const entries = faultCount === 1 ? '1 entry' : `${faultCount} entries`;
  const result = isIncomplete
    ? 'Any other site may have been in the lost part, so sites without an entry are unreachable, and never allowed.'
    : 'Sites without another entry count as missing, and are never allowed unless damage hides their names.';
  warn(`"${file}": ${entries} could not be read. ${result}`, isIncomplete ? 'incomplete' : undefined);
}

/** Decompressing this much for each site takes longer than all else. */
const LARGE_MEMBER_BYTES = 1024 * 1024;

function warnAboutLargeMembers(positions: ReadonlyMap<string, EntryPosition>, { file, warn }: ArchiveFileOptions): void {
  for (const { memberOffset } of positions.values()) {
    if (memberOffset < LARGE_MEMBER_BYTES) continue;
    warn(`"${file}" is compressed as a whole, so it is read from its start for each site. Decompress it with gzip -dk first.`);
    return;
  }
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
async function indexSites(archive: Archive, report: ArchiveReport): Promise<ReadonlyMap<string, EntryPosition>> {
  const positions = new Map<string, EntryPosition>();
  for await (const { site, position } of archive.entries(report)) {
    positions.set(site, position);
  }
  return positions;
}
