/** Positions of robots.txt files in an archive by site, so that each is read only when needed. */
import { originOf } from '@repkit/client/origin';
import {
  type Archive,
  type ArchiveEntry,
  type EntryPosition,
  SectionReport,
  WHOLE_ARCHIVE,
} from './entry.js';

export class SiteIndex {
  readonly #archive: Archive;
  readonly #places: ReadonlyMap<string, EntryPosition>;
  /** Faults found while building the index. */
  readonly report: SectionReport;

  private constructor(
    archive: Archive,
    places: ReadonlyMap<string, EntryPosition>,
    report: SectionReport,
  ) {
    this.#archive = archive;
    this.#places = places;
    this.report = report;
  }

  /** Reads the archive once. Memory is linear in the number of sites. */
  static async of(archive: Archive): Promise<SiteIndex> {
    const places = new Map<string, EntryPosition>();
    const report = new SectionReport();
    // The last response of a site wins.
    for await (const { site, position } of archive.entries(WHOLE_ARCHIVE, report))
      places.set(site, position);
    return new SiteIndex(archive, places, report);
  }

  get size(): number {
    return this.#places.size;
  }

  /**
   * Returns the entry for the origin of a URL, or for its host if the archive has no schemes. Throws a TypeError if the URL
   * has no origin.
   */
  async entryFor(url: string): Promise<ArchiveEntry | undefined> {
    const origin = originOf(url);
    if (origin === undefined) throw new TypeError('The URL has no origin.');
    const position =
      this.#places.get(origin) ?? this.#places.get(origin.replace(/^[a-z]+:\/\//, ''));
    return position === undefined ? undefined : await this.#archive.readAt(position);
  }
  close(): void {
    this.#archive.close();
  }
}
