/** What the client has kept in its SQLite store. */
import type { SqliteStore } from '@repkit/client/sqlite';
import {
  type Archive,
  type ArchiveEntry,
  type Place,
  type Section,
  type SectionReport,
  WHOLE,
} from './entry.js';

type Stored = Awaited<ReturnType<ReturnType<SqliteStore['entries']>['next']>>['value'];

const NO_OCTETS = new Uint8Array();

export class StoreArchive implements Archive {
  readonly file: string;
  readonly #store: SqliteStore;

  constructor(file: string, store: SqliteStore) {
    this.file = file;
    this.#store = store;
  }

  sections(): readonly Section[] {
    return [WHOLE];
  }

  async *entries(_section: Section, report: SectionReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    let offset = 0;
    report.began = offset;
    for await (const { key, entry } of this.#store.entries()) {
      const place = { file, offset, within: 0, name: key };
      if (entry === undefined) {
        report.fault({ file, offset, name: key, why: 'the entry cannot be read' });
      } else {
        yield entryOf(entry, place);
      }
      offset += 1;
    }
    report.ended = offset;
  }

  async readAt(place: Place): Promise<ArchiveEntry | undefined> {
    for await (const { key, entry } of this.#store.entries(place.name)) {
      return key === place.name && entry !== undefined ? entryOf(entry, place) : undefined;
    }
    return undefined;
  }

  close(): void {
    void this.#store.close();
  }
}

/** The client keeps entries under the name of their policy and the origin. */
function entryOf(
  { settled, failing }: NonNullable<Stored>['entry'] & object,
  place: Place,
): ArchiveEntry {
  const last = settled ?? failing;
  const copy = settled?.kind === 'copy' ? settled : undefined;
  return {
    place,
    site: place.name?.slice(place.name.indexOf(' ') + 1) ?? '',
    url: last?.url,
    status: last?.status,
    location: undefined,
    body: copy?.body ?? NO_OCTETS,
    truncated: copy?.truncated ?? false,
  };
}
