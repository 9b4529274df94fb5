/** SQLite stores of the client as archives. */
import { resolve } from 'node:path';
import type { Failing, Settled } from '@repkit/client';
import type { AccessFacts } from '@repkit/client/access';
import { isDamage, type KeyedEntry, SqliteReader } from '@repkit/client/sqlite-reader';
import { fileError, InputError } from '../bytes/input-error.js';
import {
  type Archive,
  type ArchiveEntry,
  type EntryPosition,
  type Section,
  type SectionReport,
  WHOLE_ARCHIVE,
} from './entry.js';

const NO_BYTES = new Uint8Array();

export class StoreArchive implements Archive {
  readonly file: string;
  readonly #store: SqliteReader;

  constructor(file: string, store: SqliteReader) {
    this.file = file;
    this.#store = store;
  }

  sections(): readonly Section[] {
    return [WHOLE_ARCHIVE];
  }

  async *entries(_section: Section, report: SectionReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    let offset = 0;
    let last: string | undefined;
    report.began = offset;
    try {
      for await (const { key, entry } of this.#store.entries()) {
        const position = { file, offset, memberOffset: 0, name: key };
        if (entry === undefined) {
          report.fault({ file, offset, name: key, reason: 'the entry cannot be read' });
        } else {
          yield entryOf(entry, position);
        }
        offset += 1;
        last = key;
      }
    } catch (error) {
      if (!isDamage(error)) throw storeError(file, error);
      const { message } = error;
      const fault =
        last === undefined
          ? { reason: message }
          : { name: last, reason: `the entries after it cannot be read: ${message}` };
      report.fault({ file, offset, ...fault });
    }
    report.ended = offset;
  }

  async readAt(position: EntryPosition): Promise<ArchiveEntry | undefined> {
    const { name = '' } = position;
    try {
      const entry = await this.#store.entry(name);
      return entry === undefined ? undefined : entryOf(entry, position);
    } catch (error) {
      if (!isDamage(error)) throw storeError(this.file, error);
      return undefined;
    }
  }

  close(): void {
    this.#store.close();
  }
}

/** Throws an InputError if the file cannot be read or is not a store. */
export function openStoreArchive(file: string): StoreArchive {
  try {
    return new StoreArchive(file, new SqliteReader({ path: file }));
  } catch (error) {
    throw storeError(file, error);
  }
}

/** Converts errors of opening and reading a store to InputErrors. Returns defects unchanged. */
function storeError(file: string, error: unknown): unknown {
  const reported = fileError(`"${file}"`, error);
  // The client rejects files that are not stores with a plain Error that contains the absolute path.
  if (!(reported instanceof Error) || reported.name !== 'Error') return reported;
  return new InputError(reported.message.replace(resolve(file), () => `"${file}"`));
}

/** Keys of the client have the form `scope origin`. */
function entryOf(
  { settled, failing }: KeyedEntry['entry'] & object,
  position: EntryPosition,
): ArchiveEntry {
  const last = settled ?? failing;
  const copy = settled?.kind === 'copy' ? settled : undefined;
  return {
    position,
    site: position.name?.slice(position.name.indexOf(' ') + 1) ?? '',
    url: last?.url,
    status: last?.status,
    location: undefined,
    body: copy?.body ?? NO_BYTES,
    truncated: copy?.truncated ?? false,
    facts: last && factsOf(last),
  };
}

/** Reconstructs the outcome of the fetch, so that any policy can be applied to it. */
function factsOf(last: Settled | Failing): AccessFacts {
  const { status, url } = last;
  const reason = 'reason' in last ? last.reason : undefined;
  if (reason === 'too-many-redirects' || reason === 'redirect-loop') return { kind: reason };
  const isReply = reason === undefined || reason === 'status' || reason === 'empty';
  if (status === undefined || !(isReply || reason === 'ftp-reply')) return { kind: 'failure' };
  return url.startsWith('ftp:') ? { kind: 'ftp', code: status } : { kind: 'http', status };
}
