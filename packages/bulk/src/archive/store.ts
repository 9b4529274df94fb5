/** What the client has kept in its SQLite store. */
import { resolve } from 'node:path';
import type { Failing, Settled } from '@repkit/client';
import type { AccessFacts } from '@repkit/client/access';
import { isDamage, type KeptEntry, SqliteReader } from '@repkit/client/sqlite-reader';
import { fileError, InputError } from '../input-error.js';
import {
  type Archive,
  type ArchiveEntry,
  type Place,
  type Section,
  type SectionReport,
  WHOLE,
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
    return [WHOLE];
  }

  async *entries(_section: Section, report: SectionReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    let offset = 0;
    let last: string | undefined;
    report.began = offset;
    try {
      for await (const { key, entry } of this.#store.entries()) {
        const place = { file, offset, within: 0, name: key };
        if (entry === undefined) {
          report.fault({ file, offset, name: key, why: 'the entry cannot be read' });
        } else {
          yield entryOf(entry, place);
        }
        offset += 1;
        last = key;
      }
    } catch (error) {
      if (!isDamage(error)) throw storeError(file, error);
      // What came before the damage is worth having; where what follows it begins, nobody knows.
      const { message } = error;
      const why = last === undefined ? message : `what follows it cannot be read: ${message}`;
      report.fault({ file, offset, ...(last === undefined ? {} : { name: last }), why });
    }
    report.ended = offset;
  }

  async readAt(place: Place): Promise<ArchiveEntry | undefined> {
    const { name = '' } = place;
    try {
      const entry = await this.#store.entry(name);
      return entry === undefined ? undefined : entryOf(entry, place);
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

/** In the keys of the client the origin stands behind a space. */
function entryOf({ settled, failing }: KeptEntry['entry'] & object, place: Place): ArchiveEntry {
  const last = settled ?? failing;
  const copy = settled?.kind === 'copy' ? settled : undefined;
  return {
    place,
    site: place.name?.slice(place.name.indexOf(' ') + 1) ?? '',
    url: last?.url,
    status: last?.status,
    location: undefined,
    body: copy?.body ?? NO_BYTES,
    truncated: copy?.truncated ?? false,
    facts: last && factsOf(last),
  };
}

/** The outcome of the fetch, so that another policy than that of the store can judge it again. */
function factsOf(last: Settled | Failing): AccessFacts {
  const { status, url } = last;
  const reason = 'reason' in last ? last.reason : undefined;
  if (reason === 'too-many-redirects' || reason === 'redirect-loop') return { kind: reason };
  const isReply = reason === undefined || reason === 'status' || reason === 'empty';
  if (status === undefined || !(isReply || reason === 'ftp-reply')) return { kind: 'failure' };
  return url.startsWith('ftp:') ? { kind: 'ftp', code: status } : { kind: 'http', status };
}
