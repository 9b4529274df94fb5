/**
 * A folder with the versions of one site's robots.txt: plain files, and an index in NDJSON. The first line of the index names
 * its format and the site; each following line is a version, with the time when it was first and last seen.
 */
import { createHash } from 'node:crypto';
import { parseRobotsTxt } from '@repkit/core';
import { InputError } from '../bytes/input-error.js';
import type { FileVersion, History } from './versions.js';

/** The name of the index in its folder. */
export const INDEX_NAME = 'index.ndjson';

const FORMAT = 1;

/** What a site returned. */
export interface Observation {
  /** `unavailable`: no robots.txt (RFC 9309 2.3.1.3). `unreachable`: a server error (2.3.1.4). */
  readonly access: 'file' | 'unavailable' | 'unreachable';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The HTTP status or FTP reply. */
  readonly status?: number | undefined;
  /** The URL after redirects. */
  readonly url?: string | undefined;
  /** By name in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The content of a file in UTF-8. */
  readonly body?: Uint8Array | undefined;
  /** Whether the file continues after the content. */
  readonly truncated?: boolean | undefined;
}

/** A line of the index. */
export interface Snapshot extends Omit<Observation, 'at' | 'body'> {
  /** Milliseconds since 1970. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** The name of the file; undefined without a file. */
  readonly file?: string;
  /** Of the content, in hexadecimal digits. */
  readonly sha256?: string;
}

export interface HistoryIndex {
  /** The origin, such as `https://example.com`. */
  readonly site: string;
  /** By time. */
  readonly snapshots: readonly Snapshot[];
  /** The numbers of lines that cannot be read. */
  readonly damagedLines: readonly number[];
  /** All lines as they are, so that nothing is lost that another version of this format wrote. */
  readonly lines: readonly string[];
}

/** Reads an index. Throws an InputError that names the file if its first line is damaged or of a later format. */
export function parseIndex(text: string, name: string): HistoryIndex {
  const lines = text.split('\n');
  // An index that was cut has no line feed at its end.
  if (lines.at(-1) === '') lines.pop();
  const site = siteOf(lines[0] ?? '', name);
  const snapshots: Snapshot[] = [];
  const damagedLines: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line === '') continue;
    const snapshot = parseSnapshot(line);
    if (snapshot === undefined) damagedLines.push(index + 1);
    else snapshots.push(snapshot);
  }
  snapshots.sort((a, b) => a.firstSeen - b.firstSeen);
  return { site, snapshots, damagedLines, lines };
}

function siteOf(line: string, name: string): string {
  const { version, site } = parseObject(line) ?? {};
  if (typeof version === 'number' && version > FORMAT) {
    throw new InputError(`"${name}" was written by a later version of repkit (format ${version}). Update repkit.`);
  }
  if (version === FORMAT && typeof site === 'string' && URL.canParse(site)) return site;
  throw new InputError(
    `"${name}" is not an index of repkit watch: line 1 is damaged. Restore ${headerOf('https://example.com')} with your site.`,
  );
}

function headerOf(site: string): string {
  return JSON.stringify({ version: FORMAT, site });
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** A name in the same folder, on every file system. */
const FILE_NAME = /^[\w-][\w.-]*\.txt$/;

function parseSnapshot(line: string): Snapshot | undefined {
  const { access, file, sha256, ...rest } = parseObject(line) ?? {};
  const firstSeen = Date.parse(String(rest.firstSeen));
  const lastSeen = Date.parse(String(rest.lastSeen));
  // Also false for NaN.
  if (!(firstSeen <= lastSeen)) return undefined;
  const seen = { ...(rest as Partial<Snapshot>), firstSeen, lastSeen };
  if (access === 'unavailable' || access === 'unreachable') return { ...seen, access };
  if (access !== 'file' || typeof file !== 'string' || !FILE_NAME.test(file)) return undefined;
  return typeof sha256 === 'string' ? { ...seen, access, file, sha256 } : undefined;
}

export interface Recorded {
  /** The new content of the index. */
  readonly index: string;
  /** The name of a file to write before the index; undefined if there is nothing to write. */
  readonly newFile: string | undefined;
  /** The latest earlier version that determines what is allowed; undefined if there is none. */
  readonly before: Snapshot | undefined;
  /** Whether the observation differs from `before`. That of an unreachable site never does. */
  readonly isChanged: boolean;
}

/** Clocks may be set back by this much, in milliseconds, as time synchronization does. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Adds what a site returned. If it is the same as before, only the time changes when it was last seen. Throws an InputError if
 * the last version was seen later.
 *
 * @param index undefined for a new folder
 */
export function record(index: HistoryIndex | undefined, site: string, { body, at, ...observation }: Observation): Recorded {
  const { snapshots = [], lines = [headerOf(site)], damagedLines = [] } = index ?? {};
  const last = snapshots.at(-1);
  if (last !== undefined && at < last.lastSeen - CLOCK_TOLERANCE_MS) {
    throw new InputError(
      `The last version of ${site} was seen at ${timeText(last.lastSeen)}, which is in the future. ` +
        'Set the clock, or correct the last line of the index.',
    );
  }
  const sha256 = body && checksum(body);
  const isSame = (other: Snapshot | undefined) => other?.access === observation.access && other.sha256 === sha256;
  const before = snapshots.findLast(isConclusive);
  const isChanged = observation.access !== 'unreachable' && !isSame(before);
  const lineOfLast = lines.findLastIndex((line) => parseSnapshot(line)?.firstSeen === last?.firstSeen);
  // A damaged line after that of the last version may be a later version.
  const isLastLine = damagedLines.every((number) => number <= lineOfLast);
  if (last !== undefined && isSame(last) && isLastLine) {
    const lastSeen = timeText(Math.max(at, last.lastSeen));
    const line = JSON.stringify({ ...parseObject(lines[lineOfLast] ?? ''), lastSeen });
    return { index: textOf(lines.with(lineOfLast, line)), newFile: undefined, before, isChanged };
  }
  const firstSeen = Math.max(at, (last?.lastSeen ?? 0) + 1);
  const known = snapshots.findLast((snapshot) => snapshot.sha256 === sha256)?.file;
  const file = sha256 === undefined ? undefined : (known ?? fileNameOf(firstSeen));
  const time = timeText(firstSeen);
  const line = JSON.stringify({ firstSeen: time, lastSeen: time, ...observation, file, sha256 });
  return { index: textOf([...lines, line]), newFile: file, before, isChanged };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns whether a version determines what is allowed. That of an unreachable site does not. */
function isConclusive({ access }: Snapshot): boolean {
  return access !== 'unreachable';
}

/** Returns the version that was in force at a time; undefined before the first one. */
export function snapshotAt({ snapshots }: HistoryIndex, time: number): Snapshot | undefined {
  return snapshots.filter(({ firstSeen }) => firstSeen <= time).findLast(isConclusive);
}

function checksum(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Colons are not allowed in names of files on Windows. */
function fileNameOf(at: number): string {
  return `${timeText(at).replaceAll(':', '')}.txt`;
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}

/**
 * Returns the versions of a folder. Each may have been in force since the one before was last seen, and until the next one was
 * first seen. Throws an InputError if a file was changed or is missing.
 *
 * @param name of the index, for messages
 */
export async function folderHistory(
  { site, snapshots, damagedLines }: HistoryIndex,
  name: string,
  read: (file: string) => Promise<Uint8Array>,
): Promise<History> {
  const versions: FileVersion[] = [];
  for (const [index, snapshot] of snapshots.entries()) {
    const until = snapshots[index + 1]?.firstSeen;
    const { firstSeen, access } = snapshot;
    versions.push({
      name: snapshot.file ?? `${access} since ${timeText(firstSeen)}`,
      from: snapshots[index - 1]?.lastSeen ?? firstSeen,
      ...(until !== undefined && { until }),
      robotsTxt: access === 'file' ? parseRobotsTxt(await readSnapshot(snapshot, read)) : access,
    });
  }
  const incomplete = damagedLines.map((line) => `Line ${line} of "${name}" is damaged, so the version that it names is missing.`);
  // The version of a damaged line may have been in force between any two others.
  const gaps = snapshots.slice(damagedLines.length === 0 ? snapshots.length : 1).map(({ firstSeen }, index) => ({
    from: snapshots[index]?.lastSeen ?? firstSeen,
    until: firstSeen,
  }));
  return {
    source: 'folder',
    site: new URL(site).hostname,
    versions,
    until: snapshots.at(-1)?.lastSeen,
    gaps,
    incomplete,
  };
}

/** Reads the file of a version. Throws an InputError if it is not the file that was seen; empty without a file. */
export async function readSnapshot(
  { file, sha256 }: Pick<Snapshot, 'file' | 'sha256'>,
  read: (file: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (file === undefined) return new Uint8Array();
  const body = await read(file);
  if (checksum(body) === sha256) return body;
  throw new InputError(`"${file}" was changed since it was written, so it proves nothing. Restore it from a copy.`);
}
