/** Where the robots.txt of each site lies in an archive, so that it is read only when somebody asks. */
import { originOf } from '@repkit/client/origin';
import { type Archive, type ArchiveEntry, type Place, SectionReport, WHOLE } from './entry.js';

export class SiteIndex {
  readonly #archive: Archive;
  readonly #places: ReadonlyMap<string, Place>;
  /** What came of reading the archive for the index. */
  readonly report: SectionReport;

  private constructor(archive: Archive, places: ReadonlyMap<string, Place>, report: SectionReport) {
    this.#archive = archive;
    this.#places = places;
    this.report = report;
  }

  /** Reads the archive once. Memory: a place for each site. */
  static async of(archive: Archive): Promise<SiteIndex> {
    const places = new Map<string, Place>();
    const report = new SectionReport();
    // The last response is the latest.
    for await (const { site, place } of archive.entries(WHOLE, report)) places.set(site, place);
    return new SiteIndex(archive, places, report);
  }

  get size(): number {
    return this.#places.size;
  }

  /**
   * The entry for the origin of a URL, or for its host where the archive names no scheme; undefined where there is none.
   * Throws a TypeError where the URL has no origin.
   */
  async entryFor(url: string): Promise<ArchiveEntry | undefined> {
    const origin = originOf(url);
    if (origin === undefined) throw new TypeError('The URL has no origin.');
    const place = this.#places.get(origin) ?? this.#places.get(origin.replace(/^[a-z]+:\/\//, ''));
    return place === undefined ? undefined : await this.#archive.readAt(place);
  }
  close(): void {
    this.#archive.close();
  }
}
