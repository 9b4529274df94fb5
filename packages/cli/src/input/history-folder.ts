/** Reads and writes the folders of `repkit watch`: one per site, each with its own index. */
import { join } from 'node:path';
import {
  fileError,
  folderHistory,
  type History,
  type HistoryIndex,
  INDEX_NAME,
  InputError,
  type Observation,
  parseIndex,
  readSnapshot,
  record,
  snapshotAt,
} from '@repkit/bulk';
import { naming, readFile, writeFile } from '../program/files.js';
import { type Io, MAX_FILE_BYTES } from '../program/io.js';

type Snapshot = HistoryIndex['snapshots'][number];

type FolderIo = Pick<Io, 'openFile' | 'fileSize' | 'report'>;

/** Returns the name of the folder of a site: `example.com`, or `http_example.com_8080` with another scheme or port. */
function siteFolder(origin: string): string {
  const { protocol, host, port } = new URL(origin);
  if (protocol === 'https:' && port === '') return host.replaceAll(':', '_');
  return `${protocol}${host}`.replaceAll(':', '_');
}

/** Returns the index of a folder; undefined if it has none. Rejects with an InputError if it cannot be read. */
async function readIndex(folder: string, io: FolderIo): Promise<HistoryIndex | undefined> {
  const path = join(folder, INDEX_NAME);
  const size = io.fileSize(path);
  if (size === undefined) return undefined;
  if (size > MAX_FILE_BYTES) {
    throw new InputError(`"${path}" exceeds 64 MiB. Move its folder elsewhere, so that repkit watch begins a new one.`);
  }
  const bytes = await readFile(`"${path}"`, io.openFile(path), MAX_FILE_BYTES);
  return parseIndex(bytes.toString(), path);
}

/** Returns the error for the folder of a site that has no index. */
function missingIndex(folder: string): InputError {
  return new InputError(
    `"${folder}" has no ${INDEX_NAME}. Name the folder of a site that repkit watch has written, such as ` +
      `${join(folder, 'example.com')}.`,
  );
}

/** Returns the error for a folder that contains no folder of the site. */
function missingSite(history: string, { origin, host }: URL): InputError {
  return new InputError(
    `"${history}" has no versions of ${origin}: "${join(history, siteFolder(origin))}" has no ${INDEX_NAME}. Name a folder that ` +
      `repkit watch has written, and the scheme of the site if it is not https, such as --site http://${host}.`,
  );
}

function otherSite(folder: string, { site }: HistoryIndex, wanted: string): InputError {
  return new InputError(`"${folder}" has the versions of ${site}, not of ${wanted}.`);
}

function reportDamage({ damagedLines }: HistoryIndex, folder: string, io: FolderIo): void {
  for (const line of damagedLines) {
    io.report(`Skipped line ${line} of "${join(folder, INDEX_NAME)}", which is damaged.`);
  }
}

function bodyReader(folder: string, io: FolderIo) {
  return (file: string): Promise<Uint8Array> => {
    const path = join(folder, file);
    return readFile(`"${path}"`, io.openFile(path), MAX_FILE_BYTES);
  };
}

/**
 * Returns the versions of a site. Rejects with an InputError if there are none, or if they are those of another host.
 *
 * @param folder that of the site, or the one above it
 * @param site undefined if `folder` is that of the site; otherwise, its scheme and port count only for the folder above
 */
export async function readHistory(folder: string, site: URL | undefined, io: FolderIo): Promise<History> {
  const isOfSite = io.fileSize(join(folder, INDEX_NAME)) !== undefined;
  const path = isOfSite || site === undefined ? folder : join(folder, siteFolder(site.origin));
  const index = await readIndex(path, io);
  if (index === undefined) throw site === undefined ? missingIndex(folder) : missingSite(folder, site);
  if (site !== undefined && new URL(index.site).hostname !== site.hostname) throw otherSite(path, index, site.hostname);
  return await folderHistory(index, join(path, INDEX_NAME), bodyReader(path, io));
}

export interface PastFile {
  readonly body: Uint8Array;
  /** Why there is no file, as a clause; undefined for a file. */
  readonly without: string | undefined;
}

/** Reads the robots.txt that was in force at a time. Rejects with an InputError before the first version. */
export async function readPastFile(folder: string, time: number, name: string, io: FolderIo): Promise<PastFile> {
  const index = await readIndex(folder, io);
  if (index === undefined) throw missingIndex(folder);
  const snapshot = snapshotAt(index, time);
  reportDamage(index, folder, io);
  if (snapshot === undefined) {
    const first = index.snapshots[0];
    const since = first === undefined ? '' : ` (${new Date(first.firstSeen).toISOString()})`;
    throw new InputError(`"${name}" is before the first version of ${index.site}${since}.`);
  }
  return await pastFileOf(snapshot, folder, io);
}

/** Rejects with an InputError if the file of the version was changed or is missing. */
async function pastFileOf(snapshot: Snapshot, folder: string, io: FolderIo): Promise<PastFile> {
  const body = await readSnapshot(snapshot, bodyReader(folder, io));
  const without = snapshot.access === 'file' ? undefined : `status ${snapshot.status}`;
  return { body, without };
}

/** What an observation changed. */
export interface RecordedChange {
  /** Whether it differs from the version before. */
  readonly isChanged: boolean;
  /** The version before a change; undefined if there was none. */
  readonly before: (PastFile & { readonly lastSeen: number }) | undefined;
}

/**
 * Adds an observation to the folder of a site. Another process that does the same waits meanwhile. The index is replaced when
 * the file is complete, so that a crash or a full disk loses nothing; temporary files that a crash left are removed. Rejects
 * with an InputError if the folder cannot be read or written.
 *
 * @param observe undefined if there is nothing to record; called while the folder is locked, so that observations are in order
 */
export async function recordObservation(
  history: string,
  origin: string,
  observe: () => Promise<Observation | undefined>,
  waitMs: number,
  io: FolderIo & Pick<Io, 'makeFolder' | 'lock' | 'removeTemporaryFiles' | 'replaceFile'>,
): Promise<RecordedChange | undefined> {
  const folder = join(history, siteFolder(origin));
  naming(`"${folder}"`, () => io.makeFolder(folder), 'written');
  const lock = join(folder, '.lock');
  const release = await io.lock(lock, waitMs).catch((error: unknown) => {
    throw fileError(`"${lock}"`, error, 'written');
  });
  try {
    naming(`"${folder}"`, () => io.removeTemporaryFiles(folder), 'written');
    const index = await readIndex(folder, io);
    if (index !== undefined) {
      if (index.site !== origin) throw otherSite(folder, index, origin);
      reportDamage(index, folder, io);
    }
    const observation = await observe();
    if (observation === undefined) return undefined;
    const recorded = record(index, origin, observation);
    const write = (file: string, content: string | Uint8Array) =>
      writeFile(`"${join(folder, file)}"`, join(folder, file), content, io);
    if (recorded.newFile !== undefined) write(recorded.newFile, observation.body ?? '');
    write(INDEX_NAME, recorded.index);
    const { before, isChanged } = recorded;
    if (before === undefined || !isChanged) return { isChanged, before: undefined };
    try {
      const file = await pastFileOf(before, folder, io);
      return { isChanged, before: { ...file, lastSeen: before.lastSeen } };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The new version is saved, because it may not be served again.
      throw new InputError(
        `The robots.txt of ${origin} changed and was saved, but it cannot be compared with the version before: ${error.message}`,
      );
    }
  } finally {
    release();
  }
}
